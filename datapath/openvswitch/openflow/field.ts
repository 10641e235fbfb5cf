import { formatIpv4 } from '../../../model/values/ipv4.ts';
import { formatIpv6 } from '../../../model/values/ipv6.ts';
import { CONTROLLER_PORT } from './reserved-port.ts';

/** How ovs-ofctl(8) writes a field's values. */
type Notation = 'port' | 'hexadecimal' | 'mac' | 'ipv4' | 'ipv6' | 'fragment';

/** A field of a frame, or a register of the pipeline (ovs-fields(7)). */
export interface Field {
  /** As ovs-ofctl(8) calls it. */
  readonly name: string;
  /** OXM or NXM class and number, as in the upper 23 bits of its header (OpenFlow 1.4, 7.2.2.2). */
  readonly oxmClass: number;
  readonly number: number;
  readonly bits: number;
  readonly notation: Notation;
}

const NXM_0 = 0x0000;
const NXM_1 = 0x0001;
const OPENFLOW_BASIC = 0x8000;
/** The class of experimenters' fields. */
const EXPERIMENTER = 0xffff;

function field(
  name: string,
  oxmClass: number,
  number: number,
  bits: number,
  notation: Notation = 'hexadecimal',
): Field {
  return { name, oxmClass, number, bits, notation };
}

const inPort = field('in_port', NXM_0, 0, 16, 'port');

/**
 * The fields that rules may match and set. A match on a field also needs its prerequisites: an IPv4 field needs
 * `ethType` 0x0800, a UDP port `ipProtocol` 17, and so on; the order does not matter.
 */
export const Field = {
  /** 16 bits wide, OpenFlow 1.0's reserved ports included. */
  inPort,
  /** Metadata of a frame from table to table; 0 at first. */
  metadata: field('metadata', OPENFLOW_BASIC, 2, 64),
  ethDestination: field('eth_dst', NXM_0, 1, 48, 'mac'),
  ethSource: field('eth_src', NXM_0, 2, 48, 'mac'),
  ethType: field('eth_type', NXM_0, 3, 16),
  /** The tag's whole control information, bit 12 standing for its presence; 0 without a tag. */
  vlanTci: field('vlan_tci', NXM_0, 4, 16),
  /** Bit 12 is the presence of a tag. */
  vlanVid: field('vlan_vid', OPENFLOW_BASIC, 6, 13),
  vlanPriority: field('vlan_pcp', OPENFLOW_BASIC, 7, 3),
  ipDscp: field('ip_dscp', OPENFLOW_BASIC, 8, 6),
  ipEcn: field('nw_ecn', OPENFLOW_BASIC, 9, 2),
  ipProtocol: field('nw_proto', OPENFLOW_BASIC, 10, 8),
  ipTtl: field('nw_ttl', NXM_1, 29, 8),
  /** Bit 0 is any fragment, bit 1 one behind the first. */
  ipFragment: field('nw_frag', NXM_1, 26, 8, 'fragment'),
  ipv4Source: field('ip_src', OPENFLOW_BASIC, 11, 32, 'ipv4'),
  ipv4Destination: field('ip_dst', OPENFLOW_BASIC, 12, 32, 'ipv4'),
  ipv6Source: field('ipv6_src', OPENFLOW_BASIC, 26, 128, 'ipv6'),
  ipv6Destination: field('ipv6_dst', OPENFLOW_BASIC, 27, 128, 'ipv6'),
  ipv6FlowLabel: field('ipv6_label', OPENFLOW_BASIC, 28, 20),
  tcpSource: field('tcp_src', OPENFLOW_BASIC, 13, 16),
  tcpDestination: field('tcp_dst', OPENFLOW_BASIC, 14, 16),
  tcpFlags: field('tcp_flags', OPENFLOW_BASIC, 42, 12),
  udpSource: field('udp_src', OPENFLOW_BASIC, 15, 16),
  udpDestination: field('udp_dst', OPENFLOW_BASIC, 16, 16),
  icmpType: field('icmp_type', OPENFLOW_BASIC, 19, 8),
  icmpCode: field('icmp_code', OPENFLOW_BASIC, 20, 8),
  icmpv6Type: field('icmpv6_type', OPENFLOW_BASIC, 29, 8),
  icmpv6Code: field('icmpv6_code', OPENFLOW_BASIC, 30, 8),
  ndTarget: field('nd_target', OPENFLOW_BASIC, 31, 128, 'ipv6'),
  arpOperation: field('arp_op', OPENFLOW_BASIC, 21, 16),
  arpSenderIp: field('arp_spa', OPENFLOW_BASIC, 22, 32, 'ipv4'),
  arpTargetIp: field('arp_tpa', OPENFLOW_BASIC, 23, 32, 'ipv4'),
  arpSenderMac: field('arp_sha', OPENFLOW_BASIC, 24, 48, 'mac'),
  arpTargetMac: field('arp_tha', OPENFLOW_BASIC, 25, 48, 'mac'),
} as const;

