// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaWire
import Testing

@Suite("Files made to harm")
struct HostileTests {
  @Test(
    "A picture that claims more than it has is refused before memory is taken",
    arguments: [
      "claim.png", "claim-31.png", "claim.gif", "claim.tif", "claim.jpg", "claim.bmp", "claim.heic", "scans.jpg",
      "bomb-interlaced.png",
    ])
  func refused(name: String) throws {
    let start = ContinuousClock.now
    let reason = try Fixtures.reply("hostile-\(name)").pictures
    #expect([.failure(.tooLarge), .failure(.damaged)].contains(reason))
    #expect(start.duration(to: .now) < .seconds(5))
  }

  @Test(
    "What is no picture is said to be none",
    arguments: ["list.mp4", "concat.mov", "script.svg", "program.jpg", "empty.jpg", "two.jpg"])
  func unsupported(name: String) throws {
    #expect(try Fixtures.reply("hostile-\(name)").pictures == .failure(.unsupported))
  }

  @Test(
    "Everything else hostile is answered",
    arguments: [
      "bomb.png", "text.png", "profile.png", "endless.gif", "index.mp4", "nested.mp4",
    ])
  func answered(name: String) throws {
    _ = try Fixtures.reply("hostile-\(name)")
  }
}
