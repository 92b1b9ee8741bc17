#!/bin/bash
# The package on Raspberry Pi OS, its first boot: install, access by permitted users, a ride. During the ride the
# service is restarted, killed and upgraded, and its adapter is removed. The computer reboots in the middle of the ride;
# service-again.sh has the rest.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
. "$GUEST/systemd.sh"

useradd -m rider && useradd -m stranger && useradd -m looker || exit 1
keep files-before find /etc /usr /var -xdev

keep install apt install "$GIVEN/first.deb" || exit 1
usermod -aG jz2 rider
await 20 is_active
note package installed_kb:="$(dpkg-query -W -f '${Installed-Size}' jz2)" bytes:="$(stat -c %s "$GIVEN/first.deb")"
jz2d --version | sed 's/^[0-9]/jz2d &/' >> "$OUT/versions.txt"
for unit in jz2d.service jz2d.socket jz2d-{library,ride,look,store-sync,trainers}.socket; do
  note unit name="$unit" active="$(property ActiveState "$unit")" enabled="$(systemctl is-enabled "$unit")" \
    type="$(property Type "$unit")"
done
note_paths installed
keep security systemd-analyze security --no-pager jz2d.service

# The rider, a member of jz2, may reach the socket; other users may not.
keep member ctl --json status
keep stranger runuser -u stranger -- jz2ctl status
keep doctor ctl doctor

# Each narrower socket belongs to its group. A user who may only look sees the ride; `start` names who may begin one.
for socket in /run/jz2/*.sock; do note socket path="$socket" of="$(stat -c '%a %U:%G' "$socket")"; done
usermod -aG jz2-look looker
keep looker runuser -u looker -- jz2ctl status
keep looker-start runuser -u looker -- jz2ctl start --watts 100 --minutes 1

# The service may block and unblock the adapter's radio, but must not write anything else of the adapter.
radio=/sys/class/bluetooth/hci0
keep radio-switch nsenter --mount --target "$(property MainPID)" setpriv --reuid jz2 --regid jz2 --clear-groups \
  sh -c "test -w $radio/rfkill*/soft && ! test -w $radio/device/power/control && ! test -w $radio/uevent"

# The scheduling policy of its threads (stat(5), field 41): 2 is SCHED_RR.
for task in "/proc/$(property MainPID)"/task/*; do
  stat=$(< "$task/stat")
  read -r -a fields <<< "${stat##*) }"
  note thread name="$(< "$task/comm")" policy:="${fields[38]}"
done

for _ in 1 2 3 4 5; do
  systemctl stop $UNIT
  note_paths stopped
  systemctl start $UNIT
  note started micros:=$(($(property ActiveEnterTimestampMonotonic) - $(property InactiveExitTimestampMonotonic)))
done
await 20 is_active

# No device was chosen: it uses the only trainer in range, and the only strap.
begin_ride --watts "$WATTS" --minutes 60 || exit 1
await 30 well || exit 1

try "service restarted" well again systemctl restart $UNIT
note_paths restarted

stop_and_start() {
  watcher STOP
  systemctl stop $UNIT
  sleep 3
  again systemctl start $UNIT
  watcher CONT
}
try "service stopped and started" well stop_and_start

kill_service() {
  await 5 newest
  kill -9 "$(property MainPID)"
  note_killed
  again
}
try "service killed" well kill_service

# systemd's watchdog finds a daemon that hangs, if the unit has one.
hang_service() {
  local hung
  hung=$(property MainPID)
  await 5 newest
  kill -STOP "$hung"
  note_killed
  await 80 gone "$hung"
  forget_status
  await 20 is_active
}
if [ "$(property WatchdogUSec)" != 0 ]; then TRY_LIMIT=90 try "service hangs" well hang_service; fi

upgrade() { again keep upgrade apt install "$GIVEN/later.deb"; }
try "package upgraded" well upgrade
keep versions-upgraded dpkg-query -W jz2
note_paths upgraded

# Before 0.3.0 the directory of the sockets belonged to jz2, and had the rides that did not fit on a full disk.
upgrade_as_before() {
  sed -i 's,^RuntimeDirectory=jz2/rides$,RuntimeDirectory=jz2,; /^RuntimeDirectoryMode=/d' /usr/lib/systemd/system/$UNIT
  systemctl daemon-reload
  rmdir /run/jz2/rides
  chown jz2:jz2 /run/jz2
  # The folder of such rides moves, and the new daemon imports them; it removes an empty folder.
  install -d -o jz2 -g jz2 -m 700 /run/jz2/spool-1
  again keep upgrade-as-before apt install --reinstall "$GIVEN/later.deb"
}
try "package upgraded, the sockets in its own directory" well upgrade_as_before
note_paths "upgraded as before"
note spool left="$(cd /run/jz2 && find . -name 'spool-*')"

# jz2-sync is absent until after the reboot: requests to it report the missing program.
keep services-absent ctl services

note_service "adapter there"
try "adapter away, the service there" well replug_adapter
note_service "adapter back"

# It is masked, because D-Bus would start it again at the first call.
stop_bluetooth() {
  SINCE=$EPOCHREALTIME
  systemctl mask -q --runtime --now bluetooth.service
  said_of serviceMissing
  systemctl unmask -q --runtime bluetooth.service
  again systemctl start bluetooth.service
}
try "bluetooth.service stopped" well stop_bluetooth

block() {
  SINCE=$EPOCHREALTIME
  rfkill block bluetooth
  said_of adapterOff
  again rfkill unblock bluetooth
}
try "blocked by rfkill" well block

# systemd stores an unblocking after five seconds; a reboot before that would restore the block.
unblocking_is_stored() { ! grep -qsx 1 /var/lib/systemd/rfkill/*; }
await 20 unblocking_is_stored

# The computer reboots now, in the middle of the ride.
await 20 well
ask before-reboot status
keep_journal
rig state
note reboot
