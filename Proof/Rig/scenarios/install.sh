#!/bin/bash
# The packages of `make deb` (with another compression) are installed without a network, examined, and purged: jz2
# alone, then jz2-sync, jz2-cue, jz2-web and jz2-bridge with it. Only the rides stay.
. "$GUEST/prelude.sh"
export DEBIAN_FRONTEND=noninteractive
PLACES="/etc /run /usr/bin /usr/lib/systemd /usr/lib/udev /usr/lib/sysusers.d /usr/lib/tmpfiles.d /var/lib/systemd"

# Hooks of other packages would read the whole shared root, or wait for a service that does not run here.
rm -f /var/lib/man-db/auto-update /etc/apt/apt.conf.d/*packagekit*
apt() { apt-get -y -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-unsafe-io "$@"; }
# remaining: prints the account and every remaining path of jz2: those of the package's own list, and those that its
# scripts may have made, which it finds by name.
remaining() {
  getent passwd jz2 jz2-sync jz2-cue jz2-web jz2-bridge
  getent group jz2 jz2-library jz2-ride jz2-look jz2-sync jz2-cue jz2-web jz2-bridge
  while read -r path; do [ ! -f "$path" ] || echo "$path"; done < <(cat "$OUT"/files*)
  # shellcheck disable=SC2086
  find $PLACES -xdev -name '*jz2*'
}
said() { note said of="$1" text="$(tr '\n"' '  ' <<< "$2")"; }

apt install --no-install-recommends "$RIG_OUT/given/later.deb" || exit 1
dpkg -L jz2 > "$OUT/files"
said version "$(jz2ctl --version)"
said daemon "$(setpriv --reuid jz2 --regid jz2 --init-groups jz2d --version)"
said account "$(getent passwd jz2)"
said folders "$(stat -c '%n %U %G %a' /run/jz2)"
said enabled "$(cd /etc/systemd/system && ls -d ./*/jz2d[.-]*)"
said units "$(systemd-analyze --man=no verify jz2d.service /usr/lib/systemd/system/jz2d*.socket 2>&1 | grep jz2d)"

# With jz2, and with a secret as it would store it. Its purge removes the secret, but not the group of jz2's socket.
apt install --no-install-recommends "$RIG_OUT/given/later-sync.deb" || exit 1
dpkg -L jz2-sync > "$OUT/files-sync"
said sync "$(setpriv --reuid jz2-sync --regid jz2-sync --init-groups jz2sync --version)"
said sync-account "$(getent passwd jz2-sync)"
said sync-groups "$(id -Gn jz2-sync)"
said sync-enabled "$(cd /etc/systemd/system && ls -d ./*/jz2-sync[.-]*)"
said sync-units "$(systemd-analyze --man=no verify jz2-sync.service /usr/lib/systemd/system/jz2-sync*.socket 2>&1 |
  grep jz2-sync)"
install -d -o jz2-sync -g jz2-sync -m 700 /var/lib/jz2-sync/secrets
echo key > /var/lib/jz2-sync/secrets/intervals-key
apt remove jz2-sync || exit 1
said sync-removed "$(ls /var/lib/jz2-sync/secrets)"
apt purge jz2-sync || exit 1
said sync-purged "$(ls -d /var/lib/jz2-sync /etc/jz2 /usr/bin/jz2sync; getent passwd jz2-sync)"
said sync-group "$(getent group jz2-sync)"

# The same for jz2-cue: its account is in the groups that it needs, and the file names no device.
apt install --no-install-recommends "$RIG_OUT/given/later-cue.deb" || exit 1
dpkg -L jz2-cue > "$OUT/files-cue"
said cue "$(setpriv --reuid jz2-cue --regid jz2-cue --init-groups jz2cue --version)"
said cue-check "$(setpriv --reuid jz2-cue --regid jz2-cue --init-groups jz2cue --check 2>&1)"
said cue-account "$(getent passwd jz2-cue)"
said cue-groups "$(id -Gn jz2-cue)"
said cue-enabled "$(cd /etc/systemd/system && ls -d ./*/jz2-cue[.]*)"
said cue-units "$(systemd-analyze --man=no verify jz2-cue.service 2>&1 | grep jz2-cue)"
apt purge jz2-cue || exit 1
said cue-purged "$(ls -d /etc/jz2 /usr/bin/jz2cue; getent passwd jz2-cue; getent group jz2-cue)"

# The same for jz2-web: it is off, as jz2ctl reports, and its purge also removes the copies of `jz2ctl page on`.
apt install --no-install-recommends "$RIG_OUT/given/later-web.deb" || exit 1
dpkg -L jz2-web > "$OUT/files-web"
said web "$(setpriv --reuid jz2-web --regid jz2-web --init-groups jz2web --version)"
said web-account "$(getent passwd jz2-web)"
said web-groups "$(id -Gn jz2-web)"
said web-enabled "$(cd /etc/systemd/system && ls -d ./*/jz2-web[.]*)"
said web-units "$(systemd-analyze --man=no verify jz2-web.service /usr/lib/systemd/system/jz2-web.socket 2>&1 |
  grep jz2-web)"
said web-off "$(jz2ctl page --json)"
install -d -o jz2-web -g jz2-web -m 700 /var/lib/jz2-web
install -D -m 644 /usr/share/jz2-web/jz2.service /etc/avahi/services/jz2.service
apt purge jz2-web || exit 1
said web-purged "$(ls -d /var/lib/jz2-web /etc/default/jz2-web /etc/avahi/services/jz2.service /usr/bin/jz2web
  getent passwd jz2-web; getent group jz2-web)"

# The same for jz2-bridge, which is off.
apt install --no-install-recommends "$RIG_OUT/given/later-bridge.deb" || exit 1
dpkg -L jz2-bridge > "$OUT/files-bridge"
said bridge "$(setpriv --reuid jz2-bridge --regid jz2-bridge --init-groups jz2bridge --version)"
said bridge-account "$(getent passwd jz2-bridge)"
said bridge-groups "$(id -Gn jz2-bridge)"
said bridge-enabled "$(cd /etc/systemd/system && ls -d ./*/jz2-bridge[.]*)"
said bridge-units "$(systemd-analyze --man=no verify jz2-bridge.service /usr/lib/systemd/system/jz2-bridge.socket 2>&1 |
  grep jz2-bridge)"
apt purge jz2-bridge || exit 1
said bridge-purged "$(ls -d /etc/default/jz2-bridge /usr/bin/jz2bridge; getent passwd jz2-bridge
  getent group jz2-bridge)"
said version-left "$(jz2ctl --version)"

# As systemd and the daemon do.
install -d -o jz2 -g jz2 -m 750 /var/lib/jz2
setpriv --reuid jz2 --regid jz2 --clear-groups \
  bash -c 'umask 027; mkdir /var/lib/jz2/rides; echo ridden > /var/lib/jz2/rides/kept.tcx' || exit 1
apt remove jz2 || exit 1
said removed "$(stat -c '%n %U %G %a' /var/lib/jz2 /var/lib/jz2/rides/kept.tcx)"
apt purge jz2 || exit 1
said purged "$(stat -c '%n %U %G %a' /var/lib/jz2 /var/lib/jz2/rides/kept.tcx)"
said remaining "$(remaining)"
