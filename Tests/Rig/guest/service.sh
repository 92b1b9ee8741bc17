# The package on Raspberry Pi OS, its first boot: installed, reached by those who may, ridden, and in the ride
# restarted, killed, upgraded, and its adapter taken away. The ride is still on when the computer is rebooted;
# service-again.sh has the rest.
. "$REPO/Tests/Rig/guest/prelude.sh"
. "$REPO/Tests/Rig/guest/tries.sh"
. "$REPO/Tests/Rig/guest/systemd.sh"

useradd -m rider && useradd -m stranger || exit 1
keep files-before find /etc /usr /var -xdev

keep install apt install "$GIVEN/first.deb" || exit 1
usermod -aG jz2 rider
await 20 is_active
note package installed_kb:="$(dpkg-query -W -f '${Installed-Size}' jz2)" bytes:="$(stat -c %s "$GIVEN/first.deb")"
jz2d --version | sed 's/^[0-9]/jz2d &/' >> "$OUT/versions.txt"
for unit in jz2d.service jz2d.socket; do
  note unit name=$unit active="$(property ActiveState $unit)" enabled="$(systemctl is-enabled $unit)" \
    type="$(property Type $unit)"
done
note_paths installed
keep security systemd-analyze security --no-pager jz2d.service

# Who may: the rider, a member of jz2, and nobody else.
keep member ctl --json status
keep stranger runuser -u stranger -- jz2ctl status
keep doctor ctl doctor

# The service may turn the block of the adapter's radio, and nothing else of the adapter.
radio=/sys/class/bluetooth/hci0
keep radio-switch nsenter --mount --target "$(property MainPID)" setpriv --reuid jz2 --regid jz2 --clear-groups \
  sh -c "test -w $radio/rfkill*/soft && ! test -w $radio/device/power/control && ! test -w $radio/uevent"

# How its threads are scheduled (stat(5), field 41): 2 is SCHED_RR.
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

# Nothing was chosen: it takes the only trainer in range, and the only strap.
begin_ride --watts "$WATTS" --minutes 60 || exit 1
await 30 well || exit 1

try "service restarted" well again systemctl restart $UNIT

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

# A daemon that hangs is found by systemd's watchdog, where the unit has one.
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

note_service "adapter there"
try "adapter away, the service there" well replug_adapter
note_service "adapter back"

# Masked, since D-Bus would start it again at the first word to it.
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

# systemd writes an unblocking down when five seconds have gone by; a reboot before that brings the block back.
unblocking_is_stored() { ! grep -qsx 1 /var/lib/systemd/rfkill/*; }
await 20 unblocking_is_stored

# The computer reboots now, in the middle of the ride.
await 20 well
ask before-reboot status
keep_journal
rig state
note reboot
