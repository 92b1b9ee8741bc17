#!/bin/bash
# The package on Raspberry Pi OS after a reboot in a ride: the ride goes on with the first pedal stroke, and ends. Then
# the service has no adapter, is disabled, and cannot read its rides. jz2-sync is installed and transfers a ride, then
# jz2-web, whose page is off; at the end the packages are purged.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
. "$GUEST/systemd.sh"

waits_for_legs() { phase_is paused && rig_says '"trainerHeard": true'; }

await 60 is_active
note_service booted
follow
await 60 waits_for_legs || exit 1
# The rider sits and does not pedal yet: the trainer must have no target.
sleep 3
ask at-rest status
rig state
note fault name=reboot watts:="$WATTS"
again rig cadence 88
await "$TRY_LIMIT" well && good=true || good=false
note healed name=reboot watts:="$WATTS" good:="$good"
rig state
sleep 5
ask stop stop
await 60 idle
keep_results
ask links show last --link
ask box export last --format btsnoop --output "$OUT/box.btsnoop"
ask doctor doctor
keep doctor ctl doctor

# Without an adapter the service stays up and reports it, also after a start.
unplug_adapter
SINCE=$EPOCHREALTIME
systemctl restart $UNIT
forget_status
said_of adapterMissing
unfollow

# When an adapter appears, a stopped service starts again; a disabled one does not.
bluetooth_unwanted() { [ "$(property ActiveState bluetooth.target)" = inactive ]; }
systemctl stop $UNIT
await 20 bluetooth_unwanted
plug_adapter
await 20 is_active
note_service "plugged in, enabled"
systemctl disable -q --now jz2d.service
systemctl stop "jz2d*.socket"
unplug_adapter
await 20 bluetooth_unwanted
plug_adapter
await 20 adapter_powered
sleep 5
note_service "plugged in, disabled"
systemctl enable -q --now jz2d.service

# state_breaks NAME COMMAND...: COMMAND makes the rides unreadable while no daemon runs; keeps the messages of status,
# doctor and the journal. The scenario then follows their advice, without a restart.
state_breaks() {
  local name=$1
  shift
  systemctl stop $UNIT
  "$@"
  SINCE=$EPOCHREALTIME
  systemctl start $UNIT
  sleep 3
  ask "$name-status" status
  keep "$name-status" ctl status
  keep "$name-doctor" ctl doctor
  keep "$name-journal" journalctl -q -o cat -u $UNIT --since "@${SINCE%.*}"
  note_service "$name"
}

note_mended() { note mended name="$1" good:="$([ "$2" = 0 ] && echo true || echo false)"; }

state_is_read() { ctl --json rides | grep -q '"finished"'; }

state_breaks other-owner chown -R root: $STATE/jz2.sqlite $STATE/rides
chown -R jz2: $STATE
await 20 state_is_read
note_mended other-owner $?
state_breaks newer sqlite3 $STATE/jz2.sqlite "INSERT INTO grdb_migrations VALUES ('from a later version')"
sqlite3 $STATE/jz2.sqlite "DELETE FROM grdb_migrations WHERE identifier = 'from a later version'"
await 20 state_is_read
note_mended newer $?

keep_journal
systemctl stop $UNIT
cp -r $STATE "$OUT/state"
systemctl start $UNIT
await 20 is_active

