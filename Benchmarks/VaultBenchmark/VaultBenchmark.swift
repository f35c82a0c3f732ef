// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Unlock
import Vault

/// What the vault alone costs: files of a folder into one room and out again, without an index.
///
///     VaultBenchmark FOLDER VAULT
///
/// Prints seconds for storing (durable) and for reading back, processor seconds, and how long 1 MiB at a random place of the largest file takes.
/// VAULT is made, 1.5 times as large as the folder, and removed.
@main
enum VaultBenchmark {
  static func main() throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: VaultBenchmark FOLDER VAULT")
      exit(2)
    }
    let folder = CommandLine.arguments[1]
    let path = FilePath(CommandLine.arguments[2])
    let names = try list(folder)
    let total = names.reduce(0) { $0 + size("\(folder)/\($1)") }
    let password = try Array("benchmark".utf8).withUnsafeBytes { try Password($0) }
    var options = CreateOptions(byteCount: Int64(max(64 << 20, total * 3 / 2)))
    options.rooms = 1
    options.kdfMemoryKiB = 65_536
    _ = try Unlock.create(at: path, options, passwords: [password]) { _, _ in true }
    defer { unlink(CommandLine.arguments[2]) }
    let vault = try Vault.open(path)
    let space = try Unlock.open(vault, password).space

    var parts: [Part] = []
    try measure("store", total) {
      var pending = 0
      for name in names {
        let descriptor = open("\(folder)/\(name)", O_RDONLY)
        defer { close(descriptor) }
        let writer = try space.makePartWriter(expectedByteCount: Int64(size("\(folder)/\(name)")))
        while try writer.fill({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
        let part = try writer.finish().part
        space.adopt(part)
        parts.append(part)
        pending += Int(part.byteCount)
        if pending > 64 << 20 {
          try space.commit()
          pending = 0
        }
      }
      try space.commit()
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    try measure("read", total) {
      for part in parts {
        var offset: Int64 = 0
        while offset < part.byteCount {
          let count = Int(min(Int64(buffer.count), part.byteCount - offset))
          try space.read(part, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[0..<count]))
          offset += Int64(count)
        }
      }
    }
    if let largest = parts.max(by: { $0.byteCount < $1.byteCount }) { try seek(space, largest, into: buffer) }
  }

  /// Reads 1 MiB at 200 random offsets, twice: what was not in memory the first time is the second.
  private static func seek(_ space: Space, _ part: Part, into buffer: UnsafeMutableRawBufferPointer) throws {
    guard part.byteCount > 8 << 20 else { return }
    let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[0..<min(buffer.count, 1 << 20)])
    let offsets = (0..<200).map { _ in Int64.random(in: 0..<(part.byteCount - Int64(piece.count))) }
    for state in ["first time", "again"] {
      let times = try offsets.map { offset in
        try ContinuousClock().measure { try space.read(part, at: offset, into: piece) }
      }.sorted()
      print("1 MiB at a random offset, \(state): median \(times[100]), 99th percentile \(times[198])")
    }
  }

  private static func measure(_ name: String, _ byteCount: Int, _ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    let before = processorSeconds()
    let duration = try clock.measure(body)
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    let rate = Int(Double(byteCount) / seconds / 1e6)
    print("\(name): \(seconds) s, \(rate) MB/s, processor \(processorSeconds() - before) s")
  }

  private static func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }

  private static func list(_ folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