const registers = Array.from({ length: 16 }, (_, number) => field(`reg${number}`, NXM_1, number, 32));
const wideRegisters = Array.from({ length: 4 }, (_, number) => field(`xxreg${number}`, NXM_1, 111 + number, 128));

/** A register of 32 bits, 0..15. Wide register n is made of registers 4n (its highest bits) to 4n+3. */
export function register(number: number): Field {
  return registers[number] ?? outside(number, 15);
}

/** A register of 128 bits, 0..3. */
export function wideRegister(number: number): Field {
  return wideRegisters[number] ?? outside(number, 3);
}

function outside(number: number, last: number): never {
  throw new RangeError(`There is no register ${number}; they run from 0 to ${last}.`);
}

/** Fields that ovs-vswitchd reports under another header in OpenFlow 1.4 than the one they are written with here. */
const reportedAs = [
  field('in_port', OPENFLOW_BASIC, 0, 32, 'port'),
  field('eth_dst', OPENFLOW_BASIC, 3, 48, 'mac'),
  field('eth_src', OPENFLOW_BASIC, 4, 48, 'mac'),
  field('eth_type', OPENFLOW_BASIC, 5, 16),
  field('tcp_flags', EXPERIMENTER, 42, 12),
];

const byNumber = new Map(
  [...Object.values(Field), ...registers, ...wideRegisters, ...reportedAs].map((one) => [
    (one.oxmClass << 7) | one.number,
    one,
  ]),
);

/** The field with this OXM class and number; undefined where it is none of those above. */
export function fieldOf(oxmClass: number, number: number): Field | undefined {
  return byNumber.get((oxmClass << 7) | number);
}

/** Bits of a field: `bits` of them, from the one with the weight 2^`offset`. */
export interface Subfield {
  readonly field: Field;
  readonly offset: number;
  readonly bits: number;
}

/** The bits `first` to `last` of a field, 0 being the lowest. */
export function bitsOf(field: Field, first: number, last: number): Subfield {
  if (first < 0 || last < first || last >= field.bits) {
    throw new RangeError(`Field ${field.name} has no bits ${first} to ${last}.`);
  }
  return { field, offset: first, bits: last - first + 1 };
}

/** All bits of a field. */
export function wholeOf(field: Field): Subfield {
  return { field, offset: 0, bits: field.bits };
}

/** Octets of a field's value on the wire: 20 bits take four. */
export function octetsOf({ bits }: Field): number {
  return bits > 16 && bits < 32 ? 4 : Math.ceil(bits / 8);
}

/** The header of a field as actions name it: without a mask, with the length of its value. */
export function fieldHeader(field: Field): number {
  return ((field.oxmClass << 16) | (field.number << 9) | octetsOf(field)) >>> 0;
}

/** As ovs-ofctl(8) writes it: "reg0[0..15]", "reg0[3]", "reg0[]". */
export function formatSubfield({ field, offset, bits }: Subfield): string {
  if (bits === field.bits) return `${field.name}[]`;
  return bits === 1 ? `${field.name}[${offset}]` : `${field.name}[${offset}..${offset + bits - 1}]`;
}

/** A value of a field in its notation. */
export function formatFieldValue({ notation }: Field, value: bigint): string {
  switch (notation) {
    case 'port':
      return value === BigInt(CONTROLLER_PORT) ? 'CONTROLLER' : String(value);
    case 'hexadecimal':
    case 'fragment':
      return `0x${value.toString(16)}`;
    case 'mac':
      return (value.toString(16).padStart(12, '0').match(/../g) ?? []).join(':');
    case 'ipv4':
      return formatIpv4(Number(value));
    case 'ipv6':
      return formatIpv6(value);
  }
}
