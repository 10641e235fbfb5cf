import { type Message, say } from '../../model/values/message.ts';
import { type PortList, portBit, portsOf } from '../../model/values/port-list.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import type { Attack } from '../attack.ts';
import { bridgePortOf, memberPorts } from '../bridge-ports.ts';
import { checkPlan } from '../check-plan.ts';
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
  type PortState,
  type PuntedFrame,
  type RateDrops,
} from '../datapath.ts';
import type { EchoOptions, EchoResult } from '../host-stack.ts';
import { type ForwardingPlan, mirrorTargets, type PortNumber, type VlanId } from '../plan.ts';
import { accessInForce, mayTransmit } from '../port-access.ts';
import type { SecureSources } from '../port-security.ts';
import type { ForwardingState } from '../state.ts';
import { AddressCensus, CENSUS_MILLISECONDS } from './address-census.ts';
import { AttackTallies } from './attack-tallies.ts';
import { BRIDGE, type PortDevices } from './bridge.ts';
import { Connections } from './connections.ts';
import { type Daemons, privateDaemons, runningDaemons } from './daemons.ts';
import { type Forwarder, requireForwarder } from './forwarder.ts';
import { bridgePortsOf, entriesOfAddress, forwardingEntries } from './forwarding-database.ts';
import { interfaceNames } from './host-interfaces.ts';
import { HostMemory } from './host-memory.ts';
import { hostDevices, isPresent } from './host-network.ts';
import { HostSide } from './host-side.ts';
import { echoByKernel } from './kernel-echo.ts';
import { forgetKernelNeighbours, kernelNeighbours } from './kernel-neighbours.ts';
import { energyStateOf } from './link-settings.ts';
import { locateConnection } from './management-path.ts';
import { NeighbourAgeing } from './neighbour-ageing.ts';
import { LONGEST_TIMEOUT } from './pipeline/bridge-port-flows.ts';
import { originated, type PacketOut, resumed, transmitted } from './pipeline/packet-outs.ts';
import { PlanInForce } from './plan-in-force.ts';
import { type CountingSituation, PortCounterReader } from './port-counters.ts';
import { checkAbilities, inspectPorts, type PortEquipment } from './port-facts.ts';
import { PortMonitor } from './port-monitor.ts';
import { PuntDropTallies } from './punt-drops.ts';
import { PuntedFrames } from './punted-frames.ts';
import { RateDropTallies } from './rate-drops.ts';
import { SourceTallies } from './secure-sources.ts';
import { SlowAgeing } from './slow-ageing.ts';
import { StandingConnections } from './standing-connections.ts';
import { StateUpdates } from './state-updates.ts';
import { UPKEEP_MILLISECONDS } from './upkeep.ts';
import { UpkeepRounds } from './upkeep-rounds.ts';

/** Options of the driver. */
export interface OpenVSwitchOptions {
  /** Host interfaces; port n is the one at n-1. */
  readonly ports: readonly string[];
  /** Folder for an Open vSwitch of the driver's own: database, sockets, logs. */
  readonly directory: string;
  /** "unix:PATH" of a running one's database; the driver then keeps to a bridge of its own there. */
  readonly ovsdb?: string;
  /** What forwards the frames; default ovs-vswitchd itself. `start` refuses a kernel that cannot. */
  readonly forwarder?: Forwarder;
  /** Whether devices are taken that the host uses for something else; otherwise `start` refuses them. */
  readonly takesUsed?: boolean;
  /** Whether the end of the driver leaves the last plan forwarding, as its death does; `removeOpenVSwitch` takes it away. */
  readonly outlives?: boolean;
  /** An error of the system in words; its own where this is left out. */
  readonly reasonOf?: (error: unknown) => Message;
  readonly clock: Clock;
}

const SWEEP_MILLISECONDS = 60_000;
/** How often the rules are renewed that hold only as long as the agent lives: two in a row may come to nothing. */
const RENEWAL_MILLISECONDS = 1000;
/** ovs-vswitchd notes every minute how many rules were changed, and renewed ones are: some 50 MB a year. */
const LOG_MILLISECONDS = 3_600_000;

