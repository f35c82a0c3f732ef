// Agony
// SPDX-License-Identifier: Apache-2.0

/// `agony version`
enum VersionCommand {
  static let spec = CommandSpec(
    name: "version", summary: "say which version this is, and of which libraries", run: run)

  static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
    let libraries = LibraryVersions.all
    if console.isJSON {
      console.json { writer in
        writer.object { writer in
          writer.field("version", Version.current)
          writer.field("format", Version.format)
          writer.key("libraries")
          writer.object { writer in for library in libraries { writer.field(library.name, library.version) } }
        }
      }
    } else {
      console.answer("agony \(Version.current), vault format \(Version.format)")
      for library in libraries { console.answer("\(library.name) \(library.version)") }
    }
    return .done
  }
}
