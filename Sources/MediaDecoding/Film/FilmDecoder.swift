// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLibAV
internal import Glibc
internal import MediaWire

/// A film's poster: the first of a few key frames that shows something.
final class FilmDecoder {
  /// Most packets that are looked at for one key frame.
  private static let packetLimit = 2000
  /// Standard deviation of the luminance in 1/16, above which a frame is a picture.
  private static let contrastLimit: Float = 12
  /// Largest packet that is decoded.
  private static let packetByteLimit = 64 << 20

  private let source: FilmSource
  private var format: UnsafeMutablePointer<AVFormatContext>?
  private let target: PictureTarget

  private init(_ input: any MediaInput, _ target: PictureTarget) {
    source = FilmSource(input)
    self.target = target
  }

  deinit {
    avformat_close_input(&format)
  }

  /// `container` is libavformat's name of what the file's first bytes say it is.
  static func decode(
    _ input: any MediaInput, container: String, for target: PictureTarget
  ) throws(NoPicture) -> DecodedPicture {
    let decoder = FilmDecoder(input, target)
    try decoder.open(container)
    return try decoder.poster()
  }

  private func open(_ container: String) throws(NoPicture) {
    guard let demuxer = av_find_input_format(container) else { throw .unsupported }
    guard let context = avformat_alloc_context() else { throw .outOfMemory }
    context.pointee.pb = try source.open()
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    context.pointee.io_open = { _, _, _, _, _ in LibAV.refused }
    context.pointee.max_streams = 64
    context.pointee.probesize = 4 << 20
    context.pointee.max_analyze_duration = 2_000_000
    context.pointee.codec_whitelist = av_strdup(FilmCodecs.decoderList)
    context.pointee.format_whitelist = av_strdup(container)
    context.pointee.protocol_whitelist = av_strdup("none")
    format = context
    // On failure the library frees the context.
    var opened: UnsafeMutablePointer<AVFormatContext>? = context
    let result = avformat_open_input(&opened, nil, demuxer, nil)
    format = opened
    guard result == 0 else { throw .damaged }
  }

  private func poster() throws(NoPicture) -> DecodedPicture {
    guard let format else { throw .damaged }
    if needsProbing(format) { avformat_find_stream_info(format, nil) }
    guard let stream = videoStream(format) else { throw .nothingToShow }
    for index in 0..<Int(format.pointee.nb_streams) where format.pointee.streams[index] != stream {
      format.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
    }
    guard let parameters = stream.pointee.codecpar, let name = FilmCodecs.decoder(for: parameters.pointee.codec_id)
    else {
      throw .unsupported
    }
    guard Int(parameters.pointee.width) * Int(parameters.pointee.height) <= LibAV.pixelLimit else { throw .tooLarge }
    var best: (frame: Frame, contrast: Float)?
    for time in moments(format) {
      let decoder = try FrameDecoder(name, parameters: parameters, keyFramesOnly: true)
      guard let frame = try keyFrame(format, stream, decoder, at: time) else { continue }
      let contrast = (try? contrast(of: frame)) ?? 0
      if contrast > best?.contrast ?? -1 { best = (frame, contrast) }
      if contrast >= Self.contrastLimit { break }
    }
    guard let best else { throw .nothingToShow }
    return try picture(best.frame, stream)
  }

  private func needsProbing(_ format: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let stream = videoStream(format), let parameters = stream.pointee.codecpar else { return true }
    return parameters.pointee.width <= 0 || parameters.pointee.codec_id == AV_CODEC_ID_NONE
  }

  private func videoStream(_ format: UnsafeMutablePointer<AVFormatContext>) -> UnsafeMutablePointer<AVStream>? {
    (0..<Int(format.pointee.nb_streams)).lazy.compactMap { format.pointee.streams[$0] }.first {
      $0.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
  }

  /// Times to look at, in microseconds: near the start, but behind a fade in; then further in. Nil is the very start.
  private func moments(_ format: UnsafeMutablePointer<AVFormatContext>) -> [Int64?] {
    let duration = format.pointee.duration
    guard duration != LibAV.noTime, duration > 0 else { return [nil] }
    return [min(1_000_000, duration / 10), duration / 3, duration / 2, duration / 4 * 3, nil]
  }

  private func keyFrame(
    _ format: UnsafeMutablePointer<AVFormatContext>, _ stream: UnsafeMutablePointer<AVStream>, _ decoder: FrameDecoder,
    at time: Int64?
  ) throws(NoPicture) -> Frame? {
    if let time {
      let start = format.pointee.start_time == LibAV.noTime ? 0 : format.pointee.start_time
      // Where there is no index, reading goes on from where it is.
      _ = av_seek_frame(format, -1, start &+ time, AVSEEK_FLAG_BACKWARD)
    } else {
      _ = av_seek_frame(format, -1, 0, AVSEEK_FLAG_BACKWARD)
    }
    guard let packet = av_packet_alloc() else { throw .outOfMemory }
    defer {
      var freed: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&freed)
    }
    for _ in 0..<Self.packetLimit {
      guard av_read_frame(format, packet) == 0 else { break }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == stream.pointee.index, packet.pointee.flags & AV_PKT_FLAG_KEY != 0,
        packet.pointee.size <= Self.packetByteLimit
      else { continue }
      if let frame = try decoder.send(packet) { return frame }
      if let frame = try decoder.finish() { return frame }
    }
    return try decoder.finish()
  }

  private func contrast(of frame: Frame) throws(NoPicture) -> Float {
    guard let size = frame.size?.fitted(longSide: 96) else { throw .damaged }
    let pixels = try PixelBuffer(size: size, layout: .rgb)
    try FrameConverter().convert(frame, to: size, coding: nil, into: pixels, column: 0, row: 0)
    return try Luminance(pixels, shrunkTo: size).standardDeviation
  }

  private func picture(_ frame: Frame, _ stream: UnsafeMutablePointer<AVStream>) throws(NoPicture) -> DecodedPicture {
    guard let coded = frame.size else { throw .damaged }
    let full = shown(coded, frame, stream)
    let size = target.sufficient(for: full)
    let pixels = try PixelBuffer(size: size, layout: .rgb)
    let converter = FrameConverter()
    converter.isStill = false
    try converter.convert(frame, to: size, coding: nil, into: pixels, column: 0, row: 0)
    return DecodedPicture(
      pixels: pixels, fullSize: full, orientation: orientation(stream), profile: frame.coding.profile())
  }

  /// The size with square pixels.
  private func shown(_ coded: PixelSize, _ frame: Frame, _ stream: UnsafeMutablePointer<AVStream>) -> PixelSize {
    var ratio = frame.pointer.pointee.sample_aspect_ratio
    if ratio.num <= 0 || ratio.den <= 0 { ratio = stream.pointee.sample_aspect_ratio }
    guard ratio.num > 0, ratio.den > 0, ratio.num != ratio.den, ratio.num / ratio.den < 8, ratio.den / ratio.num < 8
    else { return coded }
    return PixelSize(width: coded.width * Int(ratio.num) / Int(ratio.den), height: coded.height) ?? coded
  }

  private func orientation(_ stream: UnsafeMutablePointer<AVStream>) -> Orientation {
    var byteCount = 0
    guard let bytes = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &byteCount), byteCount >= 36 else {
      return .upright
    }
    let matrix = (0..<9).map {
      Int(UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)).signum()
    }
    let turn = TurnMatrix(matrix[0], matrix[3], matrix[1], matrix[4])
    return Orientation.allCases.first { $0.matrix == turn } ?? .upright
  }
}
