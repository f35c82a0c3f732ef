// Agony
// SPDX-License-Identifier: Apache-2.0

/// Whether what is in memory may reach a disk unencrypted. Keys and passwords cannot; parts of photos can.
enum SwapCheck {
  /// `swaps`: /proc/swaps. `mapping`: the device mapper's uuid of a device, such as `CRYPT-PLAIN-...`.
  static func finding(swaps: String, mapping: (String) -> String?) -> Finding {
    let areas = swaps.split(separator: "\n").dropFirst().compactMap {
      $0.split { $0 == " " || $0 == "\t" }.first.map(String.init)
    }
    if areas.isEmpty { return Finding(name: "swap", level: .ok, text: "there is no swap") }
    let open = areas.filter { !isInMemory($0) && mapping($0)?.hasPrefix("CRYPT-") != true }
    guard open.isEmpty else {
      return Finding(
        name: "swap", level: .warn,
        text:
          "swap on \(open.joined(separator: ", ")) is not encrypted; keys never get there, but parts of pictures can")
    }
    return Finding(name: "swap", level: .ok, text: "swap is encrypted or in memory (\(areas.joined(separator: ", ")))")
  }

  private static func isInMemory(_ area: String) -> Bool { area.hasPrefix("/dev/zram") }

  static func finding() -> Finding {
    guard let swaps = TextFile.read("/proc/swaps") else {
      return Finding(name: "swap", level: .warn, text: "the system does not say whether there is swap")
    }
    return finding(swaps: swaps) { area in
      guard let device = TextFile.resolve(area), device.hasPrefix("/dev/") else { return nil }
      return TextFile.read("/sys/block/\(device.dropFirst(5))/dm/uuid")
    }
  }
}
