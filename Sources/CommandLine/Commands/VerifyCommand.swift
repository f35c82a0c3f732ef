// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony verify`
enum VerifyCommand {
  static let repair = OptionSpec.flag("repair", "write damaged copies of pages anew from their sound ones")

  static let spec = CommandSpec(
    name: "verify",
    summary: "read everything in your album and check it",
    discussion: """
      Reads every byte of every photo and film and compares it with what was stored, and checks both copies of every \
      page. Says by name what is damaged. Changes nothing without '--repair'.
      """,
    options: [repair],
    examples: [("agony verify", "takes about as long as reading the album from the disk")],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let repairs = invocation.isSet(repair)
    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: repairs ? .writing : .reading) { (opened) throws(Failure) in
      let album = opened.album
      var seconds = 0.0
      let report = try Signals.watching { () throws(Failure) in
        try console.withProgress("verifying") { (display) throws(Failure) in
          defer { seconds = display.elapsedSeconds }
          do throws(AlbumError) {
            return try album.verify(repair: repairs) { event in
              switch event {
              case .progress(let byteCount, let total): display.update(bytes: byteCount, ofBytes: total)
              case .damagedItem(let id, let name):
                if !console.isJSON { console.complain("\(DisplayText.show(name)) (\(id)): damaged in the vault") }
              }
            } isCancelled: {
              Signals.noted != nil
            }
          } catch {
            throw Failure(error)
          }
        }
      }
      let summary = VerifySummary(
        report: report, seconds: seconds, slotsAreWhole: opened.slotsAreWhole,
        publicBlockIsWhole: try mend(opened.vault, repairs: repairs && !report.wasCancelled))
      if console.isJSON { console.json(summary.write) }
      console.report(summary.text)
      return summary.exitCode
    }
  }

  /// Whether both copies of the public block are whole, in the end.
  private static func mend(_ vault: Vault, repairs: Bool) throws(Failure) -> Bool {
    guard !vault.publicBlockIsWhole, repairs else { return vault.publicBlockIsWhole }
    do { try vault.mendPublicBlock() } catch { throw Failure(error) }
    return true
  }
}
