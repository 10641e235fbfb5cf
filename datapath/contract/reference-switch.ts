import { sameMatch } from '../../model/access-control/access-rule.ts';
import { hasPort, type PortList, portBit, portListOf } from '../../model/values/port-list.ts';
import type { Attack } from '../attack.ts';
import { bridgePortOf, memberPorts } from '../bridge-ports.ts';
import type { FlushSelection, ForwardingEntry } from '../datapath.ts';
import type { BridgePortNumber, PortNumber, VlanId } from '../identifiers.ts';
import { addressKey, emptyPlan, type ForwardingPlan, mirrorTargets } from '../plan.ts';
import { isSecured, pinnedInForce, type SecureSources } from '../port-security.ts';
import { emptyState, type ForwardingState, vlansInForce } from '../state.ts';
import { trace } from '../trace/trace.ts';
import type { FrameEntry, Lesson, Situation, Trace } from '../trace/traced-frame.ts';

interface Row extends Lesson {
  /** Milliseconds. */
  readonly seen: number;
}

/**
 * A switch that is nothing but `trace` and a table of addresses, without speed, counters or rates: what real datapaths are
 * checked against.
 */
export class ReferenceSwitch {
  #plan: ForwardingPlan = emptyPlan;
  #state: ForwardingState = emptyState;
  #cabled: PortList;
  #learnt = new Map<string, Row>();
  readonly #unknown = new Map<PortNumber, bigint>();
  readonly #attacks = new Map<Attack, bigint>();
  readonly #heard = new Map<string, bigint>();
  #hits = new Map<number, bigint>();
  readonly #now: () => number;

  /** @param cabled the ports with a station behind them; @param now milliseconds. */
  constructor(cabled: PortList, now: () => number = () => 0) {
    this.#cabled = cabled;
    this.#now = now;
  }

  get state(): ForwardingState {
    return this.#state;
  }

  get plan(): ForwardingPlan {
    return this.#plan;
  }

