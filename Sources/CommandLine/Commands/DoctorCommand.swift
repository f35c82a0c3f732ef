// Agony
// SPDX-License-Identifier: Apache-2.0

/// `agony doctor`
enum DoctorCommand {
  static let spec = CommandSpec(
    name: "doctor",
    summary: "check whether this machine is fit for a vault",
    discussion: """
      Looks at swap, the vault's file system, core dumps, locked memory and libraries, and measures how long trying \
      one password takes. Asks for no password and says nothing of any album. Exits with 7 if anything is bad.
      """,
    examples: [("agony doctor --vault /mnt/disk/album.agony", "also says whether that place is fit")],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let path = try VaultLocation(invocation).path
    let vault = VaultCheck(path)
    let findings = [
      SwapCheck.finding(), PlaceCheck.finding(path), vault.file, ProcessCheck.coreDumps(), ProcessCheck.lockedMemory(),
      vault.keyDerivation,
    ]
    let isFit = !findings.contains { $0.level == .bad }
    if console.isJSON {
      console.json { write(findings, isFit, &$0) }
    } else {
      for finding in findings {
        console.answer(
          "\(DisplayWidth.pad(finding.level.rawValue, to: 6))\(DisplayWidth.pad(finding.name, to: 16))\(finding.text)")
      }
      let libraries = LibraryVersions.all.map { "\($0.name) \($0.version)" }
      if !libraries.isEmpty { console.answer("      libraries       " + libraries.joined(separator: ", ")) }
    }
    return isFit ? .done : .refused
  }

  private static func write(_ findings: [Finding], _ isFit: Bool, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("ok", isFit)
      writer.key("checks")
      writer.array { writer in
        for finding in findings {
          writer.object { writer in
            writer.field("name", finding.name)
            writer.field("level", finding.level.rawValue)
            writer.field("text", finding.text)
          }
        }
      }
      writer.key("libraries")
      writer.object { writer in
        for library in LibraryVersions.all { writer.field(library.name, library.version) }
      }
    }
  }
}
