#!/bin/bash
# guest-image.sh DIRECTORY: fetches Debian's kernel and builds the guest's initrd there (USB, Bluetooth, 9p, overlay).
# Does nothing if both exist and this script has not changed since (comments do not count).
set -euo pipefail
SELF=$(realpath "$0")
IMAGE=$(realpath -m "$1")
made_by() { grep -vE '^ *(#|$)' "$SELF"; }
made_by | cmp -s - "$IMAGE/made-by" && [ -f "$IMAGE/initrd.gz" ] && exit 0
[ "$(uname -m)" = x86_64 ] ||
  { echo "The rig boots this machine's own root in an x86-64 guest; this machine is $(uname -m)" >&2; exit 1; }
mkdir -p "$IMAGE/kernel"
cd "$IMAGE"

if ! ls kernel/boot/vmlinuz-* > /dev/null 2>&1; then
  echo "Fetching the guest's kernel"
  ls /var/lib/apt/lists/*Packages* > /dev/null 2>&1 || apt-get update -qq
  # If the server has newer packages than the lists, the script fetches the lists again.
  for try in 1 2 3; do
    package=$(apt-cache depends linux-image-amd64 | awk '/Depends: linux-image/{print $2; exit}')
    ! apt-get -o Acquire::Retries=3 download "$package" > download.log 2>&1 || break
    [ $try != 3 ] || { tail -5 download.log >&2; exit 1; }
    apt-get update -qq || sleep 5
  done
  dpkg -x "$package"_*.deb kernel
  rm -f "$package"_*.deb
fi
[ -d kernel/lib/modules ] || ln -sfn usr/lib kernel/lib
VERSION=$(ls kernel/lib/modules)
depmod -b kernel "$VERSION"

rm -rf initrd
mkdir -p initrd/{bin,mod,proc,sys,dev,host,up,root}
cp /bin/busybox initrd/bin/busybox
: > initrd/mod/order
for module in virtio_pci virtio_blk ext4 9pnet_virtio 9p overlay ecdh_generic bluetooth vhci_hcd btusb; do
  depends=$(modprobe -d kernel -S "$VERSION" --show-depends "$module" 2> /dev/null | awk '/^insmod/{print $2}')
  for file in $depends; do
    name=$(basename "$file" .xz)
    grep -qx "$name" initrd/mod/order && continue
    case $file in *.xz) xz -dc "$file" > "initrd/mod/$name" ;; *) cp "$file" "initrd/mod/$name" ;; esac
    echo "$name" >> initrd/mod/order
  done
done

# 9p tags: host is this computer's root, repo the checkout (wherever it lies, also below /tmp), out the results.
cat > initrd/init << 'INIT'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
for m in $(cat /mod/order); do insmod /mod/$m || echo "insmod $m failed"; done 2>/dev/null
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=loose,ro host /host
mount -t tmpfs tmpfs /up; mkdir -p /up/u /up/w
mount -t overlay -o lowerdir=/host,upperdir=/up/u,workdir=/up/w ov /root
mkdir -p /root/out /root/hosttmp /root/repo; mount --bind /host/tmp /root/hosttmp
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000 out /root/out
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=loose,ro repo /root/repo
ip link set lo up
mount -t proc proc /root/proc; mount -t sysfs sys /root/sys; mount -t devtmpfs dev /root/dev
mkdir -p /root/dev/pts /root/dev/shm
mount -t devpts devpts /root/dev/pts; for d in run tmp dev/shm; do mount -t tmpfs tmpfs /root/$d; done
ln -s /hosttmp /root/tmp/host; ln -s /proc/self/fd /root/dev/fd
chroot /root /bin/bash /out/guest.sh; echo "GUEST EXIT $?"
sync; poweroff -f
INIT
chmod +x initrd/init
(cd initrd && find . | cpio -o -H newc 2> /dev/null | gzip -1 > ../initrd.gz)
rm -rf initrd
made_by > made-by
echo "Guest image: kernel $VERSION, initrd $(stat -c %s initrd.gz) bytes"
