// Agony
// SPDX-License-Identifier: Apache-2.0

@main
enum Agony {
  static func main() {}
}
