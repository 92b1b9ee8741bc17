#!/bin/bash
# The first process of a virtual guest: file systems of its own, then what boot.sh left in OUT, then off.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TZ=UTC LC_ALL=C.UTF-8 TMPDIR=/run/rig
export SWIFT_DETERMINISTIC_HASHING=1 PYTHONHASHSEED=0
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2> /dev/null
mount -t tmpfs run /run
mount -t tmpfs bluetooth /var/lib/bluetooth
mkdir -p /run/out /run/rig /run/dbus
cd /run/rig || exit
mount -t hostfs -o "$OUT" none /run/out
. /run/out/guest.sh
sync
halt_now
