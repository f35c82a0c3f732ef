// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Vault

/// Where the vault lies, or would lie.
enum PlaceCheck {
  static func finding(_ path: [UInt8]) -> Finding {
    var folder = FilePath(bytes: path).folder
    while true {
      do {
        return finding(try FileSystem(ofFolder: folder))
      } catch .notFound {
        let parent = folder.folder
        guard parent != folder else { break }
        folder = parent
      } catch {
        return Finding(name: "file-system", level: .bad, text: Failure(error).sentence)
      }
    }
    return Finding(name: "file-system", level: .bad, text: "there is no folder for the vault")
  }

  private static func finding(_ fileSystem: FileSystem) -> Finding {
    if let objection = fileSystem.objection {
      return Finding(
        name: "file-system", level: .bad, text: objection.last == "." ? String(objection.dropLast()) : objection)
    }
    if fileSystem.isInMemory {
      return Finding(
        name: "file-system", level: .warn,
        text: "\(fileSystem.name) is in memory: a vault there is gone at the next start of the machine")
    }
    return Finding(name: "file-system", level: .ok, text: "\(fileSystem.name), fit for a vault")
  }
}
