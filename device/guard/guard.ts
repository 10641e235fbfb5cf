import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { Connection, ManagementPath } from '../../datapath/datapath.ts';
import type { GuardControl, ProvisionalChange } from './guard-control.ts';
import type { Doubt } from './judge.ts';
import type { Outlook } from './outlook.ts';
import { ownAddress, sessionOf } from './session.ts';
import { sessionFault } from './session-fault.ts';

/** Milliseconds in which a forced change has to be confirmed (protocol.md, "One guard"). */
const PROVISIONAL_TIME = 60_000;

/** Where an authenticated call comes from, for deciding whether it confirms. */
export interface Confirmation {
  readonly connection: Connection;
  readonly path: ManagementPath | undefined;
  /** Its TCP connection was opened after the change: packets went both ways under the new plan. */
  readonly fresh: boolean;
}

interface Pending {
  readonly doubt: Doubt;
  readonly user: string;
  readonly deadline: number;
  readonly cancel: Cancel;
  /** It is too late to confirm it. */
  isOver: boolean;
}

/** Waits for a forced change to be confirmed, and calls for the former configuration when it is not. */
export class Guard implements GuardControl {
  readonly #clock: Clock;
  #pending: Pending | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins to wait; `restore` is called after 60 s without confirmation, and the change counts as waiting until that is done. */
  begin(doubt: Doubt, user: string, restore: () => Promise<void>): void {
    this.#pending?.cancel();
    const cancel = this.#clock.after(PROVISIONAL_TIME, () => {
      pending.isOver = true;
      void restore().finally(() => {
        if (this.#pending === pending) this.#pending = undefined;
      });
    });
    const pending = { doubt, user, deadline: this.#clock.now() + PROVISIONAL_TIME, cancel, isOver: false };
    this.#pending = pending;
  }

  provisional(): ProvisionalChange | undefined {
    if (!this.#pending) return undefined;
    const { doubt, user, deadline } = this.#pending;
    const secondsLeft = Math.max(0, Math.ceil((deadline - this.#clock.now()) / 1000));
    return { reason: doubt.reason, user, secondsLeft };
  }

  /**
   * Takes an authenticated call as confirmation if it came over the changed path: from the same station, on a connection
   * opened since, by a way that works as things are. Returns whether it did.
   */
  confirm(call: Confirmation, outlook: Outlook): boolean {
    if (!this.#pending || this.#pending.isOver || !call.fresh || !proves(call, outlook, this.#pending.doubt))
      return false;
    this.drop();
    return true;
  }

  /** Forgets the waiting change: it was confirmed, or taken back otherwise. */
  drop(): void {
    this.#pending?.cancel();
    this.#pending = undefined;
  }
}

function proves({ connection, path }: Confirmation, outlook: Outlook, doubt: Doubt): boolean {
  const { access } = outlook;
  const { awaitsLease, session } = doubt;
  if (awaitsLease !== undefined) {
    const leased = [...access.addresses.values()].some((one) => one.vlan === awaitsLease && one.leased);
    if (!leased) return false;
  }
  const real = ownAddress(access, connection.localAddress) !== undefined;
  if (!session) return real && connection.remoteAddress === doubt.connection.remoteAddress;
  if (!path || path.clientMac !== session.clientMac) return false;
  if (real) return true;
  // Without a real way through the datapath only the plan can tell: whether the VLAN leads to an address of the switch,
  // for a simulated station that tags as it did before.
  const now = { ...sessionOf(outlook, path, connection), tagged: session.tagged };
  return now.server !== undefined && sessionFault(outlook, now) === undefined;
}
