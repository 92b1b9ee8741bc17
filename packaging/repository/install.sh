#!/bin/sh
# Installs jz2 from its apt repository, or upgrades it. `usage` describes the options.
set -eu
url='@REPOSITORY_URL@'
key=/etc/apt/keyrings/jz2.asc
source=/etc/apt/sources.list.d/jz2.sources

usage() {
  cat << TEXT
curl -fsSL $url/install.sh | sudo sh [-s -- OPTION]
  --page       also installs the page for a phone, and switches it on
  --uninstall  removes jz2, and keeps your rides
  --help       prints this text
TEXT
}

refuse() { echo "install.sh: $1" >&2; exit 1; }

# Standard input may be this script, so no question can be answered. Changed settings stay as they are. The packages do
# not name the next steps (JZ2_INSTALLER), which follow here.
apt_get() {
  DEBIAN_FRONTEND=noninteractive JZ2_INSTALLER=yes apt-get -o Dpkg::Options::=--force-confold "$@" < /dev/null ||
    refuse "apt-get failed. Fix what it reports above, then run install.sh again."
}

check_system() {
  architecture=$(dpkg --print-architecture)
  . /etc/os-release
  case $architecture/${VERSION_CODENAME:-} in
    arm64/trixie | amd64/trixie | amd64/bookworm) ;;
    arm64/*) refuse "jz2 needs Raspberry Pi OS of October 2025 or later, or Debian 13. This is $PRETTY_NAME." ;;
    amd64/*) refuse "jz2 needs Debian 12 or 13. This is $PRETTY_NAME." ;;
    *) refuse "jz2 needs a 64-bit system, such as Raspberry Pi OS Lite (64-bit). This one is $architecture." ;;
  esac
  [ -d /run/systemd/system ] || refuse "jz2 needs systemd, which is not running."
}

install_packages() {
  mkdir -p "${key%/*}"
  print_key > "$key"
  printf '%s\n' 'Types: deb' "URIs: $url" "Suites: $VERSION_CODENAME" 'Components: main' \
    "Architectures: $architecture" "Signed-By: $key" > "$source"
  apt_get -q update --error-on=any
  apt_get -q -y install "$@"
  rider=${SUDO_USER:-root}
  [ "$rider" = root ] || usermod -aG jz2 "$rider"
  [ $# = 1 ] || jz2ctl page on
  runuser -u "$rider" -- jz2ctl doctor < /dev/null || true
  [ "$rider" != root ] || echo "For each rider: usermod -aG jz2 USER"
  echo "Next: wake the trainer, then run: jz2ctl start 150 60"
}

uninstall() {
  # shellcheck disable=SC2046  # a word for each package
  set -- $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' jz2 jz2-sync jz2-cue jz2-web jz2-bridge \
    2> /dev/null | sed -n 's/^installed //p')
  [ $# = 0 ] || apt_get -q -y remove "$@"
  rm -f "$key" "$source"
  echo "jz2 is removed. Your rides are still in /var/lib/jz2."
}

print_key() {
  cat << 'KEY'
@KEY@
KEY
}

main() {
  case $#${1:-} in
    0 | 1--page | 1--uninstall) ;;
    1--help) usage; exit ;;
    *) usage >&2; exit 64 ;;
  esac
  [ "$(id -u)" = 0 ] || refuse "This needs root. Run: curl -fsSL $url/install.sh | sudo sh"
  command -v apt-get > /dev/null || refuse "This system has no apt. jz2 is for Raspberry Pi OS and Debian."
  umask 022
  [ "${1:-}" != --uninstall ] || { uninstall; exit; }
  check_system
  install_packages jz2 ${1:+jz2-web}
}

# The last line, in braces, so that an incomplete download runs nothing.
{ main "$@"; }
