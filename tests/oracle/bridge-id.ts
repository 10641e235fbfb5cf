import { address } from './access-list.ts';
import { addressAt, numberAt } from './packet.ts';

/** A bridge as trees compare it (IEEE 802.1Q 14.2.5): its priority, then its address; less is better. */
export interface BridgeId {
  readonly priority: number;
  readonly mac: string;
}

/** What a port says that it is in a tree; `designated` towards what leads away from the root. */
export type Role = 'designated' | 'root' | 'alternate';

/** By their number in flags; a role that is unknown counts as designated. */
export const ROLES: readonly Role[] = ['designated', 'alternate', 'root', 'designated'];

/** The identifier in eight octets. */
export function bridgeAt(octets: Uint8Array, at: number): BridgeId {
  return { priority: numberAt(octets, at, 2), mac: addressAt(octets, at + 2) };
}

/** The octets of an identifier. */
export function bridgeOctets({ priority, mac }: BridgeId): number[] {
  return [priority >> 8, priority & 255, ...macOctets(mac)];
}

/** The six octets of an address. */
export function macOctets(mac: string): number[] {
  return Array.from({ length: 6 }, (_, at) => Number((address(mac) >> BigInt(8 * (5 - at))) & 255n));
}

/**
 * A way to a root: of the CIST the root, the cost between regions, the regional root, the cost within the region, the
 * bridge and its port; of an instance the same, with the regional root as root (IEEE 802.1Q 13.10, 13.11).
 */
export type Vector = readonly [
  root: BridgeId,
  cost: number,
  regionalRoot: BridgeId,
  internalCost: number,
  bridge: BridgeId,
  portId: number,
];

/** Which of two ways is better: negative where the first is. */
export function compareVectors(one: Vector, other: Vector): number {
  return (
    compareBridges(one[0], other[0]) ||
    one[1] - other[1] ||
    compareBridges(one[2], other[2]) ||
    one[3] - other[3] ||
    compareBridges(one[4], other[4]) ||
    one[5] - other[5]
  );
}

function compareBridges(one: BridgeId, other: BridgeId): number {
  return one.priority - other.priority || (one.mac < other.mac ? -1 : one.mac > other.mac ? 1 : 0);
}
