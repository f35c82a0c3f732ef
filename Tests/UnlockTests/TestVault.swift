// Agony
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vault

@testable import Unlock

/// A folder with one vault in it, gone with the test. The cheapest key derivation there is.
final class TestVault {
  let folder: String
  var path: String { "\(folder)/a.agony" }

  init() throws {
    folder =
      URL(filePath: NSTemporaryDirectory()).appending(path: "agony-\(UUID().uuidString)").standardizedFileURL
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  static func options(rooms: Int, claimCodes: Int = 0) -> CreateOptions {
    var options = CreateOptions(byteCount: Int64(rooms) << 22)
    options.rooms = rooms
    options.kdfMemoryKiB = 65_536
    options.claimCodeCount = claimCodes
    options.evenIfUnsafe = true
    return options
  }

  func create(rooms: Int, passwords: [Password], claimCodes: Int = 0) throws -> [String] {
    try Unlock.create(
      at: FilePath(path), TestVault.options(rooms: rooms, claimCodes: claimCodes), passwords: passwords
    ) { _, _ in true }
  }

  func open() throws -> Vault { try Vault.open(FilePath(path)) }

  var content: Data {
    get throws { try Data(contentsOf: URL(filePath: path)) }
  }

  /// Slots 2 and 3 of every room as they are in `old`: a change that power cut off after its first half.
  func putBackSecondHalf(of old: Data) throws {
    var data = try content
    let geometry = try open().geometry
    let layout = RoomLayout(geometry)
    for room in 0..<geometry.rooms {
      for slot in 2..<4 {
        let start = Int(geometry.offset(ofPage: layout.slotPage(slot), room: room))
        data.replaceSubrange(start..<(start + 4096), with: old[start..<(start + 4096)])
      }
    }
    try data.write(to: URL(filePath: path))
  }
}

extension Password {
  init(text: String) throws { self = try Array(text.utf8).withUnsafeBytes { try Password($0) } }
}

extension ClaimCode {
  static func canonical(text: String) throws -> Password {
    try Array(text.utf8).withUnsafeBytes { try ClaimCode.canonical($0) }
  }
}

extension Space {
  func mark(_ byte: UInt8) throws {
    try [UInt8](repeating: byte, count: 4096).withUnsafeBytes { try writeIndexPage(0, from: $0) }
    try commit()
  }

  var firstByte: UInt8? {
    get throws {
      guard indexPageCount > 0 else { return nil }
      var page = [UInt8](repeating: 0, count: 4096)
      try page.withUnsafeMutableBytes { try readIndexPage(0, into: $0) }
      return page[0]
    }
  }
}
