import { type PortList, portsOf } from '../../../model/values/port-list.ts';
import { type LacpEvent, stepLacp } from '../../../protocols/lacp/aggregation.ts';
import { idleLacp, type LacpSettings } from '../../../protocols/lacp/state.ts';
import { type TrunkView, viewOfTrunk } from '../../../protocols/lacp/trunk-view.ts';
import type { Cancel, Clock } from '../../clock.ts';
import type { PortNumber } from '../../plan.ts';
import type { NeighborOptions } from './neighbor-options.ts';

/** Effects of link aggregation. */
export interface NeighborTrunkEffects {
  send(port: PortNumber, frame: Uint8Array): void;
  /** Other members carry frames than before. */
  changed(): void;
}

const PRIORITY = 32_768;
const PLACES = 8;
const TRUNK = 1;

/** The LACP of a neighbor switch: active, with the long timeout. */
export class NeighborTrunk {
  readonly #mac: string;
  readonly #members: PortList;
  readonly #effects: NeighborTrunkEffects;
  readonly #clock: Clock;
  #settings: LacpSettings;
  #state = idleLacp;
  #view: TrunkView = viewOfTrunk(idleLacp, TRUNK);
  #sleep: Cancel = () => undefined;

  constructor({ mac, trunk, clock }: NeighborOptions, effects: NeighborTrunkEffects) {
    this.#mac = mac;
    this.#members = trunk;
    this.#effects = effects;
    this.#clock = clock;
    this.#settings = this.#settingsFor(() => 0);
  }

  /** The members that take frames in and send them out. */
  get view(): TrunkView {
    return this.#view;
  }

  /** Takes over the members' megabits per second; 0 without a link of full duplex. */
  follow(speedOf: (port: PortNumber) => number): void {
    this.#settings = this.#settingsFor(speedOf);
    this.#tell({ kind: 'configure' });
  }

  hear(port: PortNumber, octets: Uint8Array): void {
    this.#tell({ kind: 'frame', port, octets });
  }

  stop(): void {
    this.#sleep();
  }

  #settingsFor(speedOf: (port: PortNumber) => number): LacpSettings {
    const ports = portsOf(this.#members).map((port) => {
      const settings = { trunk: TRUNK, active: true, shortTimeout: false, priority: PRIORITY, speed: speedOf(port) };
      return [port, settings] as const;
    });
    return { system: this.#mac, systemPriority: PRIORITY, places: PLACES, ports: new Map(ports) };
  }

  #tell(event: LacpEvent): void {
    const { state, send } = stepLacp(this.#settings, this.#state, event, this.#clock.now());
    this.#state = state;
    const view = viewOfTrunk(state, TRUNK);
    const { collecting, distributing } = this.#view;
    this.#view = view;
    if (view.collecting !== collecting || view.distributing !== distributing) this.#effects.changed();
    for (const { port, frame } of send) this.#effects.send(port, frame);
    this.#sleep();
    if (!Number.isFinite(state.wakeAt)) return;
    const pause = Math.max(0, state.wakeAt - this.#clock.now());
    this.#sleep = this.#clock.after(pause, () => this.#tell({ kind: 'wake' }));
  }
}
