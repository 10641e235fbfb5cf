import { numberAt, type Packet, type Segment, segmentOf } from './packet.ts';
import { portsIn, type Row, type Settings } from './settings.ts';

/** Input of the access control list: a frame after the stages before it. */
export interface Asked {
  readonly packet: Packet;
  readonly port: number;
  readonly vlan: number;
  readonly priority: number;
}

/** Rules of the list (docs/specification/security.md 5.0). */
export const RuleAction = { permit: 1, deny: 2, mirror: 3 } as const;
const ETHERNET = 1;
const IPV4 = 2;
const IPV6 = 3;
const CHUNKS = [1, 2, 3, 4];
const TRUE = 1;
/** What is cut off or broken reads as 0: hosts drop such packets. */
const BROKEN: Header = {
  version: 4,
  source: 0n,
  destination: 0n,
  trafficClass: 0,
  flowLabel: 0,
  protocol: 0,
  offset: 0,
  isFragment: false,
  payload: 0,
  end: 0,
};
const CUT_OFF: Segment = { sourcePort: 0, destinationPort: 0, flags: 0, type: 0, code: 0 };

/**
 * The first rule that matches the frame and has its port, by profile and rule; a mirror rule acts only with a target.
 */
export function firstRule(settings: Settings, asked: Asked, canMirror: boolean): Row | undefined {
  const rules = settings.rows('aclRuleEntry').sort((one, other) => orderOf(one) - orderOf(other));
  return rules.find((rule) => {
    if (rule.aclRuleAction === RuleAction.mirror && !canMirror) return false;
    if (!portsIn(rule.aclRulePorts).includes(asked.port)) return false;
    return matches(settings.row('aclProfileEntry', Number(rule.aclProfileId)), rule, asked);
  });
}

function orderOf(rule: Row): number {
  return Number(rule.aclProfileId) * 65_536 + Number(rule.aclRuleId);
}

/** Whether every field that the profile selects agrees, behind up to two tags. */
function matches(profile: Row, rule: Row, { packet, vlan, priority }: Asked): boolean {
  const kind = Number(profile.aclProfileType);
  const vlanMask = hex(profile.aclProfileVlanMask);
  if (((vlan ^ Number(rule.aclRuleVlan ?? 0)) & vlanMask) !== 0) return false;
  if (kind === ETHERNET) return matchesEthernet(profile, rule, packet, priority);
  if (kind === IPV4) return packet.type === 0x0800 && matchesIp(profile, rule, packet);
  if (kind === IPV6) return packet.type === 0x86dd && matchesIp(profile, rule, packet);
  return CHUNKS.every((chunk) => matchesChunk(profile, rule, packet, chunk));
}

function matchesEthernet(profile: Row, rule: Row, packet: Packet, priority: number): boolean {
  const addresses: readonly [mask: Row[string] | undefined, value: Row[string] | undefined, is: string][] = [
    [profile.aclProfileSrcMacMask, rule.aclRuleSrcMac, packet.source],
    [profile.aclProfileDstMacMask, rule.aclRuleDstMac, packet.destination],
  ];
  if (addresses.some(([mask, value, is]) => ((address(is) ^ address(value)) & address(mask)) !== 0n)) return false;
  if (profile.aclProfileUse8021p === TRUE && priority !== rule.aclRule8021p) return false;
  return profile.aclProfileUseEtherType !== TRUE || packet.type === hex(rule.aclRuleEtherType);
}

/** IP and what is behind it; a later fragment has no ports, flags and types. */
function matchesIp(profile: Row, rule: Row, packet: Packet): boolean {
  const isFour = profile.aclProfileType === IPV4;
  const ip = packet.ip ?? BROKEN;
  if (ipFields(profile, rule, isFour).some(({ mask, value, of }) => ((of(ip) ^ value) & mask) !== 0n)) return false;
  const protocol = protocolOf(profile, rule, isFour);
  if (protocol) {
    if (ip.protocol === undefined) return false;
    // The help says so of later fragments of IPv6.
    const is = ip.version === 6 && ip.offset > 0 ? 44 : ip.protocol;
    if (((is ^ protocol.value) & protocol.mask) !== 0) return false;
  }
  const segment = ip.offset > 0 ? undefined : (segmentOf(packet) ?? CUT_OFF);
  const [sourceMask, destinationMask] = [hex(profile.aclProfileSrcPortMask), hex(profile.aclProfileDstPortMask)];
  const flagMask = Number(profile.aclProfileTcpFlagMask ?? 0);
  const types = [profile.aclProfileUseIcmpType, profile.aclProfileUseIcmpCode, profile.aclProfileUseIgmpType];
  const looksBehind = sourceMask !== 0 || destinationMask !== 0 || flagMask !== 0 || types.includes(TRUE);
  if (!looksBehind) return true;
  if (!segment) return false;
  if (((segment.sourcePort ^ Number(rule.aclRuleSrcPort)) & sourceMask) !== 0) return false;
  if (((segment.destinationPort ^ Number(rule.aclRuleDstPort)) & destinationMask) !== 0) return false;
  if (((segment.flags ^ Number(rule.aclRuleTcpFlags ?? 0)) & flagMask) !== 0) return false;
  if (profile.aclProfileUseIcmpType === TRUE && segment.type !== rule.aclRuleIcmpType) return false;
  if (profile.aclProfileUseIcmpCode === TRUE && segment.code !== rule.aclRuleIcmpCode) return false;
  return profile.aclProfileUseIgmpType !== TRUE || segment.type === rule.aclRuleIgmpType;
}

