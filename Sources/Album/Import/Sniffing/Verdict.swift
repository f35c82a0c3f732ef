// Agony
// SPDX-License-Identifier: Apache-2.0

/// The answer of `Sniffer`.
package enum Verdict: Sendable, Equatable {
  case media(MediaFormat)
  case refused(Refusal)
}
