import { address, ipv4 } from './access-list.ts';
import { addressAt, numberAt, type Packet } from './packet.ts';
import type { Row, Settings } from './settings.ts';

const ARP = 0x0806;
const REQUEST = 1;
const REPLY = 2;
const LENGTH = 28;

/** What an ARP packet says (RFC 826). */
interface Arp {
  readonly operation: number;
  readonly senderMac: string;
  readonly sender: number;
  readonly targetMac: string;
  readonly target: number;
}

/** Reads the ARP packet for IPv4 on Ethernet that a frame carries behind up to two tags; undefined for any other. */
export function arpOf({ octets, type, at }: Packet): Arp | undefined {
  const isWhole = type === ARP && at + LENGTH <= octets.length;
  if (!isWhole || numberAt(octets, at, 6) !== 0x000108000604) return undefined;
  return {
    operation: numberAt(octets, at + 6, 2),
    senderMac: addressAt(octets, at + 8),
    sender: numberAt(octets, at + 14, 4),
    targetMac: addressAt(octets, at + 18),
    target: numberAt(octets, at + 24, 4),
  };
}

/**
 * Whether ARP inspection drops it (docs/specification/security.md, "Dynamic ARP Inspection"): validation, list, bindings.
 * @param isBound whether a station has an address at the port.
 */
export function isForged(
  settings: Settings,
  packet: Packet,
  vlan: number,
  port: number,
  isBound: (mac: string, ip: number) => boolean,
): boolean {
  if (settings.row('arpInspVlanEntry', vlan).arpInspVlanStatus !== 1 || packet.type !== ARP) return false;
  if (settings.row('arpInspPortEntry', port).arpInspTrust === 1) return false;
  const arp = arpOf(packet);
  if (!arp) return true;
  const { operation, senderMac, sender, targetMac, target } = arp;
  const checks = settings.row('arpInspConfig');
  if (checks.arpInspValSrcMac === 1 && packet.source !== senderMac) return true;
  if (checks.arpInspValDstMac === 1 && operation === REPLY && packet.destination !== targetMac) return true;
  if (checks.arpInspValIp === 1 && (isNobody(sender) || (operation === REPLY && isNobody(target)))) return true;
  const filter = settings.row('arpInspFilterEntry', vlan);
  const rules = settings
    .rows('arpAclRuleEntry')
    .filter(({ arpAclName }) => arpAclName === filter.arpInspFilterAcl)
    .sort((one, other) => Number(one.arpAclRuleIndex) - Number(other.arpAclRuleIndex));
  const rule = rules.find((one) => holds(one, arp));
  if (rule) return rule.arpAclRuleAction === 2;
  if (filter.arpInspFilterStatic === 1) return true;
  // A probe (RFC 5227) claims nothing.
  if (sender === 0 && operation === REQUEST) return false;
  return !isBound(senderMac, sender);
}

function isNobody(ip: number): boolean {
  return ip === 0 || ip === 0xffff_ffff || ip >>> 28 === 14;
}

function holds(rule: Row, { sender, senderMac }: Arp): boolean {
  const ipMask = { 1: 0n, 2: 0xffff_ffffn, 3: ipv4(rule.arpAclRuleIpMask) }[Number(rule.arpAclRuleIpType ?? 1)] ?? 0n;
  const macMask = { 1: 0n, 2: 0xffff_ffff_ffffn, 3: address(rule.arpAclRuleMacMask) }[
    Number(rule.arpAclRuleMacType ?? 1)
  ];
  const ip = ((BigInt(sender) ^ ipv4(rule.arpAclRuleIp)) & ipMask) === 0n;
  return ip && ((address(senderMac) ^ address(rule.arpAclRuleMac)) & (macMask ?? 0n)) === 0n;
}
