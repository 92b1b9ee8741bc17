#!/bin/bash
# publisher.sh FOLDER: writes the settings of publisher.mk, which are in the environment, into FOLDER, a copy of the
# folder `debian`. Binary packages have no Vcs fields, so the address of the sources is also in the copyright file.
set -euo pipefail
cd "$1"

# check NAME PATTERN REMEDY: fails if the setting NAME is neither empty nor matches PATTERN.
check() {
  [[ -z ${!1} || ${!1} =~ ^$2$ ]] || { echo "$1=${!1}: $3" >&2; exit 64; }
}

check HOMEPAGE 'https?://[^[:space:]\]+' "write an address that begins with https://"
check VCS_BROWSER 'https?://[^[:space:]\]+' "write an address that begins with https://"
check VCS_GIT '(https|http|git|ssh)://[^[:space:]\]+' "write an address that begins with https:// or ssh://"
check MAINTAINER '[^[:cntrl:]<>@\]+ <[^[:space:]<>@\]+@[^[:space:]<>@\]+>' "write it like: Ada Jones <ada@example.org>"

# field FILE AFTER NAME VALUE: adds the field NAME behind the field AFTER, unless VALUE is empty.
field() {
  [ -z "$4" ] || sed -i "/^$2:/a $3: $4" "$1"
}

field control Standards-Version Vcs-Git "$VCS_GIT"
field control Standards-Version Vcs-Browser "$VCS_BROWSER"
field control Standards-Version Homepage "$HOMEPAGE"
field copyright Upstream-Name Source "$VCS_BROWSER"
[ -z "$MAINTAINER" ] || sed -i "/^Maintainer:/c Maintainer: $MAINTAINER" control
