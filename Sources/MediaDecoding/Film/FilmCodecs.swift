// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLibAV

/// The decoders that films are given to. Every other one of libavcodec stays unused.
enum FilmCodecs {
  static func decoder(for codec: AVCodecID) -> String? {
    switch codec {
    case AV_CODEC_ID_H264: "h264"
    case AV_CODEC_ID_HEVC: "hevc"
    case AV_CODEC_ID_AV1: "libdav1d"
    case AV_CODEC_ID_VP8: "vp8"
    case AV_CODEC_ID_VP9: "vp9"
    case AV_CODEC_ID_MPEG4: "mpeg4"
    case AV_CODEC_ID_MJPEG: "mjpeg"
    case AV_CODEC_ID_H263: "h263"
    case AV_CODEC_ID_PRORES: "prores"
    case AV_CODEC_ID_MPEG1VIDEO: "mpeg1video"
    case AV_CODEC_ID_MPEG2VIDEO: "mpeg2video"
    case AV_CODEC_ID_MSMPEG4V2: "msmpeg4v2"
    case AV_CODEC_ID_MSMPEG4V3: "msmpeg4"
    case AV_CODEC_ID_WMV1: "wmv1"
    case AV_CODEC_ID_WMV2: "wmv2"
    case AV_CODEC_ID_WMV3: "wmv3"
    case AV_CODEC_ID_VC1: "vc1"
    case AV_CODEC_ID_FLV1: "flv"
    case AV_CODEC_ID_THEORA: "theora"
    case AV_CODEC_ID_DVVIDEO: "dvvideo"
    default: nil
    }
  }

  static let decoderList =
    "h264,hevc,libdav1d,vp8,vp9,mpeg4,mjpeg,h263,prores,mpeg1video,mpeg2video,msmpeg4v2,msmpeg4,wmv1,wmv2,wmv3,vc1,flv,"
    + "theora,dvvideo"
}
