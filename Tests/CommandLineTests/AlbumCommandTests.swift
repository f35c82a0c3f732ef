// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import Vault

@testable import CommandLineInterface

extension OneAtATime {
  @Suite("Commands on a real vault")
  struct AlbumCommandTests {
    @Test("What is imported is listed, said to be a duplicate the second time, and exported bit for bit")
    func roundTrip() throws {
      let place = try TestPlace(passwords: "one", "two")
      let photo = try place.photo("src/a.jpg", seed: 1)
      let odd: [UInt8] = [UInt8]("src/n".utf8) + [0xe9, 0x1b] + [UInt8]("[2J.jpg".utf8)
      try place.write(place.photoBytes(seed: 2), to: odd)
      try place.write([], to: "src/empty.jpg")
      try place.write([UInt8]("<html>please log in".utf8), to: "src/login.jpg")

      let first = place.run("import", "src", "--json", password: "one")
      #expect(first.code == .partly)
      #expect(first.output.contains(#""event":"stored","path":"src/n\udce9\u001b[2J.jpg""#))
      let report = try #require(first.output.split(separator: "\n").last)
      #expect(report.hasPrefix(#"{"stored":2,"duplicates":0,"restored":0,"skipped":2,"failed":0,"#))
      #expect(report.contains(#""path":"src/empty.jpg","status":"skipped","reason":"empty file","code":"empty""#))

      let second = place.run("import", "src", password: "one")
      #expect(second.code == .partly)
      #expect(second.output.hasPrefix("0 stored, 2 already here, 2 skipped: "))

      let list = place.run("list", "--json", password: "one")
      #expect(list.code == .done)
      #expect(list.output.hasPrefix("[\n{\"id\":\"") && list.output.hasSuffix("}\n]\n"))
      #expect(list.output.contains(#""name":"a.jpg""#) && list.output.contains(#""name":"n\udce9\u001b[2J.jpg""#))
      #expect(place.run("list", password: "one").output.contains(#"n\xe9\x1b[2J.jpg"#))

      #expect(place.run("export", "--all", "out", password: "one").code == .done)
      #expect(place.read("out/a.jpg") == photo)
      #expect(place.run("verify", password: "one").code == .done)
    }

    @Test("The other album and a wrong password know nothing of it")
    func otherAlbum() throws {
      let place = try TestPlace(passwords: "one", "two")
      _ = try place.photo("a.jpg", seed: 3)
      #expect(place.run("import", "a.jpg", password: "one").code == .done)
      #expect(place.run("list", "--json", password: "two").output == "[]\n")
      let wrong = place.run("list", "--json", password: "three")
      #expect(wrong.code == .notOpened)
      #expect(wrong.output.isEmpty)
      #expect(wrong.errors == "agony: no album opens with this password\n")
      #expect(place.run("list", password: "").errors == "agony: no album opens with an empty password\n")
    }

    @Test("An item goes through collection, trash and deletion")
    func lifeOfAnItem() throws {
      let place = try TestPlace(passwords: "one")
      _ = try place.photo("a.jpg", seed: 4)
      #expect(place.run("import", "a.jpg", "--collection", "Été", password: "one").code == .done)
      let id = try #require(place.firstID(password: "one"))
      #expect(place.run("collection", "show", "E\u{301}te\u{301}", "--json", password: "one").output.contains(id))
      #expect(place.run("collection", "create", "Été", password: "one").code == .refused)
      #expect(place.run("collection", "show", "Etre", password: "one").code == .usage)
      #expect(place.run("delete", id, "--yes", password: "one").code == .partly)
      #expect(place.run("trash", id, "--json", password: "one").output == "{\"trashed\":1,\"missing\":[]}\n")
      #expect(place.run("list", "--json", password: "one").output == "[]\n")
      #expect(place.run("restore", "--all", password: "one").code == .done)
      #expect(place.run("collection", "list", "--json", password: "one").output.contains(#""name":"Été","items":1"#))
      #expect(place.run("trash", id, "7", password: "one").code == .partly)
      #expect(place.run("delete", "--all", "--yes", password: "one").code == .done)
      #expect(place.run("list", "--trash", "--json", password: "one").output == "[]\n")
      #expect(place.run("info", id, password: "one").code == .partly)
    }

    @Test("The password changes, and only the new one opens")
    func passwordChange() throws {
      let place = try TestPlace(passwords: "one", "two")
      let both = ["--password-fd", "--new-password-fd"]
      #expect(place.run("passwd", secrets: both, lines: "one\nnew").code == .done)
      #expect(place.run("list", password: "one").code == .notOpened)
      #expect(place.run("list", password: "new").code == .done)
      #expect(place.run("passwd", secrets: both, lines: "new\ntwo").code == .refused)
      #expect(place.run("passwd", secrets: both, lines: "new\n\n").code == .usage)
      #expect(place.run("passwd", secrets: both, lines: "one\nthree").code == .notOpened)
      #expect(place.run("passwd", "--finish", password: "new").code == .done)
    }

