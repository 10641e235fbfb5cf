import { isTagged, popTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { checkPlan } from '../check-plan.ts';
import type { Cancel, Clock } from '../clock.ts';
import type {
  Capability,
  Connection,
  Datapath,
  DatapathEvents,
  DatapathFacts,
  Environment,
  FlushSelection,
  ForwardingEntry,
  ManagementPath,
  PortCounters,
  PortState,
} from '../datapath.ts';
import { emptyPlan, type ForwardingPlan, type PortNumber, type VlanId } from '../plan.ts';
import { Bridge, type PortDevices } from './bridge.ts';
import { type Daemons, privateDaemons, runningDaemons } from './daemons.ts';
import { FlowTable } from './flow-table.ts';
import { forwardingEntries, staleSelections } from './forwarding-database.ts';
import { deviceIndex, neighbourMac, nextHop, setDefaultRoute } from './host-network.ts';
import { HostSide } from './host-side.ts';
import { type LinkAbilities, linkAbilities } from './link-settings.ts';
import { OpenFlowConnection } from './openflow/openflow-connection.ts';
import { type PacketIn, ReservedPort } from './openflow/packet.ts';
import { Ovsdb } from './ovsdb.ts';
import { type CompiledFlows, compileFlows, flowChanges, noFlows } from './pipeline/compile-flows.ts';
import { interfacePort, Tag } from './pipeline/tables.ts';
import { PortCounterReader } from './port-counters.ts';
import { PortMonitor } from './port-monitor.ts';

/** What the driver is told. */
export interface OpenVSwitchOptions {
  /** Host interfaces; port n is the one at n-1. */
  readonly ports: readonly string[];
  /** Folder for an Open vSwitch of the driver's own: database, sockets, logs. */
  readonly directory: string;
  /** "unix:PATH" of a running one's database; the driver then keeps to a bridge of its own there. */
  readonly ovsdb?: string;
  readonly clock: Clock;
}

const BRIDGE = 'faceplate';
const LARGEST_DATABASE = 16_384;
const MIRROR_SESSIONS = 4;
/** Seconds beyond which the ageing time does not fit a rule's timeout and old rows are swept away. */
const LONGEST_TIMEOUT = 0xffff;
const SWEEP_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 500;
const STEPS = 40;

/**
 * Drives a real Open vSwitch: one bridge whose OpenFlow rules are the agent's own pipeline. Both daemons are watched; when
 * one dies it is started again and given everything it forgot, and frames flow as before.
 */
export class OpenVSwitchDatapath implements Datapath {
  readonly #options: OpenVSwitchOptions;
  readonly #devices: PortDevices;
  readonly #daemons: Daemons;
  readonly #bridge: Bridge;
  readonly #socket: string;
  readonly #monitor: PortMonitor;
  readonly #counters: PortCounterReader;
  #flows: FlowTable;
  #host: HostSide;
  #facts: DatapathFacts | undefined;
  #events: DatapathEvents | undefined;
  #database: Ovsdb | undefined;
  #frames: OpenFlowConnection | undefined;
  #plan: ForwardingPlan = emptyPlan;
  #compiled: CompiledFlows = noFlows;
  #queue: Promise<unknown> = Promise.resolve();
  #recovering = false;
  #stopped = false;
  #stopSweeping: Cancel = () => {};

  constructor(options: OpenVSwitchOptions) {
    this.#options = options;
    this.#devices = new Map(options.ports.map((device, index) => [index + 1, device]));
    this.#daemons = options.ovsdb ? runningDaemons(options.ovsdb) : privateDaemons(options.directory);
    this.#bridge = new Bridge(this.#daemons, BRIDGE, this.#devices);
    this.#socket = `${this.#daemons.runDirectory}/${BRIDGE}.mgmt`;
    this.#flows = new FlowTable(this.#socket, options.clock);
    this.#host = new HostSide(this.#bridge, this.#devices, { mode: false, flowControl: false });
    this.#counters = new PortCounterReader(this.#devices, options.clock);
    this.#monitor = new PortMonitor(this.#devices, {
      changed: (state) => this.#portChanged(state),
      replaced: (port, device) => this.#portReplaced(port, device),
    });
  }

  get facts(): DatapathFacts {
    if (!this.#facts) throw new Error('The datapath has not been started.');
    return this.#facts;
  }

  async start(events: DatapathEvents): Promise<void> {
    this.#events = events;
    const { ports } = this.#options;
    if (ports.length === 0) throw new Error('Name the interfaces that are the ports: --ports eth1,eth2,…');
    for (const device of ports) {
      if ((await deviceIndex(device)) === undefined)
        throw new Error(`Interface ${device} does not exist on this host.`);
    }
    if (process.getuid?.() !== 0) throw new Error('Driving Open vSwitch needs the rights of root.');
    const abilities = await Promise.all(ports.map(linkAbilities));
    this.#facts = factsOf(ports, abilities);
    this.#host = new HostSide(this.#bridge, this.#devices, {
      mode: abilities.every(({ mode }) => mode),
      flowControl: abilities.every(({ flowControl }) => flowControl),
    });
    await this.#run(() => this.#establish());
    this.#stopSweeping = this.#options.clock.every(SWEEP_MILLISECONDS, () => void this.#run(() => this.#sweep()));
  }

  apply(plan: ForwardingPlan): Promise<void> {
    return this.#run(async () => {
      checkPlan(plan, this.#plan, this.facts.ports);
      const former = this.#plan;
      try {
        await this.#putInForce(plan);
      } catch (error) {
        await this.#putInForce(former).catch(() => this.#lost());
        throw error;
      }
    });
  }

  async portStates(): Promise<ReadonlyMap<PortNumber, PortState>> {
    return this.#monitor.states;
  }

  portCounters(): Promise<ReadonlyMap<PortNumber, PortCounters>> {
    return this.#run(() => this.#counters.read(this.#flows));
  }

  forwardingDatabase(): Promise<readonly ForwardingEntry[]> {
    return this.#run(() => forwardingEntries(this.#plan, this.#flows));
  }

  flush(selection: FlushSelection): Promise<number> {
    return this.#run(async () => {
      const named = this.#inDatabase(selection);
      const many = (await this.#flows.learned(named)).length;
      if (many > 0) await this.#flows.forget(named);
      return many;
    });
  }

  async mirrorDrops(): Promise<ReadonlyMap<number, bigint>> {
    // Open vSwitch counts no copies that it could not deliver; what the device itself dropped stands for them.
    const counters = await this.portCounters();
    return new Map(
      [...this.#plan.mirrors.values()].map(({ session, target }) => [session, counters.get(target)?.outDiscards ?? 0n]),
    );
  }

  transmit(port: PortNumber, frame: Uint8Array): void {
    this.#frames?.packetOut(ReservedPort.controller, port, frame);
  }

  originate(vlan: VlanId, frame: Uint8Array): void {
    this.#frames?.packetOut(interfacePort(vlan), ReservedPort.table, frame);
  }

  async locate({ localAddress, remoteAddress }: Connection): Promise<ManagementPath | undefined> {
    const own = [...this.#plan.interfaces.values()].find(({ addresses }) =>
      addresses.some(({ address }) => address === localAddress),
    );
    const hop = own && (await nextHop(remoteAddress));
    if (!hop) return undefined;
    const through = [...this.#plan.interfaces.values()].find(({ name }) => name === hop.device);
    const clientMac = through && (await neighbourMac(hop.device, hop.neighbour));
    if (!clientMac) return undefined;
    const entries = await this.forwardingDatabase();
    const fid = this.#plan.learning.constraint === 'shared' ? 1 : through.vlan;
    const entry = entries.find(({ fid: at, address }) => at === fid && address === clientMac);
    return entry && entry.port > 0 ? { port: entry.port, vlan: through.vlan, clientMac } : undefined;
  }

  async environment(): Promise<Environment> {
    return {};
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#stopSweeping();
    await this.#queue.catch(() => {});
    this.#closeConnections();
    const { defaultGateway } = this.#plan;
    if (defaultGateway) await setDefaultRoute(undefined).catch(() => {});
    await this.#bridge.remove().catch(() => {});
    await this.#daemons.stop();
  }

  /** Starts what is missing, takes the ports, and puts the plan in force whole; what runs already keeps forwarding. */
  async #establish(): Promise<void> {
    const started = await this.#daemons.ensure();
    const former = this.#compiled;
    this.#compiled = noFlows;
    await this.#bridge.ensure([...this.#plan.interfaces.values()].filter(({ vlan }) => this.#plan.vlans.has(vlan)));
    await this.#connect();
    for (const [port, device] of this.#devices) await this.#host.takePort(device, this.#plan.ports.get(port));
    this.#flows = new FlowTable(this.#socket, this.#options.clock);
    await this.#flows.addMeters();
    this.#compiled = former;
    await this.#putAllInForce();
    if (started.length > 0) await this.#bridge.beginForwarding();
  }

  async #connect(): Promise<void> {
    this.#closeConnections();
    const database = await Ovsdb.open(this.#daemons.database);
    this.#database = database;
    void database.closed.then(() => {
      if (this.#database === database) this.#lost();
    });
    await this.#monitor.follow(database);
    this.#frames = await OpenFlowConnection.open(this.#socket, {
      packetIn: (packet) => this.#packetIn(packet),
      lost: () => this.#lost(),
    });
  }

  #closeConnections(): void {
    const database = this.#database;
    this.#database = undefined;
    database?.close();
    this.#frames?.close();
    this.#frames = undefined;
  }

  async #putInForce(plan: ForwardingPlan): Promise<void> {
    const former = this.#plan;
    await this.#host.prepare(plan, former);
    const compiled = compileFlows(plan, [...this.#devices.keys()], this.#compiled);
    await this.#flows.change(flowChanges(this.#compiled, compiled));
    this.#compiled = compiled;
    if (plan.mirrors !== former.mirrors) await this.#bridge.setMirrors([...plan.mirrors.values()]);
    this.#plan = plan;
    for (const selection of staleSelections(former, plan)) await this.#flows.forget(selection);
    await this.#host.finish(plan, former);
  }

  /** Pushes everything, as to a switch that knows nothing, and takes away what a former start left. */
  async #putAllInForce(): Promise<void> {
    const plan = this.#plan;
    const bare = { ...emptyPlan, vlans: plan.vlans };
    this.#compiled = compileFlows(plan, [...this.#devices.keys()], noFlows);
    await this.#flows.change(flowChanges(noFlows, this.#compiled));
    await this.#host.prepare(plan, bare);
    await this.#bridge.setMirrors([...plan.mirrors.values()]);
    // A fresh driver holds no plan yet: the rules of the one before it forward until the first plan replaces them.
    if (plan !== emptyPlan) await this.#flows.removeFormerGenerations();
  }

  /** A daemon is gone: brings it back, again and again until it stays. */
  #lost(): void {
    if (this.#stopped || this.#recovering) return;
    this.#recovering = true;
    const attempt = async (): Promise<void> => {
      for (let step = 1; !this.#stopped; step += 1) {
        try {
          await this.#establish();
          this.#events?.report(4, 'Open vSwitch had ended; it was started again and forwards as before.');
          return;
        } catch (error) {
          if (step === STEPS) {
            this.#events?.report(2, `Open vSwitch cannot be started again: ${sentence(error)}`);
            return;
          }
          await new Promise<void>((resolve) => {
            this.#options.clock.after(RETRY_MILLISECONDS, resolve);
          });
        }
      }
    };
    const work = this.#queue.then(attempt, attempt).finally(() => {
      this.#recovering = false;
    });
    this.#queue = work.catch(() => {});
  }

  /** One thing at a time, in order. */
  #run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work, work);
    this.#queue = result.catch(() => {});
    return result;
  }

  #portChanged(state: PortState): void {
    if (state.link === 'down') void this.flush({ port: state.port }).catch(() => {});
    this.#events?.portChanged(state);
  }

  #portReplaced(port: PortNumber, device: string): void {
    void this.#run(async () => {
      await this.#bridge.readd(port, device);
      await this.#host.takePort(device, this.#plan.ports.get(port));
      if (this.#plan.mirrors.size > 0) await this.#bridge.setMirrors([...this.#plan.mirrors.values()]);
      this.#events?.report(5, `Interface ${device} was made anew and is port ${port} again.`);
    }).catch((error: unknown) => this.#events?.report(4, `Port ${port} could not be taken back: ${sentence(error)}`));
  }

  #packetIn({ cookie, port, frame }: PacketIn): void {
    if (port > this.#options.ports.length) return;
    const forAgent = Number(cookie & 0xffff_ffffn) === Tag.forAgent;
    // By then the pipeline has tagged every frame; the tag tells the VLAN and goes.
    if (forAgent && isTagged(frame)) this.#events?.framePunted({ port, vlan: tagOf(frame)?.vid, frame: popTag(frame) });
    else this.#events?.framePunted({ port, vlan: undefined, frame });
  }

  /** Rows whose ageing time no rule can hold. */
  async #sweep(): Promise<void> {
    const { ageingTime } = this.#plan.learning;
    if (ageingTime <= LONGEST_TIMEOUT) return;
    for (const { address, fid, age } of await this.#flows.learned()) {
      if (age >= ageingTime) await this.#flows.forget(this.#inDatabase({ vlan: fid, address }));
    }
  }

  /** A selection in the words of the forwarding database: shared learning knows no VLANs. */
  #inDatabase(selection: FlushSelection): FlushSelection {
    if (this.#plan.learning.constraint === 'independent') return selection;
    const { vlan: _none, ...rest } = selection;
    return rest;
  }
}

function factsOf(ports: readonly string[], abilities: readonly LinkAbilities[]): DatapathFacts {
  const lacking: Capability[] = ['powerOverEthernet', 'temperature', 'cableTest'];
  if (!abilities.every(({ mode }) => mode)) lacking.push('portMode');
  if (!abilities.every(({ flowControl }) => flowControl)) lacking.push('flowControl');
  return {
    kind: 'openvswitch',
    ports: ports.map((name, index) => ({
      number: index + 1,
      name,
      media: abilities[index]?.media ?? 'copper',
      speeds: abilities[index]?.speeds ?? [],
      pse: false,
    })),
    lacking: new Set(lacking),
    forwardingDatabaseSize: LARGEST_DATABASE,
    mirrorSessions: MIRROR_SESSIONS,
  };
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
