# shellcheck shell=bash
# apt.sh, to be sourced: packages of other releases and architectures, by an apt that does not touch this computer's own
# lists.

# mirror: prints the mirror from which this computer gets its packages.
mirror() {
  # shellcheck disable=SC2016  # apt-get expands it
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v -e -security | head -1
}

# private_apt DIRECTORY SUITE ARCHITECTURE...: prepares that release for in_private_apt. The first architecture is the
# native one.
private_apt() {
  PRIVATE_APT=$1
  local suite=$2 architecture keys=/usr/share/keyrings/debian-archive-keyring.gpg
  shift 2
  mkdir -p "$PRIVATE_APT"/{lists,cache/archives}/partial
  : > "$PRIVATE_APT/status"
  echo "deb [arch=$(IFS=,; echo "$*") signed-by=$keys] $(mirror) $suite main" > "$PRIVATE_APT/sources.list"
  {
    printf 'Dir::%s;\n' "State \"$PRIVATE_APT\"" "State::status \"$PRIVATE_APT/status\"" \
      "State::lists \"$PRIVATE_APT/lists\"" "Cache \"$PRIVATE_APT/cache\"" \
      "Etc::SourceList \"$PRIVATE_APT/sources.list\"" 'Etc::SourceParts "-"'
    printf 'APT::Architecture "%s";\nAPT::Sandbox::User "root";\n' "$1"
    for architecture in "$@"; do printf 'APT::Architectures:: "%s";\n' "$architecture"; done
  } > "$PRIVATE_APT/apt.conf"
  APT_CONFIG=$PRIVATE_APT/apt.conf apt-get -qq update
}

# in_private_apt FOLDER COMMAND...: runs the command there, with the release of private_apt.
in_private_apt() (
  cd "$1" || exit
  shift
  export APT_CONFIG=$PRIVATE_APT/apt.conf
  "$@"
)
