// Agony
// SPDX-License-Identifier: Apache-2.0

/// Splits XML into tags and texts. Checks nothing: what is no XML gives fewer of them. No entities but the five of XML.
struct XMLScanner {
  enum Token: Equatable {
    case open(name: String, attributes: [Attribute], isEmpty: Bool)
    case close
    case text(String)
  }

  struct Attribute: Equatable {
    var name: String
    var value: String
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Token? {
    while position < bytes.count {
      if bytes[position] != 0x3c {
        let text = take { $0 != 0x3c }
        guard text.contains(where: { $0 > 0x20 }) else { continue }
        return .text(Self.decoded(text))
      }
      position += 1
      switch peek {
      case 0x3f, 0x21:  // processing instruction, comment
        _ = take { $0 != 0x3e }
        position = min(position + 1, bytes.count)
      case 0x2f:
        _ = take { $0 != 0x3e }
        position = min(position + 1, bytes.count)
        return .close
      case nil:
        return nil
      default:
        return openTag()
      }
    }
    return nil
  }

  private mutating func openTag() -> Token? {
    let name = Self.decoded(take(while: Self.isName))
    var attributes: [Attribute] = []
    while let byte = peek {
      switch byte {
      case 0x3e:
        position += 1
        return .open(name: name, attributes: attributes, isEmpty: false)
      case 0x2f:
        position += 1
        guard peek == 0x3e else { continue }
        position += 1
        return .open(name: name, attributes: attributes, isEmpty: true)
      default:
        guard Self.isName(byte) else {
          position += 1
          continue
        }
        if let attribute = attribute(), attributes.count < 128 { attributes.append(attribute) }
      }
    }
    return nil
  }

  private mutating func attribute() -> Attribute? {
    let name = take(while: Self.isName)
    _ = take { $0 <= 0x20 }
    guard peek == 0x3d else { return nil }
    position += 1
    _ = take { $0 <= 0x20 }
    guard let quote = peek, quote == 0x22 || quote == 0x27 else { return nil }
    position += 1
    let value = take { $0 != quote }
    position = min(position + 1, bytes.count)
    return Attribute(name: Self.decoded(name), value: Self.decoded(value))
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, condition(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x3d && byte != 0x3e && byte != 0x2f && byte != 0x22 && byte != 0x27 && byte != 0x3c
  }

  /// At most 1 KiB of text.
  private static func decoded(_ slice: ArraySlice<UInt8>) -> String {
    let text = String(decoding: slice.prefix(1024), as: UTF8.self)
    guard slice.contains(0x26) else { return text }
    let entities = [("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("amp", "&")]
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      let entity = entities.first { part.hasPrefix($0.0 + ";") }
      result += entity.map { $0.1 + part.dropFirst($0.0.count + 1) } ?? "&" + part
    }
  }
}
