import { ipv6At, putIpv6, putUint16, uint16At } from '../frames/addresses.ts';

/** Option codes in use here (RFC 8415 21, RFC 3646). */
export const Dhcpv6Option = {
  clientIdentifier: 1,
  serverIdentifier: 2,
  /** An identity association for addresses, and an address in it. */
  addresses: 3,
  address: 5,
  request: 6,
  preference: 7,
  elapsedTime: 8,
  status: 13,
  rapidCommit: 14,
  dnsServers: 23,
  solicitMaximum: 82,
} as const;

/** Value of a status option (RFC 8415 21.13). */
export const Dhcpv6Status = { success: 0, unspecified: 1, noAddress: 2, noBinding: 3, notOnLink: 4 } as const;

/** Options in their order; a code may come several times. The content is a view, not a copy. */
export type Dhcpv6Options = readonly (readonly [code: number, content: Uint8Array])[];

/** Lifetimes in seconds; this value is infinite (RFC 8415 7.7). */
const FOR_EVER = 0xffff_ffff;

/** Reads options to the last octet; undefined where one is longer than what is there. */
export function parseOptions(octets: Uint8Array): Dhcpv6Options | undefined {
  const options: (readonly [number, Uint8Array])[] = [];
  for (let offset = 0; offset < octets.length; ) {
    const start = offset + 4;
    const end = start + uint16At(octets, offset + 2);
    if (end > octets.length) return undefined;
    options.push([uint16At(octets, offset), octets.subarray(start, end)]);
    offset = end;
  }
  return options;
}

/** Writes options in their order. Each is shorter than 65,536 octets. */
export function buildOptions(options: Dhcpv6Options): Uint8Array {
  const octets = new Uint8Array(options.reduce((length, [, content]) => length + 4 + content.length, 0));
  let offset = 0;
  for (const [code, content] of options) {
    putUint16(octets, offset, code);
    putUint16(octets, offset + 2, content.length);
    octets.set(content, offset + 4);
    offset += 4 + content.length;
  }
  return octets;
}

/** The first option of a code. */
export function optionOf(options: Dhcpv6Options, code: number): Uint8Array | undefined {
  return options.find(([one]) => one === code)?.[1];
}

/** The code that a status option says; success where there is none (RFC 8415 21.13). */
export function statusOf(options: Dhcpv6Options): number {
  const status = optionOf(options, Dhcpv6Option.status);
  return status === undefined || status.length < 2 ? Dhcpv6Status.success : uint16At(status, 0);
}

/** An address of an identity association. Lifetimes are in seconds, Infinity for ever. */
export interface AssociatedAddress {
  /** In canonical text. */
  readonly address: string;
  readonly preferredLifetime: number;
  readonly validLifetime: number;
}

/** An identity association for addresses (RFC 8415 21.4), the status options in it read. */
export interface Association {
  readonly id: number;
  /** Seconds until its server, and until any server, is asked again; 0 leaves that to the client. */
  readonly renewalTime: number;
  readonly rebindingTime: number;
  readonly addresses: readonly AssociatedAddress[];
  readonly status: number;
}

/** Octets before the options of an association, and of an address in it. */
const ASSOCIATION = 12;
const ADDRESS = 24;

/** Reads the content of an association; undefined where it is torn, or its times contradict each other (RFC 8415 21.4). */
export function parseAssociation(content: Uint8Array): Association | undefined {
  if (content.length < ASSOCIATION) return undefined;
  const options = parseOptions(content.subarray(ASSOCIATION));
  const renewalTime = secondsAt(content, 4);
  const rebindingTime = secondsAt(content, 8);
  if (!options || (rebindingTime > 0 && renewalTime > rebindingTime)) return undefined;
  const addresses = options.flatMap(([code, octets]) => (code === Dhcpv6Option.address ? addressesIn(octets) : []));
  return { id: uint32At(content, 0), renewalTime, rebindingTime, addresses, status: statusOf(options) };
}

/** None where the option is torn, its lifetimes contradict each other, or the address was refused (RFC 8415 21.6). */
function addressesIn(octets: Uint8Array): AssociatedAddress[] {
  if (octets.length < ADDRESS) return [];
  const options = parseOptions(octets.subarray(ADDRESS));
  const preferredLifetime = secondsAt(octets, 16);
  const validLifetime = secondsAt(octets, 20);
  if (!options || statusOf(options) !== Dhcpv6Status.success || preferredLifetime > validLifetime) return [];
  return [{ address: ipv6At(octets, 0), preferredLifetime, validLifetime }];
}

/** Writes the content of an association; a status other than success goes into it as an option. */
export function buildAssociation(association: Association): Uint8Array {
  const { id, renewalTime, rebindingTime, addresses, status } = association;
  const options = buildOptions([
    ...addresses.map((one) => [Dhcpv6Option.address, addressContent(one)] as const),
    ...(status === Dhcpv6Status.success ? [] : [[Dhcpv6Option.status, numberContent(status)] as const]),
  ]);
  const octets = new Uint8Array(ASSOCIATION + options.length);
  putUint32(octets, 0, id);
  putUint32(octets, 4, renewalTime);
  putUint32(octets, 8, rebindingTime);
  octets.set(options, ASSOCIATION);
  return octets;
}

function addressContent({ address, preferredLifetime, validLifetime }: AssociatedAddress): Uint8Array {
  const octets = new Uint8Array(ADDRESS);
  putIpv6(octets, 0, address);
  putUint32(octets, 16, preferredLifetime);
  putUint32(octets, 20, validLifetime);
  return octets;
}

/** Numbers of 16 bits as the content of an option. */
export function numberContent(...numbers: readonly number[]): Uint8Array {
  const octets = new Uint8Array(numbers.length * 2);
  for (const [index, number] of numbers.entries()) putUint16(octets, index * 2, number);
  return octets;
}

/** The whole addresses that an option lists; what is left over of it is nothing. */
export function addressList(content: Uint8Array | undefined): readonly string[] {
  const octets = content ?? new Uint8Array();
  return Array.from({ length: Math.floor(octets.length / 16) }, (_, index) => ipv6At(octets, index * 16));
}

/** The unsigned 32-bit number at `offset`, in network order; missing octets read as 0. */
export function uint32At(octets: Uint8Array, offset: number): number {
  return uint16At(octets, offset) * 0x1_0000 + uint16At(octets, offset + 2);
}

function secondsAt(octets: Uint8Array, offset: number): number {
  const seconds = uint32At(octets, offset);
  return seconds === FOR_EVER ? Number.POSITIVE_INFINITY : seconds;
}

/** Writes 32 bits; Infinity as all of them. */
function putUint32(octets: Uint8Array, offset: number, value: number): void {
  const number = Math.min(value, FOR_EVER);
  putUint16(octets, offset, Math.floor(number / 0x1_0000));
  putUint16(octets, offset + 2, number % 0x1_0000);
}
