// Agony
// SPDX-License-Identifier: Apache-2.0

/// What happens during a check, on the caller's thread and in order.
package enum VerifyEvent: Sendable {
  case progress(byteCount: Int64, total: Int64)
  case damagedItem(id: Int64, name: [UInt8])
}
