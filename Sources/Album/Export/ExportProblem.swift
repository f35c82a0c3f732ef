// Agony
// SPDX-License-Identifier: Apache-2.0

package struct ExportProblem: Sendable, Equatable {
  package var id: Int64
  package var problem: Problem

  package init(id: Int64, problem: Problem) {
    self.id = id
    self.problem = problem
  }
}
