import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { ChunkBase, NamedField } from '../../model/access-control/access-rule.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { isIpv6 } from '../../protocols/frames/ip.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import type { Session } from './session.ts';
import { framesOf } from './session-frames.ts';

/** A kind of frame that the client of a session sends to the switch, with what is the same in all of that kind. */
export interface SentFrame {
  /** One of them. */
  readonly frame: Uint8Array;
  /** A bit for each bit of the longest one of them: 1 where it is as in `frame` in all. */
  readonly certain: Uint8Array;
  /** Positions of its headers, as far as it has them. */
  readonly begins: Readonly<Record<ChunkBase, number | undefined>>;
  /** The fields that differ from one to the next. */
  readonly unknown: ReadonlySet<NamedField>;
}

const HEAD = 14;
const TAG = 4;
const LONGEST = 1514;
const EVERY_BIT = 0xff;
const VERSION = 0xf0;
const ADVERTISEMENT = 136;

/** Octets of a packet from `from` up to but excluding `to`; `known` says whether the session determines them. */
interface Octets {
  readonly from: number;
  readonly to: number;
  readonly known?: boolean;
  readonly bits?: number;
}

/** The constant part of all frames of a kind: octets behind the type, and where they begin and end. */
interface Kind {
  readonly octets: readonly Octets[];
  readonly header: number | undefined;
  readonly length: number;
  readonly unknown: readonly NamedField[];
}

/** The questions for the switch's address that the client sends, its answers to such of the switch, and its packets. */
export function sentBy(plan: ForwardingPlan, session: Session): readonly SentFrame[] {
  const own = plan.interfaces.get(session.vlan)?.mac ?? BROADCAST_MAC;
  const { clientMac, clientAddress, server, nextHop } = session;
  const client = { mac: clientMac, address: clientAddress };
  const neighbour = { mac: clientMac, address: nextHop?.gateway ?? clientAddress };
  const there = { mac: own, address: server?.address };
  const { question, packet } = framesOf(session);
  const packets = packet(client, there);
  const asked = question(neighbour, there);
  const isSix = server !== undefined && isIpv6(server.address);
  if (isSix) {
    const answered = asked.slice();
    answered.set(packets.subarray(0, 6));
    answered[HEAD + 40] = ADVERTISEMENT;
    return [
      sent(session, asked, { ...discovery, unknown: [...discovery.unknown, 'destination'] }),
      sent(session, answered, discovery),
      sent(session, packets, ipv6(session)),
    ];
  }
  const payload = buildArp({
    operation: 'reply',
    senderMac: clientMac,
    senderAddress: neighbour.address ?? '0.0.0.0',
    targetMac: own,
    targetAddress: there.address ?? '0.0.0.0',
  });
  const answered = padFrame(buildEthernet({ destination: own, source: clientMac, etherType: EtherType.arp, payload }));
  const arp = arpKind(neighbour.address !== undefined, server !== undefined);
  return [sent(session, asked, arp), sent(session, answered, arp), sent(session, packets, ipv4(session))];
}

/** ARP of Ethernet (RFC 826), padded. */
function arpKind(knowsSender: boolean, knowsTarget: boolean): Kind {
  const octets = [
    { from: 0, to: 14 },
    { from: 14, to: 18, known: knowsSender },
    { from: 24, to: 28, known: knowsTarget },
    { from: 28, to: 46 },
  ];
  return { octets, header: undefined, length: HEAD + 46, unknown: [] };
}

/** Neighbor discovery (RFC 4861): between any addresses. */
const discovery: Kind = {
  octets: [
    { from: 0, to: 1, bits: VERSION },
    { from: 6, to: 8 },
    { from: 40, to: 42 },
  ],
  header: 40,
  length: LONGEST,
  unknown: ['dscp', 'trafficClass', 'flowLabel', 'ipv6Source', 'ipv6Destination'],
};

const OF_SEGMENTS: readonly NamedField[] = ['sourcePort', 'tcpFlags'];

function ipv4({ clientAddress, server }: Session): Kind {
  const [knowsSource, knowsDestination] = [clientAddress !== undefined, server !== undefined];
  return {
    octets: [
      { from: 0, to: 1 },
      { from: 9, to: 10 },
      { from: 12, to: 16, known: knowsSource },
      { from: 16, to: 20, known: knowsDestination },
      { from: 22, to: 24 },
    ],
    header: 20,
    length: LONGEST,
    unknown: [
      ...OF_SEGMENTS,
      'dscp',
      ...(knowsSource ? [] : (['ipv4Source'] as const)),
      ...(knowsDestination ? [] : (['ipv4Destination'] as const)),
    ],
  };
}

function ipv6({ clientAddress }: Session): Kind {
  const knowsSource = clientAddress !== undefined;
  return {
    octets: [
      { from: 0, to: 1, bits: VERSION },
      { from: 6, to: 7 },
      { from: 8, to: 24, known: knowsSource },
      { from: 24, to: 40 },
      { from: 42, to: 44 },
    ],
    header: 40,
    length: LONGEST,
    unknown: [...OF_SEGMENTS, 'trafficClass', 'flowLabel', ...(knowsSource ? [] : (['ipv6Source'] as const))],
  };
}

/** A frame as it comes in: tagged where the session's are, with a priority that is the client's matter. */
function sent({ tagged, vlan }: Session, frame: Uint8Array, { octets, header, length, unknown }: Kind): SentFrame {
  const packet = tagged ? HEAD + TAG : HEAD;
  const certain = new Uint8Array(tagged ? length + TAG : length);
  certain.fill(EVERY_BIT, unknown.includes('destination') ? 6 : 0, packet);
  if (tagged) certain[HEAD] = 0x0f;
  for (const { from, to, known = true, bits = EVERY_BIT } of octets) {
    if (known) certain.fill(bits, packet + from, packet + to);
  }
  return {
    frame: tagged ? pushTag(frame, vlan) : frame,
    certain,
    begins: { l2: 0, l3: packet, l4: header === undefined ? undefined : packet + header },
    unknown: new Set(tagged ? [...unknown, 'priority'] : unknown),
  };
}
