#!/bin/bash
# link.sh TO OBJECT PROGRAM...: links programs of the debug build like a release: with Swift's libraries inside, with
# the version in OBJECT, and without debug information. So the package, the rig and the campaign can use the unit tests'
# objects, and each file is compiled only once.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
TO=$1 OBJECT=$2
shift 2
mkdir -p "$TO"
LIBRARIES=(-lFoundation -lFoundationInternationalization -lFoundationEssentials -l_FoundationICU -lCoreFoundation
  -l_FoundationCShims -l_FoundationCollections -lswiftSynchronization -lstdc++)
# Includes Debian's libraries that the debug program needs. Leaves out the modules' interfaces for debuggers, which a
# release does not contain either. SwiftPM names the entry point after the program.
for program in "$@"; do
  mapfile -t others < <(readelf -d ".build/debug/$program" |
    sed -nE 's/.*\(NEEDED\).*\[lib(dbus-1|bluetooth|sqlite3|z)\.so.*/-l\1/p')
  sed '/\.swiftmodule\.o/d' ".build/debug/$program.product/Objects.LinkFileList" > "$TO/$program.objects"
  swiftc -static-stdlib @Scripts/link.options -o "$TO/$program.new" "@$TO/$program.objects" "$OBJECT" \
    -Xlinker "--defsym=main=${program}_main" -Xlinker -s "${others[@]}" \
    -Xlinker --start-group "${LIBRARIES[@]}" -Xlinker --end-group
  mv "$TO/$program.new" "$TO/$program"
  rm "$TO/$program.objects"
done
