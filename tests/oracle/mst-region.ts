import { createHmac } from 'node:crypto';
import { type BridgeId, bridgeAt, bridgeOctets, ROLES, type Role } from './bridge-id.ts';
import { numberAt } from './packet.ts';
import type { Settings } from './settings.ts';

/** What bridges of one region have in common (IEEE 802.1Q 13.8): the digest in hexadecimal digits. */
export interface RegionId {
  readonly name: string;
  readonly revision: number;
  readonly digest: string;
}

/** What a bridge says of one instance: its own port in it, and the way to the regional root. */
export interface InstanceSaid {
  readonly id: number;
  /** The instance's number is among its priority. */
  readonly root: BridgeId;
  readonly cost: number;
  readonly bridgePriority: number;
  readonly portPriority: number;
  readonly role: Role;
  readonly learns: boolean;
  readonly agrees: boolean;
}

/** The part of an MST BPDU that only its region reads (14.4): who sent it, and the way to the CIST's regional root. */
export interface RegionSaid {
  readonly region: RegionId;
  readonly cost: number;
  readonly bridge: BridgeId;
  readonly instances: readonly InstanceSaid[];
}

/** Octets from the beginning of a BPDU. */
const AT = { length: 36, region: 38, cost: 89, bridge: 93, hops: 101, instances: 102 };
const INSTANCE = 16;
const NAME = 32;
/** Octets of the part without its instances. */
const FIXED = 64;
const HOPS = 20;
const VLANS = 4096;
/** Wire value of `dot1dStpVersion`. */
const MSTP = 3;
/** IEEE 802.1Q 13.8, table 13-1. */
const DIGEST_KEY = '13ac06a62e47fd51f95d2ba243cd0346';
const LEARNING = 16;
const FORWARDING = 32;
const AGREEMENT = 64;
const PROPOSAL = 2;

/** The number of a VLAN's tree: 0 is the CIST. */
export function treeOf(settings: Settings, vlan: number): number {
  if (settings.row('dot1dStp').dot1dStpVersion !== MSTP) return 0;
  const row = settings.rows('ieee8021MstpVlanV2Entry').find(({ mstVlanList }) => vlansIn(mstVlanList).includes(vlan));
  return Number(row?.ieee8021MstpId ?? 0);
}

function vlansIn(list: string | number | undefined): number[] {
  return `${list ?? ''}`.split(',').map(Number);
}

/** The region of a switch with MSTP whose name was given; undefined of one that has the factory's. */
export function regionOf(settings: Settings): RegionId | undefined {
  if (settings.row('dot1dStp').dot1dStpVersion !== MSTP) return undefined;
  const { ieee8021MstpConfigurationName: name, ieee8021MstpRevisionLevel: revision } =
    settings.row('ieee8021MstpConfigIdEntry');
  if (name === undefined) return undefined;
  const table = Buffer.alloc(2 * VLANS);
  for (const { ieee8021MstpId, mstVlanList } of settings.rows('ieee8021MstpVlanV2Entry')) {
    for (const vlan of vlansIn(mstVlanList)) table.writeUInt16BE(Number(ieee8021MstpId), 2 * vlan);
  }
  const digest = createHmac('md5', Buffer.from(DIGEST_KEY, 'hex')).update(table).digest('hex');
  return { name: String(name), revision: Number(revision ?? 0), digest };
}

/** Whether two bridges are of one region; who has none is of none. */
export function isSameRegion(one: RegionId | undefined, other: RegionId | undefined): boolean {
  if (!one || !other) return false;
  return one.name === other.name && one.revision === other.revision && one.digest === other.digest;
}

/** What a BPDU that begins at `at` says to its region; undefined of one that is for everybody. */
export function readRegion(octets: Uint8Array, at: number): RegionSaid | undefined {
  const length = numberAt(octets, at + AT.length, 2);
  if ((octets[at + 2] ?? 0) < 3 || length < FIXED) return undefined;
  const text = Buffer.from(octets.subarray(at + AT.region + 1, at + AT.region + 1 + NAME));
  const bridge = bridgeAt(octets, at + AT.bridge);
  const instances = Array.from({ length: (length - FIXED) / INSTANCE }, (_, each): InstanceSaid => {
    const from = at + AT.instances + each * INSTANCE;
    const flags = octets[from] ?? 0;
    const root = bridgeAt(octets, from + 1);
    return {
      id: root.priority & 0xfff,
      root,
      cost: numberAt(octets, from + 9, 4),
      bridgePriority: (octets[from + 13] ?? 0) << 8,
      portPriority: octets[from + 14] ?? 0,
      role: ROLES[(flags >> 2) & 3] ?? 'designated',
      learns: (flags & LEARNING) !== 0,
      agrees: (flags & AGREEMENT) !== 0,
    };
  });
  return {
    region: {
      name: text.toString('latin1').replace(/\0+$/, ''),
      revision: numberAt(octets, at + AT.region + 1 + NAME, 2),
      digest: Buffer.from(octets.subarray(at + AT.region + 3 + NAME, at + AT.cost)).toString('hex'),
    },
    cost: numberAt(octets, at + AT.cost, 4),
    bridge,
    instances,
  };
}

/** The octets of it, from the length of version 1 on. */
export function regionOctets({ region, cost, bridge, instances }: RegionSaid): number[] {
  const length = FIXED + INSTANCE * instances.length;
  return [
    0,
    ...wide(length, 2),
    0,
    ...Buffer.from(region.name.padEnd(NAME, '\0'), 'latin1'),
    ...wide(region.revision, 2),
    ...Buffer.from(region.digest, 'hex'),
    ...wide(cost, 4),
    ...bridgeOctets(bridge),
    HOPS,
    ...instances.flatMap((one) => {
      const state = one.learns ? LEARNING + FORWARDING : 0;
      const talk = (one.agrees ? AGREEMENT : 0) + (one.role === 'designated' && !one.learns ? PROPOSAL : 0);
      const flags = (ROLES.lastIndexOf(one.role) << 2) + state + talk;
      return [flags, ...bridgeOctets(one.root), ...wide(one.cost, 4), one.bridgePriority >> 8, one.portPriority, HOPS];
    }),
  ];
}

function wide(value: number, octets: number): number[] {
  return Array.from({ length: octets }, (_, at) => (value >>> (8 * (octets - 1 - at))) & 255);
}
