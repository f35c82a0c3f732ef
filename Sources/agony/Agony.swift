// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import Glibc

@main
enum Agony {
  static func main() {
    exit(Program.run())
  }
}
