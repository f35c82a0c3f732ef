// Agony
// SPDX-License-Identifier: Apache-2.0

package struct DamagedItem: Sendable, Equatable {
  package var id: Int64
  package var name: [UInt8]

  package init(id: Int64, name: [UInt8]) {
    self.id = id
    self.name = name
  }
}