  /** Another plan: learned addresses stay unless the change invalidates them. */
  apply(plan: ForwardingPlan): void {
    for (const [key, former] of this.#plan.accessControl) {
      const rule = plan.accessControl.get(key);
      if (!rule || !sameMatch(former, rule)) this.#hits.delete(key);
    }
    if (plan.learning.constraint !== this.#plan.learning.constraint) this.#learnt.clear();
    this.#change(plan, this.#state);
  }

  update(state: ForwardingState): void {
    this.#change(this.#plan, state);
  }

  /** Takes a far end away, or brings it back. */
  connect(port: PortNumber, link: 'up' | 'down'): void {
    this.#cabled = link === 'up' ? this.#cabled | portBit(port) : this.#cabled & ~portBit(port);
    this.#change(this.#plan, this.#state);
  }

  isUp(port: PortNumber): boolean {
    return hasPort(this.#up(), port);
  }

  /** Takes a frame in from a cable, learns from it, and says where it went. */
  receive(port: PortNumber, frame: Uint8Array): Trace {
    return this.enter({ kind: 'received', port, frame });
  }

  /** As `receive`, for a frame that gets in in any way. */
  enter(entry: FrameEntry): Trace {
    const situation: Situation = { up: this.#up(), learnt: (fid, address) => this.#lookup(fid, address) };
    const way = trace(this.#plan, this.#state, situation, entry);
    this.#count(way);
    const { teaches } = way;
    for (const { reason } of way.steps) if (reason.code === 'accessRule') this.#countHit(reason.key);
    if (teaches) this.#learnt.set(`${teaches.fid},${teaches.address}`, { ...teaches, seen: this.#now() });
    return way;
  }

  /** Counts of secured ports; the state of a port that only learns or discards is left out. */
  sources(): SecureSources {
    return { unknown: new Map(this.#unknown), heard: new Map(this.#heard) };
  }

  attackDrops(): ReadonlyMap<Attack, bigint> {
    return new Map(this.#attacks);
  }

  flush({ ports, vlans, address }: FlushSelection): number {
    const selected = [...this.#learnt].filter(
      ([, row]) =>
        (ports === undefined || (memberPorts(this.#plan, row.port) & ports) !== 0n) &&
        (vlans?.has(row.vlan) ?? true) &&
        (address === undefined || row.address === address),
    );
    for (const [key] of selected) this.#learnt.delete(key);
    return selected.length;
  }

  /** Frames that each rule of the access control list has decided. */
  accessHits(): ReadonlyMap<number, bigint> {
    return new Map([...this.#plan.accessControl.keys()].map((key) => [key, this.#hits.get(key) ?? 0n]));
  }

  /** The learned rows, as "fid address port", in order. */
  table(): string[] {
    return [...this.#learnt.values()].map(({ fid, address, port }) => `${fid} ${address} ${port}`).sort();
  }

  /** Every row, in order of FID, then address. */
  entries(): ForwardingEntry[] {
    const { interfaces } = this.#plan;
    const pinned = pinnedInForce(this.#plan, this.#state);
    const age = 0;
    const rows = new Map<string, ForwardingEntry>();
    const put = (row: ForwardingEntry) => rows.set(`${row.fid},${row.address}`, row);
    for (const { fid, address, port } of this.#learnt.values()) {
      if (this.#lookup(fid, address) !== undefined) put({ fid, address, port, origin: 'learned', age });
    }
    for (const { vlan, address, port } of pinned.values()) {
      put({ fid: this.#fid(vlan), address, port: memberOf(this.#plan, port), origin: 'static', age });
    }
    for (const { vlan, mac, enabled } of interfaces.values()) {
      if (enabled) put({ fid: this.#fid(vlan), address: mac, port: 0, origin: 'self', age });
    }
    return [...rows.values()].sort((a, b) => a.fid - b.fid || (a.address < b.address ? -1 : 1));
  }

  #countHit(key: number): void {
    this.#hits.set(key, (this.#hits.get(key) ?? 0n) + 1n);
  }

  #lookup(fid: VlanId, address: string): BridgePortNumber | undefined {
    const row = this.#learnt.get(`${fid},${address}`);
    const ageing = this.#plan.learning.ageingTime * 1000;
    return row && (ageing === 0 || this.#now() - row.seen < ageing) ? row.port : undefined;
  }

  #count({ steps, vlan = 0 }: Trace): void {
    for (const { reason } of steps) {
      if (reason.code === 'attack') grow(this.#attacks, reason.attack);
      if (reason.code === 'unknownSource') grow(this.#unknown, reason.port);
      if (reason.code !== 'secure') continue;
      const { address } = reason;
      for (const entry of pinnedInForce(this.#plan, this.#state).values()) {
        const isMeant = entry.address === address && this.#fid(entry.vlan) === this.#fid(vlan);
        if (isMeant) grow(this.#heard, addressKey(entry.vlan, address));
      }
    }
  }

  #up(): PortList {
    const on = [...this.#plan.ports].filter(([, { admin }]) => admin).map(([port]) => port);
    return portListOf(on) & this.#cabled;
  }

  #fid(vlan: VlanId): VlanId {
    return this.#plan.learning.constraint === 'shared' ? 1 : vlan;
  }

  #change(plan: ForwardingPlan, state: ForwardingState): void {
    const former = this.#plan;
    const pinned = pinnedInForce(this.#plan, this.#state);
    const before = vlansInForce(this.#plan, this.#state);
    const after = vlansInForce(plan, state);
    this.#plan = plan;
    this.#state = state;
    const stays = pinnedInForce(plan, state);
    for (const key of this.#heard.keys()) if (stays.get(key) !== pinned.get(key)) this.#heard.delete(key);
    for (const [key, { vlan, address, port }] of this.#learnt) {
      const left = isMember(former, before, vlan, port) && !isMember(plan, after, vlan, port);
      const gone = !after.has(vlan) || !stands(former, plan, port) || !this.#switches(port);
      if (left || gone || isSecured(plan, port) || this.#isTaken(vlan, address)) this.#learnt.delete(key);
    }
  }

  /** Whether a port or trunk has a member that is up and takes part in switching. */
  #switches(port: BridgePortNumber): boolean {
    return (memberPorts(this.#plan, port) & this.#up() & ~mirrorTargets(this.#plan)) !== 0n;
  }

  /** Whether a static row, or the switch's own, replaces the learned one. */
  #isTaken(vlan: VlanId, address: string): boolean {
    const same = (other: VlanId) => this.#fid(other) === this.#fid(vlan);
    return (
      [...pinnedInForce(this.#plan, this.#state).values()].some((row) => row.address === address && same(row.vlan)) ||
      [...this.#plan.interfaces.values()].some((own) => own.enabled && own.mac === address && same(own.vlan))
    );
  }
}

function grow<Key>(counts: Map<Key, bigint>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0n) + 1n);
}

/** A member of a trunk means the trunk. */
function memberOf(plan: ForwardingPlan, port: BridgePortNumber): BridgePortNumber {
  return port <= 64 ? bridgePortOf(plan, port) : port;
}

/** Whether a port is still what it was: the same trunk, or in none as before. */
function stands(former: ForwardingPlan, plan: ForwardingPlan, port: BridgePortNumber): boolean {
  if (port > 64) return former.trunks.get(port)?.members === plan.trunks.get(port)?.members;
  return bridgePortOf(plan, port) === port;
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
