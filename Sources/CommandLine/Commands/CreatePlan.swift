// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Unlock

/// What a vault is to be like, from options and, where they say nothing, from the person at the terminal.
struct CreatePlan {
  private(set) var options = CreateOptions(byteCount: 0)
  private(set) var passwords: [Password] = []

  init(_ invocation: Invocation) throws(Failure) {
    let passwordOption =
      invocation.bytes(CreateCommand.passwordsDescriptor) == nil
      ? GlobalOptions.passwordDescriptor : CreateCommand.passwordsDescriptor
    if passwordOption.name != GlobalOptions.passwordDescriptor.name,
      invocation.bytes(GlobalOptions.passwordDescriptor) != nil
    {
      throw .usage("'--password-fd' and '--passwords-fd' cannot both be given")
    }
    let source = try SecretSource(passwordOption, in: invocation)
    if let memory = try invocation.byteCount(CreateCommand.kdfMemory) {
      options.kdfMemoryKiB = Int(memory >> 10)
    }
    if let passes = try invocation.integer(CreateCommand.kdfPasses, in: 3...16) { options.kdfPasses = passes }
    options.evenIfUnsafe = invocation.isSet(CreateCommand.force)
    let rooms = try invocation.integer(CreateCommand.rooms, in: 1...8)
    if let rooms, ![1, 2, 4, 8].contains(rooms) { throw .usage("'--rooms' must be 1, 2, 4 or 8") }
    let codes = try invocation.integer(CreateCommand.claimCodes, in: 0...8)

    if let size = try invocation.byteCount(CreateCommand.size) {
      options.byteCount = size
      options.rooms = rooms ?? 4
      options.claimCodeCount = codes ?? 0
      passwords = try readPasswords(source, passwordOption)
    } else {
      guard let terminal = Terminal.open() else {
        throw .usage("how large is the vault to be? Say it with '--size', for example --size 20G")
      }
      try askSize(terminal, rooms: rooms)
      passwords = try readPasswords(source, passwordOption)
      try askCodes(terminal, given: codes)
    }
    guard passwords.count + options.claimCodeCount <= options.rooms else {
      throw .usage(
        "\(passwords.count) passwords and \(options.claimCodeCount) claim codes are more than "
          + "the vault's \(options.rooms) rooms"
      )
    }
  }

  private func readPasswords(_ source: SecretSource, _ option: OptionSpec) throws(Failure) -> [Password] {
    var passwords: [Password] = []
    switch source {
    case .descriptor(let descriptor):
      while let line = try descriptor.readLine() {
        guard passwords.count < options.rooms else {
          throw .usage("there are more passwords than the vault's \(options.rooms) rooms")
        }
        passwords.append(try SecretSource.checkedNew(line))
        if option.name == GlobalOptions.passwordDescriptor.name { break }
      }
      guard !passwords.isEmpty else {
        throw .usage("no password came over file descriptor \(descriptor.number)")
      }
    case .terminal:
      let terminal = try Terminal.open(insteadOf: CreateCommand.passwordsDescriptor)
      passwords.append(try SecretSource.askNew("Password of the album: ", on: terminal))
      while passwords.count + options.claimCodeCount < options.rooms,
        terminal.confirm("Make another album, with a password of its own?")
      {
        passwords.append(try SecretSource.askNew("Password of that album: ", on: terminal))
      }
    }
    return passwords
  }

  private mutating func askSize(_ terminal: Terminal, rooms given: Int?) throws(Failure) {
    terminal.say(
      """
      A vault has room for several albums of equal size, each behind its own password. Nobody can
      tell how many are in use; so you can never prove that there is no further one. Choose 1 if
      you want that proof.
      """)
    if let given {
      options.rooms = given
    } else {
      options.rooms = try Self.askNumber("How many albums at most: 1, 2, 4 or 8? [4] ", 4, [1, 2, 4, 8], terminal)
    }
    while true {
      guard let answer = terminal.ask("How much should one album hold? (for example 20G) ") else {
        throw .usage("no size was given")
      }
      guard let size = ByteSize.parse(answer), size <= 1 << 52 else {
        terminal.say("That is not a size. Write for example 500M, 20G or 1T.")
        continue
      }
      options.byteCount = size * Int64(options.rooms)
      terminal.say(
        "The file then takes \(ByteSize.describe(options.byteCount)) of the disk"
          + (options.rooms == 1 ? "" : " (\(options.rooms) x \(ByteSize.describe(size)))")
          + ", from the start and whatever is in it.")
      if terminal.confirm("Is that right?") { return }
    }
  }

  private mutating func askCodes(_ terminal: Terminal, given: Int?) throws(Failure) {
    let free = options.rooms - passwords.count
    if let given {
      options.claimCodeCount = given
    } else if free > 0 {
      terminal.say("A claim code lets whoever has it make one more album later. Without one that is not possible.")
      options.claimCodeCount = try Self.askNumber(
        "How many claim codes, 0 to \(free)? [0] ", 0, Array(0...free), terminal)
    }
  }

  private static func askNumber(
    _ question: String, _ standard: Int, _ allowed: [Int], _ terminal: Terminal
  ) throws(Failure) -> Int {
    while true {
      guard let answer = terminal.ask(question) else { throw .usage("the question was not answered") }
      if answer.isEmpty { return standard }
      if let number = Int(answer), allowed.contains(number) { return number }
      terminal.say("Please answer with one of: " + allowed.map(String.init).joined(separator: ", "))
    }
  }
}
