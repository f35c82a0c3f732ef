// Agony
// SPDX-License-Identifier: Apache-2.0

/// Where output goes: a descriptor, or memory in tests.
protocol ByteSink: AnyObject {
  func write(_ bytes: [UInt8])
  func flush()
  /// errno of the first write that failed, after which nothing more is written; 0 if all went well.
  var failure: Int32 { get }
}
