#!/bin/bash
# build-kernel.sh DIRECTORY [6.1|6.12]: builds DIRECTORY/linux, Debian's kernel as a User Mode Linux program with
# Bluetooth. Does nothing if it exists and neither Debian's source nor its recipe has changed since (comments do not
# count).
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
SELF=$(realpath "$0")
KERNEL=$(realpath -m "$1")
VERSION=${2:-6.1}
[ "$(uname -m)" = x86_64 ] ||
  { echo "build-kernel.sh: only on x86-64 can the kernel be a program; this is $(uname -m)" >&2; exit 1; }

made_by() {
  dpkg-query -W -f '${Package} ${Version}\n' "linux-source-$VERSION"
  grep -vE '^ *(#|$)' "$SELF"
  cat "$HERE/kernel.config"
}
made_by | cmp -s - "$KERNEL/made-by" && [ -x "$KERNEL/linux" ] && exit 0

# replace FILE OLD NEW: replaces the text, which must be in exactly one line: another source may differ.
replace() {
  [ "$(grep -cF "$2" "$1")" = 1 ] ||
    { echo "build-kernel.sh: Linux $VERSION has no single line '$2' in $1" >&2; exit 1; }
  local text
  text=$(< "$1")
  printf '%s\n' "${text/"$2"/"$3"}" > "$1"
}

echo "Building Linux $VERSION as a program, once (some minutes)"
mkdir -p "$KERNEL"
cd "$KERNEL"
rm -rf source linux
mkdir source
trap 'rm -rf "$KERNEL/source"' EXIT
tar xf "/usr/src/linux-source-$VERSION.tar.xz" -C source --strip-components=1
cd source
# These remove the host's contributions to the guest's random numbers: the host's own random numbers (in two places),
# its clock, and the command line, which names a folder. With them no two runs of a seed are the same.
rm arch/um/include/asm/archrandom.h
echo "generic-y += archrandom.h" >> arch/um/include/asm/Kbuild
replace arch/um/kernel/time.c 'time_travel_start = os_persistent_clock_emulation();' \
  'time_travel_start = 1795156800LL * NSEC_PER_SEC;'
replace drivers/char/random.c '_mix_pool_bytes(command_line, strlen(command_line));' ''
replace arch/um/kernel/um_arch.c 'os_getrandom(rng_seed, sizeof(rng_seed), 0) == sizeof(rng_seed)' 'false'
# The host accepts the floating-point registers of its own processor only whole: 2,696 bytes with AVX-512, which is the
# size in the source, but 11,008 with AMX. Of a larger buffer it uses the part that it needs. Each kernel stack has up
# to three such buffers, hence KERNEL_STACK_ORDER.
replace arch/x86/um/user-offsets.c 'DEFINE_LONGS(HOST_FP_SIZE, 2696);' 'DEFINE_LONGS(HOST_FP_SIZE, 16384);'
# After a page fault this processor sees that one page. Its neighbours, which the kernel has mapped as well, would cost
# a fault each; with this range a program starts in half the time.
[ "$VERSION" != 6.1 ] || replace arch/um/kernel/trap.c 'flush_tlb_page(vma, address);' \
  'flush_tlb_range(vma, max(vma->vm_start, address & ~0xffffUL), min(vma->vm_end, (address | 0xffffUL) + 1));'
# Debian's 6.1.192 frees a link's channel twice, and panics if the memory is in other use by then: whenever a link is
# not established (0x3E), now and then when an adapter disappears. The link itself frees all its channels. (A later
# version may have no such line.)
! grep -qF 'hci_chan_del(conn->hchan);' net/bluetooth/l2cap_core.c ||
  [ "$VERSION" != 6.1 ] || replace net/bluetooth/l2cap_core.c 'hci_chan_del(conn->hchan);' ''
export KBUILD_BUILD_TIMESTAMP=2026-11-20 KBUILD_BUILD_USER=jz2 KBUILD_BUILD_HOST=rig
{
  make -s ARCH=um allnoconfig
  ./scripts/kconfig/merge_config.sh -m .config "$HERE/kernel.config"
  make -s ARCH=um olddefconfig
  make -s ARCH=um -j"$(nproc)" linux
} > ../build.log 2>&1 || { tail -20 ../build.log >&2; exit 1; }
strip -o ../linux linux
cd ..
made_by > made-by
echo "Kernel: Linux $VERSION, $(stat -c %s linux) bytes"
