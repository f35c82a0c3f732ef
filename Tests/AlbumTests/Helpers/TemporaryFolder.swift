// Agony
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A folder of its own, gone with the last reference.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/agony-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  struct Failure: Error {
    let code: Int32
  }

  var bytes: [UInt8] { Array(path.utf8) }

  func bytes(of name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }

  @discardableResult
  func makeFolder(_ name: String) throws -> [UInt8] {
    guard mkdir("\(path)/\(name)", 0o700) == 0 else { throw Failure(code: errno) }
    return bytes(of: name)
  }

  /// Returns the path. `modified`: nanoseconds since 1970.
  @discardableResult
  func write(_ content: [UInt8], to name: String, modified: Int64? = nil) throws -> [UInt8] {
    try write(content, to: Array(name.utf8), modified: modified)
  }

  @discardableResult
  func write(_ content: [UInt8], to name: [UInt8], modified: Int64? = nil) throws -> [UInt8] {
    let path = bytes + [0x2F] + name
    let file = withPath(path) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    guard file >= 0 else { throw Failure(code: errno) }
    defer { close(file) }
    guard content.withUnsafeBytes({ Glibc.write(file, $0.baseAddress, $0.count) }) == content.count else {
      throw Failure(code: errno)
    }
    if let modified {
      let time = timespec(tv_sec: Int(modified / 1_000_000_000), tv_nsec: Int(modified % 1_000_000_000))
      _ = [time, time].withUnsafeBufferPointer { futimens(file, $0.baseAddress) }
    }
    return path
  }

  /// Nil if there is no such file.
  func read(_ path: [UInt8]) -> [UInt8]? {
    let file = withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var content: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &block, block.count)
      guard count > 0 else { return content }
      content += block[0..<count]
    }
  }

  func read(_ name: String) -> [UInt8]? { read(bytes(of: name)) }

  func exists(_ path: [UInt8]) -> Bool { withPath(path) { access($0, F_OK) } == 0 }

  /// Nanoseconds since 1970.
  func modified(_ path: [UInt8]) -> Int64? {
    var status = stat()
    guard withPath(path, { stat($0, &status) }) == 0 else { return nil }
    return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  /// Names in the folder or one within, sorted.
  func names(in name: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)").sorted()
  }

  func withPath<T>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> T) -> T {
    let characters = path.map { CChar(bitPattern: $0) } + [0]
    return characters.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("never empty") }
      return body(start)
    }
  }
}
