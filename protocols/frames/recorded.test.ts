import { test } from 'vitest';
import { Recording } from '../../tests/recording.ts';
import { buildArp, parseArp, parseReverseArp } from './arp.ts';
import { innerTypePlaceOf, packetOf, parseInnerEthernet } from './carried-packet.ts';
import { buildEthernet, EtherType, isBroadcast, isGroupDestination, isGroupSource, parseEthernet } from './ethernet.ts';
import { buildIcmpEcho, parseIcmpEcho } from './icmp.ts';
import { buildIcmpv6Echo, buildNeighbourMessage, parseIcmpv6Echo, parseNeighbourMessage } from './icmpv6.ts';
import { buildIpv4, IpProtocol, parseIpv4 } from './ipv4.ts';
import { buildTransitError, handedOn, isErrorMessage, parseTransit } from './ipv4-transit.ts';
import { buildIpv6Packet, parseIpv6Packet } from './ipv6.ts';
import { isToIpGroup, staysOnLink } from './link-scope.ts';
import { buildRouterAdvertisement, parseRouterAdvertisement } from './router-discovery.ts';
import { buildTcp, parseTcp } from './tcp.ts';
import { buildUdp, parseUdp } from './udp.ts';
import { popTag, pushTag, tagOf } from './vlan-tag.ts';

const [FROM, TO] = ['192.0.2.7', '192.0.2.9'] as const;
const [FROM6, TO6] = ['2001:db8::7', '2001:db8::9'] as const;
const [MAC, OTHER] = ['02-00-00-00-00-01', '02-00-00-00-00-02'] as const;
const content = Uint8Array.of(1, 2, 3, 4, 5);
const ip = { dscp: 46, timeToLive: 64 };

const udp = buildUdp({ sourcePort: 1000, destinationPort: 2000, content }, FROM, TO);
const packet4 = buildIpv4({ source: FROM, destination: TO, protocol: IpProtocol.udp, payload: udp, ...ip });
const packet6 = buildIpv6Packet({ source: FROM6, destination: TO6, protocol: IpProtocol.udp, payload: udp, ...ip });
const frame4 = buildEthernet({ destination: OTHER, source: MAC, etherType: EtherType.ipv4, payload: packet4 });
const frame6 = buildEthernet({ destination: OTHER, source: MAC, etherType: EtherType.ipv6, payload: packet6 });
const echo = { kind: 'request', identifier: 7, sequence: 9, content } as const;
const segment = {
  ...{ sourcePort: 1000, destinationPort: 80, sequence: 4_000_000_000, acknowledgment: 3_000_000_000 },
  ...{ syn: true, ack: true, fin: false, reset: false, push: true, window: 1024, maximumSegment: 1460, content },
};

/** What the switch makes of a frame before any protocol looks at it. */
const looks = (frame: Uint8Array) => ({
  ethernet: parseEthernet(frame),
  tag: tagOf(frame),
  without: popTag(frame),
  inner: parseInnerEthernet(frame),
  place: innerTypePlaceOf(frame),
  packet: packetOf(frame),
  isFor: [isGroupDestination(frame), isGroupSource(frame), isBroadcast(frame), staysOnLink(frame), isToIpGroup(frame)],
});

test('frames of all kinds are read as recorded', async () => {
  const recording = new Recording(0);
  recording.reads('frame', frame4, looks);
  recording.reads('tagged frame', pushTag(frame6, 20), looks);
  const arp = {
    operation: 'request',
    senderMac: MAC,
    senderAddress: FROM,
    targetMac: OTHER,
    targetAddress: TO,
  } as const;
  recording.reads('ARP', buildArp(arp), parseArp);
  recording.reads('reverse ARP', Object.assign(buildArp(arp).slice(), { 7: 3 }), parseReverseArp);
  recording.reads('IPv4', packet4, parseIpv4);
  recording.reads('IPv6', packet6, parseIpv6Packet);
  recording.reads('UDP', udp, (octets) => parseUdp(octets, FROM, TO));
  recording.reads('TCP', buildTcp(segment, FROM, TO), (octets) => parseTcp(octets, FROM, TO));
  recording.reads('echo', buildIcmpEcho(echo), parseIcmpEcho);
  recording.reads('echo of IPv6', buildIcmpv6Echo(echo, FROM6, TO6), (octets) => parseIcmpv6Echo(octets, FROM6, TO6));
  const neighbour = { kind: 'advertisement', target: FROM6, mac: MAC, solicited: true } as const;
  recording.reads('neighbor', buildNeighbourMessage(neighbour, FROM6, TO6), (octets) =>
    parseNeighbourMessage(octets, FROM6, TO6),
  );
  const prefixes = [
    {
      ...{ prefix: '2001:db8::', length: 64, onLink: true, autonomous: false },
      ...{ validLifetime: 86_400, preferredLifetime: 43_200 },
    },
  ];
  const router = buildRouterAdvertisement({ lifetime: 1800, preference: -1, prefixes }, MAC, 'fe80::7', 'ff02::1');
  recording.reads('router', router, (octets) => parseRouterAdvertisement(octets, 'fe80::7', 'ff02::1'));
  recording.reads('packet to route', packet4, (octets) => {
    const transit = parseTransit(octets);
    return transit && { ...transit, on: handedOn(transit), isError: isErrorMessage(transit) };
  });
  const transit = parseTransit(packet4);
  if (!transit) throw new Error('no packet');
  for (const error of ['timeExceeded', 'networkUnreachable'] as const) {
    recording.note(0, error, { state: { octets: buildTransitError(error, transit) } });
  }
  await recording.isAsIn('recorded.txt');
});
