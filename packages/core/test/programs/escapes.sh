#!/bin/sh
# Leaves descendants in every place from which a kill of the group does not fetch them, and then waits for the end of its input.
stubborn='trap "" TERM HUP INT; while :; do sleep 1; done'
export stubborn

# A session of its own, ignoring what it is asked.
setsid sh -c "$stubborn" &
# A daemon: its parent is gone, its session is another, its group too.
setsid sh -c 'setsid sh -c "$stubborn" & exit' &
# One without the marker in a session of its own, whose parent lives; only its arguments tell whose it is.
setsid sh -c 'env -i setsid sh -c "trap \"\" TERM; while :; do /bin/sleep 1; done" "$AGENTMOUNT_PROCESS" & wait' &
# One that is stopped.
setsid sh -c 'kill -STOP $$; while :; do sleep 1; done' &
# One in our own group that holds our stdout.
sh -c "$stubborn" &
echo ready
cat >/dev/null
