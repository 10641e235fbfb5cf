import type { PortList } from '../../../model/values/port-list.ts';
import type { PortNumber } from '../../plan.ts';
import { type Action, Do } from '../openflow/action.ts';
import { bitsOf, Field, register, type Subfield, wholeOf, wideRegister } from '../openflow/field.ts';
import { type FieldMatch, type Match, masked } from '../openflow/match.ts';

/**
 * Metadata of a frame on its way; the frame itself stays as it was received until it is tagged for egress. Ports are
 * stored as port lists, so that rules grow with ports plus VLANs and not with their product; a trunk is represented by
 * the bit of its lowest member. No two of these overlap: wide register n consists of registers 4n (its highest bits) to
 * 4n+3.
 */
export const Register = {
  /** The bridge port to leave by, 0 for unknown, `OWN` for the switch itself; at `send` the physical port. */
  outPort: bitsOf(register(0), 0, 15),
  /** The 16 bits of its C-tag, or of an S-tag that is set aside. */
  tag: bitsOf(register(0), 16, 31),
  tagVid: bitsOf(register(0), 16, 27),
  tagPriority: bitsOf(register(0), 29, 31),
  /** The bridge port that it came in by, 0 for the switch itself. */
  ingress: bitsOf(register(1), 0, 15),
  /** The value that an access rule sets as DSCP of a packet, or as its precedence. */
  dscp: bitsOf(register(1), 16, 21),
  /** The port that it came in by as a port list of one, where access rules look at it. */
  ingressPort: wholeOf(Field.metadata),
  /** One of `Form`. */
  form: bitsOf(register(2), 0, 1),
  /** 1 for a frame with any C-tag: the higher bit of `form`. */
  hasTag: bitsOf(register(2), 1, 1),
  /** 1 for a frame that begins with an S-tag, which is payload here. */
  serviceTagged: bitsOf(register(2), 2, 2),
  /** 1 while its first tag is set aside, so that rules see the packet behind its second one. */
  aside: bitsOf(register(2), 3, 3),
  /** One of `Inner`. */
  inner: bitsOf(register(2), 4, 5),
  /** 1 where its VLAN exists. */
  vlanExists: bitsOf(register(2), 8, 8),
  /** 1 where its port learns in the instance of the VLAN, but does not forward. */
  onlyLearns: bitsOf(register(2), 9, 9),
  /** 1 for what came into a multicast VLAN by one of its sources. */
  fromSource: bitsOf(register(2), 11, 11),
  /** 1 for frames that the agent has accepted on a secured port, whatever their source. */
  admitted: bitsOf(register(2), 12, 12),
  /** 1 for frames that taught their source, or were accepted with it, which rules cannot see yet. */
  taught: bitsOf(register(2), 13, 13),
  /** 1 for what is longer than the port that it leaves by lets pass. */
  tooLong: bitsOf(register(2), 14, 14),
  /** 1 where nothing that a packet says of itself overrules the priority. */
  isPriorityFinal: bitsOf(register(2), 22, 22),
  /** The priority of a tag that it gets. */
  priority: bitsOf(register(2), 16, 18),
  /** Its queue at a congested port. */
  queue: bitsOf(register(2), 19, 21),
  /** The VLAN that it was classified into. */
  vlan: bitsOf(register(3), 0, 11),
  /** Of the frame's VLAN. */
  members: bitsOf(wideRegister(1), 0, 63),
  untagged: bitsOf(wideRegister(1), 64, 127),
  /** The ports that the ingress port may send to. */
  reachable: bitsOf(wideRegister(2), 0, 63),
  /** The ports that forward, and that learn, in the spanning-tree instance of the VLAN. */
  forwarding: bitsOf(wideRegister(2), 64, 127),
  learning: bitsOf(wideRegister(3), 0, 63),
  /** Flags of the port in `outPort` according to the lists, see `Egress`. */
  egress: bitsOf(register(12), 0, 3),
  /** In rows that were learned for all VLANs: the one that was heard. */
  heardIn: bitsOf(register(12), 16, 27),
  /** The spanning-tree instance of the VLAN. */
  instance: bitsOf(register(13), 0, 11),
  /** The class that hands the frame to the agent. */
  puntClass: bitsOf(register(13), 16, 31),
} as const;

/** Tagging of a received frame. Without a C-tag it is untagged. */
export const Form = { untagged: 1, priorityTagged: 2, tagged: 3 } as const;

/** The content behind the C-tag of a frame if that is one more tag. */
export const Inner = { customerTag: 1, serviceTag: 2 } as const;

/** The bits of `Register.egress`. */
export const Egress = { member: 0, reachable: 1, forwarding: 2, untagged: 3 } as const;

/** The switch itself as the port to leave by. */
export const OWN = 0xffff;

/** Every port there can be. */
export const ANY_PORT: PortList = (1n << 64n) - 1n;

/** Holds where the bits of a register are those of `value`. */
export function holds({ field, offset, bits }: Subfield, value: number): FieldMatch {
  const place = BigInt(offset);
  return masked(field, BigInt(value) << place, ((1n << BigInt(bits)) - 1n) << place);
}

/** Two conditions on one register as one: a match names a field once. */
export function both(one: FieldMatch, other: FieldMatch): FieldMatch {
  return masked(one.field, one.value | other.value, one.mask | other.mask);
}

/** Holds where what rules see is what the frame itself carries: behind no other tag than its own C-tag. */
export const PLAIN: FieldMatch = both(
  both(holds(Register.serviceTagged, 0), holds(Register.inner, 0)),
  holds(Register.aside, 0),
);

/** Holds where a port list in a register lacks a port. */
export function lacks({ field, offset }: Subfield, port: PortNumber): FieldMatch {
  return masked(field, 0, 1n << BigInt(offset + port - 1));
}

/** Notes a number or a port list. */
export function note(to: Subfield, value: number | PortList): Action {
  return Do.load(to, value);
}

/** The metadata of a frame in a register; undefined if no bit of its field is set. */
export function noted(carried: Match, { field, offset, bits }: Subfield): number | undefined {
  const value = carried.find((one) => one.field === field)?.value;
  return value === undefined ? undefined : Number((value >> BigInt(offset)) & ((1n << BigInt(bits)) - 1n));
}

/** Copies a port's bit of a port list to a bit of its own. */
export function pick(list: Subfield, port: PortNumber, to: Subfield, bit: number): Action {
  const from = list.offset + port - 1;
  return Do.move(bitsOf(list.field, from, from), bitsOf(to.field, to.offset + bit, to.offset + bit));
}
