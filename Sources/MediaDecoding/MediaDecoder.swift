// Agony
// SPDX-License-Identifier: Apache-2.0

package import MediaWire

/// Everything the worker does with one file.
package enum MediaDecoder {
  /// Loads what every file needs, before the process locks itself in. Starts no thread.
  package static func warmUp() {
    PerceptualHash.warmUp()
  }

  /// The encoded `MediaReply` for a file.
  package static func reply(to request: MediaRequest, input: any MediaInput) -> [UInt8] {
    MediaReply(pictures: pictures(request, input)).encoded
  }

  private static func pictures(_ request: MediaRequest, _ input: any MediaInput) -> Result<MediaPictures, NoPicture> {
    guard request.wantsPictures else { return .failure(.notAsked) }
    do throws(NoPicture) {
      guard let bytes = input.whole(), bytes.count > 4 else { throw .damaged }
      guard bytes[0] == 0xff, bytes[1] == 0xd8 else { throw .unsupported }
      let withPreview = request.preview != .never
      let picture = try JPEGDecoder.decode(bytes, for: withPreview ? .preview : .thumbnail)
      return .success(try PictureMaker.pictures(from: picture, withPreview: withPreview))
    } catch {
      return .failure(error)
    }
  }
}
