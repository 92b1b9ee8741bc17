#!/bin/bash
# image.sh FOLDER PACKAGE...: creates an image for the card of a Raspberry Pi there, with these packages of jz2 for
# arm64, and a manifest with which Raspberry Pi Imager offers its settings for it. The page is on, and shows the code
# for the first phone. Needs root.
#
# The environment may name:
#   BASE            an image.xz of Raspberry Pi OS Lite (64-bit, trixie); without it, base.sh creates one of Debian
#   REPOSITORY_URL  the address at which jz2's repository is published; .work/repository has its key
#   IMAGE_URL       the address of the folder in which the image is published; by default REPOSITORY_URL
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
[ "$(id -u)" = 0 ] || exec sudo --preserve-env=BASE,REPOSITORY_URL,IMAGE_URL "$(realpath "$0")" "$@"
# The mounts end with this process.
[ -n "${JZ2_IMAGE_MOUNTS:-}" ] || JZ2_IMAGE_MOUNTS=own exec unshare -m "$(realpath "$0")" "$@"
PATH=$PATH:/usr/sbin:/sbin
FOLDER=$(realpath -m "$1")
shift
# shellcheck source=../../Scripts/arm64/apt.sh
. "$ROOT/Scripts/arm64/apt.sh"
# shellcheck source=emulate.sh
. "$HERE/emulate.sh"
refuse() { echo "$1" >&2; exit 1; }

mkdir -p "$FOLDER"
WORK=$(mktemp -d "$FOLDER/making.XXXXXX")
image=$WORK/image root=$WORK/root
trap 'umount -R "$root" 2> /dev/null || true; rm -rf "$WORK"' EXIT

# partition NUMBER: prints its first byte and its size in bytes.
partition() {
  sfdisk -J "$image" | python3 -c "import json, sys
table = json.load(sys.stdin)['partitiontable']
one = table['partitions'][$1 - 1]
print(one['start'] * table.get('sectorsize', 512), one['size'] * table.get('sectorsize', 512))"
}

# resize_root MEGABYTES: gives the root so much more space, or makes it as small as its files if that is empty.
resize_root() {
  local first size loop
  read -r first size < <(partition 2)
  if [ -n "$1" ]; then
    truncate -s $((first + size + $1 * 1048576)) "$image"
    echo ', +' | sfdisk -q -N 2 "$image"
    read -r first size < <(partition 2)
  fi
  loop=$(losetup --show -f -o "$first" --sizelimit "$size" "$image")
  e2fsck -fp "$loop" > /dev/null || [ $? = 1 ]
  if [ -n "$1" ]; then
    resize2fs "$loop" > /dev/null 2>&1
  else
    resize2fs -M "$loop" > /dev/null 2>&1
    # Space for what the first boot writes before the root has grown to the card.
    size=$(dumpe2fs -h "$loop" 2> /dev/null |
      awk '/^Block count/ {n = $3} /^Block size/ {print (n * $3 + 268435456) / 512}')
    resize2fs "$loop" "${size}s" > /dev/null 2>&1
    echo ", $size" | sfdisk -q -N 2 "$image"
    truncate -s $((first + size * 512)) "$image"
  fi
  losetup -d "$loop"
}

in_root() {
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}

# check_base: whether this code knows the system in the image.
check_base() {
  local name=$1 release
  [ -f "$root/etc/os-release" ] || refuse "The second partition of $name is not the root of a system."
  # shellcheck source=/dev/null
  release=$(. "$root/etc/os-release" && echo "$VERSION_CODENAME")
  [ "$release" = trixie ] || refuse "$name has the release $release. Use an image with Debian 13 (trixie)."
  [ "$(in_root dpkg --print-architecture)" = arm64 ] || refuse "$name is not for arm64. Use a 64-bit image."
  [ -x "$root/usr/bin/cloud-init" ] ||
    refuse "$name has no cloud-init. Use an image of Raspberry Pi OS of November 2025 or later."
}

