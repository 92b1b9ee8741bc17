#!/bin/bash
# again.sh DEB HUB_DEB: builds the packages in these folders again and compares them, byte by byte. The second build has
# the same objects and commit, but another checkout with newer files, another umask, time zone and language. BUILD=debug
# compares the packages of `make deb BUILD=debug`. Packages of another architecture are not compared.
set -euo pipefail
ROOT=$(realpath "$(dirname "$(realpath "$0")")/../..")
DEB=$(realpath -m "$1") HUB_DEB=$(realpath -m "$2")
AGAIN=$ROOT/.work/again
cd "$ROOT"
[ -z "$(git status --porcelain --untracked-files=no)" ] ||
  { echo "There are changes that no commit has. Commit them, then: make deb" >&2; exit 1; }

rm -rf "$AGAIN"
git clone -q "$ROOT" "$AGAIN"
mkdir "$AGAIN/.work"
ln -s "$ROOT/.build" "$AGAIN/.build"
for name in linked spdx-venv; do ln -s "$ROOT/.work/$name" "$AGAIN/.work/$name"; done
targets=(deb)
[ ! -d "$HUB_DEB" ] || targets+=(hub-deb)
(
  umask 027
  export TZ=Pacific/Auckland LANG=de_DE.UTF-8 LANGUAGE=de
  make -C "$AGAIN" --no-print-directory "${targets[@]}" IS_BUILT=1
) > "$AGAIN.log" 2>&1 || { tail -20 "$AGAIN.log" >&2; exit 1; }

# explain FIRST SECOND: prints which of their files, times and rights differ.
explain() {
  rm -rf "$AGAIN"/{first,second}
  dpkg-deb -R "$1" "$AGAIN/first"
  dpkg-deb -R "$2" "$AGAIN/second"
  diff -rq "$AGAIN/first" "$AGAIN/second" || true
  diff <(dpkg-deb -c "$1") <(dpkg-deb -c "$2") || true
}

compared=0 failed=0
for second in "$AGAIN"/.work/*deb/*.deb; do
  first=$DEB/${second##*/}
  [[ $second != */hub-deb/* ]] || first=$HUB_DEB/${second##*/}
  [ -f "$first" ] || { echo "${second##*/} is missing. Build it first: make deb, make hub-deb" >&2; exit 1; }
  compared=$((compared + 1))
  cmp -s "$first" "$second" || { failed=1; echo "FAILED ${second##*/} differs:"; explain "$first" "$second"; }
done
[ $failed = 1 ] || rm -rf "$AGAIN" "$AGAIN.log"
echo "$compared packages built twice: $([ $failed = 1 ] && echo some differ || echo all are the same)"
exit $failed
