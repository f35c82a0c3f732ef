// Agony
// SPDX-License-Identifier: Apache-2.0

import Album
import Testing
import Unlock
import Vault

@testable import CommandLineInterface

@Suite("Failures")
struct FailureTests {
  @Test(
    "Every failure of a vault has its exit code",
    arguments: [
      (.notAVault, .unusable), (.notFound, .unusable), (.unsupportedVersion(9), .unusable),
      (.damaged(.root), .unusable),
      (.damaged(.publicBlock), .unusable), (.busy, .busy), (.noRoom, .noRoom), (.diskFull, .noRoom),
      (.inputOutput(code: 27), .noRoom), (.readOnly, .refused),
      (.stopped, .partly), (.inputOutput(code: 5), .partly), (.alreadyExists, .refused),
      (.unsafeFileSystem("btrfs keeps old copies."), .refused), (.outOfMemory, .partly),
      (.invalid("A reason."), .usage),
    ] as [(VaultError, ExitCode)])
  func vault(error: VaultError, code: ExitCode) {
    #expect(Failure(error).code == code)
    #expect(Failure(.vault(error) as UnlockError) == Failure(error))
    #expect(Failure(.vault(error) as AlbumError) == Failure(error))
  }

  @Test("A wrong password and a password of no album are one sentence")
  func notOpened() {
    #expect(Failure(.notOpened as UnlockError) == Failure.notOpened)
    #expect(Failure.notOpened.code == .notOpened)
    #expect(Failure(.isClaimCode as UnlockError).code == .notOpened)
    #expect(Failure(.alreadyExists as UnlockError).code == .refused)
  }

  @Test(
    "Every failure of an album has its exit code",
    arguments: [
      (.damagedIndex, .unusable), (.newerIndex(version: 2), .unusable), (.readOnly, .refused),
      (.noSuchCollection, .usage),
      (.collectionExists, .refused), (.invalidCollectionName, .usage), (.destination(code: 13), .partly),
      (.destination(code: 28), .noRoom),
    ] as [(AlbumError, ExitCode)])
  func album(error: AlbumError, code: ExitCode) { #expect(Failure(error).code == code) }

  @Test("A password that cannot be one is a usage error where it is new, and opens nothing where it is given")
  func passwords() {
    for refusal in [Password.Refusal.empty, .tooLong, .notUTF8] {
      #expect(Failure(newPassword: refusal).code == .usage)
      #expect(Failure(givenPassword: refusal).code == .notOpened)
    }
  }

  @Test("A sentence of another module becomes part of ours")
  func fragments() {
    #expect(Failure(.invalid("A vault has 1, 2, 4 or 8 rooms.")).sentence == "a vault has 1, 2, 4 or 8 rooms")
    #expect(Failure(.unsafeFileSystem("NFS is no good.")).sentence == "NFS is no good; '--force' does it all the same")
  }

  @Test("Signals have the codes a shell gives them")
  func signals() {
    #expect(ExitCode(signal: 2) == .interrupted)
    #expect(ExitCode(signal: 15) == .terminated)
    #expect(ExitCode(signal: 1) == .hungUp)
  }

  @Test("Every problem has words of its own")
  func problems() {
    #expect(Set(ProblemCode.allCases.map(\.reason)).count == ProblemCode.allCases.count)
  }
}
