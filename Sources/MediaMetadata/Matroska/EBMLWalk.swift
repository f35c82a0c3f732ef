// Agony
// SPDX-License-Identifier: Apache-2.0

/// The elements of a Matroska file or of one element in it, at most 4,096.
struct EBMLWalk: Sequence, IteratorProtocol {
  struct Element {
    let id: Int
    let content: View

    var unsigned: Int? { content.integer(0, byteCount: Swift.min(content.count, 9)) }

    var real: Double? {
      switch content.count {
      case 4: content.u32(0).map { Double(Float(bitPattern: UInt32($0))) }
      case 8:
        content.u32(0).flatMap { high in
          content.u32(4).map { Double(bitPattern: UInt64(high) << 32 | UInt64($0)) }
        }
      default: nil
      }
    }

    func child(_ id: Int) -> Element? {
      EBMLWalk(content).first { $0.id == id }
    }
  }

  private let view: View
  private var position = 0
  private var remaining = 4096

  init(_ view: View) {
    self.view = view
  }

  mutating func next() -> Element? {
    guard remaining > 0, let id = number(keepsMarker: true), let size = number(keepsMarker: false) else { return nil }
    remaining -= 1
    // Nothing but ones: the size was not known when the head was written.
    let content = size.isUnknown ? view.from(position) : view.from(position).prefix(size.value)
    guard let end = position.plus(size.isUnknown ? view.count : size.value) else { return nil }
    position = end
    return Element(id: id.value, content: content)
  }

  /// A number whose first byte tells its length.
  private mutating func number(keepsMarker: Bool) -> (value: Int, isUnknown: Bool)? {
    guard let first = view[position], first != 0 else { return nil }
    let length = first.leadingZeroBitCount + 1
    guard let all = view.integer(position, byteCount: length) else { return nil }
    position += length
    let mask = (1 << (7 * length)) - 1
    return (keepsMarker ? all : all & mask, all & mask == mask)
  }
}
