#!/bin/bash
# subjects.sh: checks the subjects of the last 50 commits: at most 72 characters, and no fixup or squash commit. Merges
# are left out.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$(realpath "$0")")/.."
# Older commits break these rules: there is a fixup among them, and more than a hundred long subjects. History is not
# rewritten, so the check begins after this commit.
BEGIN=9025f9d080250501f27b5d5febb0e9828a23da0b
failed=0

# A source archive has no history. In a shallow clone the oldest commits have no parents, so merges cannot be
# recognised.
[ "$(git rev-parse --is-shallow-repository 2> /dev/null)" = false ] || exit 0
git merge-base --is-ancestor "$BEGIN" HEAD 2> /dev/null || exit 0

while IFS=' ' read -r commit subject; do
  case $subject in
    fixup!* | squash!* | amend!*)
      echo "$commit is to be squashed: git rebase --interactive --autosquash" >&2
      failed=1 ;;
  esac
  if [ ${#subject} -gt 72 ]; then
    echo "$commit has a subject of ${#subject} characters, more than 72: $subject" >&2
    failed=1
  fi
done < <(git log --no-merges --max-count=50 --format='%h %s' "$BEGIN..HEAD")
exit $failed
