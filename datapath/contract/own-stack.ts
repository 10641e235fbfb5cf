import { parseArp } from '../../protocols/frames/arp.ts';
import { EtherType, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { isTagged, popTag } from '../../protocols/frames/vlan-tag.ts';
import { OWN_MAC } from './test-plan.ts';

/** Where an IPv6 packet says what follows its header, the length of that, and the two kinds of it that count here (RFC 8200). */
const NEXT_HEADER = 6;
const HEADER = 40;
const HOP_BY_HOP = 0;
const ICMPV6 = 58;

/** Router and neighbor solicitation (RFC 4861 section 4), and the report of an MLDv2 listener (RFC 3810 section 5.2). */
const unasked: ReadonlySet<number | undefined> = new Set([133, 135, 143]);

/**
 * Whether the network stack behind the switch's own interface sends this frame by itself: it asks for the address of a station
 * before it answers one that knocked in vain, and reports groups for addresses that it got. It does so once or several times,
 * whenever it suits it, and so in the middle of a scenario, too.
 */
export function isFromOwnStack(frame: Uint8Array): boolean {
  const parsed = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
  if (parsed?.source !== OWN_MAC) return false;
  const { etherType, payload } = parsed;
  if (etherType === EtherType.arp) return parseArp(payload)?.operation === 'request';
  return etherType === EtherType.ipv6 && unasked.has(icmpv6Type(payload));
}

function icmpv6Type(packet: Uint8Array): number | undefined {
  const next = packet[NEXT_HEADER];
  if (next === ICMPV6) return packet[HEADER];
  // The options of a listener's report take eight octets.
  return next === HOP_BY_HOP && packet[HEADER] === ICMPV6 ? packet[HEADER + 8] : undefined;
}
