#!/bin/bash
# run.sh [BOOT...]: boots emulated guests, side by side, and checks what came of each; all by default. Of two processors
# the first two boots have one each; `others` takes what they leave while they wait, and nothing in it is timed.
#
#   service   the package on Raspberry Pi OS, over a reboot in a ride
#   writes    the same package in peace: what it writes to the disk, says and uses, with no ride and riding
#   others    on this machine's own root: adapters on USB, and the package installed and purged where no systemd runs
#
# RIG_BIN names the folder of jz2d and jz2ctl in the checkout (.build/debug), RIG_DEB the package (the newest in
# .work/deb). What a boot leaves is in RIG_RUNS/BOOT (.work/rig/runs), the figures of the service in service.md beside
# them.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
RIG=$(dirname "$HERE")
ROOT=$(realpath "$RIG/../..")
RUNS=${RIG_RUNS:-$ROOT/.work/rig/runs}
newest_package() { find "$ROOT/.work/deb/" -name 'jz2_*.deb' -printf '%T@ %p\n' 2> /dev/null | sort -n | tail -n 1; }
PACKAGE=${RIG_DEB:-$(newest_package | cut -d' ' -f2-)}
[ $# -gt 0 ] || set -- service writes others
"$RIG/setup.sh" emulated
[ "$(uname -m)" = x86_64 ] || exit 0
[ -f "$PACKAGE" ] || { echo "run.sh: no package in .work/deb; make deb first" >&2; exit 1; }

# pack NAME [COMMAND...]: the package once more, after COMMAND has changed what it says of itself. Its contents are the
# same; compressed otherwise, an emulated processor unpacks them in a tenth of the time. As it is it is unpacked once,
# in `service`.
pack() {
  local name=$1
  shift
  rm -rf "$GIVEN/unpacked"
  dpkg-deb -R "$PACKAGE" "$GIVEN/unpacked"
  [ $# = 0 ] || "$@" "$GIVEN/unpacked/DEBIAN/control"
  dpkg-deb --root-owner-group -Zzstd -z1 -b "$GIVEN/unpacked" "$GIVEN/$name.deb" > /dev/null
  rm -rf "$GIVEN/unpacked"
}

GIVEN=$RUNS/given
rm -rf "$GIVEN"
mkdir -p "$GIVEN"
cp "$PACKAGE" "$GIVEN/first.deb"
pack same
[[ " $* " != *" service "* ]] || pack upgrade sed -i 's/^Version: .*/&+later/'

# boot NAME: becomes that boot.
boot() {
  local work=$RUNS/$1
  rm -rf "${work:?}"
  mkdir -p "$work"
  case $1 in
    service) RIG_GIVEN="$GIVEN/first.deb $GIVEN/upgrade.deb" exec "$HERE/service.sh" "$work" ;;
    writes)
      "$RIG/virtual/make-disk.sh" "$work/disk.img" 512M
      export RIG_DISK=$work/disk.img RIG_DISK_CACHE=writeback RIG_ROOT=$work/root.img RIG_IMAGE=$ROOT/.work/rig/trixie
      cp --sparse=always "$RIG_IMAGE/root.ext4" "$RIG_ROOT"
      RIG_GIVEN=$GIVEN/same.deb RIG_LIMIT=1800 exec "$HERE/boot.sh" "$work" writes
      ;;
    others) RIG_GIVEN=$GIVEN/same.deb RIG_LIMIT=1800 exec nice "$HERE/boot.sh" "$work" usb install ;;
    *) echo "run.sh: unknown boot '$1' (service, writes, others)" >&2; exit 64 ;;
  esac
}

# check BOOT SCENARIO: judges what it left.
check() {
  local folder=$RUNS/$1/out/$2
  [ "$1" != service ] || folder=$RUNS/$1
  echo "-- $1: $2"
  [ -d "$folder" ] && python3 -B "$RIG/checks/check_$2.py" "$folder" && return
  tail -n 5 "$folder/scenario.log" 2> /dev/null || true
  return 1
}

declare -A running
stop() { for name in "${!running[@]}"; do kill "${running[$name]}" 2> /dev/null || true; done; }
trap stop EXIT
for name in "$@"; do
  boot "$name" &
  running[$name]=$!
done

failures=0
for name in "$@"; do
  wait "${running[$name]}" || { echo "FAILED boot $name"; failures=$((failures + 1)); }
  unset "running[$name]"
  echo "$name: done $SECONDS s after the first began"
  case $name in others) scenarios="usb install" ;; *) scenarios=$name ;; esac
  for scenario in $scenarios; do
    check "$name" "$scenario" || failures=$((failures + 1))
  done
done
if [[ " $* " == *" service "* ]]; then
  python3 -B "$RIG/checks/service_figures.py" "$RUNS" "$RUNS/../service.md" || failures=$((failures + 1))
fi
rm -rf "$GIVEN" "$RUNS"/{service,writes}/{disk,root}.img
[ $failures = 0 ] || { echo "The emulated guests: $failures parts failed; see $RUNS"; exit 1; }
