// Agony
// SPDX-License-Identifier: Apache-2.0

import CMediaProbe
import MediaDecoding
import MediaWire
import MediaWorker

/// A worker whose decoder has been taken over: sealed like the real one, it does what the "file" tells it to.
@main
enum MediaProbe {
  nonisolated(unsafe) static var filesSeen: UInt64 = 0

  static func main() {
    WorkerProcess.run { request, input in
      let command = String(decoding: input.bytes(at: 0, count: 64), as: UTF8.self)
      switch command {
      case "garbage": return [UInt8](repeating: 0xa5, count: 1000)
      case "empty": return []
      case "oversize": return [UInt8](repeating: 1, count: MediaLimits.replyByteCount + 1)
      case "html": return reply(0, thumbnail: Array("<script>".utf8))
      case "flood":
        while true { _ = input.bytes(at: 0, count: MediaLimits.rangeByteCount) }
      case "count":
        filesSeen += 1
        return reply(filesSeen)
      default: return reply(UInt64(bitPattern: agony_probe(command)))
      }
    }
  }

  /// What the attempt gave travels as the hash of a picture.
  static func reply(_ value: UInt64, thumbnail: [UInt8] = [0xff, 0xd8, 0xff]) -> [UInt8] {
    guard let size = PixelSize(width: 1, height: 1) else { return [] }
    let pictures = MediaPictures(
      size: size, thumbnail: EncodedPicture(coding: .jpeg, size: size, bytes: thumbnail), preview: nil,
      placeholder: [], perceptualHash: value, brightness: 0, contrast: 0, isDamaged: false)
    return MediaReply(pictures: .success(pictures)).encoded
  }
}
