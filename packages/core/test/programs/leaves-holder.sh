#!/bin/sh
# Exits at once, while a child that ignores SIGTERM keeps stdout and stderr open and says something now and then.
sh -c 'trap "" TERM; while :; do sleep 0.2; echo noise; done' &
echo 'last words'
echo 'last error' >&2
