// Agony
// SPDX-License-Identifier: Apache-2.0

/// The properties of an XMP packet, by a customary prefix and a name: "exif:DateTimeOriginal".
struct XMPPacket {
  /// The first value of each, at most 512.
  private var properties: [String: String] = [:]
  /// What Google's container names: pictures and films in the file, one after the other.
  private(set) var items: [[String: String]] = []

  /// Prefixes as used here, by the end of the namespace's address.
  private static let namespaces = [
    ("/exif/1.0/", "exif"), ("//cipa.jp/exif/1.0/", "exifEX"), ("/xap/1.0/", "xmp"), ("/tiff/1.0/", "tiff"),
    ("/photoshop/1.0/", "photoshop"), ("/exif/1.0/aux/", "aux"), ("/photos/1.0/camera/", "GCamera"),
    ("/photos/1.0/container/", "Container"), ("/photos/1.0/container/item/", "Item"),
    ("/photos/1.0/panorama/", "GPano"), ("22-rdf-syntax-ns#", "rdf"), ("/xmp/note/", "xmpNote"),
  ]

  private var prefixes: [String: String] = [:]

  init(_ bytes: [UInt8]) {
    var scanner = XMLScanner(Self.narrowed(bytes))
    var path: [String] = []
    var count = 0
    while count < 20_000, let token = scanner.next() {
      count += 1
      switch token {
      case .open(let name, let attributes, let isEmpty):
        for attribute in attributes { declare(attribute) }
        let element = canonical(name)
        var item: [String: String] = [:]
        for attribute in attributes {
          let key = canonical(attribute.name)
          if key.hasPrefix("Item:") { item[key] = attribute.value } else { set(key, attribute.value) }
        }
        if !item.isEmpty, items.count < 64 { items.append(item) }
        if !isEmpty, path.count < 64 { path.append(element) }
      case .close:
        path = path.dropLast()
      case .text(let value):
        // A list's entry is a value of what the list belongs to.
        guard let key = path.last(where: { !$0.hasPrefix("rdf:") }) else { continue }
        if key.hasPrefix("Item:") { setItem(key, value) } else { set(key, value) }
      }
    }
  }

  subscript(key: String) -> String? { properties[key] }

  func number(_ key: String) -> Int? { properties[key].flatMap { Int($0) } }

  private mutating func set(_ key: String, _ value: String) {
    guard properties.count < 512, properties[key] == nil else { return }
    properties[key] = value
  }

  private mutating func setItem(_ key: String, _ value: String) {
    if items.isEmpty || items[items.count - 1][key] != nil {
      guard items.count < 64 else { return }
      items.append([:])
    }
    items[items.count - 1][key] = value
  }

  private mutating func declare(_ attribute: XMLScanner.Attribute) {
    guard attribute.name.hasPrefix("xmlns:"), prefixes.count < 128 else { return }
    let known = Self.namespaces.last { attribute.value.hasSuffix($0.0) }
    prefixes[String(attribute.name.dropFirst(6))] = known?.1
  }

  private func canonical(_ name: String) -> String {
    guard let colon = name.firstIndex(of: ":"), let prefix = prefixes[String(name[..<colon])] else { return name }
    return prefix + name[colon...]
  }

  /// UTF-16 without its high bytes: no property of use here needs them.
  private static func narrowed(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 4, bytes[0] == 0 || bytes[1] == 0 || bytes[0] == 0xfe || bytes[0] == 0xff else { return bytes }
    return bytes.filter { $0 != 0 && $0 != 0xfe && $0 != 0xff }
  }
}
