import { NO_PORTS, type PortList, portBit } from '../../../model/values/port-list.ts';
import { parseBpduFrame } from '../../../protocols/spanning-tree/bpdu-frame.ts';
import type { Bridge, SentFrame } from '../../../protocols/spanning-tree/bridge-state.ts';
import { configurationDigest } from '../../../protocols/spanning-tree/configuration-digest.ts';
import { automaticPathCost } from '../../../protocols/spanning-tree/path-cost.ts';
import type { SpanningTreePortSettings, SpanningTreeSettings } from '../../../protocols/spanning-tree/settings.ts';
import {
  beginSpanningTree,
  type SpanningTreeEvent,
  type SpanningTreeStep,
  stepSpanningTree,
} from '../../../protocols/spanning-tree/spanning-tree.ts';
import type { Cancel, Clock } from '../../clock.ts';
import type { InstanceState } from '../../state.ts';
import type { NeighborBridgePort, NeighborOptions } from './neighbor-options.ts';

/** Effects of the spanning tree. */
export interface NeighborTreeEffects {
  send(frame: SentFrame): void;
  /** Ports forward otherwise than before. */
  changed(): void;
  /** Addresses learned at these ports are no longer valid. */
  forget(ports: PortList): void;
}

/** The RSTP of a neighbor switch. */
export class NeighborTree {
  readonly #options: NeighborOptions;
  readonly #ports: readonly NeighborBridgePort[];
  readonly #effects: NeighborTreeEffects;
  readonly #clock: Clock;
  #bridge: Bridge | undefined;
  #sleep: Cancel = () => undefined;

  constructor(options: NeighborOptions, ports: readonly NeighborBridgePort[], effects: NeighborTreeEffects) {
    this.#options = options;
    this.#ports = ports;
    this.#effects = effects;
    this.#clock = options.clock;
  }

  /** Takes over the megabits per second that each bridge port's links make together; 0 for one without a link. */
  follow(speedOf: (port: NeighborBridgePort) => number): void {
    const settings = this.#settings(speedOf);
    const now = this.#clock.now();
    this.#take(
      this.#bridge
        ? stepSpanningTree(this.#bridge, { kind: 'configure', settings }, now)
        : beginSpanningTree(settings, now),
    );
  }

  hear(port: NeighborBridgePort, frame: Uint8Array): void {
    const bpdu = parseBpduFrame(frame);
    if (bpdu) this.#tell({ kind: 'bpdu', port: port.number, bpdu });
  }

  /** States of its ports; before the start they discard. */
  state(): InstanceState {
    let [learning, forwarding] = [NO_PORTS, NO_PORTS];
    for (const { number, representative } of this.#ports) {
      const at = this.#bridge?.cist.ports.get(number);
      if (at?.learning) learning |= portBit(representative);
      if (at?.forwarding) forwarding |= portBit(representative);
    }
    return { learning, forwarding };
  }

  stop(): void {
    this.#sleep();
    this.#bridge = undefined;
  }

  #tell(event: SpanningTreeEvent): void {
    if (this.#bridge) this.#take(stepSpanningTree(this.#bridge, event, this.#clock.now()));
  }

  #take(step: SpanningTreeStep): void {
    this.#bridge = step.bridge;
    if (step.changed.size > 0) this.#effects.changed();
    for (const frame of step.send) this.#effects.send(frame);
    const forgotten = new Set(step.flush.map(({ port }) => port));
    const flushed = this.#ports.filter(({ number }) => forgotten.has(number));
    if (flushed.length > 0) this.#effects.forget(flushed.reduce((list, { members }) => list | members, NO_PORTS));
    this.#sleep();
    if (!Number.isFinite(step.wakeAt)) return;
    const pause = Math.max(0, step.wakeAt - this.#clock.now());
    this.#sleep = this.#clock.after(pause, () => this.#tell({ kind: 'wake' }));
  }

  #settings(speedOf: (port: NeighborBridgePort) => number): SpanningTreeSettings {
    const { mac, priority } = this.#options;
    return {
      protocol: 'rstp',
      address: mac,
      maxAge: 20,
      helloTime: 2,
      forwardDelay: 15,
      maxHops: 20,
      transmitHoldCount: 6,
      region: { name: '', revision: 0, digest: configurationDigest(new Map()) },
      protection: undefined,
      priorities: new Map([[0, priority]]),
      ports: new Map(this.#ports.map((port) => [port.number, this.#portSettings(port, speedOf(port))])),
    };
  }

  #portSettings({ members, representative }: NeighborBridgePort, speed: number): SpanningTreePortSettings {
    const { mac, cabled } = this.#options;
    const cost = automaticPathCost(speed, 32);
    return {
      enabled: speed > 0,
      number: representative,
      address: mac,
      edge: (members & cabled) === NO_PORTS ? 'yes' : 'auto',
      pointToPoint: true,
      restrictedRole: false,
      restrictedChange: false,
      protected: false,
      externalCost: cost,
      trees: new Map([[0, { priority: 128, internalCost: cost }]]),
    };
  }
}
