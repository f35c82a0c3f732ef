// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// HEIC and AVIF: the boxes by our own reader, each coded picture by libavcodec, tile by tile into a shrunk canvas.
final class HEIFDecoder {
  private static let depthLimit = 4
  private static let tileLimit = 4096
  private static let pixelLimit = 250_000_000

  private let bytes: UnsafeRawBufferPointer
  private let file: HEIFFile
  private let target: PictureTarget
  private let converter = FrameConverter()
  private var decoders: [Range<Int>: FrameDecoder] = [:]
  private var tileCount = 0
  private var isDamaged = false

  private init(_ bytes: UnsafeRawBufferPointer, _ target: PictureTarget) throws(NoPicture) {
    guard let file = HEIFFile(bytes) else { throw .damaged }
    self.bytes = bytes
    self.file = file
    self.target = target
  }

  static func decode(_ bytes: UnsafeRawBufferPointer, for target: PictureTarget) throws(NoPicture) -> DecodedPicture {
    try HEIFDecoder(bytes, target).picture()
  }

  private func picture() throws(NoPicture) -> DecodedPicture {
    guard let id = file.primary, let item = file.items[id] else { throw .damaged }
    var picture = try decode(id, depth: 0, shrink: nil, layout: .rgb)
    picture.profile = profile(of: item) ?? picture.profile
    if let opacity = try? opacity(of: id, for: picture) { picture.pixels = opacity }
    if let aperture = item.aperture { picture = try aperture.applied(to: picture) }
    picture.isDamaged = picture.isDamaged || isDamaged
    return picture
  }

  private func profile(of item: HEIFItem) -> [UInt8]? {
    if let range = item.profile, range.count <= ColourTransform.profileByteLimit { return Array(bytes[range]) }
    return item.coding?.profile()
  }

  /// Pixels shrunk to one part in `shrink` (nil: as far as the target lets it), with the item's turns still to apply.
  private func decode(_ id: Int, depth: Int, shrink: Int?, layout: PixelLayout) throws(NoPicture) -> DecodedPicture {
    guard depth < Self.depthLimit, let item = file.items[id] else { throw .damaged }
    switch item.type {
    case "hvc1", "hev1", "av01":
      return try coded(item, shrink, layout)
    case "grid":
      return try grid(item, depth, shrink, layout)
    case "iden":
      guard let source = item.references["dimg"]?.first else { throw .damaged }
      var picture = try decode(source, depth: depth + 1, shrink: shrink, layout: layout)
      picture.orientation = picture.orientation.followed(by: item.orientation)
      return picture
    case "jpeg":
      guard let extent = item.extents.first else { throw .damaged }
      return try JPEGDecoder.decode(
        UnsafeRawBufferPointer(rebasing: bytes[extent]), for: target, orientation: item.orientation)
    default:
      throw .unsupported
    }
  }

