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

/// Tests over real files, on mounts of their own, or for as long as asked are part of the build only if their variable is set: a test that is
/// there is never skipped.
let testing =
  strict
  + ["AGONY_SAMPLES", "AGONY_TEST_MOUNTS", "AGONY_FUZZ_SECONDS"]
  .filter { Context.environment[$0] != nil }
  .map { SwiftSetting.define($0) }

/// All symbols are resolved at the start and their table made read-only: harder to misuse, and the processes that a worker
/// forks do not look each symbol up again.
let bound: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"])
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
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp libwebpdemux", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CSPNG", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
    .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
    .systemLibrary(name: "CJXL", pkgConfig: "libjxl", providers: [.apt(["libjxl-dev"])]),
    .systemLibrary(name: "CLibRaw", pkgConfig: "libraw", providers: [.apt(["libraw-dev"])]),
    .systemLibrary(
      name: "CLibAV", pkgConfig: "libavformat libavcodec libavutil libswscale",
      providers: [.apt(["libavcodec-dev", "libavformat-dev", "libswscale-dev"])]),
    // C shims: what Swift cannot call.
    .target(name: "CMediaSystem"),
    .target(name: "CSandbox"),
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
      dependencies: ["CSystem", "Index", "Media", "MediaMetadata", "MediaWire", "Vault"],
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
    .target(name: "MediaWire", dependencies: ["MediaMetadata"], swiftSettings: strict),
    .target(
      name: "MediaDecoding",
      dependencies: [
        "CJXL", "CLCMS", "CLibAV", "CLibRaw", "CSPNG", "CTIFF", "CTurboJPEG", "CWebP", "MediaMetadata", "MediaWire",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "MediaWorker",
      dependencies: ["CMediaSystem", "CSandbox", "MediaDecoding", "MediaWire"],
      swiftSettings: strict
    ),
    .target(
      name: "Media",
      dependencies: ["CMediaSystem", "MediaWire"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "agony-media-worker",
      dependencies: ["MediaDecoding", "MediaWorker"],
      swiftSettings: strict,
      linkerSettings: bound
    ),
    .target(name: "MediaMetadata", swiftSettings: strict),
    .executableTarget(
      name: "agony",
      dependencies: ["CommandLineInterface"],
      swiftSettings: strict,
      linkerSettings: bound
    ),

    .target(
      name: "TestSupport",
      dependencies: ["Vault"],
      path: "Tests/Support",
      swiftSettings: strict
    ),
    // A worker that tries to break out, for tests.
    .target(name: "CMediaProbe", path: "Tests/CMediaProbe"),
    .executableTarget(
      name: "agony-media-probe",
      dependencies: ["CMediaProbe", "MediaDecoding", "MediaWire", "MediaWorker"],
      path: "Tests/MediaProbe",
      swiftSettings: strict
    ),
    .testTarget(
      name: "MediaTests",
      dependencies: [
        "Media", "MediaDecoding", "MediaMetadata", "MediaWire", "agony-media-probe", "agony-media-worker",
      ],
      swiftSettings: testing
    ),
    .testTarget(name: "CryptoTests", dependencies: ["Crypto"], swiftSettings: testing),
    .testTarget(name: "UnlockTests", dependencies: ["TestSupport", "Unlock", "Vault"], swiftSettings: testing),
    .testTarget(name: "VaultTests", dependencies: ["Crypto", "TestSupport", "Vault"], swiftSettings: testing),
    .testTarget(
      name: "IndexTests",
      dependencies: ["CSQLite", "Crypto", "Index", "TestSupport", "Vault"],
      swiftSettings: testing
    ),
    .testTarget(
      name: "AlbumTests",
      dependencies: ["Album", "Crypto", "Index", "MediaMetadata", "TestSupport", "Vault", "agony-media-worker"],
      swiftSettings: testing
    ),
    .testTarget(name: "MediaMetadataTests", dependencies: ["MediaMetadata", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["Album", "CommandLineInterface", "Unlock", "Vault"],
      swiftSettings: testing
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
      name: "MediaBenchmark",
      dependencies: ["Media", "MediaWire", "Vault"],
      path: "Benchmarks/MediaBenchmark",
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
