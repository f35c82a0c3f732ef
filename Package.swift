// swift-tools-version: 6.2
// Agony
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "agony",
  products: [
    .executable(name: "agony", targets: ["agony"])
  ],
  targets: [
    // C libraries: one system module each.
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CUtf8proc", pkgConfig: "libutf8proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CSQLiteLibrary", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // C shims: what Swift cannot call.
    .target(name: "CSystem"),
    .target(name: "CSQLite", dependencies: ["CSQLiteLibrary"]),

    .target(
      name: "Crypto",
      dependencies: ["COpenSSL", "CSodium", "CUtf8proc"],
      swiftSettings: strict
    ),
    .target(
      name: "Vault",
      dependencies: ["CSystem", "Crypto"],
      swiftSettings: strict
    ),
    .target(
      name: "Index",
      dependencies: ["CSQLite", "Vault"],
      swiftSettings: strict
    ),
    .target(
      name: "Album",
      dependencies: ["CSystem", "Index", "Vault"],
      swiftSettings: strict
    ),
    .target(
      name: "Unlock",
      dependencies: ["Crypto", "Vault"],
      swiftSettings: strict
    ),
    .target(
      name: "CommandLineInterface",
      dependencies: ["Album", "CSystem", "Unlock", "Vault"],
      path: "Sources/CommandLine",
      swiftSettings: strict
    ),
    .target(name: "MediaMetadata", swiftSettings: strict),
    .executableTarget(
      name: "agony",
      dependencies: ["CommandLineInterface"],
      swiftSettings: strict
    ),

    .target(
      name: "TestSupport",
      dependencies: ["Vault"],
      path: "Tests/Support",
      swiftSettings: strict
    ),
    .testTarget(name: "CryptoTests", dependencies: ["Crypto"], swiftSettings: strict),
    .testTarget(name: "UnlockTests", dependencies: ["TestSupport", "Unlock", "Vault"], swiftSettings: strict),
    .testTarget(name: "VaultTests", dependencies: ["Crypto", "TestSupport", "Vault"], swiftSettings: strict),
    .testTarget(
      name: "IndexTests",
      dependencies: ["CSQLite", "Crypto", "Index", "TestSupport", "Vault"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "AlbumTests",
      dependencies: ["Album", "Crypto", "Index", "TestSupport", "Vault"],
      swiftSettings: strict
    ),
    .testTarget(name: "MediaMetadataTests", dependencies: ["MediaMetadata", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["Album", "CommandLineInterface", "Unlock", "Vault"],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Benchmarks are built only when asked for, `AGONY_BENCHMARKS=1 swift build -c release`; they need `package` access
// and so belong to this package.
if Context.environment["AGONY_BENCHMARKS"] == "1" {
  package.targets += [
    .executableTarget(
      name: "IndexBenchmark",
      dependencies: ["CSQLite", "Index", "Unlock", "Vault"],
      path: "Benchmarks/IndexBenchmark",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "VaultBenchmark",
      dependencies: ["Unlock", "Vault"],
      path: "Benchmarks/VaultBenchmark",
      swiftSettings: strict
    ),
  ]
}
