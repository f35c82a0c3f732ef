// Agony
// SPDX-License-Identifier: Apache-2.0

/// Every command, in the order help shows them.
enum CommandTable {
  static let all: [CommandSpec] = [
    CreateCommand.spec, RegisterCommand.spec, ImportCommand.spec, ListCommand.spec, InfoCommand.spec,
    ExportCommand.spec, AnalyseCommand.spec, ThumbnailCommand.spec, TrashCommand.spec, RestoreCommand.spec,
    DeleteCommand.spec, CollectionCommand.spec,
    PasswdCommand.spec, ForgetCommand.spec, VerifyCommand.spec, EnlargeCommand.spec, DoctorCommand.spec,
    CompletionsCommand.spec, VersionCommand.spec, HelpCommand.spec,
  ]
}
