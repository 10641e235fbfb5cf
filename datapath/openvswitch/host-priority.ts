import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** That which Open vSwitch's own start script gives its daemon. */
const NICENESS = -10;

/**
 * Has this thread, and all threads and programs that it starts from now on, go before other programs of the host: a frame that
 * ovs-vswitchd forwards, and the protocol that decides on it, wait for none of these. Without CAP_SYS_NICE nothing changes; as a
 * service, the service manager has done it (packaging/systemd).
 */
export function goBeforeOtherPrograms(): void {
  try {
    setPriority(NICENESS);
  } catch {
    return;
  }
  if (isSessionOfItsOwn()) enlargeShare('self');
}

/**
 * Has all programs of a process's session go before those of others. Where Linux gives each session the same share of the processor
 * (sched(7), "The autogroup feature"), niceness counts among its own programs only, and a daemon has a session of its own. Without such
 * shares, or without CAP_SYS_NICE, nothing changes.
 */
export function enlargeShare(pid: number | 'self'): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
  } catch {
    // A busy host delays frames then.
  }
}

/** Whether this process leads its session: what else runs in it is its own, and no terminal of an administrator. */
function isSessionOfItsOwn(): boolean {
  try {
    // proc_pid_stat(5), from the state on: the fourth field is the session.
    const [, after = ''] = readFileSync('/proc/self/stat', 'utf8').split(/\) (?!.*\) )/);
    return Number(after.split(' ')[3]) === process.pid;
  } catch {
    return false;
  }
}
