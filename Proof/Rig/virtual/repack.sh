#!/bin/bash
# repack.sh PACKAGE VERSION TARGET: writes TARGET, which is PACKAGE with another version, also of the jz2 that it needs.
# Its compression is quick to pack and unpack, because a guest may be an emulated processor.
set -euo pipefail
UNPACKED=$(mktemp -d "$(dirname "$3")/unpacked.XXXXXX")
trap 'rm -rf "$UNPACKED"' EXIT
dpkg-deb -R "$1" "$UNPACKED"
chmod 755 "$UNPACKED"
sed -i "s/^Version: .*/Version: $2/; s/\(jz2 (= \)[^)]*/\1$2/" "$UNPACKED/DEBIAN/control"
dpkg-deb --root-owner-group -Zzstd -z1 -b "$UNPACKED" "$3" > /dev/null
