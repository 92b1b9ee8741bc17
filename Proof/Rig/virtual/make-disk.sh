#!/bin/bash
# make-disk.sh IMAGE SIZE: makes an ext4 like that of a card, on which the file system has no work left to do by itself.
set -euo pipefail
rm -f "$1"
truncate -s "$2" "$1"
PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q -b 4096 -E lazy_itable_init=0,lazy_journal_init=0 "$1"
