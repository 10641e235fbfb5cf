#!/bin/sh
# Starts the agent beside this file; NODE is the Node to run it with, FACEPLATE_PROGRAM what is run in its place.
#
# glibc keeps more and more of what is freed, the more was freed at once. A fixed threshold gives back what only the start
# needed, and what a burst of work did: about 5 MB. An environment of one's own wins; other C libraries do not look at it.
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-131072}"
# What the compiler needed during a start is freed in pieces of 32 kB; one that is in use keeps all below it, up to 11 MB. Such pieces
# are given back one by one.
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-32768}"
# Every thread that takes memory gets an arena to itself, and each keeps a reserve. Two are enough for the web server and the
# switch: another 1 MB.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec "${NODE:-node}" "$(dirname "$(readlink -f "$0")")/${FACEPLATE_PROGRAM:-main.cjs}" "$@"
