// Agony
// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL
internal import CSodium
internal import CUtf8proc

package enum LibraryVersions {
  /// As loaded, not as built against.
  package static var all: [(name: String, version: String)] {
    [
      ("libsodium", String(cString: sodium_version_string())),
      ("OpenSSL", String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))),
      ("utf8proc", String(cString: utf8proc_version())),
    ]
  }
}
