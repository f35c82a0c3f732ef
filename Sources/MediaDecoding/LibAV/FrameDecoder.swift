// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLibAV
internal import Glibc
internal import MediaWire

/// A decoder of libavcodec, on one thread.
final class FrameDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>

  /// `name` is that of the one decoder to use. `configuration`: what stands in the container, or nothing.
  convenience init(_ name: String, configuration: UnsafeRawBufferPointer? = nil) throws(NoPicture) {
    guard let codec = avcodec_find_decoder_by_name(name) else { throw .unsupported }
    try self.init(codec, nil, configuration)
  }

  /// For a stream of a film, with the parameters that stand in its container.
  convenience init(
    _ name: String, parameters: UnsafeMutablePointer<AVCodecParameters>, keyFramesOnly: Bool
  ) throws(NoPicture) {
    guard let codec = avcodec_find_decoder_by_name(name) else { throw .unsupported }
    try self.init(codec, parameters, nil)
    if keyFramesOnly { context.pointee.skip_frame = AVDISCARD_NONKEY }
  }

  private init(
    _ codec: UnsafePointer<AVCodec>, _ parameters: UnsafeMutablePointer<AVCodecParameters>?,
    _ configuration: UnsafeRawBufferPointer?
  ) throws(NoPicture) {
    guard let context = avcodec_alloc_context3(codec) else { throw .outOfMemory }
    guard let packet = av_packet_alloc() else {
      var freed: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&freed)
      throw .outOfMemory
    }
    self.context = context
    self.packet = packet
    if let parameters, avcodec_parameters_to_context(context, parameters) < 0 { throw .damaged }
    if let configuration {
      guard let copy = av_mallocz(configuration.count + LibAV.paddingByteCount) else { throw .outOfMemory }
      if let base = configuration.baseAddress { memcpy(copy, base, configuration.count) }
      context.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
      context.pointee.extradata_size = Int32(configuration.count)
    }
    context.pointee.thread_count = 1
    context.pointee.max_pixels = Int64(LibAV.pixelLimit)
    guard avcodec_open2(context, codec, nil) == 0 else { throw .damaged }
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Whether the decoder had to guess.
  private(set) var isDamaged = false

  /// The first frame of `bytes`, which are a whole coded picture.
  func frame(of bytes: [UnsafeRawBufferPointer]) throws(NoPicture) -> Frame {
    let byteCount = bytes.reduce(0) { $0 + $1.count }
    guard byteCount > 0, byteCount < Int(Int32.max) - LibAV.paddingByteCount,
      av_new_packet(packet, Int32(byteCount)) == 0
    else { throw .damaged }
    defer { av_packet_unref(packet) }
    var target = packet.pointee.data
    for part in bytes {
      if let base = part.baseAddress, let start = target {
        memcpy(start, base, part.count)
        target = start + part.count
      }
    }
    packet.pointee.flags |= AV_PKT_FLAG_KEY
    if let frame = try send(packet) { return frame }
    if let frame = try finish() { return frame }
    throw .damaged
  }

  /// Hands in a packet of a stream; a frame if one is ready.
  func send(_ packet: UnsafeMutablePointer<AVPacket>) throws(NoPicture) -> Frame? {
    let result = avcodec_send_packet(context, packet)
    if result < 0, result != LibAV.tryAgain { isDamaged = true }
    return try receive()
  }

  /// The frame that waits for the end of the stream; the decoder is empty then, and may begin anew.
  func finish() throws(NoPicture) -> Frame? {
    avcodec_send_packet(context, nil)
    let frame = try receive()
    avcodec_flush_buffers(context)
    return frame
  }

  private func receive() throws(NoPicture) -> Frame? {
    let frame = try Frame()
    guard avcodec_receive_frame(context, frame.pointer) == 0 else { return nil }
    if frame.pointer.pointee.decode_error_flags != 0 || frame.pointer.pointee.flags & 1 != 0 { isDamaged = true }
    return frame
  }
}
