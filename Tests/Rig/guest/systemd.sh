# systemd.sh: how a scenario deals with the service that the package installed; sourced after prelude.sh and tries.sh,
# whose `ctl` it makes the rider's: a member of the group, not root, who names no socket.
GIVEN=$RIG_OUT/given
STATE=/var/lib/jz2
chmod a+w "$OUT" # jz2ctl writes what it exports as the rider
UNIT=jz2d.service

# ctl VERB...: not for ever, as a client waits for a daemon that does not answer; but who watches does so to the end.
ctl() {
  local limit=(timeout 90)
  [[ " $* " != *" watch "* ]] || limit=()
  "${limit[@]}" runuser -u rider -- jz2ctl "$@" 8>&- 9>&-
}

# watcher SIGNAL: who watches tries each second to reach a daemon that is gone, which starts a service that has a
# socket. STOP: not now.
watcher() { pkill "-$1" -u rider -x jz2ctl; }

# unfollow: nobody watches the daemon, until the next `follow`.
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

# keep NAME COMMAND...: what a command prints stays in NAME.txt, and how it ended in the notes.
keep() {
  local name=$1 status began=$EPOCHREALTIME
  shift
  "$@" > "$OUT/$name.txt" 2>&1
  status=$?
  note ran name="$name" began:="$began" exit:=$status
  return $status
}

# note_service WHEN: whether the unit is up, and whether it is still the same process.
note_service() {
  note service when="$1" state="$(property ActiveState)" pid:="$(property MainPID)" restarts:="$(property NRestarts)"
}

# note_paths WHEN: who may do what with the socket and the rides' folder.
note_paths() {
  note paths when="$1" runtime="$(stat -c '%a' /run/jz2)" socket="$(stat -c '%F %a %U:%G' /run/jz2/jz2.sock)" \
    state="$(stat -c '%a %U:%G' $STATE)"
}

# problem CODE: whether the daemon names it.
problem() { newest && [[ $STATUS == *"\"code\":\"$1\""* ]]; }

# journaled CODE SINCE: whether the journal has it as a field, from that second on.
journaled() { [ -n "$(journalctl -q -o cat "JZ2_PROBLEM=$1" --since "@${2%.*}")" ]; }

# said_of CODE: what status, doctor and the journal tell a rider about it, once it is known; in files that begin with
# CODE.
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

# keep_journal: all that the service and systemd said of it, with its fields.
keep_journal() { journalctl -q -o json -u jz2d.service -u jz2d.socket > "$OUT/journal.json"; }