/**
 * Drives a real Open vSwitch: one bridge whose OpenFlow rules are the agent's own pipeline. Both daemons are watched; when
 * one dies it is started again and given everything it forgot, and frames flow as before. When the agent dies they go on;
 * the next agent finds them, and its first plan takes the place of the last one without an interruption.
 */
export class OpenVSwitchDatapath implements Datapath {
  readonly #clock: Clock;
  readonly #devices: PortDevices;
  readonly #daemons: Daemons;
  readonly #memory: HostMemory;
  readonly #monitor: PortMonitor;
  readonly #punted: PuntedFrames;
  readonly #counters: PortCounterReader;
  readonly #rateDrops: RateDropTallies;
  readonly #puntDrops = new PuntDropTallies();
  readonly #sources = new SourceTallies();
  readonly #attacks = new AttackTallies();
  readonly #slowAgeing = new SlowAgeing();
  readonly #connections: StandingConnections;
  readonly #options: OpenVSwitchOptions;
  #host: HostSide | undefined;
  #equipment: PortEquipment | undefined;
  #events: DatapathEvents | undefined;
  /** Reports to be made when the start is over. */
  readonly #untold: Parameters<DatapathEvents['report']>[] = [];
  #rounds: UpkeepRounds | undefined;
  #plan: PlanInForce | undefined;
  #changes: Promise<unknown> = Promise.resolve();
  readonly #updates: StateUpdates<Connections>;
  #stopped = false;
  /** The daemons that this driver started, each time that it did. */
  readonly #started = new Set<string>();
  #timers: readonly Cancel[] = [];
  readonly #ageing: NeighbourAgeing;

