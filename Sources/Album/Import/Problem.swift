// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why one file was not imported, exported or found sound.
package struct Problem: Sendable, Equatable {
  package enum Status: Sendable {
    /// Rightly left alone.
    case skipped
    case failed
  }

  /// Import: where the source is. Export: the item's name.
  package var path: [UInt8]
  package var status: Status
  package var code: ProblemCode
  /// errno where one says more, else 0.
  package var detail: Int32
  /// What it is instead, with `.notMedia`.
  package var refusal: Refusal?

  package init(path: [UInt8], status: Status, code: ProblemCode, detail: Int32 = 0, refusal: Refusal? = nil) {
    self.path = path
    self.status = status
    self.code = code
    self.detail = detail
    self.refusal = refusal
  }

  /// A source that could not be opened or read.
  init(path: [UInt8], openingFailedWith code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self.init(path: path, status: .failed, code: .notFound, detail: code)
    case ELOOP: self.init(path: path, status: .skipped, code: .tooDeep, detail: code)
    default: self.init(path: path, status: .failed, code: .unreadable, detail: code)
    }
  }
}
