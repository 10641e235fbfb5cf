/**
 * Debian's Python, which the suites ask for. By its path: what is found by the name may be a script that first looks for the
 * version to take, for five times the processor time of a station's start.
 */
export const python = '/usr/bin/python3';
