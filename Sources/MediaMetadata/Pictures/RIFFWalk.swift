// Agony
// SPDX-License-Identifier: Apache-2.0

/// The chunks of a RIFF file or list, at most 4,096.
struct RIFFWalk: Sequence, IteratorProtocol {
  private let view: View
  private var position = 0
  private var remaining = 4096

  /// `view`: after the form's name.
  init(_ view: View) {
    self.view = view
  }

  mutating func next() -> (type: FourCC, content: View)? {
    guard remaining > 0, let type = view.fourCC(position), let length = view.u32(position + 4, .little) else {
      return nil
    }
    remaining -= 1
    let content = view.from(position + 8).prefix(length)
    position += 8 + length + length % 2
    return (type, content)
  }
}
