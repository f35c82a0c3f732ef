// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLibAV

/// What libavutil names in macros, and its silence.
enum LibAV {
  /// AVERROR_EOF
  static let endOfFile: Int32 = -0x2046_4f45
  /// AVERROR(EAGAIN)
  static let tryAgain: Int32 = -11
  /// AVERROR(EACCES)
  static let refused: Int32 = -13
  /// AV_NOPTS_VALUE
  static let noTime = Int64.min
  /// AV_INPUT_BUFFER_PADDING_SIZE
  static let paddingByteCount = 64
  /// Most pixels of a frame.
  static let pixelLimit = 120_000_000

  /// The library writes nothing about files to the terminal.
  static func silence() {
    av_log_set_level(-8)
  }
}
