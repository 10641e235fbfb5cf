import { changedKeys, forEachChanged } from '../../model/values/overlaid-map.ts';
import { hasPort, type PortList, portsOf } from '../../model/values/port-list.ts';
import { macToNumber } from '../../protocols/frames/addresses.ts';
import { checkPlan } from '../check-plan.ts';
import type { Clock } from '../clock.ts';
import type { FlushSelection, ForwardingEntry, PortFacts, PortState, PuntedFrame } from '../datapath.ts';
import {
  type BridgePortNumber,
  emptyPlan,
  type ForwardingPlan,
  type PortNumber,
  type StaticUnicastPlan,
  type VlanId,
  type VlanPlan,
} from '../plan.ts';
import { accessInForce, silentPorts, vlansOfStations } from '../port-access.ts';
import { pinnedInForce } from '../port-security.ts';
import { emptyState, type ForwardingState, vlansInForce } from '../state.ts';
import { StationAccess } from '../station-access.ts';
import { AccessTable } from './access-table.ts';
import { AttackFilter } from './attack-filter.ts';
import { BridgePorts } from './bridge-port.ts';
import { type CaptureDrops, setTaps } from './capture-tap.ts';
import { ClassifierTable } from './classifier-table.ts';
import { EgressQueues } from './egress-queues.ts';
import { depthOf } from './flow-depth.ts';
import { ForwardingDatabase } from './forwarding-database.ts';
import { GroupTable } from './group-table.ts';
import { VirtualHost } from './host/virtual-host.ts';
import { MulticastVlanTable } from './multicast-vlan-table.ts';
import { type LinkAbility, negotiate } from './negotiation.ts';
import { OwnStation } from './own-station.ts';
import { Pipeline, type PipelineOptions } from './pipeline.ts';
import { NO_PORT_MASK, portMask } from './port-mask.ts';
import { PuntTable } from './punt-table.ts';
import { dropWaiting, lineOf, MirrorDrops } from './stages/egress-rate.ts';
import { type MirrorSession, SwitchPort } from './switch-port.ts';
import type { Tables } from './tables.ts';
import { UnknownSources } from './unknown-sources.ts';
import { VlanTable } from './vlan-table.ts';

/** Events of the switch as they happen. */
export interface SwitchEvents {
  portChanged(state: PortState): void;
  framePunted(frame: PuntedFrame): void;
  /** A port was set up again; its link follows. */
  portConfigured(port: SwitchPort): void;
}

/** The tables, of which `apply` and `update` replace parts. */
type Changing = { -readonly [Name in keyof Tables]: Tables[Name] };

const NO_VLANS: ReadonlySet<VlanId> = new Set();

/**
 * The forwarding switch itself: ports, VLANs, addresses and the pipeline, made to follow a plan and a state. Time comes
 * from `clock`.
 */
export class SwitchCore {
  readonly ports: readonly SwitchPort[];
  readonly pipeline: Pipeline;
  readonly addresses: ForwardingDatabase;
  readonly mirrorDrops = new MirrorDrops();
  readonly host: VirtualHost;
  /** What the stages see of plan and state. */
  readonly #tables: Changing;
  readonly #bridgePorts: BridgePorts;
  readonly #vlans = new VlanTable();
  readonly #classifiers = new ClassifierTable();
  readonly #access = new AccessTable();
  readonly #groups = new GroupTable();
  readonly #streams = new MulticastVlanTable();
  readonly #punts = new PuntTable();
  readonly #own: OwnStation;
  readonly #events: SwitchEvents;
  readonly #clock: Clock;
  readonly #farEnds = new Map<SwitchPort, LinkAbility>();
  /** Ports whose line is none for the moment. */
  readonly #interrupted = new Set<SwitchPort>();
  readonly unknownSources = new UnknownSources();
  readonly attacks = new AttackFilter();
  readonly #captureDrops: CaptureDrops = new Map();
  #pinned: ReadonlyMap<string, StaticUnicastPlan> = new Map();
  #mirrorSessions: readonly MirrorSession[] = [];
  #plan: ForwardingPlan = emptyPlan;
  #state: ForwardingState = emptyState;
  /** The VLANs that the plan and the state make together. */
  #inForce: ReadonlyMap<VlanId, VlanPlan> = new Map();

