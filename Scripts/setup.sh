#!/bin/bash
# setup.sh [--packages] PART...: installs the dependencies of these parts that this computer lacks. If none is missing,
# it takes a fraction of a second. Everything that it creates is below .work in the checkout; the kernels of the rig are
# also kept in the user's cache. --packages: only Debian's packages.
#
#   build     the libraries that jz2 links, and a Swift toolchain that is new enough (checked, not installed)
#   lint      shellcheck, tsc, the Swift packages, and ruff in the scripts' virtual environment
#   clients   the virtual environment of the scripts and tests: .work/venv, from requirements.txt
#   page      node, a browser, and its driver
#   hub       the libraries of the hub, a PostgreSQL server, and the tester of its API description
#   attacks   network namespaces, certificates and a PostgreSQL server
#   bench     tshark, and bleak and pycycling in their own environment
#   pictures  a terminal without a window, and the programs that draw and shrink its picture
#   deb       the tools that make and check Debian packages, and a reader of SPDX in its own environment
#   publish   the tools that make and sign an apt repository
#   image     the tools that install a system for arm64 and write it to the image of a card
#   card      QEMU for arm64 and a browser, which boot and open that image
#   cross     a compiler for arm64, and the libraries that programs for Raspberry Pi OS link
#
# Proof/Rig/setup.sh sources this file and adds the parts of the rig. A part NAME is up to four functions:
#   packages_NAME   prints its Debian packages, which are installed first, those of all parts together
#   possible_NAME   fails with a reason on a computer that cannot have the part, which is then skipped
#   begin_NAME      starts the steps that mostly wait for the network, with `beside`
#   make_NAME       does the rest, in the order of the parts
set -euo pipefail
ROOT=$(realpath "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/..")
WORK=$ROOT/.work

packages_build() {
  echo ca-certificates git libbluetooth-dev libcurl4-openssl-dev libdbus-1-dev libsqlite3-dev pkg-config
  # A Swift toolchain unpacked on a bare Debian needs these to run and to link.
  case $(cat /etc/debian_version 2> /dev/null) in
    12*) echo libcurl4 libpython3.11 libstdc++-12-dev ;;
    13*) echo libcurl4t64 libpython3.13 libstdc++-14-dev ;;
    *) return ;;
  esac
  echo binutils gcc libc6-dev libedit2 libncurses6 libxml2 libz3-4 tzdata zlib1g-dev
}
begin_build() {
  need_swift
  beside dependencies fetch_dependencies
}

packages_lint() { echo node-typescript nodejs python3 python3-venv shellcheck; }
begin_lint() {
  begin_build
  begin_clients
}

packages_clients() { echo libxml2-utils python3 python3-venv; }
begin_clients() { beside venv environment venv "$ROOT/Scripts/requirements.txt"; }

packages_page() { echo chromium fonts-dejavu-core nodejs openssl python3 python3-venv stunnel4; }
begin_page() { begin_clients; }

packages_hub() {
  packages_build
  echo libpq-dev libssl-dev postgresql python3 python3-venv
}
begin_hub() {
  need_swift
  beside hub-venv environment hub-venv "$ROOT/Proof/Hub/requirements.txt"
}

packages_attacks() { echo iproute2 nftables openssl postgresql python3 stunnel4 util-linux; }

packages_bench() { echo python3 python3-venv tshark; }
begin_bench() { beside bench-venv environment bench-venv "$ROOT/Benchmarks/requirements.txt"; }

packages_pictures() { echo fonts-dejavu-core librsvg2-bin pngquant python3 tmux; }

packages_deb() { echo build-essential debhelper lintian python3 python3-venv; }
begin_deb() { beside spdx-venv environment spdx-venv "$ROOT/Scripts/dependencies/requirements.txt"; }

packages_publish() { echo gpg gpg-agent gpgconf python3 reprepro; }

packages_image() {
  echo arch-test debian-archive-keyring dosfstools e2fsprogs fdisk mmdebstrap mtools python3 qemu-user-static util-linux
  echo xz-utils
}

packages_card() {
  packages_page
  echo mtools openssh-client qemu-system-arm xz-utils
}
begin_card() { begin_page; }

packages_cross() { echo binutils-aarch64-linux-gnu debootstrap qemu-user-static; }
possible_cross() { on_x86_64 "what builds for arm64 on x86-64"; }
begin_cross() { beside toolchain "$ROOT/Scripts/arm64/toolchain.sh" "$WORK/arm64"; }

