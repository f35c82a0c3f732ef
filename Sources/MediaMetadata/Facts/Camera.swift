// Agony
// SPDX-License-Identifier: Apache-2.0

package struct Camera: Sendable, Equatable {
  package var make: String?
  package var model: String?
  package var lens: String?
  package var software: String?

  package init() {}
}
