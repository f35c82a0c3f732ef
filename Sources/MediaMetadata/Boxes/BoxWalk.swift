// Agony
// SPDX-License-Identifier: Apache-2.0

/// The boxes of a view, one after the other. Ends at the first that cannot be, or after 4,096.
struct BoxWalk: Sequence, IteratorProtocol {
  private let view: View
  private var offset = 0
  private var remaining = 4096

  init(_ view: View) {
    self.view = view
  }

  mutating func next() -> Box? {
    guard remaining > 0, let size = view.u32(offset), let type = view.fourCC(offset + 4) else { return nil }
    remaining -= 1
    var header = 8
    var byteCount = size
    if size == 1 {
      guard let long = view.u64(offset + 8) else { return nil }
      header = 16
      byteCount = long
    } else if size == 0 {
      byteCount = view.count - offset
    }
    guard byteCount >= header, let end = offset.plus(byteCount) else { return nil }
    let content = view.from(offset + header).prefix(byteCount - header)
    let box = Box(type: type, content: content, offset: offset, byteCount: byteCount)
    offset = end
    return box
  }
}

extension View {
  /// The first box of a type.
  func box(_ type: FourCC) -> View? {
    BoxWalk(self).first { $0.type == type }?.content
  }

  /// The first box along a path of types.
  func box(_ first: FourCC, _ rest: FourCC...) -> View? {
    rest.reduce(box(first)) { $0?.box($1) }
  }
}
