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
    // A busy host delays frames then.
  }
}
