#!/bin/bash
# build.sh TREE FOLDER...: writes a signed apt repository into the folder TREE, which it replaces, from the packages in
# these folders, and install.sh too. All of it is static files.
#
#   REPOSITORY_URL     the address where TREE will be served; install.sh contains it
#   JZ2_SIGNING_KEY    a file with an armored secret key that has no passphrase; by default .work/signing/secret.asc,
#                      which is made if missing
#   SOURCE_DATE_EPOCH  the date of the repository. The signatures have the present time
#
# The repository has no Valid-Until: it changes only with a release, and nobody signs it again in between. With that
# field, `apt update` would fail on every Pi some weeks after a release. Without it, an attacker between server and Pi
# could withhold an upgrade, but not replace a package; https prevents both. For the same reason the key that is made
# here does not expire.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
TARGET=$(realpath -m "$1")
# A tree that cannot be finished replaces no older one.
TREE=$TARGET.new
shift
SIGNING_KEY=${JZ2_SIGNING_KEY:-$ROOT/.work/signing/secret.asc}
URL=${REPOSITORY_URL:-}
URL=${URL%/}
# Packages for amd64 are built on Debian 12 and also install on 13. Those for arm64 need 13.
declare -A SUITES=([amd64]='bookworm trixie' [arm64]=trixie)

fail() { echo "repository: $1" >&2; exit 1; }

# The scripts that root runs come from this address, so only this computer's own may be plain http.
[ -n "$URL" ] || fail "No REPOSITORY_URL. Set it in packaging/publisher.mk, or run: make repository REPOSITORY_URL=..."
[[ $URL =~ ^(https://|file:///|http://(127\.0\.0\.1|localhost)[:/])[A-Za-z0-9._~:/+-]+$ ]] ||
  fail "REPOSITORY_URL is '$URL'. It must be an https address without spaces, quotes, queries and '@'."

# gpg's sockets need a short path, and no key of this user is used.
WORK=$(mktemp -d)
export GNUPGHOME=$WORK/gnupg
trap 'gpgconf --kill all; rm -rf "$WORK" "$TREE"' EXIT
mkdir -m 700 "$GNUPGHOME"
key_gpg() { gpg --batch --no-tty --quiet "$@"; }

# make_key: creates the signing key. gpgv of Debian 12 and sqv of Debian 13 accept Ed25519.
make_key() {
  install -d -m 700 "$(dirname "$SIGNING_KEY")"
  key_gpg --passphrase '' --quick-generate-key 'jz2 repository' ed25519 sign never
  (umask 077 && key_gpg --armor --export-secret-keys > "$SIGNING_KEY")
  echo "Made the signing key $SIGNING_KEY. Keep a copy: installed computers refuse packages signed by another key."
}

# load_key: reads the signing key into GNUPGHOME, and its fingerprint into KEY.
load_key() {
  local secrets
  [ -n "${JZ2_SIGNING_KEY:-}" ] || [ -f "$SIGNING_KEY" ] || make_key
  [ -r "$SIGNING_KEY" ] || fail "JZ2_SIGNING_KEY is $SIGNING_KEY, which cannot be read."
  key_gpg --import "$SIGNING_KEY" 2> "$WORK/import.log" || fail "$SIGNING_KEY is no key: $(tail -1 "$WORK/import.log")"
  secrets=$(key_gpg --with-colons --list-secret-keys)
  [ "$(grep -c ^sec: <<< "$secrets")" = 1 ] || fail "$SIGNING_KEY must contain exactly one secret key."
  KEY=$(awk -F: '$1 == "fpr" { print $10; exit }' <<< "$secrets")
}

sign() {
  key_gpg --local-user "$KEY" --digest-algo SHA512 --armor "$@" 2> "$WORK/sign.log" ||
    fail "The key $KEY cannot sign; it must not have expired, nor have a passphrase: $(tail -1 "$WORK/sign.log")"
}

# packages ARCHITECTURE: prints the packages for it, without debug symbols, which no rider needs.
packages() { find "${FOLDERS[@]}" -maxdepth 1 -name "*_$1.deb" ! -name '*-dbgsym_*' 2> /dev/null | sort; }

# add_packages: fills the tree, and says which packages are missing.
add_packages() {
  local architecture name suite names found=()
  mapfile -t names < <(sed -n 's/^Package: //p' "$ROOT/debian/control" "$ROOT/packaging/hub/debian/control")
  for architecture in amd64 arm64; do
    mapfile -t found < <(packages "$architecture")
    for name in "${names[@]}"; do
      [[ " ${found[*]} " == */${name}_* ]] || echo "Missing: $name for $architecture"
    done
    [ ${#found[@]} -gt 0 ] || continue
    for suite in ${SUITES[$architecture]}; do
      reprepro --silent --confdir "$WORK/conf" --dbdir "$WORK/db" --outdir "$TREE" includedeb "$suite" "${found[@]}"
    done
  done
}

# finish_suite FOLDER: signs a suite. reprepro knows only the present time.
finish_suite() {
  [ -z "${SOURCE_DATE_EPOCH:-}" ] ||
    sed -i "s/^Date: .*/Date: $(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S UTC')/" "$1/Release"
  sign --clearsign --output "$1/InRelease" "$1/Release"
  sign --detach-sign --output "$1/Release.gpg" "$1/Release"
}

# fill FILE: copies a file of this folder into the tree, with the address and the public key. The key is inside
# install.sh: it comes from the same server, so a separate download would be trusted no more, and could fail.
fill() { sed -e "s|@REPOSITORY_URL@|$URL|g" -e "/^@KEY@\$/{r $TREE/jz2.asc" -e 'd}' "$HERE/$1" > "$TREE/$1"; }

FOLDERS=("$@")
[ -n "$(packages amd64)$(packages arm64)" ] ||
  fail "No packages in ${FOLDERS[*]}. Build them: make deb, make deb-arm64, make hub-deb"
load_key
rm -rf "$TREE"
mkdir -p "$TREE" "$WORK/conf"
cp "$HERE/distributions" "$WORK/conf"
add_packages
for suite in "$TREE"/dists/*; do finish_suite "$suite"; done
key_gpg --armor --export "$KEY" > "$TREE/jz2.asc"
fill install.sh
fill index.html
(cd "$TREE" && find install.sh jz2.asc pool -type f | sort | xargs sha256sum > SHA256SUMS)
rm -rf "$TARGET"
mv "$TREE" "$TARGET"
echo "The repository for $URL, signed by $KEY, is in $TARGET:"
(cd "$TARGET" && find pool -name '*.deb' | sort)
