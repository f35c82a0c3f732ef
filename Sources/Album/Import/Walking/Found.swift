// Agony
// SPDX-License-Identifier: Apache-2.0

/// What the walker comes upon.
enum Found: Sendable {
  case file(Source)
  case problem(Problem)
}
