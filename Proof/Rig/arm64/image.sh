#!/bin/bash
# image.sh DIRECTORY: creates a Raspberry Pi OS there for the emulator: root.ext4, Debian trixie for arm64 with systemd,
# BlueZ and the dependencies of jz2's packages; Debian's kernel and initrd.gz. Does nothing if they exist and their
# recipe is unchanged. Needs root.
#
# It runs no arm64 program: it unpacks the packages, and declares them installed to dpkg. systemd creates their accounts
# at the first boot.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
SELF=$(realpath "$0")
APT=$(realpath "$HERE/../../../Scripts/arm64/apt.sh")
IMAGE=$(realpath -m "$1")
made_by() { cat "$SELF" "$APT" "$HERE/guest.sh" "$HERE/guest.service"; }
made_by | cmp -s - "$IMAGE/made-by-image" && [ -f "$IMAGE/root.ext4" ] && exit 0
[ "$(id -u)" = 0 ] || exec sudo "$SELF" "$1"
# shellcheck source=../../../Scripts/arm64/apt.sh
. "$APT"
mkdir -p "$IMAGE"
cd "$IMAGE"
rm -rf root root.ext4 kernel initrd initrd.gz unpacked

echo "Fetching Debian trixie for arm64, 70 MB"
private_apt "$IMAGE/apt" trixie arm64
# The list includes the dependencies of jz2's packages: apt has no network in the guest.
packages=(base-files base-passwd bash bluez busybox-static ca-certificates coreutils dash dbus debianutils diffutils
  dpkg findutils grep gzip hostname init-system-helpers kmod libbluetooth3 libcurl4t64 libdbus-1-3 libc-bin libgcc-s1
  libsqlite3-0 libstdc++6 linux-image-cloud-arm64 login mount passwd perl-base procps rfkill sed systemd systemd-sysv
  tar udev util-linux)
in_private_apt . apt-get -qq -y --download-only --no-install-recommends install "${packages[@]}" > apt.log 2>&1 ||
  { tail -5 apt.log >&2; exit 1; }

mkdir -p root/{dev,proc,sys,run,tmp,root,usr/{bin,sbin,lib},var/lib/dpkg/{info,updates}} unpacked
for folder in bin sbin lib; do ln -s "usr/$folder" "root/$folder"; done
: > root/var/lib/dpkg/status
echo 1 > root/var/lib/dpkg/info/format
for package in apt/cache/archives/*.deb; do
  name=$(dpkg-deb -f "$package" Package)
  case $name in linux-image-*) dpkg-deb -x "$package" unpacked; continue ;; esac
  dpkg-deb -x "$package" root
  { dpkg-deb -f "$package" | sed 's/^Package:.*/&\nStatus: install ok installed/'; echo; } \
    >> root/var/lib/dpkg/status
  [ "$(dpkg-deb -f "$package" Multi-Arch)" != same ] || name=$name:arm64
  { echo /.; dpkg-deb --fsys-tarfile "$package" | tar t | sed -n 's|^\./\(.*[^/]\)/*$|/\1|p'; } \
    > "root/var/lib/dpkg/info/$name.list"
done
rm -rf apt

# Usually the packages' scripts create these.
cp root/usr/share/base-passwd/passwd.master root/etc/passwd
cp root/usr/share/base-passwd/group.master root/etc/group
sed 's/:.*/:*:20000:0:99999:7:::/' root/etc/passwd > root/etc/shadow
chmod 640 root/etc/shadow
[ -e root/usr/bin/sh ] || ln -s dash root/usr/bin/sh
ln -sf mawk root/usr/bin/awk
[ -e root/var/run ] || ln -s /run root/var/run
: > root/etc/machine-id
echo raspberrypi > root/etc/hostname
printf '127.0.0.1 localhost raspberrypi\n' > root/etc/hosts
mkdir -p root/etc/systemd/system/multi-user.target.wants
for unit in getty@tty1.service serial-getty@ttyAMA0.service apt-daily.timer apt-daily-upgrade.timer e2scrub_all.timer \
  systemd-hwdb-update.service systemd-journal-catalog-update.service ldconfig.service; do
  ln -sf /dev/null "root/etc/systemd/system/$unit"
done
# The results of the generators are known, and the slow emulated system would kill them at their time limit.
mkdir -p root/etc/systemd/system-generators
for generator in root/usr/lib/systemd/system-generators/*; do
  ln -s /dev/null "root/etc/systemd/system-generators/$(basename "$generator")"
done
cp "$HERE/guest.service" root/etc/systemd/system/
cp "$HERE/guest.sh" root/root/
ln -s ../guest.service root/etc/systemd/system/multi-user.target.wants/

version=$(basename unpacked/boot/vmlinuz-* | sed 's/^vmlinuz-//')
cp "unpacked/boot/vmlinuz-$version" kernel
[ -d unpacked/lib/modules ] || ln -sfn usr/lib unpacked/lib
depmod -b unpacked "$version"
mkdir -p initrd/{bin,mod,proc,sys,dev,root}
cp root/usr/bin/busybox initrd/bin/busybox
: > initrd/mod/order
for module in virtio_pci virtio_blk virtio_rng ext4; do
  depends=$(modprobe -d unpacked -S "$version" --show-depends "$module" 2> /dev/null | awk '/^insmod/{print $2}')
  for file in $depends; do
    name=$(basename "$file" .xz)
    ! grep -qx "$name" initrd/mod/order || continue
    case $file in *.xz) xz -dc "$file" > "initrd/mod/$name" ;; *) cp "$file" "initrd/mod/$name" ;; esac
    echo "$name" >> initrd/mod/order
  done
done
cat > initrd/init << 'INIT'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
for m in $(cat /mod/order); do insmod /mod/$m; done 2>/dev/null
until [ -b /dev/vda ]; do sleep 0.1; done
mount -t ext4 /dev/vda /root && exec switch_root /root /sbin/init
INIT
chmod +x initrd/init
(cd initrd && find . | cpio -o -H newc 2> /dev/null | gzip -1 > ../initrd.gz)
rm -rf initrd unpacked

truncate -s 1G root.part
PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q -L rootfs -d root root.part
rm -rf root
mv root.part root.ext4
made_by > made-by-image
echo "Guest image: Debian trixie for arm64, Linux $version, $(du -m root.ext4 | cut -f1) MB"
[ -z "${SUDO_UID:-}" ] || chown -R "$SUDO_UID:${SUDO_GID:-}" "$IMAGE"
