// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Vault

struct ExportJob: Sendable {
  let item: Int64
  let original: StoredOriginal
}

struct ExportResult: Sendable {
  enum Outcome: Sendable {
    case exported(name: [UInt8])
    case failed(ExportFailure)
  }

  let job: ExportJob
  let outcome: Outcome
}
