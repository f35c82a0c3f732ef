// Agony
// SPDX-License-Identifier: Apache-2.0

/// What the worker is to do with one file.
package struct MediaRequest: Sendable, Equatable {
  /// When a preview is made.
  package enum Preview: UInt8, Sendable {
    case never
    /// If a browser cannot show the original, or it is very large.
    case whenNeeded
    case always
  }

  /// Length of the file.
  package var byteCount: Int64
  /// The file came as a memory file; else its bytes are asked for.
  package var isWhole: Bool
  /// Also a thumbnail, a placeholder and the measures taken from it; else only facts.
  package var wantsPictures: Bool
  package var preview: Preview

  package init(byteCount: Int64, isWhole: Bool, wantsPictures: Bool = true, preview: Preview = .whenNeeded) {
    self.byteCount = byteCount
    self.isWhole = isWhole
    self.wantsPictures = wantsPictures
    self.preview = preview
  }

  package var encoded: [UInt8] {
    var writer = WireWriter()
    writer.append(byteCount)
    writer.append(isWhole)
    writer.append(wantsPictures)
    writer.append(preview.rawValue)
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    byteCount = try reader.integer(in: 0...Int64.max >> 1)
    isWhole = try reader.bool()
    wantsPictures = try reader.bool()
    guard let preview = Preview(rawValue: try reader.integer()) else { throw .malformed }
    self.preview = preview
    try reader.end()
  }
}
