// Agony
// SPDX-License-Identifier: Apache-2.0

/// A small picture, compressed: what a browser is shown.
package struct EncodedPicture: Sendable, Equatable {
  package enum Coding: UInt8, Sendable {
    case jpeg
    case webp
  }

  package var coding: Coding
  package var size: PixelSize
  package var bytes: [UInt8]

  package init(coding: Coding, size: PixelSize, bytes: [UInt8]) {
    self.coding = coding
    self.size = size
    self.bytes = bytes
  }

  func append(to writer: inout WireWriter) {
    writer.append(coding.rawValue)
    size.append(to: &writer)
    writer.append(bytes)
  }

  /// Refuses bytes that do not begin as their coding does: nothing else may reach a browser under its name.
  init(from reader: inout WireReader, atMost limit: Int) throws(WireError) {
    guard let coding = Coding(rawValue: try reader.integer()) else { throw .malformed }
    let size = try PixelSize(from: &reader)
    let bytes = try reader.byteString(atMost: limit)
    let isGenuine =
      switch coding {
      case .jpeg: bytes.starts(with: [0xff, 0xd8, 0xff])
      case .webp: bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
      }
    guard isGenuine else { throw .malformed }
    self.init(coding: coding, size: size, bytes: bytes)
  }
}
