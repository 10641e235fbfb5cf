import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { Connection, ManagementPath } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { Message } from '../../model/values/message.ts';
import type { GuardControl, ProvisionalChange } from './guard-control.ts';
import { isolationFault, nextHopFault, pathFault, type SessionPath, sessionPath } from './management-path.ts';

/** Milliseconds in which a forced change has to be confirmed (protocol.md, "One guard"). */
const PROVISIONAL_TIME = 60_000;

/** What the guard says to a change. */
export type Verdict =
  | { readonly kind: 'fine' }
  /** It would cut this session off; it can be forced. */
  | { readonly kind: 'loss'; readonly reason: Message; readonly path: SessionPath }
  /** Nobody could reach the switch; it cannot be forced. */
  | { readonly kind: 'isolation'; readonly reason: Message };

/** Decides whether the session over `path` (undefined: past the switch) still works under `after` as it does under `before`. */
export function judge(
  before: ForwardingPlan,
  after: ForwardingPlan,
  path: ManagementPath | undefined,
  connection: Connection | undefined,
): Verdict {
  if (before === after) return { kind: 'fine' };
  const isolation = isolationFault(after);
  if (isolation && !isolationFault(before)) return { kind: 'isolation', reason: isolation };
  if (!path || !connection) return { kind: 'fine' };
  const session = sessionPath(before, path, connection);
  // A path that these rules cannot explain now cannot be judged afterwards either.
  if (pathFault(before, session)) return { kind: 'fine' };
  const reason = pathFault(after, session) ?? nextHopFault(after, session, connection);
  return reason === undefined ? { kind: 'fine' } : { kind: 'loss', reason, path: session };
}

/** Where an authenticated call comes from, for deciding whether it confirms. */
export interface Confirmation {
  readonly connection: Connection;
  readonly path: ManagementPath | undefined;
  /** Its TCP connection was opened after the change: packets went both ways under the new plan. */
  readonly fresh: boolean;
}

interface Pending {
  readonly reason: Message;
  readonly user: string;
  readonly path: SessionPath;
  readonly deadline: number;
  readonly cancel: Cancel;
}

/** Waits for a forced change to be confirmed, and calls for the former configuration when it is not. */
export class Guard implements GuardControl {
  readonly #clock: Clock;
  #pending: Pending | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins to wait; `restore` is called after 60 s without confirmation. */
  begin(loss: { readonly reason: Message; readonly path: SessionPath }, user: string, restore: () => void): void {
    this.#pending?.cancel();
    const cancel = this.#clock.after(PROVISIONAL_TIME, () => {
      this.#pending = undefined;
      restore();
    });
    this.#pending = { ...loss, user, deadline: this.#clock.now() + PROVISIONAL_TIME, cancel };
  }

  provisional(): ProvisionalChange | undefined {
    if (!this.#pending) return undefined;
    const { reason, user, deadline } = this.#pending;
    return { reason, user, secondsLeft: Math.max(0, Math.ceil((deadline - this.#clock.now()) / 1000)) };
  }

  /**
   * Takes an authenticated call as confirmation if it came over the changed path: from the same station, on a connection
   * opened since, by a way that works under the plan in force. Returns whether it did.
   */
  confirm({ connection, path, fresh }: Confirmation, plan: ForwardingPlan): boolean {
    const pending = this.#pending;
    if (!pending || !fresh || !path || path.clientMac !== pending.path.clientMac) return false;
    const now = sessionPath(plan, path, connection);
    const really = now.serverAddress === connection.localAddress;
    // Without a real way through the datapath only the plan can tell: whether the VLAN leads to an address of the switch,
    // for a simulated station that tags as it did before.
    const simulated = { ...now, tagged: pending.path.tagged };
    if (!really && (now.serverAddress === undefined || pathFault(plan, simulated))) return false;
    this.drop();
    return true;
  }

  /** Forgets the waiting change: it was confirmed, or taken back otherwise. */
  drop(): void {
    this.#pending?.cancel();
    this.#pending = undefined;
  }
}