  constructor(options: OpenVSwitchOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#devices = new Map(options.ports.map((device, index) => [index + 1, device]));
    const { ovsdb, directory, reasonOf = saidBy } = options;
    const obstructed = (obstacle: unknown) =>
      this.#report(
        4,
        say("Open vSwitch stores its files outside the agent's folder, because {{reason}}.", {
          reason: reasonOf(obstacle),
        }),
      );
    this.#daemons = ovsdb ? runningDaemons(ovsdb, directory, obstructed) : privateDaemons(directory, obstructed);
    this.#memory = new HostMemory(
      () => this.#daemons.folder,
      (error) => this.#complain(say("The former state of the host's interfaces could not be saved"), error),
    );
    this.#rateDrops = new RateDropTallies();
    this.#counters = new PortCounterReader(this.#devices, options.clock, this.#rateDrops);
    this.#connections = new StandingConnections({
      clock: options.clock,
      daemons: this.#daemons,
      open: (keep) => this.#open(keep),
      change: (work) => this.#change(work),
      report: (level, message) => this.#report(level, message),
    });
    this.#ageing = new NeighbourAgeing(options.clock, () => this.#inForce.plan);
    this.#updates = new StateUpdates({
      clock: options.clock,
      open: () => this.#connections.open,
      inForce: () => this.#inForce,
      complain: (what, error) => this.#complain(what, error),
    });
    this.#monitor = new PortMonitor(this.#devices, {
      changed: (state) => this.#portChanged(state),
      replaced: (port, device) =>
        this.#takePort(
          port,
          device,
          say('Interface {{device}} was created again and is port {{port}}.', { device, port }),
        ),
      appeared: (port, device) =>
        this.#takePort(port, device, say('Interface {{device}} now exists and is port {{port}}.', { device, port })),
    });
    this.#punted = new PuntedFrames({
      devices: this.#devices,
      monitor: this.#monitor,
      inForce: () => this.#inForce,
      framePunted: (frame) => this.#events?.framePunted(frame),
    });
  }

  get facts(): DatapathFacts {
    return (this.#equipment ?? this.#unknown()).facts;
  }

  #unknown(): never {
    throw new Error('The datapath has not been started.');
  }

  get #inForce(): PlanInForce {
    if (!this.#plan) throw new Error('The datapath has not been started.');
    return this.#plan;
  }

  async inspect(): Promise<void> {
    await requireForwarder(this.#options.forwarder ?? 'netdev');
    this.#equipment = await inspectPorts(this.#options.ports);
  }

  async start(events: DatapathEvents): Promise<void> {
    if (!this.#equipment) await this.inspect();
    const { facts, settable, missing } = this.#equipment ?? this.#unknown();
    this.#host = new HostSide(this.#devices, settable, this.#memory, (refusal) => this.#report(4, refusal));
    this.#plan = new PlanInForce(this.#host, this.#devices);
    this.#rounds = new UpkeepRounds({
      host: this.#host,
      inForce: this.#plan,
      devices: this.#devices,
      forwardingDatabaseSize: facts.forwardingDatabaseSize,
      clock: this.#clock,
      open: () => (this.#stopped ? undefined : this.#connections.open),
      change: (work) => this.#change(work),
      report: (level, message) => this.#report(level, message),
      complain: (what, error) => this.#complain(what, error),
    });
    try {
      await this.#change(async () => {
        const connections = await this.#connections.establish();
        const refused = this.#monitor.refused;
        if (refused && isPresent(refused.device)) {
          throw new Error(`Interface ${refused.device} cannot be a port: ${refused.reason}.`);
        }
        await this.#readCounters(connections);
      });
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#events = events;
    for (const [level, message] of this.#untold.splice(0)) events.report(level, message);
    for (const device of missing) {
      events.report(4, say('Interface {{device}} does not exist; its port stays down until it does.', { device }));
    }
    await this.#daemons.boundLogs();
    const census = new AddressCensus(facts.forwardingDatabaseSize);
    this.#timers = [
      this.#clock.every(SWEEP_MILLISECONDS, () => {
        this.#sweep().catch((error: unknown) => this.#complain(say('Old addresses could not be removed'), error));
      }),
      this.#clock.every(RENEWAL_MILLISECONDS, () => this.#renew()),
      this.#clock.every(UPKEEP_MILLISECONDS, () => this.#rounds?.keepUp()),
      this.#clock.every(LOG_MILLISECONDS, () => void this.#daemons.boundLogs()),
      this.#clock.every(CENSUS_MILLISECONDS, () => void this.#count(census)),
    ];
  }

  apply(plan: ForwardingPlan): Promise<void> {
    return this.#change(async () => {
      checkPlan(plan, this.#inForce.plan, this.facts.ports);
      checkAbilities(plan, this.facts);
      try {
        await this.#noteCounters(plan);
        await this.#putInForce(plan);
        this.#ageing.follow(plan);
      } catch (error) {
        if ((await this.#wasDown()) && (await this.#tryAgain(plan))) return;
        const former = this.#inForce.given;
        const connections = this.#connections.open;
        if (former && connections) {
          await this.#inForce.install(former, connections).catch(() => this.#connections.lost(connections));
        }
        throw error;
      }
    });
  }

  async portStates(): Promise<ReadonlyMap<PortNumber, PortState>> {
    return this.#monitor.states;
  }

  portCounters(): Promise<ReadonlyMap<PortNumber, PortCounters>> {
    return this.#connections.ask((connections) => this.#readCounters(connections));
  }

  forwardingDatabase(): Promise<readonly ForwardingEntry[]> {
    return this.#connections.ask(({ flows }) => forwardingEntries(this.#inForce, flows));
  }

  flush({ ports, ...others }: FlushSelection): Promise<number> {
    const selection = {
      ...others,
      ...(ports === undefined ? {} : { ports: bridgePortsOf(ports, this.#inForce.plan) }),
    };
    return this.#connections.ask(({ flows }) => flows.forget(selection, this.#isShared));
  }

  neighbours(): Promise<readonly NeighbourEntry[]> {
    return kernelNeighbours(interfaceNames(this.#inForce.plan));
  }

  forgetNeighbours(selection: NeighbourSelection): Promise<number> {
    return forgetKernelNeighbours(selection, interfaceNames(this.#inForce.plan));
  }

  rateDrops(): Promise<ReadonlyMap<PortNumber, RateDrops>> {
    return this.#connections.ask(async ({ flows }) => this.#rateDrops.add(await flows.meterDrops()));
  }

  puntDrops(): Promise<ReadonlyMap<string, bigint>> {
    return this.#connections.ask(async ({ flows }) =>
      this.#puntDrops.add(await flows.meterDrops(), (meter) => this.#inForce.kindOfMeter(meter)),
    );
  }

  secureSources(): Promise<SecureSources> {
    const { plan, state } = this.#inForce;
    return this.#connections.ask(async ({ flows }) =>
      this.#sources.add(plan.portSecurity.size === 0 ? [] : await flows.sourceCounts(), plan, state),
    );
  }

  accessHits(): Promise<ReadonlyMap<number, bigint>> {
    return this.#connections.ask(({ flows }) => this.#inForce.accessHits(flows));
  }

  attackDrops(): Promise<ReadonlyMap<Attack, bigint>> {
    return this.#connections.ask(({ flows }) => this.#attacks.read(flows));
  }

  async energyStates(): Promise<ReadonlyMap<PortNumber, EnergyState>> {
    const able = this.facts.ports.filter(({ energyEfficient }) => energyEfficient);
    const states = await Promise.all(
      able.map(async ({ number, name }) => [number, await energyStateOf(name)] as const),
    );
    return new Map(states.flatMap(([port, state]): [PortNumber, EnergyState][] => (state ? [[port, state]] : [])));
  }

  async mirrorDrops(): Promise<ReadonlyMap<number, bigint>> {
    // Open vSwitch does not count copies that it could not deliver; the drops of the target's device take their place.
    const counters = await this.portCounters();
    const sessions = [...this.#inForce.plan.mirrors.values()];
    return new Map(sessions.map(({ session, target }) => [session, counters.get(target)?.outDiscards ?? 0n]));
  }

  transmit(port: PortNumber, frame: Uint8Array): void {
    // Without a link there is no receiver, and nothing to be counted.
    if (this.#monitor.states.get(port)?.link !== 'up') return;
    const { plan, state } = this.#inForce;
    const access = accessInForce(plan, state.access).get(port);
    if (!mayTransmit(access, frame)) return;
    // An agreement or a success that left before its decision is in force would let in what is to be kept out, or lose the first.
    this.#updates.whenSoonDone(() => this.#sendFrame(transmitted(port), frame));
  }

  originate(vlan: VlanId, frame: Uint8Array, within?: PortList): void {
    this.#updates.whenDone(() => this.#sendFrame(originated(vlan, within), frame));
  }

  update(state: ForwardingState): void {
    this.#inForce.want(state);
    this.#updates.update();
  }

  resume(punted: PuntedFrame, frame = punted.frame, within?: PortList): void {
    const goOn = () => this.#sendFrame(resumed(this.#inForce.plan, punted, frame, within), frame);
    this.#updates.whenDone(goOn);
  }

  locate(connection: Connection): Promise<ManagementPath | undefined> {
    const { plan, state } = this.#inForce;
    return this.#connections.ask(({ flows }) =>
      locateConnection(connection, plan, (address) => entriesOfAddress({ plan, state }, flows, address)),
    );
  }

  echo(address: string, options: EchoOptions & { readonly vlan?: VlanId | undefined }): Promise<EchoResult> {
    const own = options.vlan === undefined ? undefined : this.#inForce.plan.interfaces.get(options.vlan);
    return echoByKernel(address, options, own?.name);
  }

  async testCable(port: PortNumber): Promise<readonly CablePair[]> {
    const device = this.#options.ports[port - 1];
    if (device === undefined) throw noCableTest(port);
    const { testCable } = await import('./cable-test.ts');
    return testCable(device, port);
  }

  async environment(): Promise<Environment> {
    return {};
  }

  async release(): Promise<void> {
    if (this.#options.outlives && this.#plan?.given) await this.#end(async () => this.#leaveForwarding());
  }

  stop(): Promise<void> {
    return this.#end(() => (this.#plan?.given ? this.#dismantle() : this.#leaveAsFound()));
  }

  async #end(leave: () => Promise<void>): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const cancel of this.#timers) cancel();
    this.#ageing.end();
    this.#updates.end();
    this.#connections.stop();
    await this.#changes.catch(() => {});
    await leave();
    this.#events = undefined;
  }

  /** What only an engine keeps open has the whole time of its lease for the next start. */
  async #leaveForwarding(): Promise<void> {
    const { current } = this.#connections;
    if (current?.isOpen) await this.#inForce.renew(current, true).catch(() => {});
    current?.close();
  }

  /** Ends the switch. */
  async #dismantle(): Promise<void> {
    await this.#connections.current?.bridge.remove().catch(() => {});
    this.#connections.current?.close();
    await this.#host?.release().catch(() => {});
    await this.#memory.restore();
    await this.#daemons.stop();
  }

  /** Before the first plan nothing here is this driver's but what it has made: a former agent's switch goes on. */
  async #leaveAsFound(): Promise<void> {
    const connections = this.#connections.current;
    if (connections?.isNew) await connections.bridge.remove().catch(() => {});
    connections?.close();
    await this.#memory.restoreNoted();
    await this.#daemons.end(this.#started);
  }

  /** Starts what is missing and takes the ports; what runs already keeps forwarding. */
  async #open(keep: (connections: Connections) => void): Promise<Connections> {
    for (const daemon of await this.#daemons.ensure()) this.#started.add(daemon);
    const options = {
      takePorts: async () => {
        const devices = [...this.#devices.values()];
        if (!this.#events && !this.#options.takesUsed) await this.#host?.refuseUsed(devices);
        await this.#host?.takePorts(devices);
      },
      name: BRIDGE,
      devices: this.#devices,
      forwarder: this.#options.forwarder ?? 'netdev',
      forwardingDatabaseSize: this.facts.forwardingDatabaseSize,
    };
    const connections = await Connections.open(this.#daemons, options, this.#monitor, {
      packetIn: (packet) => this.#punted.packetIn(packet),
      rulesChanged: (changes) => this.#rounds?.rulesChanged(changes),
      lost: (daemon) => this.#connections.lost(connections, daemon),
    });
    keep(connections);
    try {
      if (this.#inForce.given) await this.#inForce.install(this.#inForce.given, connections);
      // Without a plan it has nothing to forward by; a former start's rules, if there are any, go on.
      await this.#daemons.beginForwarding();
    } catch (error) {
      connections.close();
      throw error;
    }
    // A state may have come too late for what was just pushed.
    this.#updates.update();
    return connections;
  }

  #renew(): void {
    const { open } = this.#connections;
    // Errors are reported where the connections end; a refused renewal is repeated in a second.
    if (open) this.#inForce.renew(open).catch(() => {});
  }

  /** Puts a plan in force, on a switch that is brought back first where it is gone. */
  async #putInForce(plan: ForwardingPlan): Promise<void> {
    const connections = this.#connections.open ?? (await this.#connections.establish());
    await this.#inForce.change(plan, connections);
  }

  /** Whether a daemon died in the middle of something, which then is no fault of the plan. */
  async #wasDown(): Promise<boolean> {
    const restarted = await this.#daemons.ensure().catch(() => []);
    const [daemon] = restarted;
    const connections = this.#connections.current;
    if (daemon && connections) this.#connections.lost(connections, daemon);
    return !this.#connections.open;
  }

  async #tryAgain(plan: ForwardingPlan): Promise<boolean> {
    try {
      await this.#putInForce(plan);
      return true;
    } catch {
      return false;
    }
  }

  /** One change at a time, in order. */
  #change<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#changes.then(work);
    this.#changes = result.catch(() => {});
    return result;
  }

  get #isShared(): boolean {
    return this.#inForce.plan.learning.constraint === 'shared';
  }

  #readCounters(connections: Connections): Promise<ReadonlyMap<PortNumber, PortCounters>> {
    return this.#counters.read(this.#counting(connections));
  }

  /** Reads the counters before rules of ports are recreated. */
  async #noteCounters({ ports, trunks, mirrors, queueing }: ForwardingPlan): Promise<void> {
    const { plan } = this.#inForce;
    const connections = this.#connections.open;
    const isSame = ports === plan.ports && trunks === plan.trunks && mirrors === plan.mirrors;
    if (!connections || (isSame && (queueing === undefined) === (plan.queueing === undefined))) return;
    await this.#counters.note(this.#counting(connections));
  }

  #counting({ flows }: Connections): CountingSituation {
    return {
      flows,
      states: this.#monitor.states,
      mirrorTargets: mirrorTargets(this.#inForce.plan),
      queueDrops: async () => (await this.#host?.queueDrops()) ?? new Map(),
    };
  }

  #portChanged(state: PortState): void {
    if (state.link === 'down' && !this.#isLinkedByOthers(state.port)) {
      this.flush({ ports: portBit(state.port) }).catch((error: unknown) => {
        // When Open vSwitch is gone, what it learned is gone, too.
        if (this.#connections.open)
          this.#complain(say('Addresses at port {{port}} could not be removed', { port: state.port }), error);
      });
    }
    this.#events?.portChanged(state);
  }

  /** Whether the trunk of a port has another member whose link is up: what was learned there is reached by that. */
  #isLinkedByOthers(port: PortNumber): boolean {
    const { plan } = this.#inForce;
    const members = portsOf(memberPorts(plan, bridgePortOf(plan, port)));
    return members.some((member) => member !== port && this.#monitor.states.get(member)?.link === 'up');
  }

  #takePort(port: PortNumber, device: string, news: Message, isAgain = false): void {
    this.#change(async () => {
      // While Open vSwitch is restarting, the device is taken with all others.
      const connections = this.#connections.open;
      if (!connections) return;
      const master = (await hostDevices()).get(device)?.master;
      await this.#inForce.installPort(port, device, connections);
      this.#events?.report(5, news);
      if (master)
        this.#events?.report(
          4,
          say('Interface {{device}} was removed from {{master}} of the host.', { device, master: master.name }),
        );
    }).catch((error: unknown) => {
      if (!isAgain) this.#complain(say('Port {{port}} could not be added again', { port }), error);
      this.#clock.after(UPKEEP_MILLISECONDS, () => {
        if (!this.#stopped && isPresent(device)) this.#takePort(port, device, news, true);
      });
    });
  }

  #sendFrame(packetOut: PacketOut | undefined, frame: Uint8Array): void {
    if (packetOut) this.#connections.open?.sendFrame(packetOut, frame);
  }

  /** Forgets rows whose aging time exceeds the timeout of rules. */
  async #sweep(): Promise<void> {
    const { ageingTime } = this.#inForce.plan.learning;
    if (ageingTime <= LONGEST_TIMEOUT) return;
    const now = this.#clock.now() / 1000;
    await this.#connections.ask(({ flows }) =>
      flows.forgetRows((rows) => this.#slowAgeing.outdated(rows, ageingTime, now)),
    );
  }

  async #count(census: AddressCensus): Promise<void> {
    const connections = this.#connections.open;
    if (!connections) return;
    const ports = [...this.#devices.keys(), ...this.#inForce.plan.trunks.keys()];
    // If Open vSwitch disappears meanwhile, what it has learned does, too.
    const reports = await census.look(ports, connections.flows).catch(() => []);
    for (const { level, message } of reports) this.#events?.report(level, message);
  }

  #report(level: Parameters<DatapathEvents['report']>[0], message: Message): void {
    if (this.#events) this.#events.report(level, message);
    else this.#untold.push([level, message]);
  }

  #complain(what: Message, error: unknown): void {
    this.#report(4, say('{{what}}: {{reason}}', { what, reason: saidBy(error) }));
  }
}
