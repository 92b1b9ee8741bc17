# shellcheck shell=bash
# systemd.sh, sourced after prelude.sh and tries.sh: uses the service that the package installed. Its `ctl` runs as the
# rider: a member of the group, not root, without an option for the socket.
export GIVEN=$RIG_OUT/given # the packages
STATE=/var/lib/jz2
chmod a+w "$OUT" # jz2ctl exports files as the rider
UNIT=jz2d.service

# ctl VERB...: has a time limit, because a client waits for a daemon that does not answer; `watch` has none.
ctl() {
  local limit=(timeout 90)
  [[ " $* " != *" watch "* ]] || limit=()
  "${limit[@]}" runuser -u rider -- jz2ctl "$@" 8>&- 9>&-
}

# watcher SIGNAL: sends the watching client a signal, such as STOP. A watcher tries each second to reach an absent
# daemon, which starts a service that has a socket.
watcher() { pkill "-$1" -u rider -x jz2ctl; }

# unfollow: ends the watching client, until the next `follow`.
unfollow() {
  watcher TERM
  exec {FOLLOWED}<&-
  unset FOLLOWED
  STATUS=
}

apt() { DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 "$@"; }

# property NAME [UNIT]
property() { systemctl show -P "$1" "${2:-$UNIT}"; }

is_active() { [ "$(property ActiveState)" = active ]; }
is_stopped() { [ "$(property ActiveState)" = inactive ]; }

# keep NAME COMMAND...: keeps the output of a command in NAME.txt, and its exit status in the notes.
keep() {
  local name=$1 status began=$EPOCHREALTIME
  shift
  "$@" > "$OUT/$name.txt" 2>&1
  status=$?
  note ran name="$name" began:="$began" exit:=$status
  return $status
}

# note_service WHEN: notes the unit's state, its process, and its restarts.
note_service() {
  note service when="$1" state="$(property ActiveState)" pid:="$(property MainPID)" restarts:="$(property NRestarts)"
}

# note_paths WHEN: notes the modes and owners of the socket, of its directory, and of the rides' folders.
note_paths() {
  note paths when="$1" runtime="$(stat -c '%a %U:%G' /run/jz2)" socket="$(stat -c '%F %a %U:%G' /run/jz2/jz2.sock)" \
    rides="$(stat -c '%a %U:%G' /run/jz2/rides)" state="$(stat -c '%a %U:%G' $STATE)"
}

# problem CODE: whether the status has that problem.
problem() { newest && [[ $STATUS == *"\"code\":\"$1\""* ]]; }

# journaled CODE SINCE: whether the journal has the code as a field, from that second on.
journaled() { [ -n "$(journalctl -q -o cat "JZ2_PROBLEM=$1" --since "@${2%.*}")" ]; }

# said_of CODE: waits for the problem, then keeps the messages of status, doctor and the journal about it, in files that
# begin with CODE.
said_of() {
  local since=${SINCE:-$EPOCHREALTIME}
  await 20 problem "$1"
  await 30 journaled "$1" "$since"
  ask "$1-status" status
  keep "$1-status" ctl status
  keep "$1-doctor" ctl doctor
  keep "$1-journal" journalctl -q -o cat -u $UNIT --since "@${since%.*}"
  note_service "$1"
}

replug_adapter() {
  unplug_adapter
  sleep 2
  again plug_adapter
}

# library_sums: prints the sums of the rides' files, of the database and of its log.
library_sums() {
  (cd $STATE && find . -type f \( -path '*rides*' -o -name 'jz2.sqlite*' ! -name '*-shm' \) | sort | xargs sha256sum)
}

# keep_journal: keeps the journal of the service, with all fields.
keep_journal() { journalctl -q -o json -u jz2d.service -u jz2d.socket > "$OUT/journal.json"; }
