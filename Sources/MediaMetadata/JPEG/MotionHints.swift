// Agony
// SPDX-License-Identifier: Apache-2.0

/// What XMP says of a film behind the picture.
struct MotionHints {
  /// It says that there is one.
  private(set) var isMotionPhoto = false
  /// Bytes from where the film begins to the file's end, likeliest first.
  private(set) var distancesFromEnd: [Int] = []
  /// Of the film, where that is told.
  private(set) var filmByteCount: Int?

  mutating func add(_ packet: XMPPacket) {
    if packet.number("GCamera:MotionPhoto") == 1 || packet.number("GCamera:MicroVideo") == 1 { isMotionPhoto = true }
    // Items lie one after the other, the picture first; each tells its length.
    var distance: Int? = 0
    for item in packet.items.reversed() {
      guard let length = item["Item:Length"].flatMap({ Int($0) }), length > 0 else { break }
      distance = distance?.plus(length)
      let isFilm = item["Item:Semantic"] == "MotionPhoto" || item["Item:Mime"]?.hasPrefix("video/") == true
      guard isFilm, let known = distance else { continue }
      isMotionPhoto = true
      distancesFromEnd.append(known)
      filmByteCount = length
      break
    }
    if let offset = packet.number("GCamera:MicroVideoOffset"), offset > 0 { distancesFromEnd.append(offset) }
  }
}