type Header = NonNullable<Packet['ip']>;

function ipFields(profile: Row, rule: Row, isFour: boolean) {
  const fields: { mask: bigint; value: bigint; of: (ip: Header) => bigint }[] = [];
  const bits = isFour ? 32 : 128;
  const source = isFour ? ipv4(profile.aclProfileSrcIpMask) : prefix(profile.aclProfileSrcIp6Len);
  const destination = isFour ? ipv4(profile.aclProfileDstIpMask) : prefix(profile.aclProfileDstIp6Len);
  const parse = bits === 32 ? ipv4 : ipv6;
  const from = isFour ? rule.aclRuleSrcIp : rule.aclRuleSrcIp6;
  const to = isFour ? rule.aclRuleDstIp : rule.aclRuleDstIp6;
  if (source !== 0n) fields.push({ mask: source, value: parse(from), of: (ip) => ip.source });
  if (destination !== 0n) fields.push({ mask: destination, value: parse(to), of: (ip) => ip.destination });
  if (profile.aclProfileUseDscp === TRUE)
    fields.push({ mask: 63n, value: BigInt(rule.aclRuleDscp ?? 0), of: (ip) => BigInt(ip.trafficClass >> 2) });
  if (profile.aclProfileUseTrafficClass === TRUE)
    fields.push({ mask: 255n, value: BigInt(rule.aclRuleTrafficClass ?? 0), of: (ip) => BigInt(ip.trafficClass) });
  const label = hex(profile.aclProfileFlowLabelMask);
  if (label !== 0)
    fields.push({ mask: BigInt(label), value: BigInt(hex(rule.aclRuleFlowLabel)), of: (ip) => BigInt(ip.flowLabel) });
  return fields;
}

function protocolOf(profile: Row, rule: Row, isFour: boolean): { value: number; mask: number } | undefined {
  const chosen = Number(profile.aclProfileProtocol ?? 0);
  const numbers: Readonly<Record<number, number>> = { 2: isFour ? 1 : 58, 3: 2, 4: 6, 5: 17 };
  if (chosen === 0) return undefined;
  if (chosen !== 6) return { value: numbers[chosen] ?? 0, mask: 255 };
  return { value: Number(rule.aclRuleProtocolId), mask: hex(profile.aclProfileProtocolMask ?? 'FF') };
}

/** Four octets at their base; what is not there does not match. */
function matchesChunk(profile: Row, rule: Row, packet: Packet, chunk: number): boolean {
  const mask = hex(profile[`aclProfileChunk${chunk}Mask`]);
  if (mask === 0) return true;
  const isIp = packet.type === 0x0800 || packet.type === 0x86dd || packet.type === 0x0806;
  const bases = [0, isIp ? packet.at : undefined, packet.ip && packet.ip.offset === 0 ? packet.ip.payload : undefined];
  const base = bases[Number(profile[`aclProfileChunk${chunk}Base`] ?? 1) - 1];
  if (base === undefined) return false;
  const at = base + Number(profile[`aclProfileChunk${chunk}Offset`] ?? 0);
  if (at + 4 > packet.octets.length) return false;
  return ((numberAt(packet.octets, at, 4) ^ hex(rule[`aclRuleChunk${chunk}`])) & mask) === 0;
}

function hex(digits: string | number | undefined): number {
  return Number.parseInt(`${digits ?? '0'}` || '0', 16);
}

/** Addresses read before: rules compare few of them with every frame. */
const readBefore = new Map<string, bigint>();
/** As many are kept. */
const MANY = 4096;

/** An address of the wire as a number. */
export function address(mac: string | number | undefined): bigint {
  const text = `${mac ?? '0'}`;
  const known = readBefore.get(text) ?? BigInt(`0x${text.replaceAll('-', '') || '0'}`);
  if (readBefore.size < MANY) readBefore.set(text, known);
  return known;
}

/** An IPv4 address or mask as a number. */
export function ipv4(text: string | number | undefined): bigint {
  return `${text || '0.0.0.0'}`.split('.').reduce((value, octet) => value * 256n + BigInt(octet), 0n);
}

/** An IPv6 address as a number. */
export function ipv6(text: string | number | undefined): bigint {
  const [head = '', tail] = `${text || '::'}`.split('::');
  const before = head.split(':').filter((part) => part !== '');
  const after = (tail ?? '').split(':').filter((part) => part !== '');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const parts = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return parts.reduce((value, part) => value * 65_536n + BigInt(`0x${part}`), 0n);
}

function prefix(length: string | number | undefined): bigint {
  const ones = Number(length ?? 0);
  return ((1n << BigInt(ones)) - 1n) << BigInt(128 - ones);
}
