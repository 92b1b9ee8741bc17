#!/bin/bash
# setup.sh [PART...]: installs what is missing for those parts (build, rig and bench by default), and nothing else.
#
#   build     what the package links against, and a Swift toolchain that is new enough (named, not installed)
#   clients   a virtual environment with Python's packages: Bumble, a Varlink client, readers and writers of files
#   rig       the same, BlueZ, and a kernel that is a program
#   system    a Raspberry Pi OS for the rig
#   pair      a second kernel for the rig, Linux 6.12
#   emulated  QEMU, a kernel and an initrd for it
#   bench     tshark, and bleak and pycycling in an environment of their own
#   deb       what makes Debian packages and looks them over
#   cross     a compiler for arm64, and what programs for Raspberry Pi OS are built against
#   arm64     QEMU, and a Raspberry Pi OS for it
#
# Everything it makes is under .work in the checkout. With nothing missing it takes a fraction of a second.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
WORK=$ROOT/.work
PARTS=${*:-build rig bench}

# What a Swift toolchain unpacked on a bare Debian needs to run and to link.
toolchain_needs() {
  case $(cat /etc/debian_version 2> /dev/null) in
    12*) echo libcurl4 libpython3.11 libstdc++-12-dev ;;
    13*) echo libcurl4t64 libpython3.13 libstdc++-14-dev ;;
    *) return ;;
  esac
  echo binutils gcc libc6-dev libedit2 libncurses6 libxml2 libz3-4 tzdata zlib1g-dev
}

packages() {
  case $1 in
    build) echo ca-certificates git libbluetooth-dev libdbus-1-dev libsqlite3-dev pkg-config; toolchain_needs ;;
    clients) echo python3 python3-venv ;;
    rig)
      echo bluez dbus e2fsprogs libxml2-utils python3 python3-venv
      echo bc bison build-essential flex linux-source-6.1 xz-utils
      ;;
    emulated)
      echo busybox-static cpio kmod python3 qemu-system-x86 udev xz-utils
      ;;
    system) echo debootstrap e2fsprogs ;;
    pair) echo bc bison build-essential flex linux-source-6.12 xz-utils ;;
    bench) echo python3 python3-venv tshark ;;
    deb) echo build-essential debhelper lintian ;;
    cross) echo binutils-aarch64-linux-gnu debootstrap qemu-user-static ;;
    arm64) echo cpio e2fsprogs kmod python3 qemu-system-arm qemu-utils xz-utils ;;
    *) echo "setup.sh: unknown part '$1' (build, clients, rig, system, pair, emulated, bench, deb, cross, arm64)" >&2; exit 64 ;;
  esac
}

# need_swift: a toolchain that runs and is new enough is on PATH; else what to do about it.
need_swift() {
  local version where=https://swift.org/install/linux
  command -v swift > /dev/null || { echo "No Swift toolchain on PATH: install Swift 6.3 or newer, $where" >&2; exit 1; }
  version=$(swift --version 2>&1 | grep -oE 'Swift version [0-9]+\.[0-9]+' | grep -oE '[0-9.]+' || true)
  [ -n "$version" ] ||
    { echo "swift does not run: $(swift --version 2>&1 | head -1) (what it needs: $where)" >&2; exit 1; }
  [ "$(printf '%s\n' 6.3 "$version" | sort -V | head -1)" = 6.3 ] ||
    { echo "Swift $version is too old: 6.3 or newer, $where" >&2; exit 1; }
}

# fetch_dependencies: what Package.swift names.
fetch_dependencies() {
  [ ! -d "$ROOT/.build/checkouts" ] || return 0
  again swift package --package-path "$ROOT" resolve
}

# Names the packages of "$@" that are not installed.
missing() {
  local present
  present=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2> /dev/null | sed -n 's/^ii *//p' || true)
  for package in "$@"; do grep -qx "$package" <<< "$present" || echo "$package"; done
}

