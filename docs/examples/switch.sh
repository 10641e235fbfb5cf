#!/bin/sh
# Names a switch by its remote calls: tries the change out, makes it, and saves it.
#   SWITCH=https://192.168.10.200 TOKEN=fpt_... ./switch.sh attic
set -eu

name=$1

# Prints the answer of a call; fails with the switch's own sentence if it is refused. CA: the certificate to trust.
call() {
  answer=$(curl -sS --fail-with-body ${CA:+--cacert "$CA"} "$SWITCH/iss/specific/rpc.js" \
    -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d "$1")
  case $answer in
    *'"error":{"code":0,'*) printf '%s\n' "$answer" ;;
    *) printf 'refused: %s\n' "$answer" >&2; exit 1 ;;
  esac
}

call '{"method": "CommonSet", "id": 0, "params": {"Template": "system", "sysName": "'"$name"'", "DryRun": 1}}'
call '{"method": "CommonSet", "id": 0, "params": {"Template": "system", "sysName": "'"$name"'"}}' > /dev/null
call '{"method": "CommonSet", "id": 0, "params": {"Template": "sysConfig", "configOper": 3}}' > /dev/null
