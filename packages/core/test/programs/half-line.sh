#!/bin/sh
printf 'whole\nhal'
echo 'what went wrong' >&2
exit 3
