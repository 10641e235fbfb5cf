import { address } from './access-list.ts';
import { addressAt, numberAt } from './packet.ts';

/** A bridge as trees compare it (IEEE 802.1Q 14.2.5): its priority, then its address; less is better. */
export interface BridgeId {
  readonly priority: number;
  readonly mac: string;
}

export type Role = 'designated' | 'root' | 'alternate';

/** What a bridge says of itself and of the way to the root: a configuration or rapid spanning tree BPDU (IEEE 802.1Q 14.4). */
export interface Bpdu {
  readonly isRapid: boolean;
  readonly root: BridgeId;
  readonly cost: number;
  readonly bridge: BridgeId;
  readonly portId: number;
  readonly role: Role;
  readonly learns: boolean;
  readonly forwards: boolean;
  readonly proposes: boolean;
  readonly agrees: boolean;
}

export const BRIDGE_GROUP = '01-80-C2-00-00-00';
const LLC = 0x424203;
/** Where the BPDU begins. */
const AT = 17;
const CONFIGURATION = 0;
const RAPID = 2;
const PROPOSAL = 2;
const LEARNING = 16;
const FORWARDING = 32;
const AGREEMENT = 64;
const ROLES: readonly Role[] = ['designated', 'alternate', 'root', 'designated'];
const SHORTEST = 60;

/** What a BPDU says; undefined of any other frame, and of one that only tells of a change. */
export function readBpdu(octets: Uint8Array): Bpdu | undefined {
  const type = octets[AT + 3];
  const isOne = addressAt(octets, 0) === BRIDGE_GROUP && numberAt(octets, 14, 3) === LLC;
  if (!isOne || numberAt(octets, AT, 2) !== 0 || (type !== CONFIGURATION && type !== RAPID)) return undefined;
  const flags = octets[AT + 4] ?? 0;
  const isRapid = type === RAPID;
  return {
    isRapid,
    root: bridgeAt(octets, AT + 5),
    cost: numberAt(octets, AT + 13, 4),
    bridge: bridgeAt(octets, AT + 17),
    portId: numberAt(octets, AT + 25, 2),
    role: isRapid ? (ROLES[(flags >> 2) & 3] ?? 'designated') : 'designated',
    learns: isRapid && (flags & LEARNING) !== 0,
    forwards: isRapid && (flags & FORWARDING) !== 0,
    proposes: isRapid && (flags & PROPOSAL) !== 0,
    agrees: isRapid && (flags & AGREEMENT) !== 0,
  };
}

function bridgeAt(octets: Uint8Array, at: number): BridgeId {
  return { priority: numberAt(octets, at, 2), mac: addressAt(octets, at + 2) };
}

/** The frame that says it, with the standard's times. */
export function bpduFrame(said: Bpdu): Uint8Array {
  const roleBits = ROLES.lastIndexOf(said.role) << 2;
  const state = (said.learns ? LEARNING : 0) + (said.forwards ? FORWARDING : 0);
  const talk = (said.proposes ? PROPOSAL : 0) + (said.agrees ? AGREEMENT : 0);
  const body = [
    ...[0, 0, said.isRapid ? 2 : 0, said.isRapid ? RAPID : CONFIGURATION, said.isRapid ? roleBits + state + talk : 0],
    ...bridgeOctets(said.root),
    ...[24, 16, 8, 0].map((shift) => (said.cost >>> shift) & 255),
    ...bridgeOctets(said.bridge),
    ...[said.portId >> 8, said.portId & 255],
    // Message age, maximum age, hello time and forward delay, in 1/256 s.
    ...[said.cost === 0 ? 0 : 1, 0, 20, 0, 2, 0, 15, 0],
    ...(said.isRapid ? [0] : []),
  ];
  const length = body.length + 3;
  const octets = [...numbers(BRIDGE_GROUP), ...numbers(said.bridge.mac), length >> 8, length & 255, 0x42, 0x42, 3];
  const frame = new Uint8Array(SHORTEST);
  frame.set([...octets, ...body]);
  return frame;
}

function bridgeOctets({ priority, mac }: BridgeId): number[] {
  return [priority >> 8, priority & 255, ...numbers(mac)];
}

function numbers(mac: string): number[] {
  return Array.from({ length: 6 }, (_, at) => Number((address(mac) >> BigInt(8 * (5 - at))) & 255n));
}

/** Which of two ways to a root is better: negative where the first is. */
export type Vector = readonly [root: BridgeId, cost: number, bridge: BridgeId, portId: number];

export function compareVectors(one: Vector, other: Vector): number {
  return compareBridges(one[0], other[0]) || one[1] - other[1] || compareBridges(one[2], other[2]) || one[3] - other[3];
}

function compareBridges(one: BridgeId, other: BridgeId): number {
  return one.priority - other.priority || (one.mac < other.mac ? -1 : one.mac > other.mac ? 1 : 0);
}

export function vectorOf({ root, cost, bridge, portId }: Bpdu): Vector {
  return [root, cost, bridge, portId];
}