  private func frame(_ item: HEIFItem) throws(NoPicture) -> Frame {
    tileCount += 1
    guard tileCount <= Self.tileLimit else { throw .tooLarge }
    let key = item.configuration ?? 0..<0
    let decoder: FrameDecoder
    if let known = decoders[key] {
      decoder = known
    } else {
      let configuration = item.configuration.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
      decoder = try FrameDecoder(item.type == "av01" ? "libdav1d" : "hevc", configuration: configuration)
      decoders[key] = decoder
    }
    let frame = try decoder.frame(of: item.extents.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
    isDamaged = isDamaged || decoder.isDamaged
    return frame
  }

  private func coded(_ item: HEIFItem, _ shrink: Int?, _ layout: PixelLayout) throws(NoPicture) -> DecodedPicture {
    if let size = item.size, size.pixelCount > LibAV.pixelLimit { throw .tooLarge }
    let frame = try frame(item)
    guard let full = frame.size else { throw .damaged }
    let size = shrunk(full, by: shrink ?? self.shrink(full, tile: nil))
    let pixels = try PixelBuffer(size: size, layout: layout)
    try converter.convert(frame, to: size, coding: item.coding, into: pixels, column: 0, row: 0)
    return DecodedPicture(
      pixels: pixels, fullSize: full, orientation: item.orientation,
      profile: item.profile == nil && item.coding == nil ? frame.coding.profile() : nil)
  }

  private func shrunk(_ size: PixelSize, by factor: Int) -> PixelSize {
    PixelSize(width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor) ?? size
  }

  /// The largest power of two that still meets the target and by which a tile is divisible.
  private func shrink(_ full: PixelSize, tile: PixelSize?) -> Int {
    for factor in [16, 8, 4, 2] {
      if let tile, tile.width % factor != 0 || tile.height % factor != 0 { continue }
      if target.isMet(by: shrunk(full, by: factor), of: full) { return factor }
    }
    return 1
  }

  private func grid(
    _ item: HEIFItem, _ depth: Int, _ shrink: Int?, _ layout: PixelLayout
  ) throws(NoPicture) -> DecodedPicture {
    guard let extent = item.extents.first, let tiles = item.references["dimg"],
      let plan = GridPlan(UnsafeRawBufferPointer(rebasing: bytes[extent])), plan.columns * plan.rows <= tiles.count,
      let first = file.items[tiles[0]], let tile = first.size
    else { throw .damaged }
    guard plan.size.pixelCount <= Self.pixelLimit else { throw .tooLarge }
    guard plan.columns * tile.width >= plan.size.width, plan.rows * tile.height >= plan.size.height else {
      throw .damaged
    }
    let factor = shrink ?? self.shrink(plan.size, tile: tile)
    let small = shrunk(tile, by: factor)
    guard let whole = PixelSize(width: plan.columns * small.width, height: plan.rows * small.height) else {
      throw .damaged
    }
    guard whole.pixelCount <= 2 * Self.pixelLimit else { throw .tooLarge }
    let canvas = try PixelBuffer(size: whole, layout: layout)
    var drawn = 0
    for (index, id) in tiles.prefix(plan.columns * plan.rows).enumerated() {
      let (column, row) = (index % plan.columns * small.width, index / plan.columns * small.height)
      // A tile that is damaged leaves its place black.
      if (try? draw(id, small, tile, item, canvas, column, row)) == nil { isDamaged = true } else { drawn += 1 }
    }
    guard drawn > 0 else { throw .damaged }
    return DecodedPicture(
      pixels: try canvas.cropped(to: shrunk(plan.size, by: factor)), fullSize: plan.size, orientation: item.orientation,
      profile: profile(of: first))
  }

  private func draw(
    _ id: Int, _ size: PixelSize, _ expected: PixelSize, _ grid: HEIFItem, _ canvas: PixelBuffer, _ column: Int,
    _ row: Int
  ) throws(NoPicture) {
    guard let item = file.items[id], item.type == "hvc1" || item.type == "hev1" || item.type == "av01" else {
      throw .unsupported
    }
    let frame = try frame(item)
    guard frame.size == expected else { throw .damaged }
    try converter.convert(frame, to: size, coding: item.coding ?? grid.coding, into: canvas, column: column, row: row)
  }

  /// The picture with the opacity that an auxiliary picture holds; nil if there is none.
  private func opacity(of id: Int, for picture: DecodedPicture) throws(NoPicture) -> PixelBuffer? {
    let mark = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8)
    let older = Array("urn:mpeg:hevc:2015:auxid:1".utf8)
    let found = file.items.first { _, item in
      item.references["auxl"]?.contains(id) == true
        && item.properties.contains {
          guard case .auxiliary(let range) = $0 else { return false }
          return bytes[range].starts(with: mark) || bytes[range].starts(with: older)
        }
    }
    guard let auxiliary = found?.key else { return nil }
    let factor = max(1, (picture.fullSize.width + picture.pixels.size.width - 1) / picture.pixels.size.width)
    let mask = try decode(auxiliary, depth: 1, shrink: factor, layout: .rgb)
    guard mask.pixels.size == picture.pixels.size, picture.pixels.layout == .rgb else { return nil }
    let result = try PixelBuffer(size: mask.pixels.size, layout: .rgba)
    for index in 0..<result.size.pixelCount {
      for sample in 0..<3 { result.samples[index * 4 + sample] = picture.pixels.samples[index * 3 + sample] }
      result.samples[index * 4 + 3] = mask.pixels.samples[index * 3]
    }
    return result
  }
}
