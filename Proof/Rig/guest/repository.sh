# shellcheck shell=bash
# repository.sh, sourced after systemd.sh: serves the repositories of virtual/get.sh, and installs from them.
URL=http://127.0.0.1:8000/jz2

# publish NAME: serves that repository at URL.
publish() {
  mkdir -p /run/served
  ln -sfn "$GIVEN/$1" /run/served/jz2
  pgrep -x busybox > /dev/null || busybox httpd -p 127.0.0.1:8000 -h /run/served
}

# make_rider: creates the rider, who may use sudo without a password, as on Raspberry Pi OS.
make_rider() {
  id -u rider > /dev/null 2>&1 || useradd -m -s /bin/bash rider
  echo 'rider ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/rider
}

# login COMMAND...: runs it in a login of the rider from before the installation, which is in no group of jz2.
login() { setpriv --reuid rider --regid rider --clear-groups env HOME=/home/rider USER=rider "$@"; }

# get [OPTION...]: runs the command of README.
get() { login sh -c "curl -fsSL $URL/install.sh | sudo sh -s -- $*"; }

# keep_memory NAME COMMAND...: like keep. Notes the peak memory of the command, with the files that it caches.
keep_memory() {
  local group=/sys/fs/cgroup/rig-$1 status
  mkdir "$group"
  (echo "$BASHPID" > "$group/cgroup.procs" && keep "$@")
  status=$?
  note memory of="$1" peak:="$(< "$group/memory.peak")" killed="$(grep oom_kill "$group/memory.events")" \
    total="$(grep MemTotal /proc/meminfo)" swap="$(grep SwapTotal /proc/meminfo)"
  return $status
}

# keep_versions NAME: keeps the state and the version of each package.
keep_versions() {
  # shellcheck disable=SC2016  # dpkg-query expands it
  keep "$1" dpkg-query -W -f '${Package} ${db:Status-Status} ${Version}\n' jz2 jz2-web
}
