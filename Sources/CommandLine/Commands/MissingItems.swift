// Agony
// SPDX-License-Identifier: Apache-2.0

/// Says which of the ids that were named are not there.
enum MissingItems {
  static func report(_ ids: [Int64], _ what: String, _ console: Console) -> ExitCode {
    for id in ids { console.complain("agony: \(id): \(what)") }
    return ids.isEmpty ? .done : .partly
  }
}
