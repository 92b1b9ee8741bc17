#!/bin/bash
# base.sh FILE: creates an image of Debian trixie for arm64 that boots on a Raspberry Pi 3, 4 or Zero 2 W and takes the
# settings of Raspberry Pi Imager. As on Raspberry Pi OS, a FAT partition for the firmware precedes the root.
# Skips everything if FILE exists and its recipe is unchanged. Needs root.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
FILE=$(realpath -m "$1")
APT=$HERE/../../Scripts/arm64/apt.sh
made_by() { find "$HERE/base" "$HERE/base.sh" "$HERE/emulate.sh" "$APT" -type f | sort | xargs cat; }
[ -f "$FILE" ] && made_by | cmp -s - "$FILE.made-by" && exit 0
# shellcheck source=../../Scripts/arm64/apt.sh
. "$APT"
# shellcheck source=emulate.sh
. "$HERE/emulate.sh"
emulate_arm64
WORK=$(mktemp -d "$FILE.XXXXXX")
root=$WORK/root
trap 'umount "$root/proc" 2> /dev/null || true; rm -rf "$WORK"' EXIT

packages=(
  # The system, its firmware and its first boot. cloud-guest-utils grows the root to the size of the card.
  dbus e2fsprogs fdisk initramfs-tools kmod libpam-systemd linux-image-arm64 raspi-firmware systemd-sysv
  systemd-timesyncd tzdata udev zstd cloud-init cloud-guest-utils console-setup
  # Radios and networks. Imager's network-config is Netplan's.
  bluez bluez-firmware firmware-brcm80211 iproute2 iw netplan.io rfkill systemd-resolved udhcpc wireless-regdb
  wpasupplicant
  # The rider's shell, and jz2's installer.
  ca-certificates curl iputils-ping less nano openssh-server sudo
)
# Python compiles a module when it first runs it. To compile all of them here, by an emulated processor, takes most of
# the time of the installation, and so does a second initial file system. dpkg runs this before it configures packages.
cat > "$WORK/quick" << 'HOOK'
for file in /usr/lib/python3.*/py_compile.py /usr/bin/py3compile; do
  [ -f "$file" ] && [ ! -f "$file.own" ] || continue
  mv "$file" "$file.own"
  case $file in *.py) echo pass ;; *) printf '#!/bin/sh\nexit 0\n' ;; esac > "$file"
  chmod 755 "$file"
done
sed -i 's/^update_initramfs=yes/update_initramfs=no/' /etc/initramfs-tools/update-initramfs.conf 2> /dev/null || true
HOOK
keys=/usr/share/keyrings/debian-archive-keyring.gpg
mirror=$(mirror)
for suite in "${mirror%/} trixie" "${mirror%/} trixie-updates" "${mirror%/}-security trixie-security"; do
  echo "deb [signed-by=$keys] $suite main non-free-firmware"
done > "$WORK/sources.list"
echo "Installing Debian trixie for arm64; 300 MB from Debian's mirror"
mmdebstrap --quiet --mode=root --arch=arm64 --variant=minbase --include="$(IFS=,; echo "${packages[*]}")" \
  --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*/LC_MESSAGES/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
  --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='pre-invoke=sh /etc/quick' \
  --setup-hook="mkdir -p \"\$1/etc\" && cp '$WORK/quick' \"\$1/etc/\"" \
  trixie "$root" "$WORK/sources.list" > "$FILE.log" 2>&1 ||
  { tail -20 "$FILE.log" >&2; exit 1; }

for file in "$root"/usr/{bin/py3compile,lib/python3.*/py_compile.py}.own; do mv "$file" "${file%.own}"; done
sed -i 's/^update_initramfs=no/update_initramfs=yes/' "$root/etc/initramfs-tools/update-initramfs.conf"
rm "$root/etc/quick"
cp -r --no-preserve=ownership "$HERE/base/." "$root"
chmod 600 "$root"/usr/lib/netplan/*
chmod 755 "$root"/var/lib/cloud/scripts/per-once/*
rm -f "$root"/etc/apt/{sources.list,sources.list.d/0000sources.list,apt.conf.d/99mmdebstrap} \
  "$root/etc/dpkg/dpkg.cfg.d/99mmdebstrap"
# ssh is on only if the rider asks for it. Its keys, and the identity of the system, are created at the first boot.
rm -f "$root"/etc/ssh/ssh_host_* "$root/var/lib/dbus/machine-id"
: > "$root/etc/machine-id"
ln -sf /run/systemd/resolve/stub-resolv.conf "$root/etc/resolv.conf"
systemctl --root "$root" -q disable ssh.service ssh.socket
systemctl --root "$root" -q enable systemd-networkd.service systemd-resolved.service
# Writes config.txt and cmdline.txt with the settings in /etc/default/raspi-firmware. It reads in /proc that this is a
# chroot.
mount -t proc proc "$root/proc"
chroot "$root" env DEB_MAINT_PARAMS=configure /etc/kernel/postinst.d/z50-raspi-firmware
umount "$root/proc"

echo "Writing the image"
mv "$root/boot/firmware" "$WORK/boot"
mkdir "$root/boot/firmware"
PATH=$PATH:/usr/sbin:/sbin
truncate -s 256M "$WORK/boot.fat"
mkfs.vfat -F 32 -n bootfs "$WORK/boot.fat" > /dev/null
mcopy -s -i "$WORK/boot.fat" "$WORK"/boot/* ::
truncate -s $(($(du -sm "$root" | cut -f1) * 13 / 10 + 64))M "$WORK/root.ext4"
mkfs.ext4 -q -L rootfs -d "$root" "$WORK/root.ext4"
truncate -s $((260 * 1024 * 1024 + $(stat -c %s "$WORK/root.ext4"))) "$WORK/image"
sfdisk -q "$WORK/image" << 'TABLE'
label: dos
start=8192, size=524288, type=c
start=532480, type=83
TABLE
dd if="$WORK/boot.fat" of="$WORK/image" bs=4M seek=1 conv=notrunc,sparse status=none
dd if="$WORK/root.ext4" of="$WORK/image" bs=4M seek=65 conv=notrunc,sparse status=none
mv "$WORK/image" "$FILE"
made_by > "$FILE.made-by"
echo "The base: Debian trixie, $(basename "$WORK"/boot/vmlinuz-*), $(du -m "$FILE" | cut -f1) MB"
