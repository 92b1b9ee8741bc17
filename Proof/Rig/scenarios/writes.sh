#!/bin/bash
# The package on Raspberry Pi OS without faults, its state on a disk of its own (RIG_DISK): the writes to that disk, the
# resources of the service and its journal, during a minute without a ride and then during RIG_WRITES_SECONDS (180) of
# riding. No client watches it.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
. "$GUEST/systemd.sh"
DISK=loop1 # see virtual/own-system.sh
TRACING=/sys/kernel/tracing

# measure NAME SECONDS: measures the service and the disk for so long: NAME.measure gets a line at the beginning and
# at the end, NAME.requests each request to the disk, NAME.extents the place of each file on it.
measure() {
  echo 4096 > $TRACING/buffer_size_kb
  echo > $TRACING/trace
  echo 1 > $TRACING/events/block/block_rq_issue/enable
  note_use "$1 begins"
  measured > "$OUT/$1.measure"
  sleep "$2"
  measured >> "$OUT/$1.measure"
  note_use "$1 ends"
  echo 0 > $TRACING/events/block/block_rq_issue/enable
  grep " $(tr : , < /sys/block/$DISK/dev) " $TRACING/trace > "$OUT/$1.requests"
  extents > "$OUT/$1.extents"
}

# measured: prints the seconds since boot; the disk's writes, their sectors of 512 bytes, and its flushes; the daemon's
# user and system time (1/100 s), its resident size (KiB), and how often its threads slept.
measured() {
  local disk fields resident sleeps
  now
  read -ra disk < /sys/block/$DISK/stat
  read -ra fields < <(sed 's/^.*) //' "/proc/$DAEMON/stat")
  resident=$(awk '/^VmRSS/{print $2}' "/proc/$DAEMON/status")
  sleeps=$(cat "/proc/$DAEMON"/task/*/status | awk '/^voluntary/{sum += $2} END {print sum}')
  echo "{\"uptime\": $NOW, \"writes\": ${disk[4]}, \"sectors\": ${disk[6]}, \"flushes\": ${disk[15]}," \
    "\"ticks\": $((fields[11] + fields[12])), \"residentKiB\": $resident, \"sleeps\": $sleeps}"
}

# extents: prints the blocks of the journal and of each file on the disk's ext4, in blocks of 4096 bytes.
extents() {
  sync
  echo "journal $(debugfs -R 'stat <8>' /dev/$DISK 2> /dev/null | tail -n 1)"
  find $STATE -xdev -type f -exec filefrag -v -b4096 {} + 2> /dev/null
}

# note_use WHEN: notes the service's resource use so far, and the writes to the card, which is the sum of both disks.
note_use() {
  note use when="$1" cpu_ns:="$(property CPUUsageNSec)" memory_bytes:="$(property MemoryCurrent)" \
    resident_kb:="$(awk '/^Rss:/{print $2}' "/proc/$DAEMON/smaps_rollup")" \
    anonymous_kb:="$(awk '/^Anonymous:/{print $2}' "/proc/$DAEMON/smaps_rollup")" \
    written_bytes:="$(awk '/^write_bytes/{print $2}' "/proc/$DAEMON/io")" \
    card_sectors:="$(written 10)" card_writes:="$(written 8)" card_flushes:="$(written 19)"
}

# written COLUMN: prints the sum of a column of /proc/diskstats for both disks.
written() { awk -v column="$1" '$3 ~ /^loop[01]$/ {sum += $column} END {print sum}' /proc/diskstats; }

mkdir -p $STATE && mount -t ext4 /dev/$DISK $STATE || exit 1
useradd -m rider || exit 1
# The limit is for the daemon's own wake-ups; the watchdog would wake three more threads every ten seconds.
mkdir -p /run/systemd/system/$UNIT.d
printf '[Service]\nWatchdogSec=0\n' > /run/systemd/system/$UNIT.d/rig.conf
keep install apt install "$GIVEN/later.deb" || exit 1
usermod -aG jz2 rider
await 30 is_active
use_both || exit 1
DAEMON=$(property MainPID)
sleep 10
sync # Writes of the start and of choosing do not count.
sleep 1
measure idle 60
begin_ride --watts "$WATTS" --minutes 60 || exit 1
at 40 # By then the writes of the beginning are over.
unfollow
measure riding "${RIG_WRITES_SECONDS:-180}"

follow
ask stop stop
await 30 idle
keep_results
unfollow
systemctl stop $UNIT
note daemon-ended status:="$(property ExecMainStatus)"
keep_journal
