import { type AccessCondition, chunkOf, isOfFrameHead } from '../../../model/access-control/access-rule.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { Field, type Field as FieldType } from '../openflow/field.ts';
import { equals, type FieldMatch, type Match, masked, together } from '../openflow/match.ts';
import { both, Form, holds, Register } from './registers.ts';
import { CUSTOMER_TAG, SERVICE_TAG } from './service-tag.ts';

/** A match that Open vSwitch does not support. */
class Unmatchable extends RangeError {}

const FIRST_TYPE = 0x600;
/** The bit of `ipFragment` for a fragment behind the first. */
const LATER = 0b10;
const Protocol = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58 } as const;

const SERVICE = holds(Register.serviceTagged, 1);
const TAGGED = holds(Register.hasTag, 1);
const UNTAGGED = holds(Register.form, Form.untagged);
const IPV4: Match = [equals(Field.ethType, EtherType.ipv4)];
const IPV6: Match = [equals(Field.ethType, EtherType.ipv6)];

/**
 * The frames that conditions hold, in matches of which any has to fit; none where no frame can be so. Throws `Unmatchable`
 * where Open vSwitch cannot look at a field.
 */
export function accessMatches(conditions: readonly AccessCondition[]): readonly Match[] {
  let matches: readonly Match[] = [[]];
  for (const condition of conditions) {
    const alternatives = alternativesOf(condition);
    matches = matches.flatMap((match) => alternatives.flatMap((other) => together(match, other)));
  }
  return matches;
}

function alternativesOf(condition: AccessCondition): readonly Match[] {
  const { field, value, mask } = condition;
  if (mask === 0n) return [[]];
  switch (field) {
    case 'vlan':
      return [[within(Register.vlan, value, mask)]];
    case 'priority':
      return [
        [TAGGED, within(Register.tagPriority, value, mask)],
        [UNTAGGED, within(Register.priority, value, mask)],
      ];
    case 'destination':
      return [[masked(Field.ethDestination, value, mask)]];
    case 'source':
      return [[masked(Field.ethSource, value, mask)]];
    case 'etherType':
      return [typeOf(Number(exact(condition, 16)))];
    case 'ipv4Source':
      return [[...IPV4, masked(Field.ipv4Source, value, mask)]];
    case 'ipv4Destination':
      return [[...IPV4, masked(Field.ipv4Destination, value, mask)]];
    case 'dscp':
      return [[...IPV4, equals(Field.ipDscp, exact(condition, 6))]];
    case 'ipv6Source':
      return [[...IPV6, masked(Field.ipv6Source, value, mask)]];
    case 'ipv6Destination':
      return [[...IPV6, masked(Field.ipv6Destination, value, mask)]];
    case 'trafficClass': {
      const octet = exact(condition, 8);
      return [[...IPV6, equals(Field.ipDscp, octet >> 2n), equals(Field.ipEcn, octet & 3n)]];
    }
    case 'flowLabel':
      return [[...IPV6, masked(Field.ipv6FlowLabel, value, mask)]];
    case 'ipProtocol':
      return [IPV4, IPV6].flatMap((packet) =>
        protocolsOf(condition).map((one) => [...packet, equals(Field.ipProtocol, one)]),
      );
    case 'sourcePort':
      return segments(masked(Field.tcpSource, value, mask), masked(Field.udpSource, value, mask));
    case 'destinationPort':
      return segments(masked(Field.tcpDestination, value, mask), masked(Field.udpDestination, value, mask));
    case 'tcpFlags':
      return segments(masked(Field.tcpFlags, value, mask));
    case 'icmpType':
      return messages(equals(Field.icmpType, exact(condition, 8)), equals(Field.icmpv6Type, value));
    case 'icmpCode':
      return messages(equals(Field.icmpCode, exact(condition, 8)), equals(Field.icmpv6Code, value));
    case 'igmpType':
      throw new Unmatchable('This switch cannot match the type of IGMP messages.');
    default:
      return chunkMatches(condition);
  }
}

