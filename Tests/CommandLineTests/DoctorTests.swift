// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLineInterface

@Suite("The doctor")
struct DoctorTests {
  private let head = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"

  @Test("Swap is judged by whether it is encrypted or in memory")
  func swap() {
    #expect(SwapCheck.finding(swaps: head) { _ in nil }.level == .ok)
    #expect(SwapCheck.finding(swaps: head + "/dev/zram0 partition 1 0 -2\n") { _ in nil }.level == .ok)
    #expect(SwapCheck.finding(swaps: head + "/dev/dm-1 partition 1 0 -2\n") { _ in "CRYPT-PLAIN-swap" }.level == .ok)
    #expect(SwapCheck.finding(swaps: head + "/dev/dm-1 partition 1 0 -2\n") { _ in "LVM-abc" }.level == .warn)
    let mixed = SwapCheck.finding(swaps: head + "/dev/zram0 partition 1 0 5\n/swapfile file 1 0 -2\n") { _ in nil }
    #expect(mixed.level == .warn)
    #expect(mixed.text.contains("/swapfile"))
    #expect(!mixed.text.contains("zram0"))
  }

  @Test("Too little lockable memory is bad")
  func lockedMemory() {
    #expect(ProcessCheck.lockedMemory(limit: nil).level == .ok)
    #expect(ProcessCheck.lockedMemory(limit: 8 << 20).level == .ok)
    #expect(ProcessCheck.lockedMemory(limit: 65_536).level == .bad)
  }

  @Test("A process that may dump core is bad, and the place of a vault need not exist yet")
  func process() {
    #expect(ProcessCheck.coreDumps().name == "core-dumps")
    #expect(PlaceCheck.finding([UInt8]("/no/such/folder/album.agony".utf8)).name == "file-system")
  }
}
