import { plannedSlot, slot } from '../../device/slot.ts';
import { type DeviceKind, noDevices, type SurveillanceState } from '../../protocols/surveillance/state.ts';

/** The devices of surveillance as they are known now. */
export const surveillanceState = slot<SurveillanceState>('surveillanceState', noDevices);

/** A device as far as forwarding has to know it. */
export interface PlacedDevice {
  readonly mac: string;
  /** The port that it is at; for a trunk its lowest member. */
  readonly port: number;
  readonly kind: DeviceKind;
}

/** Places of devices, by MAC address: it changes only if one appears, disappears or moves. */
export const placedDevices = plannedSlot<readonly PlacedDevice[]>('placedDevices', [], 'returns');

/** Kilobits a second that each port carries, both ways together, and how much of their lines the uplinks use, in percent. */
export interface PortLoads {
  readonly kilobits: ReadonlyMap<number, number>;
  readonly uplink: number;
}

/** How much the ports have carried in the last half minute. */
export const portLoads = slot<PortLoads>('portLoads', { kilobits: new Map(), uplink: 0 });

/** When a port was checked last, and how many damaged frames it had counted then. */
export interface HealthCheck {
  /** Milliseconds since 1970 by the device's clock; undefined before the first check. */
  readonly time: number | undefined;
  readonly damaged: bigint;
  /** The count at the previous check: the growth since then is reported. */
  readonly since: bigint;
}

/** By port: frames that were damaged before are not counted again. */
export const healthChecks = slot<ReadonlyMap<number, HealthCheck>>('healthChecks', new Map());

/** Asks every device at once whether it is present. */
export const askNow = slot<(() => void) | undefined>('askSurveillanceDevices', undefined);

/** The last message of the log that the Surveillance Log no longer shows; 0 for none. */
export const logClearedAt = slot<number>('surveillanceLogClearedAt', 0);
