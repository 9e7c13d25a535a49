#!/bin/sh
# Is never the same process for long: each starts its successor in a new session and is gone.
[ -n "$HOPS" ] || echo ready
HOPS=$((HOPS + 1))
export HOPS
setsid "$0" >/dev/null 2>&1 &
