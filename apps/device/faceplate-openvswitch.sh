#!/bin/sh
# Becomes a daemon of a private Open vSwitch. Program and folder are a line of the input each: the service manager starts this
# with a connection of the agent (datapath/openvswitch/daemons.ts), so that the daemon is none of the agent's own processes.
read -r program
read -r folder
export OVS_RUNDIR="$folder" OVS_LOGDIR="$folder" OVS_DBDIR="$folder"
case $program in
  ovsdb-server) set -- "$folder/conf.db" "--remote=punix:$folder/db.sock" "--unixctl=$folder/ovsdb.ctl" ;;
  ovs-vswitchd) set -- "unix:$folder/db.sock" "--unixctl=$folder/vswitchd.ctl" ;;
  *)
    echo "Unknown program: $program" >&2
    exit 1
    ;;
esac
exec "$program" "$@" "--pidfile=$folder/$program.pid" "--log-file=$folder/$program.log" -vconsole:emer </dev/null