  constructor(
    facts: readonly PortFacts[],
    rows: number,
    events: SwitchEvents,
    clock: Clock,
    options?: PipelineOptions,
  ) {
    this.ports = facts.map((port) => new SwitchPort(port));
    this.addresses = new ForwardingDatabase(rows);
    this.addresses.configure(emptyPlan.learning);
    this.#bridgePorts = new BridgePorts(this.ports);
    this.#events = events;
    this.#clock = clock;
    const own = new OwnStation((plan, frame) => this.host.receive(plan, frame));
    this.#own = own;
    const { addresses } = this;
    const processor = {
      punt: (frame: PuntedFrame) => events.framePunted(frame),
      owns: (vlan: VlanId, address: number) => own.owns(vlan, address),
      isOwnRow: (vlan: VlanId, address: number) =>
        addresses.isShared ? own.ownsSomewhere(address) : own.owns(vlan, address),
      listens: (vlan: VlanId) => own.listens(vlan),
      receive: (vlan: VlanId, frame: Uint8Array) => own.receive(vlan, frame),
    };
    const tables: Changing = {
      bridgePorts: this.#bridgePorts,
      vlans: this.#vlans,
      addresses,
      classifiers: this.#classifiers,
      access: this.#access,
      copiesTo: (target: PortNumber) => this.#mirrorSessions.filter((one) => one.target.number === target).slice(0, 1),
      groups: this.#groups,
      streams: this.#streams,
      punts: this.#punts,
      processor,
      mirrorDrops: this.mirrorDrops,
      unknownSources: this.unknownSources,
      attacks: this.attacks,
      passed: new Set(),
      filtered: new Set(),
      silent: NO_PORT_MASK,
      hasTrunks: false,
      hasAccess: false,
      hasRates: false,
      secured: new Set(),
      queueing: undefined,
      stationAccess: new StationAccess(emptyPlan),
    };
    this.#tables = tables;
    const pipeline = new Pipeline(tables, () => clock.now(), options);
    this.pipeline = pipeline;
    this.host = new VirtualHost(clock, (vlan, frame) => pipeline.originate(vlan, frame));
  }

  get plan(): ForwardingPlan {
    return this.#plan;
  }

  port(number: PortNumber): SwitchPort {
    const port = this.ports[number - 1];
    if (!port) throw new RangeError(`Port ${number} does not exist; this switch has ports 1 to ${this.ports.length}.`);
    return port;
  }

  /** Makes the difference between the plan in force and `plan`; throws before changing anything where it cannot. */
  apply(plan: ForwardingPlan): void {
    const former = this.#plan;
    checkPlan(
      plan,
      former,
      this.ports.map((port) => port.facts),
    );
    this.#plan = plan;
    // A station may send as soon as its port is set up, before the rest of the plan is in force.
    this.pipeline.changed();
    if (plan.trunks !== former.trunks) this.#applyTrunks(plan, former);
    this.attacks.configure(plan);
    if (plan.portSecurity !== former.portSecurity) this.#applySecured(plan);
    // Another constraint has emptied the table.
    if (this.addresses.configure(plan.learning)) this.#pinned = new Map();
    this.#applyPinned();
    this.#applyVlans();
    if (plan.vlans !== former.vlans || plan.trunks !== former.trunks) this.#applyAccess();
    if (plan.spanningTreeInstances !== former.spanningTreeInstances) {
      this.#vlans.setInstances(plan.spanningTreeInstances);
    }
    if (plan.multicastVlans !== former.multicastVlans) this.#streams.configure(plan);
    if (
      plan.groups !== former.groups ||
      plan.multicastFiltering !== former.multicastFiltering ||
      plan.multicastVlans !== former.multicastVlans
    ) {
      this.#groups.configure(plan, this.#state);
    }
    if (plan.passedGroups !== former.passedGroups) {
      this.#tables.passed = new Set([...plan.passedGroups.keys()].map(macToNumber));
    }
    if (plan.destinationFilter !== former.destinationFilter) {
      this.#tables.filtered = new Set([...plan.destinationFilter.keys()].map(macToNumber));
    }
    if (plan.classifiers !== former.classifiers) this.#classifiers.configure(plan.classifiers);
    if (plan.accessControl !== former.accessControl) this.#access.configure(plan.accessControl);
    if (plan.punts !== former.punts) this.#punts.configure(plan.punts);
    if (plan.ports !== former.ports) this.#applyPorts(plan, former);
    if (plan.rates !== former.rates || plan.ports !== former.ports) {
      for (const { number, limits } of this.ports) {
        limits.configure(plan.rates.get(number), plan.ports.get(number)?.maximumFrame);
      }
    }
    this.#tables.hasRates = plan.rates.size > 0;
    if (plan.queueing !== former.queueing) this.#applyQueues(plan);
    if (plan.mirrors !== former.mirrors) this.#applyMirrors(plan);
    if (plan.stationAccess !== former.stationAccess || plan.interfaces !== former.interfaces) {
      this.#tables.stationAccess = new StationAccess(plan);
    }
    this.#applyInterfaces(plan);
    this.#applyDepth(plan, former);
    this.pipeline.changed();
  }

