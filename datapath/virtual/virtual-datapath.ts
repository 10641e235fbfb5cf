import type { Message } from '../../model/values/message.ts';
import { NO_PORTS, type PortList } from '../../model/values/port-list.ts';
import { AddressTableWatch } from '../address-table-watch.ts';
import type { Attack } from '../attack.ts';
import type { Cancel, Clock } from '../clock.ts';
import {
  type CablePair,
  type Connection,
  type Datapath,
  type DatapathEvents,
  type DatapathFacts,
  type EnergyState,
  type Environment,
  type FlushSelection,
  type ForwardingEntry,
  type ManagementPath,
  type NeighbourEntry,
  type NeighbourSelection,
  noCableTest,
  type PortCounters,
  type PortFacts,
  type PortState,
  type PuntedFrame,
  type RateDrops,
} from '../datapath.ts';
import type { EchoOptions, EchoResult, HostStack } from '../host-stack.ts';
import type { ForwardingPlan, PortNumber, PortPlan, VlanId } from '../plan.ts';
import type { SecureSources } from '../port-security.ts';
import type { ForwardingState } from '../state.ts';
import { ArrivalQueue } from './arrival-queue.ts';
import { energyState } from './energy.ts';
import type { Link, LinkAbility } from './negotiation.ts';
import { PortMap } from './port-map.ts';
import { type PortMask, portMask } from './port-mask.ts';
import { SwitchCore } from './switch-core.ts';
import type { SwitchPort } from './switch-port.ts';

/** A station at the far end of a port's cable. */
export interface Station {
  readonly ability: LinkAbility;
  /**
   * Takes a frame that left the port: without FCS, not to be changed, for `weight` like frames. May send at once: what it
   * sends is switched after the frame at hand has gone everywhere it goes.
   */
  receive(frame: Uint8Array, weight: number): void;
  /** The link came up or went down, as both ends see it. */
  linkChanged?(state: PortState): void;
  /** The port that it is connected to was set up again; undefined if the plan does not have it. */
  portConfigured?(plan: PortPlan | undefined): void;
}

/** A station's end of the cable. */
export interface Cable {
  /** Sends a frame (without FCS) into the port, standing for `weight` like frames; lost while the link is down. */
  send(frame: Uint8Array, weight?: number): void;
  /** Switches the station's own end off and on. */
  setLink(link: 'up' | 'down'): void;
  /** The link as it is now. */
  state(): PortState;
  /** Pulls the cable. */
  unplug(): void;
}

/** The surroundings of the virtual chassis; a scenario plays them. */
export interface Surroundings {
  /** Plugs the stations in; called once at start. */
  begin(chassis: VirtualDatapath): Promise<void>;
  /** A plan is in force. */
  planned(plan: ForwardingPlan): void;
  environment(): Environment;
  /** The ports that give power now and would not under `plan`. */
  losingPower(plan: ForwardingPlan): PortList;
  /** The result of a test of a port's cable. */
  testCable(port: PortNumber): readonly CablePair[];
  locate(connection: Connection): ManagementPath | undefined;
  end(): Promise<void>;
}

/** The parts of a virtual switch. */
export interface VirtualSwitchOptions {
  /** Port n at n-1. */
  readonly ports: readonly PortFacts[];
  readonly forwardingDatabaseSize: number;
  readonly mirrorSessions: number;
  /** Milliwatts that it can give to powered devices; default: none. */
  readonly powerBudget?: number;
  readonly clock: Clock;
  readonly surroundings?: Surroundings;
  /** Whether the ways of frames are kept; default true. */
  readonly keepsFlows?: boolean;
}

/** How long the pulses of a cable test keep the line from being one. */
const CABLE_TEST_MILLISECONDS = 1000;
const SWEEP_MILLISECONDS = 10_000;
/** How often the address table is watched for floods. */
const WATCH_MILLISECONDS = 2000;

/** A switch in the agent's own process, forwarding real frames between the stations plugged into it. */
export class VirtualDatapath implements Datapath {
  readonly facts: DatapathFacts;
  readonly #core: SwitchCore;
  readonly #clock: Clock;
  readonly #surroundings: Surroundings | undefined;
  readonly #stations = new Map<PortNumber, Station>();
  readonly #arrivals: ArrivalQueue;
  readonly #states = new PortMap(({ state }: SwitchPort) => state);
  readonly #counters = new PortMap(({ tally }: SwitchPort) => tally.snapshot());
  readonly #watch = new AddressTableWatch();
  #events: DatapathEvents | undefined;
  #timers: readonly Cancel[] = [];

