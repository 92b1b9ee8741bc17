#!/bin/bash
# pi-image.sh DIRECTORY: creates root.ext4 there, a Raspberry Pi OS as far as jz2 is concerned: Debian trixie with
# systemd, BlueZ and the dependencies of jz2. Does nothing if it exists and its recipe has not changed since (comments
# do not count). Needs root, as debootstrap does.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
SELF=$(realpath "$0")
IMAGE=$(realpath -m "$1")
SUITE=trixie
# The list includes the dependencies of jz2's packages: apt has no network in the guest, only a server that busybox runs
# there. curl and sudo are part of Raspberry Pi OS.
PACKAGES=(adduser bluez busybox-static ca-certificates curl dbus e2fsprogs iproute2 kmod libbluetooth3 libcurl4t64
  libdbus-1-3 libsqlite3-0 libstdc++6 passwd procps rfkill sqlite3 sudo systemd systemd-sysv udev)

made_by() { grep -hvE '^ *(#|$)' "$SELF" "$HERE/rig.service"; }
if ! made_by | cmp -s - "$IMAGE/made-by-pi" || [ ! -f "$IMAGE/root.ext4" ]; then
  if [ "$(id -u)" != 0 ]; then exec sudo "$SELF" "$1"; fi
  mkdir -p "$IMAGE"
  cd "$IMAGE"
  # An interrupted debootstrap leaves these mounted.
  umount root/proc root/sys 2> /dev/null || true
  rm -rf root root.ext4
  # shellcheck disable=SC2016  # apt-get expands it
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v -e -security | head -1)
  echo "Fetching Debian $SUITE, about 100 MB"
  packages=$(IFS=,; echo "${PACKAGES[*]}")
  for try in 1 2 3; do
    ! debootstrap --variant=minbase --include="$packages" "$SUITE" root "$mirror" > debootstrap.log 2>&1 || break
    [ $try != 3 ] || { tail -5 debootstrap.log >&2; exit 1; }
    rm -rf root
    sleep 10
  done

  rm -rf root/var/cache/apt/archives/*.deb root/var/lib/apt/lists/* root/etc/apt/sources.list

  # Its terminals are unused, and the work of timers must not be measured.
  for unit in getty@tty1.service apt-daily{,-upgrade}.timer dpkg-db-backup.timer \
    e2scrub_all.timer fstrim.timer; do
    ln -sf /dev/null "root/etc/systemd/system/$unit"
  done
  mkdir -p root/etc/systemd/system/graphical.target.wants
  cp "$HERE/rig.service" root/etc/systemd/system/
  ln -sf ../rig.service root/etc/systemd/system/graphical.target.wants/
  echo raspberrypi > root/etc/hostname
  printf '127.0.0.1 localhost raspberrypi\n' > root/etc/hosts

  # The image is sparse: as large as a small card, as small on this disk as its contents. Its UUID and the order of its
  # folders are fixed; otherwise the guest would differ between computers.
  rm -f root.part
  truncate -s 2G root.part
  PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q -L rootfs \
    -U 6a7a3264-0000-4000-8000-000000000001 -E hash_seed=6a7a3264-0000-4000-8000-000000000002 -d root root.part
  rm -rf root
  mv root.part root.ext4
  made_by > made-by-pi
  echo "Guest image: Debian $SUITE, $(du -m root.ext4 | cut -f1) MB"
fi
[ -z "${SUDO_UID:-}" ] || chown -R "$SUDO_UID:${SUDO_GID:-}" "$IMAGE"
