// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
package import Vault

/// Everything that can go wrong with an album. No case carries a name, a path or a statement.
package enum AlbumError: Error, Equatable, Sendable {
  /// `.noRoom`, `.stopped`, `.damaged`, `.inputOutput` …
  case vault(VaultError)
  /// The index is authentic, but no sound database, or holds a row that cannot be.
  case damagedIndex
  /// A later program wrote the index; its version.
  case newerIndex(version: Int)
  /// This machine's SQLite would let text of the album leave memory.
  case unsuitableLibrary
  /// SQLite's extended result code, of something that should not happen.
  case index(code: Int32)
  /// The space is open for reading only.
  case readOnly
  case noSuchCollection
  case collectionExists
  /// Empty, longer than 1,024 bytes of UTF-8, or with control characters.
  case invalidCollectionName
  /// Export: the folder cannot be made or written; errno.
  case destination(code: Int32)
  /// The system gave no thread.
  case noThread
  /// The program that decodes pictures is not there, or the system has no sandbox for it.
  case noMediaWorker
}

extension AlbumError {
  init(_ error: any Error) {
    switch error {
    case let error as AlbumError: self = error
    case let error as VaultError: self.init(error)
    case let error as IndexError: self.init(error)
    default: self = .index(code: 0)
    }
  }

  init(_ error: VaultError) {
    self = error == .readOnly ? .readOnly : .vault(error)
  }

  init(_ error: IndexError) {
    switch error {
    case .vault(let error): self.init(error)
    case .damaged, .constraint: self = .damagedIndex
    case .tooNew(let version): self = .newerIndex(version: version)
    case .unsuitableLibrary: self = .unsuitableLibrary
    case .sqlite(let code): self = .index(code: code)
    }
  }
}
