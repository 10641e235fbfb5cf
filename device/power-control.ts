/** Codes of `lastRebootCause` (docs/specification/system.md, "Tools > Reboot"). */
export const RebootCause = { power: 1, user: 2, firmware: 3, watchdog: 4, crash: 5, schedule: 6 } as const;

/** One of the values of `RebootCause`. */
export type RebootCause = (typeof RebootCause)[keyof typeof RebootCause];

/** Starting the switch again. */
export interface PowerControl {
  /** Why and when the agent started, and how often it has. */
  readonly lastCause: RebootCause;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since the agent started, whatever was done to the date. */
  upTime(): number;
  readonly starts: number;
  /** Restarts the agent after the answer to the present call was sent. */
  reboot(cause: RebootCause): void;
}
