// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Index
internal import Vault

extension ImportRun {
  /// Makes what waits durable, and only then says so.
  func commit() throws {
    let files = group
    group = []
    groupItems = [:]
    groupByteCounts = []
    grouping.reset()
    try commit(files[...])
  }

  /// If a commit finds no room for the index itself, half of it may still fit.
  private func commit(_ files: ArraySlice<FinishedFile>) throws {
    guard !files.isEmpty else { return }
    do throws(AlbumError) {
      // Nothing after the commit may throw here: what is durable is neither abandoned nor called failed.
      for (file, restored) in zip(files, try write(files)) {
        if let restored {
          acknowledge(file, isRestored: restored)
        } else {
          note(Problem(path: file.source.path, status: .failed, code: .noRoom))  // what it equals found no room
        }
      }
    } catch .vault(.noRoom) where files.count > 1 {
      let middle = files.startIndex + files.count / 2
      try commit(files[..<middle])
      try commit(files[middle...])
    } catch {
      let code = stopIfNeeded(error)
      for file in files {
        if let part = file.part { album.space.abandon(part) }
        note(Problem(path: file.source.path, status: .failed, code: code))
      }
    }
  }

  /// One transaction. For each file whether it came out of the trash; nil for a duplicate of what was not stored after all.
  private func write(_ files: ArraySlice<FinishedFile>) throws(AlbumError) -> [Bool?] {
    try album.transaction {
      var collection: Int64?
      var position: Int64 = 0
      if let name = options.collection {
        let name = try CollectionName(name)
        let id = try album.id(ofCollection: name) ?? album.insertCollection(name)
        position = try album.nextPosition(inCollection: id)
        collection = id
      }
      return try files.map { file in
        var isRestored = false
        switch file.content {
        case .new(let format, let part):
          try index.insert(file, format, part)
        case .replacement(let part):
          try index.replace(file.sha256, with: part)
          isRestored = try album.bringBack(file.item)
        case .duplicate:
          guard try index.hasItem(file.item) else { return nil }
          isRestored = try album.bringBack(file.item)
        }
        if let collection {
          try album.insert(file.item, intoCollection: collection, position: position)
          position += 1
        }
        return isRestored
      }
    }
  }

  /// The album holds these bytes durably: the receipt, and with `--move` the order to compare and delete.
  func acknowledge(_ file: FinishedFile, isRestored: Bool) {
    let source = file.source
    let byteCount = source.stamp.byteCount
    var parts: [Part] = []
    var isReadBack = false
    switch file.content {
    case .new(_, let part), .replacement(let part):
      var isHealed = false
      if case .replacement = file.content { isHealed = true }
      report.stored += 1
      if isHealed { report.healed += 1 }
      if isRestored { report.restored += 1 }
      report.byteCount += byteCount
      events(
        .stored(
          path: source.path, id: file.item, sha256: file.sha256, byteCount: byteCount, isHealed: isHealed))
      parts = [part]
    case .duplicate(let wasReadBack):
      isReadBack = wasReadBack
      report.duplicates += 1
      if isRestored { report.restored += 1 }
      events(
        .duplicate(
          path: source.path, id: file.item, sha256: file.sha256, byteCount: byteCount, isRestored: isRestored))
      // Rows that cannot be read name no parts: nothing reads back, and the source stays.
      if options.move, !isReadBack { parts = (try? album.reading { try index.parts(of: file.sha256) }) ?? [] }
    }
    guard options.move else { return }
    if signals.isEnding {
      note(Problem(path: source.path, status: .failed, code: .notRemoved, detail: ECANCELED))
    } else {
      submit(source, .remove(parts, sha256: file.sha256, isReadBack: isReadBack), phase: .removing)
    }
  }

  /// After an error of the index: what was written and never named gives its pages back.
  func abandonRest() {
    while let result = workers.next(within: .zero) {
      if case .stored(_, let part, _) = result.outcome { album.space.abandon(part) }
    }
    for file in group {
      if let part = file.part { album.space.abandon(part) }
    }
    group = []
  }
}
