import type { Cancel, Clock } from '../datapath/clock.ts';

/**
 * Calls an engine when it wants to be called: the returned function sets the next moment (of `clock`, in milliseconds;
 * `Infinity` or undefined for none), replacing the one before.
 */
export function wakeLoop(clock: Clock, wake: () => void): (at: number | undefined) => void {
  let sleep: Cancel = () => undefined;
  return (at) => {
    sleep();
    sleep =
      at === undefined || !Number.isFinite(at) ? () => undefined : clock.after(Math.max(0, at - clock.now()), wake);
  };
}
