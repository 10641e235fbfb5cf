import { hasPort, type PortList } from '../../model/values/port-list.ts';
import { memberPorts } from '../bridge-ports.ts';
import type { BridgePortNumber, PortNumber, VlanId } from '../identifiers.ts';
import { emptyPlan, type ForwardingPlan, mirrorTargets } from '../plan.ts';
import { emptyState, type ForwardingState, vlansInForce } from '../state.ts';
import { trace } from '../trace/trace.ts';
import type { FrameEntry, Lesson, Situation, Trace } from '../trace/traced-frame.ts';

/**
 * A switch that is nothing but `trace` and a table of addresses, without time, speed or counters: what real datapaths are
 * checked against.
 */
export class ReferenceSwitch {
  #plan: ForwardingPlan = emptyPlan;
  #state: ForwardingState = emptyState;
  #learnt = new Map<string, Lesson>();
  readonly #cabled: PortList;

  /** @param cabled the ports with a station behind them. */
  constructor(cabled: PortList) {
    this.#cabled = cabled;
  }

  /** Another plan: what was learnt stays, unless the change takes its ground away. */
  apply(plan: ForwardingPlan): void {
    const former = this.#plan;
    this.#change(plan, this.#state);
    if (plan.learning.constraint !== former.learning.constraint) this.#learnt.clear();
  }

  update(state: ForwardingState): void {
    this.#change(this.#plan, state);
  }

  /** Takes a frame in, learns from it, and says where it went. */
  receive(port: PortNumber, frame: Uint8Array): Trace {
    return this.enter({ kind: 'received', port, frame });
  }

  /** As `receive`, for a frame that enters in any way. */
  enter(entry: FrameEntry): Trace {
    const way = trace(this.#plan, this.#state, this.#situation(), entry);
    if (way.teaches) this.#learnt.set(`${way.teaches.fid},${way.teaches.address}`, way.teaches);
    return way;
  }

  /** The learnt rows, as "fid address port", in order. */
  table(): string[] {
    return [...this.#learnt.values()].map(({ fid, address, port }) => `${fid} ${address} ${port}`).sort();
  }

  #situation(): Situation {
    return { up: this.#cabled, learnt: (fid, address) => this.#learnt.get(`${fid},${address}`)?.port };
  }

  #change(plan: ForwardingPlan, state: ForwardingState): void {
    const before = vlansInForce(this.#plan, this.#state);
    const after = vlansInForce(plan, state);
    const former = this.#plan;
    this.#plan = plan;
    this.#state = state;
    for (const [key, { fid, vlan, address, port }] of this.#learnt) {
      const left = isMember(former, before, vlan, port) && !isMember(plan, after, vlan, port);
      const gone = !after.has(vlan) || !stands(former, plan, port) || !this.#usable(port);
      if (left || gone || isTaken(plan, fid, address)) this.#learnt.delete(key);
    }
  }

  /** Whether a port or trunk has a member that is up and switches. */
  #usable(port: BridgePortNumber): boolean {
    const plan = this.#plan;
    const up = [...plan.ports]
      .filter(([, { admin }]) => admin)
      .reduce((list, [one]) => list | (1n << BigInt(one - 1)), 0n);
    return (memberPorts(plan, port) & up & this.#cabled & ~mirrorTargets(plan)) !== 0n;
  }
}

/** Whether a port is still what it was: the same trunk, or in none as before. */
function stands(former: ForwardingPlan, plan: ForwardingPlan, port: BridgePortNumber): boolean {
  if (port > 64) return former.trunks.get(port)?.members === plan.trunks.get(port)?.members;
  return ![...plan.trunks.values()].some(({ members }) => hasPort(members, port));
}

function isMember(
  plan: ForwardingPlan,
  vlans: ReturnType<typeof vlansInForce>,
  vlan: VlanId,
  port: BridgePortNumber,
): boolean {
  const members = memberPorts(plan, port);
  return ((vlans.get(vlan)?.members ?? 0n) & members & -members) !== 0n;
}

/** Whether a static row, or the switch's own, stands in the place of what was learnt. */
function isTaken(plan: ForwardingPlan, fid: VlanId, address: string): boolean {
  const same = (vlan: VlanId) => (plan.learning.constraint === 'shared' ? 1 : vlan) === fid;
  return (
    [...plan.staticUnicast.values()].some((row) => row.address === address && same(row.vlan)) ||
    [...plan.interfaces.values()].some((own) => own.enabled && own.mac === address && same(own.vlan))
  );
}
