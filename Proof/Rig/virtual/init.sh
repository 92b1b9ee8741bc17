#!/bin/bash
# init.sh: the first process of a virtual guest. It mounts the file systems, runs boot.sh's script in OUT, and switches
# off.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TZ=UTC LC_ALL=C.UTF-8
export TMPDIR=/run/rig SWIFT_DETERMINISTIC_HASHING=1 PYTHONHASHSEED=0
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2> /dev/null
mount -t tmpfs run /run
mount -t tmpfs bluetooth /var/lib/bluetooth
mkdir -p /run/out /run/rig /run/dbus
cd /run/rig || exit
mount -t hostfs -o "$OUT" none /run/out
# shellcheck source=/dev/null
. /run/out/guest.sh
sync
halt_now
