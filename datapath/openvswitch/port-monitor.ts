import type { JsonRecord } from '../../model/values/json-record.ts';
import type { PortState } from '../datapath.ts';
import type { PortNumber } from '../plan.ts';
import type { PortDevices } from './bridge.ts';
import { type Ovsdb, optionalNumber, optionalText } from './ovsdb.ts';

/** Events of the monitor. */
export interface PortMonitorEvents {
  changed(state: PortState): void;
  /** The device behind a port is a different one: it was deleted and recreated. */
  replaced(port: PortNumber, device: string): void;
  /** A device that Open vSwitch could not take before, most often for there was none, is there now. */
  appeared(port: PortNumber, device: string): void;
}

/** The interface index where there is no device. */
const NO_DEVICE = 0;

const COLUMNS = ['name', 'link_state', 'link_speed', 'duplex', 'ifindex', 'error'];

/** Keeps the ports' links as the database reports them, by event. */
export class PortMonitor {
  readonly #ports: ReadonlyMap<string, PortNumber>;
  readonly #events: PortMonitorEvents;
  readonly #states = new Map<PortNumber, PortState>();
  readonly #devices = new Map<PortNumber, number>();
  readonly #refused = new Map<string, string>();

  constructor(devices: PortDevices, events: PortMonitorEvents) {
    this.#ports = new Map([...devices].map(([port, device]) => [device, port]));
    for (const port of devices.keys()) this.#states.set(port, downState(port));
    this.#events = events;
  }

  /** A device that Open vSwitch cannot take, and why. */
  get refused(): { readonly device: string; readonly reason: string } | undefined {
    for (const [device, reason] of this.#refused) return { device, reason };
    return undefined;
  }

  /** The links, by port. */
  get states(): ReadonlyMap<PortNumber, PortState> {
    return new Map(this.#states);
  }

  /** Follows the database over a new connection. */
  async follow(database: Ovsdb): Promise<void> {
    const rows = new Map<string, JsonRecord>();
    await database.monitor('Interface', COLUMNS, (changes) => {
      for (const [uuid, change] of changes) {
        if (!change) {
          rows.delete(uuid);
          continue;
        }
        const row = { ...rows.get(uuid), ...change };
        rows.set(uuid, row);
        this.#take(row);
      }
    });
  }

  #take(row: JsonRecord): void {
    const device = String(row.name);
    const port = this.#ports.get(device);
    if (port === undefined) return;
    const up = optionalText(row.link_state) === 'up';
    const duplex = optionalText(row.duplex);
    const state: PortState = {
      port,
      link: up ? 'up' : 'down',
      speed: up ? Math.round((optionalNumber(row.link_speed) ?? 0) / 1_000_000) : 0,
      duplex: up && (duplex === 'full' || duplex === 'half') ? duplex : 'unknown',
    };
    const before = this.#states.get(port);
    this.#states.set(port, state);
    if (before?.link !== state.link || before.speed !== state.speed || before.duplex !== state.duplex) {
      this.#events.changed(state);
    }
    const refusal = optionalText(row.error);
    if (refusal !== undefined) {
      this.#refused.set(device, refusal);
      this.#devices.set(port, NO_DEVICE);
      return;
    }
    this.#refused.delete(device);
    const index = optionalNumber(row.ifindex) ?? NO_DEVICE;
    const former = this.#devices.get(port);
    if (index === NO_DEVICE) return;
    this.#devices.set(port, index);
    if (former === NO_DEVICE) this.#events.appeared(port, device);
    else if (former !== undefined && former !== index) this.#events.replaced(port, device);
  }
}

function downState(port: PortNumber): PortState {
  return { port, link: 'down', speed: 0, duplex: 'unknown' };
}
