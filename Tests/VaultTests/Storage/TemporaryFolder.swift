// Agony
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import Vault

/// A folder of its own for each test, gone with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    let parent = ProcessInfo.processInfo.environment["AGONY_TEST_FOLDER"] ?? NSTemporaryDirectory()
    path = URL(filePath: parent).appending(path: "agony-\(UUID().uuidString)").standardizedFileURL.path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
}
