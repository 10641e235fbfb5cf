import { type PortList, portBit } from '../../../model/values/port-list.ts';
import type { PortNumber, VlanId } from '../../plan.ts';

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

/**
 * Registers: reg0 the port to leave by, 0 for unknown, OWN for the switch itself; reg2 is 1 for a frame that came in
 * untagged; reg3 the VLAN of a frame for the agent; xxreg1 the VLAN's members (low half) and untagged members (high half); xxreg2 the ports that the ingress port
 * may send to (low half); reg12 what of these concerns the port in reg0. A port's bit is that of a port list, so that rules grow with ports plus VLANs and not with their
 * product.
 */
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

/** Cookies of learned rows are this plus the port; a driver's own rules have a generation in the high half. */
export const LEARNED_COOKIE = 0xfdb_0000;

/** The OpenFlow port of a VLAN's interface. */
export function interfacePort(vlan: VlanId): number {
  return 10_000 + vlan;
}

/** Matches frames of a VLAN that `port` is not a member of. */
export function lacksPort(port: PortNumber): string {
  return `xxreg1=0/0x${portBit(port).toString(16)}`;
}

/** Loads a port list into the low or high half of a register. */
export function loadPorts(list: PortList, register: 1 | 2, half: 'low' | 'high'): string {
  return `load:0x${list.toString(16)}->NXM_NX_XXREG${register}[${half === 'low' ? '0..63' : '64..127'}]`;
}

/** Every port there can be. */
export const ANY_PORT: PortList = (1n << 64n) - 1n;
