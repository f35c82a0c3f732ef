// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc

/// What /proc/self/mountinfo says of the mount a device is on; proc_pid_mountinfo(5).
enum MountOptions {
  static func contain(_ option: String, device: UInt64) -> Bool {
    contain(option, device: device, in: readMountInfo())
  }

  static func contain(_ option: String, device: UInt64, in mountInfo: [UInt8]) -> Bool {
    let number = "\(agony_device_major(device)):\(agony_device_minor(device))"
    return String(decoding: mountInfo, as: UTF8.self).split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      guard fields.count > 3, fields[2] == number, let options = fields.last else { return false }
      return options.split(separator: ",").contains { $0 == option }
    }
  }

  private static func readMountInfo() -> [UInt8] {
    let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while true {
      let got = read(descriptor, &block, block.count)
      guard got > 0 else { return text }
      text.append(contentsOf: block[0..<got])
    }
  }
}
