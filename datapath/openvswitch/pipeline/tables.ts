import { type PortList, portBit } from '../../../model/values/port-list.ts';
import type { PortNumber, VlanId } from '../../plan.ts';

/** The tables of the pipeline, in the order that frames pass them. */
export const Table = {
  /** Counts group frames by port and takes the ports that are out of switching away. */
  count: 0,
  /** Reserved addresses, group sources; notes which ports this one may send to. */
  admit: 1,
  /** VLAN of untagged, priority-tagged and tagged frames; from here every frame carries a tag. */
  classify: 10,
  /** Members and untagged ports of the VLAN; a VLAN that does not exist has no rule. */
  vlan: 15,
  ingressFilter: 16,
  learn: 40,
  /** The forwarding database: learned rows, static addresses, the switch's own. */
  forwardingDatabase: 50,
  forward: 60,
  flood: 62,
  egressCheck: 70,
  output: 71,
  /** To the switch's own interface of the VLAN. */
  ownInterface: 72,
} as const;

/**
 * Registers: reg0 the port to leave by, 0 for unknown, OWN for the switch itself; xxreg1 the VLAN's members (low half) and
 * untagged members (high half); xxreg2 the ports that the ingress port may send to (low half). A port's bit is that of a
 * port list, so that rules grow with ports plus VLANs and not with their product.
 */
export const OWN = 0xffff;

/** Why a rule punts or what it counts, in the low half of its cookie. */
export const Tag = {
  reserved: 1,
  forAgent: 2,
  inBroadcast: 0x1000,
  inMulticast: 0x1100,
  outBroadcast: 0x1200,
  outMulticast: 0x1300,
} as const;

/** Cookies of learned rows are this plus the port; a driver's own rules have a generation in the high half. */
export const LEARNED_COOKIE = 0xfdb_0000;

/** The OpenFlow port of a VLAN's interface. */
export function interfacePort(vlan: VlanId): number {
  return 10_000 + vlan;
}

/** Matches frames whose bit of `port` is clear in the low half of a 128-bit register. */
export function lacksPort(register: 'xxreg1' | 'xxreg2', port: PortNumber): string {
  return `${register}=0/0x${portBit(port).toString(16)}`;
}

/** Matches frames of a VLAN in which `port` is untagged. */
export function isUntagged(port: PortNumber): string {
  const mask = `0x${(portBit(port) << 64n).toString(16)}`;
  return `xxreg1=${mask}/${mask}`;
}

/** Loads a port list into the low or high half of a register. */
export function loadPorts(list: PortList, register: 1 | 2, half: 'low' | 'high'): string {
  return `load:0x${list.toString(16)}->NXM_NX_XXREG${register}[${half === 'low' ? '0..63' : '64..127'}]`;
}
