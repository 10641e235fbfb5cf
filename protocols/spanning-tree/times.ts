/** The times that a tree's messages carry (IEEE 802.1Q-2018 13.26.4, 13.27.48), in seconds. */
export interface TreeTimes {
  readonly messageAge: number;
  readonly maxAge: number;
  readonly forwardDelay: number;
  readonly helloTime: number;
  /** How many bridges of the region the information may pass still. */
  readonly remainingHops: number;
}

/** Whether two messages carry the same times. */
export function sameTimes(a: TreeTimes, b: TreeTimes): boolean {
  return (
    a.messageAge === b.messageAge &&
    a.maxAge === b.maxAge &&
    a.forwardDelay === b.forwardDelay &&
    a.helloTime === b.helloTime &&
    a.remainingHops === b.remainingHops
  );
}
