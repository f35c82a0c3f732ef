// Agony
// SPDX-License-Identifier: Apache-2.0

/// The first 100 bytes of an index: what must hold before SQLite is let near it.
struct DatabaseHeader: Equatable {
  static let byteCount = 100

  /// `PRAGMA user_version` of the database.
  let userVersion: Int

  /// Throws `.damaged` unless the bytes begin a database of this format: 4,096-byte pages used whole, rollback
  /// journal (not WAL), UTF-8.
  init(decoding bytes: UnsafeRawBufferPointer) throws(IndexError) {
    guard
      bytes.count >= DatabaseHeader.byteCount,
      bytes[0..<16].elementsEqual("SQLite format 3\0".utf8),
      bytes[16] == 0x10, bytes[17] == 0,  // page size
      bytes[18] == 1, bytes[19] == 1,  // write and read version
      bytes[20] == 0,  // bytes reserved in each page
      bytes[21] == 64, bytes[22] == 32, bytes[23] == 32,
      bytes[56...59].elementsEqual([0, 0, 0, 1])  // encoding
    else { throw .damaged }
    let version = bytes[60..<64].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    userVersion = Int(Int32(bitPattern: version))
  }
}
