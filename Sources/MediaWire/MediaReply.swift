// Agony
// SPDX-License-Identifier: Apache-2.0

package import MediaMetadata

/// The worker's answer about one file. Read by the app as what a hostile process says: every length and range is checked.
package struct MediaReply: Sendable, Equatable {
  /// What the file tells of itself; nothing of it if `format` is nil.
  package var facts: MediaFacts
  package var pictures: Result<MediaPictures, NoPicture>

  package init(facts: MediaFacts = MediaFacts(), pictures: Result<MediaPictures, NoPicture>) {
    self.facts = facts
    self.pictures = pictures
  }

  package var encoded: [UInt8] {
    var writer = WireWriter()
    facts.append(to: &writer)
    switch pictures {
    case .success(let pictures):
      writer.append(true)
      pictures.append(to: &writer)
    case .failure(let reason):
      writer.append(false)
      writer.append(reason.rawValue)
    }
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    guard bytes.count <= MediaLimits.replyByteCount else { throw .malformed }
    var reader = WireReader(bytes)
    facts = try MediaFacts(from: &reader)
    if try reader.bool() {
      pictures = .success(try MediaPictures(from: &reader))
    } else {
      guard let reason = NoPicture(rawValue: try reader.integer()) else { throw .malformed }
      pictures = .failure(reason)
    }
    try reader.end()
  }
}
