// Agony
// SPDX-License-Identifier: Apache-2.0

/// A statement's text by where it lies in the program: compared without reading it.
struct StatementKey: Hashable {
  private let address: UInt
  private let byteCount: Int

  init(_ sql: StaticString) {
    precondition(sql.hasPointerRepresentation, "A statement is longer than one character.")
    address = UInt(bitPattern: sql.utf8Start)
    byteCount = sql.utf8CodeUnitCount
  }
}
