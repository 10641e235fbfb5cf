import { type BridgeId, bridgeAt, bridgeOctets, macOctets, ROLES, type Role, type Vector } from './bridge-id.ts';
import { isSameRegion, type RegionId, type RegionSaid, readRegion, regionOctets } from './mst-region.ts';
import { addressAt, numberAt } from './packet.ts';

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
  /** Of an MST BPDU, whose `bridge` is the regional root. */
  readonly inside?: RegionSaid | undefined;
}

export const BRIDGE_GROUP = '01-80-C2-00-00-00';
const LLC = 0x424203;
/** Where the BPDU begins. */
const AT = 17;
const CONFIGURATION = 0;
const RAPID = 2;
/** Version of MST BPDUs, whose type is that of rapid ones. */
const MST = 3;
const PROPOSAL = 2;
const LEARNING = 16;
const FORWARDING = 32;
const AGREEMENT = 64;
const SHORTEST = 60;

/** What a BPDU says; undefined of any other frame, and of one that only tells of a change. */
export function readBpdu(octets: Uint8Array): Bpdu | undefined {
  const type = octets[AT + 3];
  const isOne = addressAt(octets, 0) === BRIDGE_GROUP && numberAt(octets, 14, 3) === LLC;
  if (!isOne || numberAt(octets, AT, 2) !== 0 || (type !== CONFIGURATION && type !== RAPID)) return undefined;
  const flags = octets[AT + 4] ?? 0;
  const isRapid = type === RAPID;
  // What is as old as it may become is not taken (14.5).
  if (!isRapid && numberAt(octets, AT + 27, 2) >= numberAt(octets, AT + 29, 2)) return undefined;
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
    inside: isRapid ? readRegion(octets, AT) : undefined,
  };
}

/** The frame that says it, with the standard's times. */
export function bpduFrame(said: Bpdu): Uint8Array {
  const roleBits = ROLES.lastIndexOf(said.role) << 2;
  const state = (said.learns ? LEARNING : 0) + (said.forwards ? FORWARDING : 0);
  const talk = (said.proposes ? PROPOSAL : 0) + (said.agrees ? AGREEMENT : 0);
  const version = said.inside ? MST : said.isRapid ? RAPID : CONFIGURATION;
  const body = [
    ...[0, 0, version, said.isRapid ? RAPID : CONFIGURATION, said.isRapid ? roleBits + state + talk : 0],
    ...bridgeOctets(said.root),
    ...[24, 16, 8, 0].map((shift) => (said.cost >>> shift) & 255),
    ...bridgeOctets(said.bridge),
    ...[said.portId >> 8, said.portId & 255],
    // Message age, maximum age, hello time and forward delay, in 1/256 s.
    ...[said.cost === 0 ? 0 : 1, 0, 20, 0, 2, 0, 15, 0],
    ...(said.inside ? regionOctets(said.inside) : said.isRapid ? [0] : []),
  ];
  const length = body.length + 3;
  const from = said.inside?.bridge.mac ?? said.bridge.mac;
  const octets = [...macOctets(BRIDGE_GROUP), ...macOctets(from), length >> 8, length & 255, 0x42, 0x42, 3];
  const frame = new Uint8Array(Math.max(SHORTEST, octets.length + body.length));
  frame.set([...octets, ...body]);
  return frame;
}

/** What a bridge says of one tree. */
export interface TreeSaid {
  readonly vector: Vector;
  readonly role: Role;
  readonly learns: boolean;
}

/** The tree of all bridges. */
export const CIST = 0;

/**
 * What a BPDU says of a tree to a bridge of this region, or of none: undefined of an instance where it comes from another region,
 * or says nothing of it.
 */
export function saidOfTree(said: Bpdu, tree: number, region: RegionId | undefined): TreeSaid | undefined {
  const { root, cost, bridge, portId, role, learns } = said;
  const inside = isSameRegion(said.inside?.region, region) ? said.inside : undefined;
  if (tree === CIST) {
    const vector: Vector = inside
      ? [root, cost, bridge, inside.cost, inside.bridge, portId]
      : [root, cost, bridge, 0, bridge, portId];
    return { vector, role, learns };
  }
  const one = inside?.instances.find(({ id }) => id === tree);
  if (!inside || !one) return undefined;
  const sender = { priority: one.bridgePriority + tree, mac: inside.bridge.mac };
  const port = ((one.portPriority & 0xf0) << 8) | (portId & 0xfff);
  return { vector: [one.root, 0, one.root, one.cost, sender, port], role: one.role, learns: one.learns };
}
