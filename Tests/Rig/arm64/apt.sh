# Packages of other releases and architectures, with an apt that leaves this computer's own lists alone. To be sourced.

# The mirror that this computer has its packages from.
mirror() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v -e -security | head -1
}

# private_apt DIRECTORY SUITE ARCHITECTURE...: from now on in_private_apt asks for that release. The first architecture is the usual one.
private_apt() {
  PRIVATE_APT=$1
  local suite=$2 architecture keys=/usr/share/keyrings/debian-archive-keyring.gpg
  shift 2
  mkdir -p "$PRIVATE_APT"/{lists,cache/archives}/partial
  : > "$PRIVATE_APT/status"
  echo "deb [arch=$(IFS=,; echo "$*") signed-by=$keys] $(mirror) $suite main" > "$PRIVATE_APT/sources.list"
  {
    printf 'Dir::%s;\n' "State \"$PRIVATE_APT\"" "State::status \"$PRIVATE_APT/status\"" "State::lists \"$PRIVATE_APT/lists\"" \
      "Cache \"$PRIVATE_APT/cache\"" "Etc::SourceList \"$PRIVATE_APT/sources.list\"" 'Etc::SourceParts "-"'
    printf 'APT::Architecture "%s";\nAPT::Sandbox::User "root";\n' "$1"
    for architecture in "$@"; do printf 'APT::Architectures:: "%s";\n' "$architecture"; done
  } > "$PRIVATE_APT/apt.conf"
  APT_CONFIG=$PRIVATE_APT/apt.conf apt-get -qq update
}

# in_private_apt FOLDER COMMAND...: runs it there.
in_private_apt() (
  cd "$1"
  shift
  export APT_CONFIG=$PRIVATE_APT/apt.conf
  "$@"
)