# A ride that begins while systemd-timesyncd reports a set clock is transferred to folder and command by itself. jz2d
# stays stopped while jz2-sync runs, if its sockets are stopped too.
sync_is_active() { [ "$(property ActiveState jz2-sync.service)" = active ]; }
folder_is_connected() {
  ctl --json services | tr -d '\n ' | tr '{' '\n' | grep '"service":"folder"' | grep -q '"state":"connected"'
}
is_in_phase() { ctl --json status | grep -qE "\"phase\" *: *\"$1\""; }
ride_arrived() { ls /srv/rides/*.fit && [ -s /srv/rides/hook ]; } > /dev/null 2>&1
keep install-sync apt install "$GIVEN/later-sync.deb"
await 20 sync_is_active
for unit in jz2-sync.service jz2-sync.socket; do
  note unit name="$unit" active="$(property ActiveState "$unit")" enabled="$(systemctl is-enabled "$unit")" \
    type="$(property Type "$unit")"
done
keep sync-security systemd-analyze security --no-pager jz2-sync.service
keep sync-stranger runuser -u stranger -- jz2ctl services
install -d -o jz2-sync -g jz2-sync /srv/rides
printf '%s\n' '[folder]' 'path=/srv/rides' '[hook]' 'command=id -un > /srv/rides/hook' > /etc/jz2/sync.conf
systemctl restart jz2-sync.service
await 20 folder_is_connected
mkdir -p /run/systemd/timesync && touch /run/systemd/timesync/synchronized
rig cadence 88
ask sync-start start --watts 100 --minutes 1
await 30 is_in_phase riding
sleep 5
ask sync-stop stop
await 60 is_in_phase idle
ask sync-ride show last
await 60 ride_arrived
note synced files="$(cd /srv/rides && echo ./*.fit)" by="$(cat /srv/rides/hook)" \
  socket="$(stat -c '%a %U:%G' /run/jz2/sync.sock)" state="$(stat -c '%a %U:%G' /var/lib/jz2-sync)"
ask services services
keep services ctl services
systemctl stop "jz2d*.socket" $UNIT
sleep 10
note_service "stopped beside jz2-sync"
note sync when="jz2d stopped" active="$(property ActiveState jz2-sync.service)"
systemctl start $UNIT
await 20 is_active
keep sync-journal journalctl -q -o cat -u jz2-sync.service

# The page is off by default, and cannot be switched on while another program has its port. It stays on when the package
# is installed again, as in an upgrade.
keep install-web apt install "$GIVEN/later-web.deb"
note page active="$(property ActiveState jz2-web.service)" port="$(property ActiveState jz2-web.socket)" \
  enabled="$(systemctl is-enabled jz2-web.socket)"
keep page-off-at-first ctl page
keep page-on-as-rider ctl page on
busybox httpd -p 8420 -h /run/repo
keep page-on-without-port jz2ctl page on
pkill -x busybox
keep page-on jz2ctl page on
keep page-served curl -fsS http://127.0.0.1:8420/
keep reinstall-web apt install --reinstall "$GIVEN/later-web.deb"
keep page-served-again curl -fsS http://127.0.0.1:8420/
keep page-off jz2ctl page off
keep page-security systemd-analyze security --no-pager jz2-web.service

# The certificate is created, and its unit renews it shortly before its end. jz2ctl only needs the file of stunnel4.
certificate_lasts() { openssl x509 -noout -checkend $((300 * 86400)) -in /var/lib/jz2-page/page.pem; }
touch /usr/bin/stunnel4
keep certificate jz2ctl --json page certificate
authority=$(sha256sum < /var/lib/jz2-page/ca.crt)
keep certificate-lasts certificate_lasts
keep renewal-early systemctl start jz2-web-certificate.service
openssl req -x509 -days 1 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=old \
  -out /run/old.crt -keyout /run/old.key 2> /dev/null
cat /run/old.key /run/old.crt > /var/lib/jz2-page/page.pem
rm /run/old.key /run/old.crt
keep certificate-ends certificate_lasts
keep renewal systemctl start jz2-web-certificate.service
keep renewal-status systemctl show -p Result -p ExecMainStatus jz2-web-certificate.service
keep renewal-journal journalctl -q -o cat -u jz2-web-certificate.service
keep certificate-renewed certificate_lasts
keep certificate-verified openssl verify -CAfile /var/lib/jz2-page/ca.crt /var/lib/jz2-page/page.crt
note certificate authority="$authority" renewed="$(sha256sum < /var/lib/jz2-page/ca.crt)" \
  key="$(stat -c '%a %U:%G' /var/lib/jz2-page/page.pem)"
for unit in jz2-web-certificate jz2-web-tls; do
  keep $unit-security systemd-analyze security --no-pager $unit.service
done
rm /usr/bin/stunnel4
keep purge-web apt purge jz2-web

systemctl stop jz2-sync.service $UNIT
keep rides-before library_sums

keep purge-sync apt purge jz2-sync
keep purge apt purge jz2
keep rides-purged library_sums
keep files-purged find /etc /usr /var -xdev
keep accounts-purged sh -c 'getent passwd jz2 jz2-sync; getent group jz2 jz2-sync'
keep units-purged systemctl list-unit-files --no-legend 'jz2*'
note purged state="$(stat -c '%a %U:%G' $STATE)" runtime:="$([ -e /run/jz2 ] && echo true || echo false)"

keep install-again apt install "$GIVEN/later.deb"
usermod -aG jz2 rider
await 20 is_active
ask rides-again rides
note_paths again
