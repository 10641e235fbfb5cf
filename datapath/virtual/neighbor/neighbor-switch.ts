import { hasPort, NO_PORTS, portsOf } from '../../../model/values/port-list.ts';
import type { Cancel } from '../../clock.ts';
import type { PortState, PuntedFrame } from '../../datapath.ts';
import type { PortNumber } from '../../plan.ts';
import { EVERY_VLAN, emptyState } from '../../state.ts';
import { LldpSpeaker } from '../stations/lldp-speaker.ts';
import { VirtualDatapath } from '../virtual-datapath.ts';
import { buildProbe, LoopWatch, PROBE_MILLISECONDS, probedPort } from './loop-watch.ts';
import {
  NEIGHBOR_TRUNK,
  type NeighborBridgePort,
  type NeighborOptions,
  neighborBridgePorts,
} from './neighbor-options.ts';
import { type NeighborFrame, neighborPlan } from './neighbor-plan.ts';
import { NeighborTree } from './neighbor-tree.ts';
import { NeighborTrunk } from './neighbor-trunk.ts';

const SPEEDS = [10, 100, 1000, 10_000];
const ADDRESSES = 1024;

/** A running neighbor switch. */
export interface Neighbor {
  /** The switch that cables and stations are connected to. */
  readonly datapath: VirtualDatapath;
  stop(): Promise<void>;
}

/**
 * Starts a switch next to the one of the agent: it forwards by itself, runs RSTP, LACP and LLDP, and keeps cables
 * closed that the network connects if its neighbor does not run spanning tree.
 */
export async function startNeighbor(options: NeighborOptions): Promise<Neighbor> {
  const neighbor = new NeighborSwitch(options);
  await neighbor.start();
  return neighbor;
}

class NeighborSwitch implements Neighbor {
  readonly datapath: VirtualDatapath;
  readonly #options: NeighborOptions;
  readonly #ports: readonly NeighborBridgePort[];
  readonly #links = new Map<PortNumber, PortState>();
  readonly #loops = new LoopWatch();
  readonly #tree: NeighborTree;
  readonly #trunk: NeighborTrunk;
  readonly #speakers: ReadonlyMap<PortNumber, LldpSpeaker>;
  /** The ports that are closed in the datapath for a loop. */
  #closed = NO_PORTS;
  #tick: Cancel = () => undefined;

  constructor(options: NeighborOptions) {
    const { name, mac, address, portCount, cabled, clock } = options;
    this.#options = options;
    this.#ports = neighborBridgePorts(options);
    this.datapath = new VirtualDatapath({
      ports: Array.from({ length: portCount }, (_, at) => ({
        number: at + 1,
        name: `Port ${at + 1}`,
        media: 'combo',
        speeds: SPEEDS,
        pse: false,
      })),
      forwardingDatabaseSize: ADDRESSES,
      mirrorSessions: 0,
      clock,
    });
    this.#tree = new NeighborTree(options, this.#ports, {
      send: ({ port, frame }) =>
        this.#sendBy(
          this.#ports.find(({ number }) => number === port),
          frame,
        ),
      changed: () => this.#update(),
      forget: (ports) => void this.datapath.flush({ ports }),
    });
    this.#trunk = new NeighborTrunk(options, {
      send: (port, frame) => this.datapath.transmit(port, frame),
      changed: () => this.#follow(),
    });
    this.#speakers = new Map(
      portsOf(cabled).map((port) => [
        port,
        new LldpSpeaker({ name, mac, address, kind: 'switch', port: `Port ${port}` }, (frame) =>
          this.datapath.transmit(port, frame),
        ),
      ]),
    );
  }

  async start(): Promise<void> {
    await this.datapath.start({
      portChanged: (state) => this.#linkChanged(state),
      framePunted: (punted) => this.#heard(punted),
      report: () => undefined,
    });
    this.#update();
    await this.datapath.apply(neighborPlan(this.#options));
    this.#follow();
    this.#tick = this.#options.clock.every(PROBE_MILLISECONDS, () => this.#turn());
  }

  async stop(): Promise<void> {
    this.#tick();
    this.#tree.stop();
    this.#trunk.stop();
    await this.datapath.stop();
  }

  #linkChanged(state: PortState): void {
    const { port, link } = state;
    const former = this.#links.get(port)?.link;
    this.#links.set(port, state);
    if (link === 'up' && former !== 'up' && hasPort(this.#options.cabled, port)) {
      this.#speakers.get(port)?.forget();
      const own = this.#bridgePortAt(port);
      if (own) this.#loops.begin(own.representative, this.#options.clock.now());
    }
    this.#trunk.follow((member) => this.#speedOf(member));
    this.#follow();
  }

  #heard({ kind, port, frame }: PuntedFrame): void {
    const heard = kind as NeighborFrame;
    if (heard === 'slow') {
      if (hasPort(this.#options.trunk, port)) this.#trunk.hear(port, frame);
      return;
    }
    const own = this.#bridgePortAt(port);
    // A member that does not collect hands nothing to the bridge above it (IEEE 802.1AX-2020 6.2.4).
    if (!own || (own.number === NEIGHBOR_TRUNK && !hasPort(this.#trunk.view.collecting, port))) return;
    if (heard === 'bpdu') this.#tree.hear(own, frame);
    else this.#probed(own, frame);
  }

  #probed(at: NeighborBridgePort, frame: Uint8Array): void {
    const from = probedPort(this.#options.mac, frame);
    if (from === undefined) return;
    this.#loops.heard(from, at.representative, this.#options.clock.now());
    this.#update();
  }

  #turn(): void {
    const now = this.#options.clock.now();
    for (const [port, speaker] of this.#speakers) if (this.#speedOf(port) > 0) speaker.play(now);
    for (const port of this.#ports) {
      if ((port.members & this.#options.cabled) !== NO_PORTS) {
        this.#sendBy(port, buildProbe(this.#options.mac, port.representative));
      }
    }
    if (this.#loops.closed(now) !== this.#closed) this.#update();
  }

  /** Has the tree follow links and trunk. */
  #follow(): void {
    this.#update();
    this.#tree.follow((port) => this.#carriers(port).reduce((sum, member) => sum + this.#speedOf(member), 0));
  }

  #update(): void {
    const { collecting, distributing } = this.#trunk.view;
    const closed = this.#loops.closed(this.#options.clock.now());
    this.#closed = closed;
    this.datapath.update({
      ...emptyState,
      instances: new Map([[0, this.#tree.state()]]),
      trunks:
        this.#options.trunk === NO_PORTS
          ? emptyState.trunks
          : new Map([[NEIGHBOR_TRUNK, { collecting, distributing }]]),
      blocked: closed === NO_PORTS ? emptyState.blocked : new Map([[EVERY_VLAN, { ports: closed }]]),
    });
  }

  /** The members by which frames leave, those with a link. */
  #carriers({ number, members }: NeighborBridgePort): readonly PortNumber[] {
    const carrying = number === NEIGHBOR_TRUNK ? this.#trunk.view.distributing : members;
    return portsOf(carrying).filter((port) => this.#speedOf(port) > 0);
  }

  #sendBy(port: NeighborBridgePort | undefined, frame: Uint8Array): void {
    const [first] = port ? this.#carriers(port) : [];
    if (first !== undefined) this.datapath.transmit(first, frame);
  }

  #bridgePortAt(port: PortNumber): NeighborBridgePort | undefined {
    return this.#ports.find(({ members }) => hasPort(members, port));
  }

  #speedOf(port: PortNumber): number {
    const state = this.#links.get(port);
    return state?.link === 'up' ? state.speed : 0;
  }
}