function within(register: Parameters<typeof holds>[0], value: bigint, mask: bigint): FieldMatch {
  const place = BigInt(register.offset);
  return masked(register.field, value << place, mask << place);
}

/** The value of a field that Open vSwitch matches only as a whole. */
function exact({ field, value, mask }: AccessCondition, bits: number): bigint {
  if (mask !== (1n << BigInt(bits)) - 1n) throw new Unmatchable(`This switch cannot match single bits of ${field}.`);
  return value;
}

/** Of a length Open vSwitch knows only that it is one. */
function typeOf(type: number): Match {
  if (type < FIRST_TYPE) throw new Unmatchable('This switch cannot look at the length of a frame.');
  return [equals(Field.ethType, type)];
}

/** A mask that compares a protocol as a whole, as nearly every rule does. */
const WHOLE_PROTOCOL = 0xffn;

/** The protocols that the bits of a mask leave, each by itself: Open vSwitch matches a protocol only as a whole. */
function protocolsOf({ value, mask }: AccessCondition): number[] {
  // Every change checks the matches of all rules: to try 256 protocols for each would be most of the work of a small one.
  if (mask === WHOLE_PROTOCOL) return [Number(value)];
  return Array.from({ length: 256 }, (_, protocol) => protocol).filter((one) => (BigInt(one) & mask) === value);
}

/** Segments of TCP, and where it is given of UDP, that are no later fragments. */
function segments(tcp: FieldMatch, udp?: FieldMatch): Match[] {
  return [IPV4, IPV6].flatMap((packet): Match[] => [
    [...packet, ...whole(Protocol.tcp), tcp],
    ...(udp ? [[...packet, ...whole(Protocol.udp), udp]] : []),
  ]);
}

function messages(icmp: FieldMatch, icmpv6: FieldMatch): Match[] {
  return [
    [...IPV4, ...whole(Protocol.icmp), icmp],
    [...IPV6, ...whole(Protocol.icmpv6), icmpv6],
  ];
}

function whole(protocol: number): Match {
  return [masked(Field.ipFragment, 0, LATER), equals(Field.ipProtocol, protocol)];
}

/** Positions of the fields of the frame's head, in octets. */
const SOURCE_AT = 6;
const TYPE_AT = 12;
const HEAD = 14;

/** Of the frame's octets Open vSwitch sees only its head. */
function chunkMatches(condition: AccessCondition): readonly Match[] {
  const { field, value, mask } = condition;
  const chunk = chunkOf(field);
  if (!chunk || !isOfFrameHead(chunk, mask)) {
    throw new Unmatchable(
      `This switch matches only the addresses and the type of a frame, not all octets of ${field}.`,
    );
  }
  /** The octets `first` to `last` of the frame, as far as the chunk lies over them. */
  const part = (octets: bigint, first: number, last: number): bigint => {
    const head = (octets << BigInt(HEAD * 8)) >> BigInt((chunk.offset + 4) * 8);
    return (head >> BigInt((HEAD - last) * 8)) & ((1n << BigInt((last - first) * 8)) - 1n);
  };
  const over = (of: FieldType, first: number, last: number): Match => {
    const bits = part(mask, first, last);
    return bits === 0n ? [] : [masked(of, part(value, first, last), bits)];
  };
  const addresses = [...over(Field.ethDestination, 0, SOURCE_AT), ...over(Field.ethSource, SOURCE_AT, TYPE_AT)];
  if (part(mask, TYPE_AT, HEAD) === 0n) return [addresses];
  return [[...addresses, ...outerType(Number(part(value, TYPE_AT, HEAD)))]];
}

/** The content behind the addresses, a tag or the type. */
function outerType(type: number): Match {
  if (type === CUSTOMER_TAG) return [TAGGED];
  return type === SERVICE_TAG ? [SERVICE] : [both(UNTAGGED, holds(Register.serviceTagged, 0)), ...typeOf(type)];
}
