// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Vault

/// Goes through what a person named, folders and all that is in them, in the order of the names' bytes.
///
/// Follows a symbolic link only if a person named it. Holds one folder open per level, and the names of those.
struct SourceWalker {
  /// Folders within folders beyond this are reported and left alone; nothing but a loop of mounts is so deep.
  static let maximumDepth = 100

  private let sources: [[UInt8]]
  private let excluding: FileIdentity?
  private var nextSource = 0
  private var levels: [Level] = []

  private struct Level {
    let folder: FolderHandle
    let path: [UInt8]
    var names: FolderNames
  }

  init(_ sources: [[UInt8]], excluding: FileIdentity?) {
    self.sources = sources
    self.excluding = excluding
  }

  /// Nil at the end.
  mutating func next() -> Found? {
    while true {
      if let level = levels.indices.last {
        guard let name = levels[level].names.next() else {
          levels.removeLast()
          continue
        }
        let path = SourceWalker.join(levels[level].path, name)
        if let found = visit(name, in: levels[level].folder, path: path, name: name, isNamed: false) { return found }
      } else if nextSource < sources.count {
        let source = SourceWalker.trimmed(sources[nextSource])
        nextSource += 1
        let name = source.split(separator: 0x2F).last.map(Array.init) ?? []
        if let found = visit(source, in: .working, path: source, name: name, isNamed: true) { return found }
      } else {
        return nil
      }
    }
  }

  /// Nil if it was a folder, which is now the deepest level.
  private mutating func visit(
    _ entry: [UInt8], in folder: FolderHandle, path: [UInt8], name: [UInt8], isNamed: Bool
  ) -> Found? {
    func skipped(_ code: ProblemCode) -> Found { .problem(Problem(path: path, status: .skipped, code: code)) }
    func failed(_ code: Int32) -> Found { .problem(Problem(path: path, openingFailedWith: code)) }

    guard !entry.isEmpty, !entry.contains(0) else { return failed(ENOENT) }
    guard var status = folder.status(of: entry, followsLink: false) else { return failed(errno) }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink {
      guard isNamed else { return skipped(.symbolicLink) }
      guard let target = folder.status(of: entry, followsLink: true) else { return failed(errno) }
      status = target
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard levels.count < SourceWalker.maximumDepth else { return skipped(.tooDeep) }
      guard let opened = folder.open(entry, followsLink: isLink), let names = opened.names() else {
        return failed(errno)
      }
      levels.append(Level(folder: opened, path: path, names: names))
      return nil
    case S_IFREG:
      let stamp = SourceStamp(status)
      guard stamp.identity != excluding else { return skipped(.theVault) }
      guard stamp.byteCount > 0 else { return skipped(.empty) }
      return .file(
        Source(folder: folder, entry: entry, path: path, name: name, stamp: stamp, isLinked: isLink))
    default:
      return skipped(.notRegular)
    }
  }

  private static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    folder.last == 0x2F ? folder + name : folder + [0x2F] + name
  }

  /// Without slashes at the end, but for the root folder.
  private static func trimmed(_ path: [UInt8]) -> [UInt8] {
    var path = path
    while path.count > 1, path.last == 0x2F { path.removeLast() }
    return path
  }
}
