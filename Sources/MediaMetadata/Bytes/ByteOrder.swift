// Agony
// SPDX-License-Identifier: Apache-2.0

enum ByteOrder {
  case big, little
}
