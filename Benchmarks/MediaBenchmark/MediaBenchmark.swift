// Agony
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Media
import MediaWire
import Synchronization
import Vault

/// Hashes and analyses files as an import does, and says how long it took.
///
///     MediaBenchmark [-j COUNT] [--thumbnail] [--output FOLDER] [--quiet] FILE...
///
/// Prints one line a file and, last, files, seconds, and processor milliseconds a file, workers included.
@main
enum MediaBenchmark {
  struct Options {
    var jobs = 2
    var preview = MediaRequest.Preview.always
    var folder: String?
    var isQuiet = false
    var files: [String] = []
  }

  static func options() -> Options {
    var options = Options()
    var arguments = CommandLine.arguments.dropFirst().makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "-j": options.jobs = arguments.next().flatMap { Int($0) } ?? 1
      case "--thumbnail": options.preview = .never
      case "--output": options.folder = arguments.next()
      case "--quiet": options.isQuiet = true
      default: options.files.append(argument)
      }
    }
    return options
  }

  static func main() {
    let options = options()
    guard let path = MediaWorkers.pathBesideProgram() else {
      print("no worker")
      exit(1)
    }
    let start = ContinuousClock.now
    measure(options, MediaWorkers(path: path, count: options.jobs))
    let seconds = start.duration(to: .now) / .seconds(1)
    // The workers were ended with their owner; their children's time is theirs.
    let processor =
      (time(of: Int32(RUSAGE_SELF.rawValue)) + time(of: Int32(RUSAGE_CHILDREN.rawValue))) / Double(options.files.count)
    var usage = rusage()
    getrusage(Int32(RUSAGE_CHILDREN.rawValue), &usage)
    print(
      "\(options.files.count) files, \(seconds) s, \(processor * 1000) ms processor a file, worker \(usage.ru_maxrss / 1024) MiB"
    )
  }

  static func measure(_ options: Options, _ workers: MediaWorkers) {
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: options.jobs) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < options.files.count else { return }
        let name = options.files[index]
        let start = ContinuousClock.now
        let line = analyse(name, options, workers)
        if !options.isQuiet { print("\(name): \(line), \(start.duration(to: .now) / .milliseconds(1)) ms") }
      }
    }
  }

  static func analyse(_ name: String, _ options: Options, _ workers: MediaWorkers) -> String {
    guard let file = MappedFile(name) else { return "cannot be opened" }
    defer { file.close() }
    hash(file)
    switch workers.analyse(file, preview: options.preview) {
    case .failure(let failure): return "\(failure)"
    case .success(let reply):
      switch reply.pictures {
      case .failure(let reason): return "no picture: \(reason)"
      case .success(let pictures):
        if let folder = options.folder { write(pictures, name, folder) }
        return
          "\(pictures.size.width)x\(pictures.size.height), thumbnail \(pictures.thumbnail.bytes.count) B, preview \(pictures.preview?.bytes.count ?? 0) B, hash \(String(pictures.perceptualHash, radix: 16))\(pictures.isDamaged ? ", damaged" : "")"
      }
    }
  }

  /// An import computes the hash of what it stores.
  static func hash(_ file: MappedFile) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    let hash = ContentHash()
    var offset: Int64 = 0
    while let count = try? file.read(at: offset, into: buffer), count > 0 {
      hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
    _ = hash.finish()
  }

  static func write(_ pictures: MediaPictures, _ name: String, _ folder: String) {
    let base = name.split(separator: "/").suffix(2).joined(separator: "_")
    write(pictures.thumbnail.bytes, "\(folder)/\(base).thumb.webp")
    if let preview = pictures.preview { write(preview.bytes, "\(folder)/\(base).preview.jpg") }
  }

  static func write(_ bytes: [UInt8], _ path: String) {
    guard let file = fopen(path, "we") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  static func time(of who: Int32) -> Double {
    var usage = rusage()
    getrusage(who, &usage)
    let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(microseconds) / 1_000_000
  }
}
