// Agony
// SPDX-License-Identifier: Apache-2.0

/// An id of a row: 1 to 2^63 − 1, from the system's random source. It tells nothing of order or number.
package func randomID() -> Int64 {
  Int64.random(in: 1...Int64.max)
}
