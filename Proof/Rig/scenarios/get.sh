#!/bin/bash
# A rider gets jz2 on a fresh Raspberry Pi OS by the command of README, and rides in the same login. During the ride an
# upgrade is published: first with a changed byte, which apt refuses, then whole. After --uninstall the rides are left.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
. "$GUEST/systemd.sh"
. "$GUEST/repository.sh"

ctl() {
  local limit=(timeout 90)
  [[ " $* " != *" watch "* ]] || limit=()
  login "${limit[@]}" jz2ctl "$@" 8>&- 9>&-
}

make_rider
publish now
keep without-root login sh -c "curl -fsSL $URL/install.sh | sh"
keep_memory get get --page || exit 1
note member groups="$(id -nG rider)" login="$(login id -nG)"
keep_versions versions-installed
keep page curl -fsS http://127.0.0.1:8420/
keep doctor ctl doctor

begin_ride --watts "$WATTS" --minutes 60 || exit 1
await 30 well || exit 1

# One byte of the package differs from the signed sums.
publish next
package=$(echo "$GIVEN"/next/pool/main/j/jz2/jz2_*.deb)
byte=$(od -An -tu1 -j 100000 -N 1 "$package")
change_byte() { printf '%b' "\\x$(printf %x "$1")" | dd of="$package" bs=1 seek=100000 conv=notrunc status=none; }
change_byte $((byte ^ 1))
before=$(property MainPID)
keep update login sudo apt-get update
keep upgrade-tampered login sudo apt-get -y upgrade
keep_versions versions-tampered
note tampered before:="$before" after:="$(property MainPID)"
change_byte "$byte"

upgrade() { again keep_memory upgrade login sudo apt-get -y upgrade; }
try "package upgraded" well upgrade
keep_versions versions-upgraded
keep page-upgraded curl -fsS http://127.0.0.1:8420/
later 10
ask stop stop
await 60 idle
keep_results
unfollow

systemctl stop $UNIT
keep rides-before library_sums
keep uninstall get --uninstall
keep rides-after library_sums
keep_versions versions-uninstalled
keep files-uninstalled find /etc/apt /usr /etc/systemd -type f -name '*jz2*'
keep page-uninstalled curl -fsS http://127.0.0.1:8420/
cp -r $STATE "$OUT/state"
