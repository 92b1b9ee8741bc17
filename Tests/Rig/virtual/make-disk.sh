#!/bin/bash
# make-disk.sh IMAGE SIZE: an ext4, laid out as a card's is, on which the file system has nothing left to do by itself.
set -euo pipefail
rm -f "$1"
truncate -s "$2" "$1"
PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q -b 4096 -E lazy_itable_init=0,lazy_journal_init=0 "$1"
