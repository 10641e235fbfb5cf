import { type PortList, portBit } from '../../../model/values/port-list.ts';
import type { PortNumber, VlanId } from '../../plan.ts';
import { type Action, Do } from '../openflow/action.ts';
import { bitsOf, Field, register, type Subfield, wideRegister } from '../openflow/field.ts';
import { type FieldMatch, macValue, masked, TAG_PRESENT } from '../openflow/match.ts';

/** The tables of the pipeline, in the order that frames pass them. */
export const Table = {
  /** Counts frames by port and kind, and notes which ports this one may send to. */
  count: 0,
  /** Reserved addresses, group sources. */
  admit: 1,
  /** VLAN of untagged, priority-tagged and tagged frames; from here every frame carries a tag. */
  classify: 10,
  /** Members and untagged ports of the VLAN; a VLAN that does not exist has no rule. */
  vlan: 15,
  ingressFilter: 16,
  learn: 40,
  /** Learned addresses, written by the rules of `learn`; a row carries the port in its cookie. */
  learned: 50,
  /** Static addresses and the switch's own: they overrule what was learned. */
  pinned: 51,
  forward: 60,
  flood: 62,
  /** Takes together what the output rules of the port in reg0 have to know. */
  egressCheck: 70,
  output: 71,
  /** To the switch's own interface of the VLAN. */
  ownInterface: 72,
  /** Called: hands what the agent asked for in a VLAN to it. */
  punt: 80,
} as const;

/** A port list of 64 bits, in one half of a wide register. */
function half(number: number, which: 'low' | 'high'): Subfield {
  return which === 'low' ? bitsOf(wideRegister(number), 0, 63) : bitsOf(wideRegister(number), 64, 127);
}

/**
 * What a frame carries along on its way. Ports are noted as port lists, so that rules grow with ports plus VLANs and not
 * with their product. No two overlap: the wide registers stand on registers 4 to 11.
 */
export const Register = {
  /** The port to leave by, 0 for unknown, `OWN` for the switch itself. */
  outPort: register(0),
  /** 1 for a frame that came in untagged. */
  cameUntagged: register(2),
  /** The VLAN of a frame for the agent. */
  puntVlan: register(3),
  /** Of the frame's VLAN. */
  members: half(1, 'low'),
  untagged: half(1, 'high'),
  /** The ports that the ingress port may send to. */
  reachable: half(2, 'low'),
  /** What of these lists concerns the port in `outPort`: bit 0 member, bit 1 untagged, bit 2 reachable. */
  egress: register(12),
} as const;

/** The switch itself as the port to leave by. */
export const OWN = 0xffff;

/** Why a rule hands a frame to the agent, or what it counts, in the low half of its cookie. */
export const Tag = {
  reserved: 1,
  inUnicast: 0x1000,
  inMulticast: 0x1100,
  inBroadcast: 0x1200,
  outUnicast: 0x1400,
  outMulticast: 0x1500,
  outBroadcast: 0x1600,
  /** Plus the VLAN: for the agent, beside the switch's own interface there. */
  forAgent: 0x1_0000,
} as const;

/** The VLAN in which a rule with the low half `tag` of its cookie handed a frame to the agent. */
export function vlanOfTag(tag: number): VlanId | undefined {
  return tag > Tag.forAgent ? tag - Tag.forAgent : undefined;
}

/** The OpenFlow port of a VLAN's interface. */
export function interfacePort(vlan: VlanId): number {
  return 10_000 + vlan;
}

/** Matches frames of a VLAN that `port` is not a member of. */
export function lacksPort(port: PortNumber): FieldMatch {
  const { field, offset } = Register.members;
  return masked(field, 0, portBit(port) << BigInt(offset));
}

/** Notes a port list. */
export function loadPorts(to: Subfield, list: PortList): Action {
  return Do.load(to, list);
}

/** Every port there can be. */
export const ANY_PORT: PortList = (1n << 64n) - 1n;

const GROUP_BIT = macValue('01-00-00-00-00-00');

/** Frames to group addresses, broadcast among them. */
export const GROUP_DESTINATION: FieldMatch = masked(Field.ethDestination, GROUP_BIT, GROUP_BIT);

/** Frames that carry a tag. */
export const TAGGED: FieldMatch = masked(Field.vlanTci, TAG_PRESENT, TAG_PRESENT);
