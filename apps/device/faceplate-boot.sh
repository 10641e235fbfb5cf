#!/bin/sh
# Starts the firmware that is chosen, and again whenever it asks for that (exit code 75) or ends by a fault of its own; any
# other end is the end of this, too. NODE is the Node to run it with.
folder=$(dirname "$(readlink -f "$0")")
stopping=
stop() {
  stopping=yes
  kill -TERM "$agent" 2>/dev/null
}
trap stop TERM HUP INT
while :; do
  FACEPLATE_PROGRAM=boot.cjs "$folder/faceplate" "$@" &
  agent=$!
  # A signal ends the wait, not what is waited for.
  while :; do
    wait "$agent"
    code=$?
    kill -0 "$agent" 2>/dev/null || break
  done
  [ -n "$stopping" ] && exit "$code"
  case $code in
    75) ;;
    134 | 135 | 136 | 139) sleep 1 ;; # SIGABRT, SIGBUS, SIGFPE, SIGSEGV
    *) exit "$code" ;;
  esac
done
