// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CMediaSystem

/// Two connected sockets: one to keep, one to hand over.
struct SocketPair: ~Copyable {
  let ours: Descriptor
  let theirs: Descriptor

  enum Form {
    case stream
    case packets
  }

  init(_ form: Form) throws(MediaFailure) {
    var pair: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &pair) {
      agony_media_pair(form == .packets ? 1 : 0, $0.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    guard result == 0 else { throw .unavailable }
    ours = Descriptor(pair.0)
    theirs = Descriptor(pair.1)
  }

  consuming func takeOurs() -> Descriptor { ours }
}
