import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import type { AccessPlan } from '../access-plan.ts';

/** Everything that decides whether a session reaches the switch. */
export interface Outlook {
  readonly plan: ForwardingPlan;
  readonly state: ForwardingState;
  /** What engines might decide at worst, of a change to come; undefined where none was asked. */
  readonly feared?: ForwardingState;
  readonly access: AccessPlan;
}

/** Whether nothing differs, by identity. */
export function sameOutlook(one: Outlook, other: Outlook): boolean {
  return (
    one.plan === other.plan &&
    one.state === other.state &&
    one.access === other.access &&
    (one.feared ?? one.state) === (other.feared ?? other.state)
  );
}
