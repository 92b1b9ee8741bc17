#!/bin/bash
# The upgrade from 0.2.0, which was installed from files, with a library kept: a ride, its file, its note, settings, and
# a second ride, during which install.sh adds the repository and upgrades.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
. "$GUEST/systemd.sh"
. "$GUEST/repository.sh"

# answers NAME: keeps the answers about the first ride, the settings and the devices.
answers() {
  ask "$1-show" show "$RIDE"
  ask "$1-settings" settings
  ask "$1-devices" devices
  ask "$1-export" export "$RIDE" --format csv --output "$OUT/$1.csv"
  keep "$1-file" sha256sum "$FIRST_FILE"
}

make_rider
keep purge-previous apt purge jz2 jz2-web
rm -rf $STATE
publish next
keep install-old apt install "$GIVEN"/old/*.deb || exit 1
usermod -aG jz2 rider
await 20 is_active
keep_versions versions-old
keep page-on jz2ctl page on

ask settings settings --ftp 240 --max-heart-rate 185 --weight 71
begin_ride --watts "$WATTS" --minutes 1 || exit 1
at 3600
await 60 idle
keep_results
field id "$(< "$OUT/last.json")"
RIDE=$FOUND
ask note note "$RIDE" "on 0.2.0"
FIRST_FILE=$(echo $STATE/rides/*.tcx)
answers old

begin_ride --watts "$WATTS" --minutes 60 || exit 1
upgrade() { again keep get get; }
try "package upgraded" well upgrade
keep_versions versions-new
later 10
ask stop stop
await 60 idle
ask rides rides
ask second show last
answers new
keep doctor ctl doctor
keep page curl -fsS http://127.0.0.1:8420/
keep source cat /etc/apt/sources.list.d/jz2.sources
