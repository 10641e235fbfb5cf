#!/bin/sh
# Starts the firmware that is chosen, and again whenever it asks for that (exit code 75) or ends without having been asked to:
# by a fault of its own, by SIGKILL (which is how the kernel ends processes when memory runs out). The end of this, too, is an
# agent that was ended by whoever runs it (0, SIGINT, SIGTERM), that could not be started (1), or that is no program (126, 127).
# NODE is the Node to run it with. FACEPLATE_CRASHED tells the agent that the one before ended unexpectedly, FACEPLATE_BOOT which
# process this is: where it is killed, the agent starts another one, which finds FACEPLATE_AGENT, the agent to go on with. That is no
# child of it, and writes its exit code to this program's input when it ends; where it writes nothing nobody asked for its end.
folder=$(dirname "$(readlink -f "$0")")
stopping=
crashed=
stop() {
  stopping=yes
  kill -TERM "$agent" 2>/dev/null
}
trap stop TERM HUP INT
# Seconds until the next start: an agent that ends soon after its start, again and again, is given more and more of them.
pause=1
longest=30
# The exit code of what SIGKILL has ended.
killed=137
while :; do
  began=$(date +%s)
  if [ -n "$FACEPLATE_AGENT" ]; then
    agent=$FACEPLATE_AGENT
    unset FACEPLATE_AGENT
    # Asked to end before it knew whom to ask.
    [ -n "$stopping" ] && stop
    code=
    # A signal ends the reading, not what is waited for.
    read -r code || [ -z "$stopping" ] || read -r code
    code=${code:-$killed}
    exec </dev/null
  else
    [ -n "$stopping" ] && exit 0
    FACEPLATE_CRASHED=$crashed FACEPLATE_BOOT=$$ FACEPLATE_PROGRAM=boot.cjs "$folder/faceplate" "$@" &
    agent=$!
    [ -n "$stopping" ] && stop
    # A signal ends the wait, not what is waited for.
    while :; do
      wait "$agent"
      code=$?
      kill -0 "$agent" 2>/dev/null || break
    done
  fi
  [ -n "$stopping" ] && exit "$code"
  crashed=
  case $code in
    75) continue ;;
    0 | 1 | 126 | 127 | 130 | 143) exit "$code" ;;
  esac
  [ $(($(date +%s) - began)) -ge 60 ] && pause=1
  crashed=yes
  echo "The agent ended unexpectedly (exit code $code) and is started again." >&2
  sleep "$pause" &
  agent=$!
  wait "$agent"
  [ -n "$stopping" ] && exit 0
  pause=$((pause * 2 < longest ? pause * 2 : longest))
done
