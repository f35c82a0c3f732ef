// Agony
// SPDX-License-Identifier: Apache-2.0

/// When a photo or film was taken, by the name that a camera or messenger gave it.
package struct FileNameDate: Sendable, Equatable {
  /// Microseconds since 1970-01-01T00:00:00 of the wall clock at the place; of UTC if `isUTC`.
  package let microseconds: Int64
  package let isUTC: Bool
  /// The name tells no time of day; it is 0.
  package let isDayOnly: Bool

  /// `name`: the bytes of a name, without folders. Nil if it tells no day, or more than one day can be meant.
  ///
  /// Known are IMG_20240102_030405, PXL_ (UTC), VID_, Screenshot_20240102-030405, IMG-20240102-WA0001, "WhatsApp Image
  /// 2024-01-02 at 03.04.05", signal-2024-01-02-030405, DJI_20240102030405_0001, "2024-01-02 03.04.05", WIN_, and
  /// milliseconds since 1970 (mmexport1704164645678, FB_IMG_1704164645678; UTC).
  package static func parse(_ name: [UInt8]) -> FileNameDate? {
    let stem = stem(name)
    var dayOnly: FileNameDate?
    var position = 0
    while position < stem.count {
      guard Text.isDigit(stem[position]) else {
        position += 1
        continue
      }
      let run = stem[position...].prefix(while: Text.isDigit)
      if let found = FileNameScanner(stem, at: position).date {
        if !found.isDayOnly { return found }
        dayOnly = dayOnly ?? found
      }
      position += run.count
    }
    return dayOnly
  }

  init(_ time: CivilTime, isUTC: Bool = false, isDayOnly: Bool = false) {
    self.init(microseconds: time.microseconds, isUTC: isUTC, isDayOnly: isDayOnly)
  }

  init(microseconds: Int64, isUTC: Bool, isDayOnly: Bool) {
    self.microseconds = microseconds
    self.isUTC = isUTC
    self.isDayOnly = isDayOnly
  }

  /// Without what follows the last dot, if that is short and no part of a number alone.
  private static func stem(_ name: [UInt8]) -> ArraySlice<UInt8> {
    let bytes = name.prefix(512)
    guard let dot = bytes.lastIndex(of: 0x2e), dot > 0, bytes.count - dot <= 6,
      bytes[(dot + 1)...].contains(where: { !Text.isDigit($0) })
    else { return bytes }
    return bytes[..<dot]
  }
}
