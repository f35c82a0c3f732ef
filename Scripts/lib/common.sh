# Agony
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Shared by Scripts/run and Scripts/test: what they say, the packages of the system, the Swift toolchain.

# What the toolchain itself needs, in case it was only unpacked; then the libraries of Package.swift.
BUILD_PACKAGES=(
  binutils libc6-dev libstdc++-12-dev libcurl4 libncurses6 libxml2 pkg-config
  libsodium-dev libssl-dev libsqlite3-dev libutf8proc-dev
  libturbojpeg0-dev libwebp-dev liblcms2-dev libspng-dev libtiff-dev libjxl-dev libraw-dev
  libavcodec-dev libavformat-dev libswscale-dev
)
DEMO_PACKAGES=(python3)
TEST_PACKAGES=(
  python3 python3-nacl python3-numpy strace libimage-exiftool-perl imagemagick ffmpeg webp libjxl-tools libheif-examples
)

# To standard error: standard output belongs to what is run.
say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# Runs a command as root, by sudo if need be.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    command -v sudo >/dev/null || fail "This needs root, and there is no sudo. As root, run: $*"
    sudo "$@"
  fi
}

# Installs those of the named Debian packages that are missing; says which, and nothing if none is.
need_packages() {
  local package missing=()
  if ! command -v dpkg-query >/dev/null; then
    say "This is no Debian system; what is needed under Debian's names: $*"
    return
  fi
  for package; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  say "Installing from Debian, which may take a minute: ${missing[*]}"
  local apt=(apt-get -qq -o DPkg::Lock::Timeout=300)
  as_root "${apt[@]}" update >&2 || say "The list of packages could not be refreshed; trying with the one that is here."
  as_root env DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null </dev/null ||
    fail "Debian's packages could not be installed: ${missing[*]}"
}

# Puts the Swift toolchain on PATH, if it is not there yet, and checks its version.
need_swift() {
  local folder version
  if ! command -v swift >/dev/null; then
    for folder in /opt/swift/usr/bin /usr/local/swift/usr/bin "${SWIFTLY_BIN_DIR:-${HOME:-/root}/.local/share/swiftly/bin}"; do
      if [ -x "$folder/swift" ]; then
        PATH=$folder:$PATH
        break
      fi
    done
  fi
  command -v swift >/dev/null || fail "Swift 6.2 or later is needed: https://www.swift.org/install/linux/"
  swift --version >/dev/null 2>&1 || fail "The Swift toolchain does not run: $(swift --version 2>&1 | head -n 1)"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  [ "$(printf '%s\n6.2\n' "$version" | sort -V | head -n 1)" = 6.2 ] ||
    fail "Swift 6.2 or later is needed; this is Swift ${version:-of an unknown version}."
}

# The program, from the package's folder. Swift's runtime is linked into it: it starts in milliseconds and runs on machines
# without a toolchain.
AGONY_PATH=.build/release/agony

build_agony() {
  swift build -c release --static-swift-stdlib --product agony &&
    swift build -c release --static-swift-stdlib --product agony-media-worker
}
