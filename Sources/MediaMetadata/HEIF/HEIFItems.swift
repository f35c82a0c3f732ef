// Agony
// SPDX-License-Identifier: Apache-2.0

/// The `meta` box of a HEIF file: items, where they lie, what belongs to them.
struct HEIFItems {
  struct Reference {
    var type: FourCC
    var from: Int
    var to: [Int]
  }

  private static let itemLimit = 4096

  let primary: Int
  private(set) var types: [Int: FourCC] = [:]
  /// Of `mime` items.
  private(set) var contentTypes: [Int: String] = [:]
  private(set) var references: [Reference] = []
  private let locations: ItemLocations?
  private let propertyBoxes: View?

  /// Nil without a primary item.
  init?(_ meta: Box, file: View) {
    guard let content = meta.full?.content, let (version, primary) = Self.full(content, "pitm"),
      let id = primary.integer(0, byteCount: version == 0 ? 2 : 4)
    else { return nil }
    self.primary = id
    locations = ItemLocations(content, file: file)
    propertyBoxes = content.box("iprp")
    if let (version, info) = Self.full(content, "iinf") { readTypes(info.from(version == 0 ? 2 : 4)) }
    if let (version, references) = Self.full(content, "iref") {
      readReferences(references, idSize: version == 0 ? 2 : 4)
    }
  }

  func data(of item: Int) -> View? {
    locations?.data(of: item)
  }

  /// In the order in which they apply.
  func properties(of item: Int) -> [Box] {
    guard let propertyBoxes, let container = propertyBoxes.box("ipco") else { return [] }
    let all = Array(BoxWalk(container))
    for box in BoxWalk(propertyBoxes).prefix(8) where box.type == "ipma" {
      let indices = associations(in: box.content, of: item)
      if !indices.isEmpty { return indices.compactMap { all.indices.contains($0 - 1) ? all[$0 - 1] : nil } }
    }
    return []
  }

  private func associations(in content: View, of item: Int) -> [Int] {
    guard let head = content.u32(0), let count = content.u32(4) else { return [] }
    let idSize = head >> 24 == 0 ? 2 : 4
    let indexSize = head & 1 == 0 ? 1 : 2
    var position = 8
    for _ in 0..<min(count, Self.itemLimit) {
      guard let id = content.integer(position, byteCount: idSize), let indices = content[position + idSize] else {
        break
      }
      position += idSize + 1
      if id == item {
        let mask = indexSize == 1 ? 0x7f : 0x7fff
        return (0..<Int(indices)).compactMap {
          content.integer(position + $0 * indexSize, byteCount: indexSize).map { $0 & mask }
        }
      }
      position += Int(indices) * indexSize
    }
    return []
  }

  private mutating func readTypes(_ entries: View) {
    for box in BoxWalk(entries) where box.type == "infe" {
      guard let (version, entry) = box.full, version >= 2 else { continue }
      let idSize = version == 2 ? 2 : 4
      guard let id = entry.integer(0, byteCount: idSize), let type = entry.fourCC(idSize + 2), types[id] == nil else {
        continue
      }
      types[id] = type
      guard type == "mime" else { continue }
      // The name, then the content's type.
      let names = entry.from(idSize + 6).prefix(512)
      guard let end = (0..<names.count).first(where: { names[$0] == 0 }) else { continue }
      contentTypes[id] = names.from(end + 1).text()
    }
  }

  private mutating func readReferences(_ content: View, idSize: Int) {
    for box in BoxWalk(content) {
      guard let from = box.content.integer(0, byteCount: idSize), let count = box.content.u16(idSize) else { continue }
      let to = (0..<min(count, 512)).compactMap {
        box.content.integer(idSize + 2 + $0 * idSize, byteCount: idSize)
      }
      references.append(Reference(type: box.type, from: from, to: to))
    }
  }

  private static func full(_ meta: View, _ type: FourCC) -> (version: Int, content: View)? {
    BoxWalk(meta).first { $0.type == type }?.full
  }
}