# need_swift: fails with advice unless a Swift toolchain is on PATH, runs, and is new enough.
need_swift() {
  local version where=https://swift.org/install/linux
  command -v swift > /dev/null || { echo "No Swift toolchain on PATH: install Swift 6.3 or newer, $where" >&2; exit 1; }
  version=$(swift --version 2>&1 | grep -oE 'Swift version [0-9]+\.[0-9]+' | grep -oE '[0-9.]+' || true)
  [ -n "$version" ] ||
    { echo "swift does not run: $(swift --version 2>&1 | head -1) (what it needs: $where)" >&2; exit 1; }
  [ "$(printf '%s\n' 6.3 "$version" | sort -V | head -1)" = 6.3 ] ||
    { echo "Swift $version is too old: 6.3 or newer, $where" >&2; exit 1; }
}

# fetch_dependencies: fetches the packages that Package.swift names.
fetch_dependencies() {
  [ ! -d "$ROOT/.build/checkouts" ] || return 0
  again swift package --package-path "$ROOT" resolve
}

# environment NAME REQUIREMENTS: creates the virtual environment .work/NAME with exactly these versions.
environment() {
  local venv=$WORK/$1 requirements=$2
  cmp -s "$requirements" "$venv/installed.txt" && [ -x "$venv/bin/python" ] && return 0
  echo "Preparing .work/$1"
  rm -rf "$venv"
  python3 -m venv "$venv"
  again "$venv/bin/pip" install -q --disable-pip-version-check -r "$requirements"
  cp "$requirements" "$venv/installed.txt"
}

# on_x86_64 WHAT: whether this computer has such a processor; otherwise prints that WHAT is left out.
on_x86_64() { [ "$(uname -m)" = x86_64 ] || { echo "Left out on $(uname -m): $1"; return 1; }; }

# again COMMAND...: runs it up to three times, because a server that fails may answer a moment later. Prints the end of
# its output if it fails.
again() {
  local try
  for try in 1 2 3; do
    "$@" > "$WORK/again-$BASHPID.log" 2>&1 && { rm -f "$WORK/again-$BASHPID.log"; return; }
    sleep $((try * 5))
  done
  tail -20 "$WORK/again-$BASHPID.log" >&2
  return 1
}

# missing PACKAGE...: prints the packages that are not installed.
missing() {
  local present
  present=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2> /dev/null | sed -n 's/^ii *//p' || true)
  for package in "$@"; do grep -qx "$package" <<< "$present" || echo "$package"; done
}

may_become_root() { command -v sudo > /dev/null && { sudo -n true 2> /dev/null || [ -t 0 ]; }; }

install_packages() {
  local absent become=() apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3)
  command -v dpkg-query > /dev/null ||
    { echo "This set-up knows only Debian's packages; needed here: $*" >&2; exit 1; }
  mapfile -t absent < <(missing "$@")
  [ ${#absent[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    may_become_root || { echo "Missing packages; as root: apt-get update && apt-get install ${absent[*]}" >&2; exit 1; }
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

# beside NAME COMMAND...: runs it in the background during the rest of the set-up, once for each NAME.
declare -A BESIDE=()
beside() {
  local name=$1
  shift
  [ -z "${BESIDE[$name]:-}" ] || return 0
  "$@" &
  BESIDE[$name]=$!
}

defined() { declare -F "$1" > /dev/null; }

# set_up PART...: installs the parts.
set_up() {
  local part id packages=() parts=() known only=
  [ "${1:-}" != --packages ] || { only=packages; shift; }
  known=$(declare -F | sed -n 's/^declare -f packages_//p' | tr '\n' ' ')
  for part in "$@"; do
    defined "packages_$part" || { echo "setup.sh: unknown part '$part' (there are: $known)" >&2; exit 64; }
    ! defined "possible_$part" || "possible_$part" || continue
    parts+=("$part")
    mapfile -t -O ${#packages[@]} packages < <("packages_$part" | tr ' ' '\n')
  done
  mkdir -p "$WORK"
  install_packages "${packages[@]}"
  [ -z "$only" ] || return 0
  for part in "${parts[@]}"; do ! defined "begin_$part" || "begin_$part"; done
  for part in "${parts[@]}"; do ! defined "make_$part" || "make_$part"; done
  for id in "${BESIDE[@]}"; do wait "$id"; done
}

[ "${BASH_SOURCE[0]}" != "$0" ] || set_up "$@"
