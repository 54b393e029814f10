#!/bin/sh
# Runs workerd, and ends it within a second of the process that started it: it would stay when that process is killed.
starter=$PPID
workerd=$$
(
  while kill -0 "$starter" && kill -0 "$workerd"; do sleep 1; done
  kill -9 "$workerd"
) </dev/null >/dev/null 2>&1 3>&- &
# Ctrl-C reaches it too, but it is ended by the process that started it.
trap '' INT
exec "$STRETTO_WORKERD" "$@"