# install_packages PACKAGE...: installs them and the packages that they recommend, from Debian's mirror: the base's own
# sources may be out of reach.
install_packages() {
  local package keys=/usr/share/keyrings/debian-archive-keyring.gpg mirror suite options wanted=()
  for package in "$@"; do
    cp "$package" "$root/run/"
    wanted+=("/run/${package##*/}")
    mapfile -t -O ${#wanted[@]} wanted < <(dpkg-deb -f "$package" Recommends | tr ',' '\n' | grep -oE '[a-z][^ (|]+')
  done
  mirror=$(mirror)
  for suite in "${mirror%/} trixie" "${mirror%/} trixie-updates" "${mirror%/}-security trixie-security"; do
    echo "deb [signed-by=$keys] $suite main"
  done > "$root/run/sources.list"
  options=(-qq -o Dir::Etc::SourceList=/run/sources.list -o Dir::Etc::SourceParts=- -o APT::Sandbox::User=root)
  in_root apt-get "${options[@]}" update
  options+=(-y -o Dpkg::Options::=--force-unsafe-io --no-install-recommends)
  in_root apt-get "${options[@]}" install "${wanted[@]}" > "$FOLDER/install.log" 2>&1 ||
    { tail -20 "$FOLDER/install.log" >&2; exit 1; }
  in_root apt-get clean
  rm -rf "$root"/var/lib/apt/lists/*
}

# add_repository: lets apt upgrade jz2.
add_repository() {
  [ -n "${REPOSITORY_URL:-}" ] || return 0
  [ -f "$ROOT/.work/repository/jz2.asc" ] || refuse "REPOSITORY_URL is set, and there is no repository: make repository"
  install -D -m 644 "$ROOT/.work/repository/jz2.asc" "$root/etc/apt/keyrings/jz2.asc"
  printf '%s\n' 'Types: deb' "URIs: $REPOSITORY_URL" 'Suites: trixie' 'Components: main' 'Architectures: arm64' \
    'Signed-By: /etc/apt/keyrings/jz2.asc' > "$root/etc/apt/sources.list.d/jz2.sources"
}

[ $# -gt 1 ] || refuse "The packages jz2 and jz2-web for arm64 are missing. Build them first: make deb-arm64"
version=$(dpkg-deb -f "$1" Version)
if [ -n "${BASE:-}" ]; then
  [ -f "$BASE" ] || refuse "There is no image $BASE."
  echo "Unpacking $BASE"
  xz -dc "$BASE" > "$image" || refuse "$BASE cannot be unpacked. Give an image as a file.img.xz."
  kind=cloudinit-rpi
else
  "$HERE/base.sh" "$FOLDER/base.img"
  cp --sparse=always "$FOLDER/base.img" "$image"
  kind=cloudinit
fi
emulate_arm64

echo "Installing jz2 $version"
resize_root 700
read -r first size < <(partition 2)
mkdir "$root"
mount -o "loop,offset=$first,sizelimit=$size" "$image" "$root"
check_base "$(basename "${BASE:-the base}")"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/run"
mount --rbind /dev "$root/dev"
# No service starts here: dpkg asks this program.
mv "$root/etc/resolv.conf" "$root/etc/resolv.conf.own" 2> /dev/null || true
cp /etc/resolv.conf "$root/etc/resolv.conf"
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
install_packages "$@"
rm "$root/usr/sbin/policy-rc.d"
rm "$root/etc/resolv.conf"
mv "$root/etc/resolv.conf.own" "$root/etc/resolv.conf" 2> /dev/null || true

# As `jz2ctl page on`, which needs a running systemd.
cp -r --no-preserve=ownership "$HERE/jz2/." "$root"
chmod 755 "$root/var/lib/cloud/scripts/per-once/20-jz2"
systemctl --root "$root" -q enable jz2-web.socket
install -m 644 "$root/usr/share/jz2-web/jz2.service" "$root/etc/avahi/services/jz2.service"
add_repository
rm -f "$root"/var/log/{apt/*,dpkg.log,alternatives.log}
umount -R "$root/dev" "$root/run" "$root/proc"
# Blocks of deleted files would be packed too.
fstrim "$root"
umount -R "$root"

echo "Packing"
resize_root ""
name=jz2-$version-arm64
xz -T0 -6 -c "$image" > "$WORK/packed"
mv "$WORK/packed" "$FOLDER/$name.img.xz"
cp "$ROOT/Sources/CPage/page/icon.png" "$FOLDER/jz2.png"
"$HERE/manifest.py" "$image" "$FOLDER/$name.img.xz" "$version" $kind "${IMAGE_URL:-${REPOSITORY_URL:-}}" \
  > "$FOLDER/$name.rpi-imager-manifest"
echo "The image: $FOLDER/$name.img.xz, $(du -m "$FOLDER/$name.img.xz" | cut -f1) MB," \
  "$(($(stat -c %s "$image") / 1000000)) MB on the card"
[ -z "${SUDO_UID:-}" ] || chown -R "$SUDO_UID:${SUDO_GID:-}" "$FOLDER"