  constructor(options: VirtualSwitchOptions) {
    this.facts = {
      kind: 'virtual',
      ports: options.ports,
      lacking: new Set(),
      forwardingDatabaseSize: options.forwardingDatabaseSize,
      mirrorSessions: options.mirrorSessions,
      uncounted: new Set(),
      ...(options.powerBudget !== undefined && { powerBudget: options.powerBudget }),
    };
    this.#clock = options.clock;
    this.#surroundings = options.surroundings;
    const events = {
      portChanged: (state: PortState) => this.#portChanged(state),
      framePunted: (frame: PuntedFrame) => this.#events?.framePunted(frame),
      portConfigured: (port: SwitchPort) => this.#stations.get(port.number)?.portConfigured?.(port.plan),
    };
    const core = new SwitchCore(options.ports, options.forwardingDatabaseSize, events, options.clock, options);
    this.#core = core;
    this.#arrivals = new ArrivalQueue(options.clock, {
      isControl: ({ port, frame }) => core.pipeline.isControl(port, frame),
      handle: ({ port, frame, weight }, now) => core.pipeline.receive(port, frame, weight, now),
      lost: ({ port, weight }) => core.pipeline.lose(port, weight),
    });
  }

  async start(events: DatapathEvents): Promise<void> {
    this.#events = events;
    this.#timers = [
      this.#clock.every(SWEEP_MILLISECONDS, () => this.#core.addresses.sweep(this.#clock.now())),
      this.#clock.every(WATCH_MILLISECONDS, () => this.#watchAddresses()),
    ];
    await this.#surroundings?.begin(this);
  }

  async apply(plan: ForwardingPlan): Promise<void> {
    this.#core.apply(plan);
    this.#surroundings?.planned(plan);
  }

  update(state: ForwardingState): void {
    this.#core.update(state);
  }

  /** The plan in force, for what plays the surroundings. */
  get plan(): ForwardingPlan {
    return this.#core.plan;
  }

  async portStates(): Promise<ReadonlyMap<PortNumber, PortState>> {
    return this.#states.of(this.#core.ports);
  }

  async portCounters(): Promise<ReadonlyMap<PortNumber, PortCounters>> {
    return this.#counters.of(this.#core.ports);
  }

  async forwardingDatabase(): Promise<readonly ForwardingEntry[]> {
    return this.#core.entries();
  }

  async flush(selection: FlushSelection): Promise<number> {
    return this.#core.flush(selection);
  }

  async rateDrops(): Promise<ReadonlyMap<PortNumber, RateDrops>> {
    return new Map(this.#core.ports.map(({ number, limits }) => [number, limits.dropped()]));
  }

  async secureSources(): Promise<SecureSources> {
    return { unknown: this.#core.unknownSources.snapshot(), heard: this.#core.addresses.heard() };
  }

  async accessHits(): Promise<ReadonlyMap<number, bigint>> {
    return this.#core.accessHits();
  }

  async puntDrops(): Promise<ReadonlyMap<string, bigint>> {
    return this.#core.puntDrops();
  }

  async attackDrops(): Promise<ReadonlyMap<Attack, bigint>> {
    return this.#core.attacks.dropped();
  }

  async energyStates(): Promise<ReadonlyMap<PortNumber, EnergyState>> {
    const able = this.#core.ports.filter(({ facts }) => facts.energyEfficient);
    return new Map(able.map((port) => [port.number, energyState(port, this.#core.farEnd(port))]));
  }

  async neighbours(): Promise<readonly NeighbourEntry[]> {
    return this.#core.host.neighbours();
  }

  async forgetNeighbours(selection: NeighbourSelection): Promise<number> {
    return this.#core.host.forgetNeighbours(selection);
  }

  async mirrorDrops(): Promise<ReadonlyMap<number, bigint>> {
    return this.#core.mirrorDrops.snapshot();
  }

  transmit(port: PortNumber, frame: Uint8Array): void {
    this.#core.pipeline.transmit(this.#core.port(port), frame);
  }

  originate(vlan: VlanId, frame: Uint8Array, within?: PortList): void {
    this.#core.pipeline.originate(vlan, frame, maskOf(within));
  }

  resume(punted: PuntedFrame, frame = punted.frame, within?: PortList): void {
    this.#core.pipeline.resume(punted, this.#core.port(punted.port), frame, maskOf(within));
  }

  async locate(connection: Connection): Promise<ManagementPath | undefined> {
    return this.#surroundings?.locate(connection);
  }

  echo(address: string, options: EchoOptions): Promise<EchoResult> {
    return this.#core.host.echo(address, options);
  }

  async environment(): Promise<Environment> {
    return this.#surroundings?.environment() ?? {};
  }

  async losingPower(plan: ForwardingPlan): Promise<PortList> {
    return this.#surroundings?.losingPower(plan) ?? NO_PORTS;
  }

  async testCable(number: PortNumber): Promise<readonly CablePair[]> {
    const port = this.#core.port(number);
    if (this.facts.ports[number - 1]?.media === 'fiber') throw noCableTest(number);
    const pairs = this.#surroundings?.testCable(number) ?? [];
    this.#core.interrupt(port, true);
    await new Promise<void>((passed) => this.#clock.after(CABLE_TEST_MILLISECONDS, passed));
    this.#core.interrupt(port, false);
    return pairs;
  }

  async stop(): Promise<void> {
    await this.#surroundings?.end();
    for (const cancel of this.#timers) cancel();
    this.#arrivals.stop();
    this.#core.host.stop();
    for (const port of this.#stations.keys()) this.#unplug(this.#core.port(port));
    this.#events = undefined;
  }

  /** Plugs a station into a free port. Throws where the port does not exist or is taken. */
  attach(number: PortNumber, station: Station): Cable {
    const port = this.#core.port(number);
    if (this.#stations.has(number)) throw new RangeError(`Port ${number} already has a station.`);
    this.#stations.set(number, station);
    port.plug((frame, weight) => station.receive(frame, weight));
    this.#core.setFarEnd(port, station.ability);
    const plugged = () => this.#stations.get(number) === station;
    return {
      send: (frame, weight = 1) => plugged() && this.#arrivals.push({ port, frame, weight }),
      setLink: (link) => plugged() && this.#core.setFarEnd(port, link === 'up' ? station.ability : undefined),
      state: () => port.state,
      unplug: () => plugged() && this.#unplug(port),
    };
  }

  /** The switch as an IP host in its own VLANs. */
  get host(): HostStack {
    return this.#core.host;
  }

  /** How the line of a port runs; undefined while it is down. */
  line(number: PortNumber): Link | undefined {
    return this.#core.port(number).link;
  }

  /** Adds to a port's error counters what a bad line does to it while it is up. */
  countErrors(number: PortNumber, errors: LineErrors): void {
    const port = this.#core.port(number);
    if (!port.isUp) return;
    const tally = port.tally.running;
    for (const name of lineErrorNames) tally[name] += errors[name] ?? 0;
    tally.inErrors += (errors.fcsErrors ?? 0) + (errors.alignmentErrors ?? 0) + (errors.fragments ?? 0);
    tally.outErrors += errors.lateCollisions ?? 0;
  }

  /** The number of flows whose way is kept. */
  get flows(): number {
    return this.#core.pipeline.flows;
  }

  /** Whether every frame that arrived has been switched; a loop never ends. */
  get isIdle(): boolean {
    return this.#arrivals.isIdle;
  }

  /** Lines for the agent's log. */
  report(level: 2 | 3 | 4 | 5 | 6, message: Message): void {
    this.#events?.report(level, message);
  }

  #watchAddresses(): void {
    const { addresses } = this.#core;
    const { refused, appeared } = addresses.takeLearning();
    const reports = this.#watch.look({
      seconds: WATCH_MILLISECONDS / 1000,
      rows: addresses.rows,
      size: this.facts.forwardingDatabaseSize,
      refused: refused > 0,
      appeared,
    });
    for (const { level, message } of reports) this.report(level, message);
  }

  #unplug(port: SwitchPort): void {
    this.#core.setFarEnd(port, undefined);
    this.#stations.delete(port.number);
    port.plug(undefined);
  }

  #portChanged(state: PortState): void {
    this.#arrivals.clear(this.#core.port(state.port));
    this.#stations.get(state.port)?.linkChanged?.(state);
    this.#events?.portChanged(state);
  }
}

const lineErrorNames = [
  'fcsErrors',
  'alignmentErrors',
  'fragments',
  'symbolErrors',
  'singleCollisions',
  'multipleCollisions',
  'lateCollisions',
  'deferredTransmissions',
] as const;

/** Faults of a line that no frame shows: how many more of each. */
export type LineErrors = Partial<Record<(typeof lineErrorNames)[number], number>>;

function maskOf(list: PortList | undefined): PortMask | undefined {
  return list === undefined ? undefined : portMask(list);
}
