#!/bin/bash
# make-disk.sh IMAGE SIZE: creates an ext4 like that of a card, in which the file system has no pending work of its own.
set -euo pipefail
rm -f "$1"
truncate -s "$2" "$1"
PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q -b 4096 -E lazy_itable_init=0,lazy_journal_init=0 "$1"
