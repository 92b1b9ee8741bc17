# shellcheck shell=bash
# own-system.sh SCENARIO...: turns the guest into a system of its own, that of the disk image RIG_SYSTEM: the first
# process becomes its init, and its rig.service runs the scenarios. The peripherals stay on this computer's root and
# exist before that system, as the kernel provides the adapter of a Pi.
GUEST=$REPO/Proof/Rig/guest
. "$GUEST/virtual.sh"
. "$GUEST/prelude.sh"
NEW=/run/new
mkdir -p $NEW /run/images
mount -t hostfs -o "${RIG_SYSTEM%/*}" none /run/images || halt_now
losetup /dev/loop0 "/run/images/${RIG_SYSTEM##*/}" || halt_now
mount /dev/loop0 $NEW || halt_now
# A scenario mounts the other disk by itself.
[ -z "$RIG_DISK" ] || losetup /dev/loop1 "/run/images/${RIG_DISK##*/}" || halt_now
RIG_DISK='' open_machine || halt_now

mount -t tmpfs -o mode=755,nosuid,nodev run $NEW/run
mkdir -p $NEW/run/rig $NEW/run/out $NEW/run/repo
mount --bind "$RIG_PLACE" $NEW/run/rig
mount -t hostfs -o "$OUT" none $NEW/run/out
mount -t hostfs -o "$REPO" none $NEW/run/repo
cat > "$RIG_OUT/own.sh" << OWN
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TZ=UTC LC_ALL=C.UTF-8
export REPO=/run/repo RIG_OUT=/run/out RIG_PLACE=/run/rig RIG_MACHINE=virtual RIG_BIN=/run/repo/${RIG_BIN#"$REPO"/}
export RIG_VARIANT=$RIG_VARIANT RIG_SEED=$RIG_SEED $RIG_ENV
. /run/repo/Proof/Rig/guest/main.sh $*
OWN
cd $NEW || halt_now
mount --move . /
exec 8>&- 9>&-
exec chroot . /usr/bin/env -i TERM=linux /sbin/init
