#!/bin/bash
# guest.sh, on an emulated Raspberry Pi OS: installs the packages from /dev/vdb, rides a simulated minute, and writes
# the results to /dev/vdc as a tar archive.
out=/run/out
mkdir -p $out
cd $out || exit 1
say() { echo "guest: $*" > /dev/console; }
await() {
  local limit=$((SECONDS + $1))
  shift
  until "$@"; do ((SECONDS < limit)) || return 1; sleep 1; done
}
ctl() { jz2ctl --json "$@"; }
phase_is() { ctl status 2> /dev/null | grep -q "\"phase\" *: *\"$1\""; }

{
  set -x
  uname -a
  cat /etc/debian_version
  mkdir -p /run/given
  tar -x -C /run/given -f /dev/vdb
  DEBIAN_FRONTEND=noninteractive dpkg -i /run/given/*.deb
  echo $? > install.exit
  say "installed: $(cat install.exit)"
  dpkg-query -W -f '${Status} ${Version} ${Architecture}\n' jz2 > package.txt
  jz2ctl --version > version.txt
  jz2sync --version > version-sync.txt
  jz2cue --version > version-cue.txt
  jz2web --version > version-web.txt
  jz2bridge --version > version-bridge.txt
  printf 'JZ2D_OPTIONS="--radio sim --rate 10"\n' > /etc/default/jz2
  systemctl restart jz2d.service
  await 60 systemctl -q is-active jz2d.service
  await 60 systemctl -q is-active jz2-sync.service
  await 60 systemctl -q is-active jz2-cue.service
  systemctl show jz2d.service jz2d.socket jz2-sync.service jz2-sync.socket jz2-cue.service \
    -p Id -p ActiveState -p UnitFileState -p Type -p MemoryMax -p TasksMax > units.txt
  jz2ctl page on
  echo $? > page.exit
  ctl use C0:FF:EE:00:00:01
  ctl use C0:FF:EE:00:00:02
  ctl start --watts 150 --minutes 1
  echo $? > start.exit
  say "started: $(cat start.exit)"
  await 60 phase_is riding
  await 300 phase_is idle
  ctl rides > rides.json
  ctl services > services.json
  echo $? > services.exit
  ctl show last > show.json
  ctl export last --format fit --output $out/ride.fit
  cp /var/lib/jz2/rides/*.tcx .
  ps -o rss,nlwp,user,args -C jz2d > process.txt
  stat -c '%a %U:%G %n' /var/lib/jz2 /run/jz2/jz2.sock /var/lib/jz2-sync /run/jz2/sync.sock > modes.txt
  DEBIAN_FRONTEND=noninteractive dpkg --purge jz2-bridge jz2-web jz2-cue jz2-sync jz2
  echo $? > purge.exit
  stat -c '%a %U:%G %n' /var/lib/jz2 /var/lib/jz2/rides/*.tcx > purged.txt
  ls -d /var/lib/jz2-sync > secrets.txt
  set +x
} > guest.log 2>&1
journalctl -q -o short-monotonic > journal.txt
journalctl -q -o cat -u jz2d > jz2d.txt
journalctl -q -o cat -u jz2-sync > jz2sync.txt
journalctl -q -o cat -u jz2-cue > jz2cue.txt
journalctl -q -o cat -u jz2-web > jz2web.txt
journalctl -q -o cat -u jz2-bridge > jz2bridge.txt
tar -c -C $out . > /dev/vdc
sync
say "purged: $(cat purge.exit)"
# Forced twice, so that systemd does not stop units first: its own power-off hangs in this guest.
systemctl poweroff --force --force
