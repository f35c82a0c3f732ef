// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Media
internal import Vault

/// An original as the media worker is served with it: opened piece by piece, never written anywhere.
struct PartsSource: MediaSource {
  private let space: Space
  private let parts: [(part: Part, start: Int64)]
  let byteCount: Int64

  init(space: Space, parts: [Part]) {
    self.space = space
    var start: Int64 = 0
    self.parts = parts.map { part in
      defer { start += part.byteCount }
      return (part, start)
    }
    byteCount = start
  }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var done = 0
    for (part, start) in parts where offset + Int64(done) < start + part.byteCount && done < buffer.count {
      let from = offset + Int64(done) - start
      guard from >= 0 else { break }
      let count = Int(min(Int64(buffer.count - done), part.byteCount - from))
      try space.read(part, at: from, into: UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count]))
      done += count
    }
    return done
  }
}
