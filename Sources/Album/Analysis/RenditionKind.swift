// Agony
// SPDX-License-Identifier: Apache-2.0

/// A small picture made of an item. The raw value is `rendition.kind` of the index.
package enum RenditionKind: Int, Sendable {
  /// Shorter side 320 pixels.
  case thumbnail = 1
  /// Longer side 2,048 pixels; only where a browser does not show the original, or it is very large.
  case preview = 2
}
