// Agony
// SPDX-License-Identifier: Apache-2.0

/// One box of an ISO base media or QuickTime file.
struct Box {
  let type: FourCC
  /// After the header; cut where the file ends too early.
  let content: View
  /// Where the header begins, within the view that was walked.
  let offset: Int
  /// Of header and content, as declared.
  let byteCount: Int

  /// The content after the version and flags of a full box.
  var full: (version: Int, content: View)? {
    content[0].map { (Int($0), content.from(4)) }
  }
}
