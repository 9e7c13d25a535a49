#!/bin/sh
# Starts one that is never the same process for long: each starts its successor in a new session and is gone. It adds a byte to the file $1
# each time, and goes on only while that file is there, so that one that is not ended by the test ends with the test's folder.
[ -e "$1" ] || exit
first=
[ -s "$1" ] || first=1
printf x >>"$1"
setsid "$0" "$1" >/dev/null 2>&1 &
[ -n "$first" ] || exit
echo ready
exec cat >/dev/null
