import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import type { AccessPlan } from '../access-plan.ts';

/** Everything that decides whether a session reaches the switch. */
export interface Outlook {
  readonly plan: ForwardingPlan;
  readonly state: ForwardingState;
  /** The worst possible decisions of engines about a coming change; undefined if none was asked. */
  readonly feared?: ForwardingState;
  readonly access: AccessPlan;
  /** The same at later times, if it differs then. */
  readonly later?: Readonly<Partial<Record<LaterTime, Outlook>>>;
}

/**
 * When everything with a limited time has ended; after a restart, with what that leaves; while one ends after the other, and what lets
 * through ends first.
 */
export type LaterTime = 'ended' | 'restarted' | 'ending';

export const laterTimes: readonly LaterTime[] = ['ended', 'restarted', 'ending'];

/** The outlook at a later time. */
export function laterOutlook(outlook: Outlook, time: LaterTime): Outlook {
  return outlook.later?.[time] ?? outlook;
}

/** Whether nothing differs, now or later, by identity. */
export function sameOutlook(one: Outlook, other: Outlook): boolean {
  return (
    isSameNow(one, other) && laterTimes.every((time) => isSameNow(laterOutlook(one, time), laterOutlook(other, time)))
  );
}

function isSameNow(one: Outlook, other: Outlook): boolean {
  return (
    one.plan === other.plan &&
    one.state === other.state &&
    one.access === other.access &&
    (one.feared ?? one.state) === (other.feared ?? other.state)
  );
}
