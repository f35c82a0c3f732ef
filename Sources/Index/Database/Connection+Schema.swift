// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension Connection {
  /// Opens a database of exactly this schema: makes one if there are no pages, migrates an older one; in the
  /// overlay only. Throws with the overlay discarded if it had come to writing.
  static func open(over pages: any IndexPages, schema: Schema) throws(IndexError) -> Connection {
    let file = PageFile(pages: pages)
    let version = try file.byteCount == 0 ? nil : file.userVersion()
    if let version {
      guard version >= 1 else { throw .damaged }
      guard version <= schema.version else { throw .tooNew(version) }
    }
    let connection = try Connection(file: file)
    do throws(IndexError) {
      if version != schema.version { try connection.bring(from: version, to: schema) }
      try connection.require(schema.tables)
      return connection
    } catch {
      connection.abandon()
      if version != schema.version { pages.discardOverlay() }
      throw error
    }
  }

  private func bring(from version: Int?, to schema: Schema) throws(IndexError) {
    try run("BEGIN IMMEDIATE")
    if let version {
      for step in version..<schema.version {
        guard let migration = schema.migrations[step] else { throw .damaged }
        do throws(IndexError) {
          try runScript(migration)
        } catch {
          // It speaks of tables that every index of this version has.
          throw error == .sqlite(code: SQLITE_ERROR) ? .damaged : error
        }
      }
    } else {
      try runScript(schema.sql)
    }
    try runScript("PRAGMA user_version = \(schema.version)")
    try run("COMMIT")  // not announced: it ends in the overlay
  }

  private func require(_ tables: [String]) throws(IndexError) {
    var missing = Set(tables)
    try run("SELECT name FROM sqlite_schema WHERE type = 'table'") { row in
      missing.remove(row.text(0))
      return true
    }
    guard missing.isEmpty else { throw .damaged }
  }
}

extension PageFile {
  fileprivate func userVersion() throws(IndexError) -> Int {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: DatabaseHeader.byteCount, alignment: 16)
    defer { bytes.deallocate() }
    guard read(at: 0, into: bytes) == SQLITE_OK else {
      if let readFailure { throw .vault(readFailure) }
      throw .damaged
    }
    return try DatabaseHeader(decoding: UnsafeRawBufferPointer(bytes)).userVersion
  }
}
