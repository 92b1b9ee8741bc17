#!/bin/sh
# described.sh --experimental-dump-help: prints the description of $PROGRAM for generate-manual, with the rarely used
# options, which the program's help leaves out.
"$PROGRAM" "$@" | sed 's/"shouldDisplay" : false/"shouldDisplay" : true/'
