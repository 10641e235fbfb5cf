// Loaded before the agents of the browser tests. Each lives for two minutes at most and serves one page or two: the optimizing compiler,
// on threads of its own, took more processor time than its code saved.
const { setFlagsFromString } = require('node:v8');
const { isMainThread } = require('node:worker_threads');

/** Milliseconds in which an agent starts: code that was kept compiled fits only the flags that it was compiled with. */
const START = 700;

// For all threads of the process.
if (isMainThread) setTimeout(setFlagsFromString, START, '--no-opt').unref();