# again COMMAND...: runs it, up to three times, since a server that did not answer may a moment later; what it says is printed if it fails.
again() {
  local try
  for try in 1 2 3; do
    "$@" > "$WORK/again-$BASHPID.log" 2>&1 && { rm -f "$WORK/again-$BASHPID.log"; return; }
    sleep $((try * 5))
  done
  tail -20 "$WORK/again-$BASHPID.log" >&2
  return 1
}

install_packages() {
  local absent become=() apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3)
  command -v dpkg-query > /dev/null || { echo "This set-up knows Debian's packages only; needed here: $*" >&2; exit 1; }
  mapfile -t absent < <(missing "$@")
  [ ${#absent[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    # shellcheck disable=SC2015
    sudo -n true 2> /dev/null || [ -t 0 ] && command -v sudo > /dev/null ||
      { echo "Missing packages; as root: apt-get update && apt-get install ${absent[*]}" >&2; exit 1; }
    become=(sudo)
  fi
  echo "Installing: ${absent[*]}"
  local install=(install -y -qq --no-install-recommends "${absent[@]}")
  if ! ls /var/lib/apt/lists/*Packages* > /dev/null 2>&1 ||
    ! "${become[@]}" "${apt[@]}" "${install[@]}" > "$WORK/apt.log" 2>&1; then
    again "${become[@]}" "${apt[@]}" update -qq --error-on=any
    again "${become[@]}" "${apt[@]}" "${install[@]}"
  fi
}

# environment NAME REQUIREMENTS: a virtual environment that holds exactly those pins.
environment() {
  local venv=$WORK/$1 requirements=$2
  cmp -s "$requirements" "$venv/installed.txt" && [ -x "$venv/bin/python" ] && return 0
  echo "Preparing .work/$1"
  rm -rf "$venv"
  python3 -m venv "$venv"
  again "$venv/bin/pip" install -q --disable-pip-version-check -r "$requirements"
  cp "$requirements" "$venv/installed.txt"
}

# possible PART: whether this machine can have it; else says what is left out.
possible() {
  [ "$(uname -m)" != x86_64 ] || return 0
  case $1 in
    cross) echo "Left out on $(uname -m): what builds for arm64 on x86-64" ;;
    rig | system | pair) echo "Left out on $(uname -m): the rig in virtual time; the kernel can be a program on x86-64 only" ;;
    emulated) echo "Left out on $(uname -m): the emulated guests; they boot this machine's own root as x86-64" ;;
    *) return 0 ;;
  esac
  return 1
}

mkdir -p "$WORK"
needed=() parts=()
for part in $PARTS; do packages "$part" > /dev/null; done
for part in $PARTS; do ! possible "$part" || parts+=("$part"); done
for part in "${parts[@]}"; do mapfile -t -d ' ' names < <(packages "$part" | tr '\n' ' '); needed+=("${names[@]}"); done
install_packages "${needed[@]}"
# What mostly waits for packages to come does so beside the rest.
fetching=()
for part in "${parts[@]}"; do
  case $part in
    build) need_swift; fetch_dependencies & fetching+=($!) ;;
    cross) "$HERE/arm64/toolchain.sh" "$WORK/arm64" & fetching+=($!) ;;
    arm64) "$HERE/arm64/image.sh" "$WORK/rig/arm64" & fetching+=($!) ;;
    emulated) "$HERE/emulated/guest-image.sh" "$WORK/rig" & fetching+=($!) ;;
    system) "$HERE/virtual/pi-image.sh" "$WORK/rig/trixie" & fetching+=($!) ;;
  esac
done
for part in "${parts[@]}"; do
  case $part in
    clients) environment venv "$HERE/requirements.txt" ;;
    rig) environment venv "$HERE/requirements.txt"; "$HERE/virtual/build-kernel.sh" "$WORK/rig/linux-6.1" ;;
    pair) "$HERE/virtual/build-kernel.sh" "$WORK/rig/linux-6.12" 6.12 ;;
    bench) environment bench-venv "$ROOT/Tests/Bench/requirements.txt" ;;
  esac
done
for id in "${fetching[@]}"; do wait "$id"; done