  /** Makes the difference between the state in force and `state`. */
  update(state: ForwardingState): void {
    const former = this.#state;
    this.#state = state;
    if (state.trunks !== former.trunks) this.#bridgePorts.follow(state.trunks);
    if (state.instances !== former.instances) this.#vlans.setInstanceStates(state.instances);
    if (state.blocked !== former.blocked) this.#vlans.setBlocked(state.blocked);
    if (state.memberships !== former.memberships || state.access !== former.access) this.#applyVlans();
    if (state.access !== former.access || state.memberships !== former.memberships) this.#applyAccess();
    if (state.secureAddresses !== former.secureAddresses) this.#applyPinned();
    if (state.memberships !== former.memberships) this.#applyVlans();
    if (state.groups !== former.groups || state.routerPorts !== former.routerPorts) {
      this.#groups.configure(this.#plan, state);
    }
    if (state.capture !== former.capture) {
      setTaps(this.ports, state.capture, (frame) => this.#events.framePunted(frame), this.#captureDrops);
    }
    this.pipeline.changed();
  }

  /** Frames of each class that were over its rate since the start, and of captures. */
  puntDrops(): ReadonlyMap<string, bigint> {
    return new Map([...this.#punts.dropped(), ...this.#captureDrops]);
  }

  /** Frames that each rule of the access control list has decided, by its key. */
  accessHits(): ReadonlyMap<number, bigint> {
    return this.#access.hits();
  }

  /** The far end of a port's cable; undefined for nothing. */
  farEnd(port: SwitchPort): LinkAbility | undefined {
    return this.#farEnds.get(port);
  }

  /** Says what hangs on a port's cable, or with nothing given that the far end is gone. */
  setFarEnd(port: SwitchPort, ability: LinkAbility | undefined): void {
    if (ability) this.#farEnds.set(port, ability);
    else this.#farEnds.delete(port);
    this.#updateLink(port);
  }

  /** Interrupts the line of a port, whatever is at its far end, or ends that. */
  interrupt(port: SwitchPort, isInterrupted: boolean): void {
    if (isInterrupted) this.#interrupted.add(port);
    else this.#interrupted.delete(port);
    this.#updateLink(port);
  }

  flush({ ports, vlans, address }: FlushSelection): number {
    const selection = {
      ports: ports === undefined ? undefined : this.#bridgePorts.numbersOf(ports),
      vlans,
      address: address === undefined ? undefined : macToNumber(address),
    };
    return this.addresses.flush(selection, this.#clock.now());
  }

  /** All rows, in order of FID, then address. */
  entries(): ForwardingEntry[] {
    const own = this.#own.entries(
      (vlan) => this.#vlans.has(vlan),
      (vlan) => this.addresses.fid(vlan),
    );
    const rows = this.addresses.entries(this.#clock.now()).concat(own);
    return rows.sort((a, b) => a.fid - b.fid || (a.address < b.address ? -1 : 1));
  }

  /** Addresses learned at a trunk of other members, or at a port that is now in one, are forgotten. */
  #applyTrunks(plan: ForwardingPlan, former: ForwardingPlan): void {
    this.#bridgePorts.configure(plan.trunks);
    this.#tables.hasTrunks = plan.trunks.size > 0;
    this.#bridgePorts.follow(this.#state.trunks);
    const gone = new Set<BridgePortNumber>();
    for (const [trunk, { members }] of former.trunks) if (plan.trunks.get(trunk)?.members !== members) gone.add(trunk);
    for (const { members } of plan.trunks.values()) for (const port of portsOf(members)) gone.add(port);
    this.addresses.flush({ ports: gone }, this.#clock.now());
  }

  #applyVlans(): void {
    const before = this.#inForce;
    const after = vlansInForce(this.#plan, this.#state);
    this.#inForce = after;
    if (before === after) return;
    forEachChanged(before, after, (wanted, vlan) => {
      const former = before.get(vlan);
      if (former === wanted) return;
      this.#vlans.set(vlan, wanted);
      if (former) this.#forgetRemovedMembers(vlan, former, wanted);
    });
    if (changedKeys(before, after)) return;
    const removed = new Set<VlanId>();
    before.forEach((_, vlan) => {
      if (!after.has(vlan)) removed.add(vlan);
    });
    for (const vlan of removed) this.#vlans.set(vlan, undefined);
    this.flush({ vlans: removed });
  }

  /** A VLAN that does not exist, or no longer exists, was never assigned. */
  #applyAccess(): void {
    const access = accessInForce(this.#plan, this.#state.access);
    this.#tables.silent = portMask(silentPorts(access));
    this.#tables.hasAccess = access.size > 0;
    for (const port of this.ports) {
      const wanted = access.get(port.number);
      const ofStations = wanted ? vlansOfStations(this.#plan, this.#state, port.number, wanted) : NO_VLANS;
      port.follow(wanted, (vlan) => this.#plan.vlans.has(vlan), ofStations);
    }
  }

  #forgetRemovedMembers(vlan: VlanId, before: VlanPlan, now: VlanPlan): void {
    const removed = this.#representing(before.members & ~now.members);
    this.flush({ vlans: new Set([vlan]), ports: removed });
  }

  /** A port list without the bits that have no meaning: those of a trunk's other members. */
  #representing(ports: PortList): PortList {
    let list = ports;
    for (const port of this.ports) {
      if (this.#bridgePorts.of(port).representative !== port) list &= ~(1n << BigInt(port.number - 1));
    }
    return list;
  }

  /** A newly secured port forgets what it has learned. */
  #applySecured(plan: ForwardingPlan): void {
    const added = [...plan.portSecurity.keys()].filter((port) => !this.#tables.secured.has(port));
    this.#tables.secured = new Set(plan.portSecurity.keys());
    if (added.length > 0) this.addresses.flush({ ports: new Set(added) }, this.#clock.now());
  }

  #applyPinned(): void {
    const before = this.#pinned;
    const after = pinnedInForce(this.#plan, this.#state);
    this.#pinned = after;
    if (before === after) return;
    for (const [key, entry] of before) if (after.get(key) !== entry) this.addresses.unpin(entry);
    for (const [key, entry] of after) if (before.get(key) !== entry) this.addresses.pin(entry);
  }

  #applyPorts(plan: ForwardingPlan, former: ForwardingPlan): void {
    for (const port of this.ports) {
      const wanted = plan.ports.get(port.number);
      if (wanted === former.ports.get(port.number)) continue;
      port.configure(wanted);
      this.#events.portConfigured(port);
      this.#updateLink(port);
    }
  }

  /** How deep the stages in use look into the frames of each port. */
  #applyDepth(plan: ForwardingPlan, former: ForwardingPlan): void {
    const isSame =
      plan.accessControl === former.accessControl &&
      plan.deniedAttacks === former.deniedAttacks &&
      plan.queueing === former.queueing &&
      plan.punts === former.punts &&
      plan.trunks === former.trunks;
    if (isSame) return;
    const { packets, anywhere, arp } = depthOf(plan);
    for (const port of this.ports) {
      const { representative } = this.#bridgePorts.of(port);
      const isIn = (list: PortList) => hasPort(list, port.number) || hasPort(list, representative.number);
      port.flowDepth = isIn(anywhere) ? 'anywhere' : isIn(packets) ? 'packet' : 'frame';
      port.isArpSpecial = arp;
    }
  }

  #applyQueues({ queueing }: ForwardingPlan): void {
    this.#tables.queueing = queueing;
    for (const port of this.ports) {
      if (queueing) {
        port.queues ??= new EgressQueues(lineOf(port, this.mirrorDrops), this.#clock);
        port.queues.configure(queueing.weights);
      } else {
        dropWaiting(port);
        port.queues = undefined;
      }
    }
  }

  #applyMirrors(plan: ForwardingPlan): void {
    const sessions = [...plan.mirrors.values()].map((mirror) => ({ mirror, target: this.port(mirror.target) }));
    this.#mirrorSessions = sessions.map(({ mirror: { session }, target }) => ({ session, target }));
    const copying = (port: SwitchPort, direction: 'ingress' | 'egress'): MirrorSession[] =>
      sessions
        .filter(({ mirror, target }) => target !== port && hasPort(mirror[direction], port.number))
        .map(({ mirror, target }) => ({ session: mirror.session, target }));
    for (const port of this.ports) {
      port.ingressMirrors = copying(port, 'ingress');
      port.egressMirrors = copying(port, 'egress');
      const isTarget = sessions.some(({ target }) => target === port);
      if (isTarget && !port.isMirrorTarget) this.#forgetPort(port);
      port.isMirrorTarget = isTarget;
    }
  }

  #applyInterfaces(plan: ForwardingPlan): void {
    this.host.configure(plan);
    this.#own.configure(plan.interfaces);
    for (const [vlan, own] of plan.interfaces) if (own.enabled) this.addresses.disown(vlan, macToNumber(own.mac));
  }

  #updateLink(port: SwitchPort): void {
    const before = port.state;
    const ability = this.#interrupted.has(port) ? undefined : this.#farEnds.get(port);
    port.link = port.plan?.admin && ability ? negotiate(port.plan.mode, port.facts.speeds, ability) : undefined;
    const after = port.state;
    if (before.link === after.link && before.speed === after.speed && before.duplex === after.duplex) return;
    dropWaiting(port);
    if (after.link === 'up') port.openLine(this.#clock.now());
    else if (!this.#bridgePorts.of(port).isUp) this.#forgetPort(port);
    this.pipeline.changed();
    this.#events.portChanged(after);
  }

  #forgetPort(port: SwitchPort): void {
    this.addresses.flush({ ports: new Set([this.#bridgePorts.of(port).number]) }, this.#clock.now());
  }
}
