// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaMetadata

/// The file as the reader of metadata takes it.
struct InputByteSource: ByteSource {
  let input: any MediaInput

  var byteCount: Int { input.byteCount }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    input.read(at: offset, into: buffer)
  }
}
