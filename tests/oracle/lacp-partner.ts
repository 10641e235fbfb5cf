import { address } from './access-list.ts';
import { numberAt } from './packet.ts';

/** The far end of a link, as it presents itself by LACP (IEEE 802.1AX 6.4.2.3). */
export interface LacpPartner {
  readonly kind: 'partner';
  readonly port: number;
  readonly system: string;
  readonly priority: number;
  readonly key: number;
  /** Whether it speaks first. */
  readonly isActive: boolean;
  /** Whether it says what it has heard of the switch. */
  readonly listens: boolean;
  /** Whether it is ready to use the link, and whether it takes frames from it yet. */
  readonly isReady: boolean;
  readonly collects: boolean;
}

/** What one side says of a link. */
export interface LinkEnd {
  readonly priority: number;
  readonly system: string;
  readonly key: number;
  readonly port: number;
  readonly isActive: boolean;
  readonly isInSync: boolean;
  readonly collects: boolean;
}

const SLOW_PROTOCOLS = '01-80-C2-00-00-02';
const TYPE = 0x8809;
const LENGTH = 124;
const ACTIVITY = 1;
const AGGREGATION = 4;
const SYNCHRONIZATION = 8;
const COLLECTING = 16;
const DISTRIBUTING = 32;
/** Where what the sender says of itself begins, and of its partner. */
const ACTOR = 17;
const PARTNER = 37;

/** What an LACPDU says; undefined of any other frame. */
export function lastHeard(octets: Uint8Array): { readonly actor: LinkEnd; readonly partner: LinkEnd } | undefined {
  const isOne = numberAt(octets, 12, 2) === TYPE && octets[14] === 1 && octets[16] === 1;
  return isOne ? { actor: endAt(octets, ACTOR), partner: endAt(octets, PARTNER) } : undefined;
}

function endAt(octets: Uint8Array, tlv: number): LinkEnd {
  const at = tlv + 1;
  const state = octets[at + 14] ?? 0;
  return {
    priority: numberAt(octets, at, 2),
    system: hyphenated(octets.subarray(at + 2, at + 8)),
    key: numberAt(octets, at + 8, 2),
    port: numberAt(octets, at + 12, 2),
    isActive: (state & ACTIVITY) !== 0,
    isInSync: (state & SYNCHRONIZATION) !== 0,
    collects: (state & COLLECTING) !== 0,
  };
}

function hyphenated(octets: Uint8Array): string {
  return Buffer.from(octets).toString('hex').toUpperCase().match(/../g)?.join('-') ?? '';
}

/** What it says after the last LACPDU that it heard; undefined where it keeps silent. */
export function lacpdu(partner: LacpPartner, heard: Uint8Array | undefined): Uint8Array | undefined {
  const other = heard && lastHeard(heard)?.actor;
  if (!partner.isActive && !other?.isActive) return undefined;
  const isInSync = partner.isReady && heard !== undefined;
  const collects = isInSync && partner.collects && other?.isInSync === true;
  const state =
    AGGREGATION +
    (partner.isActive ? ACTIVITY : 0) +
    (isInSync ? SYNCHRONIZATION : 0) +
    (collects ? COLLECTING + DISTRIBUTING : 0);
  const octets = new Uint8Array(LENGTH);
  octets.set([...numbers(SLOW_PROTOCOLS), 2, 0, 0, 0, 16, partner.port, TYPE >> 8, TYPE & 255, 1, 1]);
  const { priority, key, port } = partner;
  octets.set([1, 20, ...two(priority), ...numbers(partner.system), ...two(key), ...two(128), ...two(port), state], 16);
  octets.set([2, 20], 36);
  // Its own end as the other side sent it, octet by octet.
  if (heard && partner.listens) octets.set(heard.subarray(ACTOR + 1, ACTOR + 16), PARTNER + 1);
  octets.set([3, 16], 56);
  return octets;
}

function two(value: number): number[] {
  return [value >> 8, value & 255];
}

function numbers(mac: string): number[] {
  return Array.from({ length: 6 }, (_, at) => Number((address(mac) >> BigInt(8 * (5 - at))) & 255n));
}