    @Test("A claim code makes one album, in whatever case it is typed")
    func register() throws {
      let place = try TestPlace(passwords: "one")
      let forgotten = place.run("forget", "--yes", "--quiet", password: "one")
      #expect(forgotten.code == .done)
      let code = forgotten.output.split(separator: "\n").joined()
      #expect(code.count == 29)
      #expect(place.run("list", password: code).code == .notOpened)
      let both = ["--claim-fd", "--password-fd"]
      #expect(place.run("register", secrets: both, lines: "\(code.lowercased())\n").code == .usage)
      #expect(place.run("register", secrets: both, lines: "\(code.lowercased())\nfresh").code == .done)
      #expect(place.run("register", secrets: both, lines: "\(code)\nother").code == .notOpened)
      #expect(place.run("list", "--json", password: "fresh").output == "[]\n")
    }

    @Test("An album that is full says so, keeps what fits, and takes the rest once the vault is larger")
    func noRoom() throws {
      let place = try TestPlace(passwords: "one", rooms: "4", size: "16M")
      for seed in 0..<6 { _ = try place.photo("src/\(seed).jpg", seed: UInt8(seed), byteCount: 900_000) }
      let full = place.run("import", "src", "--json", password: "one")
      #expect(full.code == .noRoom)
      #expect(full.output.contains(#""code":"no-room""#))
      #expect(full.errors.contains("agony: warning: "))
      #expect(place.run("verify", password: "one").code == .done)
      #expect(place.run("enlarge", "--size", "32M").code == .done)
      #expect(place.run("enlarge", "--size", "32M").code == .done)
      #expect(place.run("import", "src", password: "one").code == .done)
    }

    @Test("A file that is there is never overwritten by a new vault")
    func noOverwriting() throws {
      let place = try TestPlace(passwords: "one")
      #expect(place.run("create", place.vault, "--size", "16M", "--kdf-memory", "64M", password: "x").code == .refused)
      #expect(place.run("create", place.folder + "/b", "--size", "1M", password: "x").code == .usage)
      #expect(
        place.run("create", place.folder + "/b", "--size", "16M", "--kdf-memory", "63M", password: "x").code == .usage)
      #expect(
        place.run("create", place.folder + "/no/b", "--size", "16M", "--kdf-memory", "64M", password: "x").code
          == .refused)
      #expect(place.run("list", password: "one").code == .done)
    }

    @Test("What is no vault is told from a vault that is cut short")
    func notVaults() throws {
      let place = try TestPlace(passwords: "one")
      try place.write([UInt8](repeating: 7, count: 20_000), to: "other")
      let other = place.run("list", "--vault", place.folder + "/other", password: "one", namesVault: false)
      #expect(other.code == .unusable)
      #expect(other.errors.contains("this is not a vault"))
      try #require(truncate(place.vault, 1 << 20) == 0)
      let short = place.run("list", password: "one")
      #expect(short.code == .unusable)
      #expect(short.errors.contains("cut short"))
    }

    @Test("With a damaged key slot reading warns, writing refuses, and finishing the change mends it")
    func damagedSlot() throws {
      let place = try TestPlace(passwords: "one", rooms: "1")
      _ = try place.photo("a.jpg", seed: 5)
      #expect(place.run("import", "a.jpg", password: "one").code == .done)
      try place.overwriteVault(at: 4096, byteCount: 4096)
      let list = place.run("list", password: "one")
      #expect(list.code == .done)
      #expect(list.errors.contains("agony passwd --finish"))
      #expect(place.run("verify", password: "one").code == .unusable)
      let id = try #require(place.firstID(password: "one"))
      let trash = place.run("trash", id, password: "one")
      #expect(trash.code == .refused)
      #expect(trash.errors.contains("agony passwd --finish"))
      #expect(place.run("passwd", "--finish", password: "two").code == .notOpened)
      #expect(place.run("passwd", "--finish", password: "one").code == .done)
      #expect(place.run("verify", password: "one").code == .done)
      #expect(place.run("trash", id, password: "one").code == .done)
    }

    @Test("A damaged public block is a warning, a finding, and repaired on request")
    func damagedPublicBlock() throws {
      let place = try TestPlace(passwords: "one")
      try place.overwriteVault(at: 40, byteCount: 8)
      let list = place.run("list", password: "one")
      #expect(list.code == .done)
      #expect(list.errors.contains("public block"))
      let verify = place.run("verify", "--json", password: "one")
      #expect(verify.code == .unusable)
      #expect(verify.output.contains(#""public_block_whole":false"#))
      #expect(place.run("verify", "--repair", password: "one").code == .done)
      #expect(place.run("list", password: "one").errors.isEmpty)
    }

    @Test("Someone else's open vault is busy, and stays as it is")
    func busy() throws {
      let place = try TestPlace(passwords: "one")
      let other = try Vault.open(FilePath(place.vault), mode: .readWrite)
      #expect(place.run("list", password: "one").code == .busy)
      #expect(place.run("enlarge", "--size", "32M").code == .busy)
      withExtendedLifetime(other) {}
    }

    @Test("The doctor finds a vault without a password")
    func doctor() throws {
      let place = try TestPlace(passwords: "one")
      let run = place.run("doctor", "--json")
      #expect(run.output.contains(#""name":"vault","level":"ok""#))
      for library in ["libsodium", "OpenSSL", "utf8proc", "SQLite"] {
        #expect(run.output.contains("\"\(library)\":\""))
      }
    }
  }
}
