import { describe, expect, test } from 'vitest';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { type ArpPacket, buildArp, parseArp } from '../../../protocols/frames/arp.ts';
import { type EthernetFrame, EtherType, parseEthernet } from '../../../protocols/frames/ethernet.ts';
import { buildIcmpEcho, type IcmpEcho, parseIcmpEcho } from '../../../protocols/frames/icmp.ts';
import {
  buildIcmpv6Echo,
  buildNeighbourMessage,
  type NeighbourMessage,
  parseIcmpv6Echo,
  parseNeighbourMessage,
  solicitedNode,
} from '../../../protocols/frames/icmpv6.ts';
import { buildIp, parseIp } from '../../../protocols/frames/ip.ts';
import { type IpPacket, IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { buildTcp } from '../../../protocols/frames/tcp.ts';
import { buildUdp } from '../../../protocols/frames/udp.ts';
import { ManualClock } from '../../clock.ts';
import type { EchoResult } from '../../host-stack.ts';
import { emptyPlan, type InterfacePlan } from '../../plan.ts';
import { type StationPlan, VirtualHost } from './virtual-host.ts';

const OWN = { mac: '02-FA-CE-00-00-01', v4: '192.0.2.1', v6: '2001:db8::1' };
const PEER = { mac: '02-00-00-00-00-02', v4: '192.0.2.2', v6: '2001:db8::2' };
const { icmp, icmpv6, tcp, udp } = IpProtocol;

const plan: InterfacePlan = {
  vlan: 1,
  name: 'vlan1',
  enabled: true,
  mac: OWN.mac,
  addresses: [
    { address: OWN.v4, prefix: 24 },
    { address: OWN.v6, prefix: 64 },
  ],
  dhcpClient: false,
};

const stationPlan = (wanted: Partial<StationPlan>): StationPlan => ({ ...emptyPlan, ...wanted });

/** The switch's own station with no one around except the test; `said` returns what it sent since the last look. */
function begin() {
  const clock = new ManualClock();
  clock.advance(100_000);
  const sent: EthernetFrame[] = [];
  const host = new VirtualHost(clock, (_vlan, octets) => {
    const frame = parseEthernet(octets);
    if (frame) sent.push(frame);
  });
  host.configure(stationPlan({ interfaces: new Map([[1, plan]]) }));
  const hears = (etherType: number, payload: Uint8Array, destination = OWN.mac) =>
    host.receive(plan, { destination, source: PEER.mac, etherType, payload });
  const hearsArp = (packet: Partial<ArpPacket>, destination = OWN.mac) => {
    const addresses = { senderMac: PEER.mac, senderAddress: PEER.v4, targetMac: OWN.mac, targetAddress: OWN.v4 };
    hears(EtherType.arp, buildArp({ operation: 'reply', ...addresses, ...packet }), destination);
  };
  const hearsPacket = (packet: Pick<IpPacket, 'protocol' | 'payload'> & Partial<IpPacket>, destination = OWN.mac) => {
    const whole = buildIp({ source: PEER.v4, destination: OWN.v4, dscp: 0, timeToLive: 61, ...packet });
    hears(whole.etherType, whole.payload, destination);
  };
  const hearsNeighbour = (message: Partial<NeighbourMessage>, source = PEER.v6, destination: string = OWN.v6) => {
    const mac = 'mac' in message ? message.mac : PEER.mac;
    const whole = { kind: 'solicitation', target: OWN.v6, solicited: false, ...message, mac } as const;
    const payload = buildNeighbourMessage(whole, source, destination);
    hearsPacket({ source, destination, protocol: icmpv6, timeToLive: 255, payload });
  };
  const said = () => sent.splice(0);
  const kinds = () => said().map(kindOf);
  /** Sends a datagram to a neighbor; an unknown one is resolved first. */
  const sendsTo = (address: string) => {
    host.openUdp({ port: undefined, receive: () => {} }).send(Uint8Array.of(1), address, 9);
    return kinds();
  };
  return { clock, host, hears, hearsArp, hearsPacket, hearsNeighbour, said, kinds, sendsTo };
}

/** A frame in a word or two: "ARP request", "neighbour advertisement", "echo reply", "UDP", with its destination. */
function kindOf({ etherType, payload, destination }: EthernetFrame): string {
  const to = ` to ${destination === PEER.mac ? 'peer' : destination === BROADCAST_MAC ? 'all' : destination}`;
  if (etherType === EtherType.arp) return `ARP ${parseArp(payload)?.operation}${to}`;
  const packet = parseIp(etherType, payload);
  if (packet?.protocol === udp) return `UDP${to}`;
  if (packet?.protocol === tcp) return `TCP${to}`;
  const echo = packet && echoIn(packet);
  if (echo) return `echo ${echo.kind}${to}`;
  const message = packet && parseNeighbourMessage(packet.payload, packet.source, packet.destination);
  return `neighbour ${message?.kind}${to}`;
}

function echoIn({ protocol, payload, source, destination }: IpPacket): IcmpEcho | undefined {
  return protocol === icmp ? parseIcmpEcho(payload) : parseIcmpv6Echo(payload, source, destination);
}

const question: IcmpEcho = { kind: 'request', identifier: 7, sequence: 9, content: Uint8Array.of(1, 2, 3) };
const datagram = (from: string, to: string) =>
  buildUdp({ sourcePort: 9, destinationPort: 7, content: Uint8Array.of(5) }, from, to);

describe('ping', () => {
  /** Begins a ping whose end is noted. */
  const pinging = async ({ host }: ReturnType<typeof begin>, address: string, size?: number) => {
    const results: EchoResult[] = [];
    void host
      .echo(address, { timeout: 5000, ...(size !== undefined && { size }) })
      .then((result) => results.push(result));
    return results;
  };

  test('is asked with as much content as wanted, and answered by whom it went to alone', async () => {
    const net = begin();
    const results = await pinging(net, PEER.v4, 300);
    expect(net.kinds()).toEqual(['ARP request to all']);
    net.hearsArp({});
    const [frame] = net.said();
    const packet = frame && parseIp(frame.etherType, frame.payload);
    const asked = packet && echoIn(packet);
    expect(packet).toMatchObject({ source: OWN.v4, destination: PEER.v4, timeToLive: 64 });
    expect(asked?.content).toEqual(Uint8Array.from({ length: 300 }, (_, index) => index % 256));
    if (!asked) return;
    const answer = (more: Partial<IcmpEcho>, source = PEER.v4) =>
      net.hearsPacket({ source, protocol: icmp, payload: buildIcmpEcho({ ...asked, kind: 'reply', ...more }) });
    answer({ identifier: 1 });
    answer({ sequence: asked.sequence + 1 });
    answer({}, '192.0.2.3');
    net.clock.advance(7);
    answer({});
    await Promise.resolve();
    expect(results).toEqual([{ kind: 'reply', milliseconds: 7, timeToLive: 61 }]);
  });

  test.each([
    [PEER.v4, OWN.v4],
    [PEER.v6, OWN.v6],
  ])('from %s is answered to where it came from, without being asked for', (source, destination) => {
    const { hearsPacket, said } = begin();
    const isV6 = source === PEER.v6;
    const payload = isV6 ? buildIcmpv6Echo(question, source, destination) : buildIcmpEcho(question);
    hearsPacket({ source, destination, protocol: isV6 ? icmpv6 : icmp, payload });
    const [frame, ...rest] = said();
    expect(rest).toEqual([]);
    expect(frame).toMatchObject({ destination: PEER.mac, source: OWN.mac });
    const packet = frame && parseIp(frame.etherType, frame.payload);
    expect(packet).toMatchObject({ source: destination, destination: source, timeToLive: 64 });
    expect(packet && echoIn(packet)).toEqual({ ...question, kind: 'reply' });
  });

  test('is not answered where it goes to everybody, to another address, or has another protocol', () => {
    const { hearsPacket, kinds } = begin();
    const payload = buildIcmpEcho(question);
    hearsPacket({ protocol: icmp, payload }, BROADCAST_MAC);
    hearsPacket({ protocol: icmp, payload, destination: '192.0.2.3' });
    hearsPacket({ protocol: 99, payload });
    const [source, destination] = [PEER.v6, OWN.v6];
    hearsPacket({ source, destination, protocol: 99, payload: buildIcmpv6Echo(question, source, destination) });
    expect(kinds()).toEqual([]);
  });

  test('and a connection to one neighbour do not end with another that is not there', async () => {
    const net = begin();
    const notes: string[] = [];
    net.hearsArp({ operation: 'request' });
    const known = await pinging(net, PEER.v4);
    const listener = { received: () => {}, closed: (reason: string) => notes.push(reason) };
    net.host.connectTcp(PEER.v4, 80, listener);
    const unknown = await pinging(net, '192.0.2.9');
    net.clock.advance(3000);
    await Promise.resolve();
    expect(unknown).toEqual([{ kind: 'unreachable' }]);
    expect(known).toEqual([]);
    expect(notes).toEqual([]);
  });
});

describe('neighbours over IPv4', () => {
  test('who asks for the switch is answered, and known from then on', () => {
    const { hearsArp, said, sendsTo } = begin();
    hearsArp({ operation: 'request' }, BROADCAST_MAC);
    const [frame] = said();
    expect(frame).toMatchObject({ destination: PEER.mac, source: OWN.mac });
    expect(frame && parseArp(frame.payload)).toEqual({
      operation: 'reply',
      senderMac: OWN.mac,
      senderAddress: OWN.v4,
      targetMac: PEER.mac,
      targetAddress: PEER.v4,
    });
    expect(sendsTo(PEER.v4)).toEqual(['UDP to peer']);
  });

  test('who asks for somebody else is no neighbour yet, but moves one that is', () => {
    const { hearsArp, sendsTo } = begin();
    const overheard = { operation: 'request', targetAddress: '192.0.2.9' } as const;
    hearsArp(overheard, BROADCAST_MAC);
    expect(sendsTo(PEER.v4)).toEqual(['ARP request to all']);
    hearsArp({});
    expect(sendsTo(PEER.v4)).toContain('UDP to peer');
    hearsArp({ ...overheard, senderMac: '02-00-00-00-00-03' }, BROADCAST_MAC);
    expect(sendsTo(PEER.v4)).toEqual(['UDP to 02-00-00-00-00-03']);
  });

  test('one that has no address yet, and one that claims that of the switch, are answered', () => {
    const { hearsArp, kinds } = begin();
    for (const senderAddress of ['0.0.0.0', OWN.v4]) {
      hearsArp({ operation: 'request', senderAddress }, BROADCAST_MAC);
      expect(kinds()).toEqual(['ARP reply to peer']);
    }
  });

  test('damaged questions are let pass', () => {
    const { hears, kinds } = begin();
    hears(EtherType.arp, new Uint8Array(46));
    expect(kinds()).toEqual([]);
  });

  test('are kept for as long as the interface stays as it is', () => {
    const { host, hearsArp, sendsTo } = begin();
    hearsArp({ operation: 'request' });
    sendsTo(PEER.v4);
    const route = { destination: '0.0.0.0/0', gateway: '192.0.2.254', vlan: 1, metric: 1 };
    host.configure(stationPlan({ interfaces: new Map([[1, plan]]), routes: new Map([[route.destination, route]]) }));
    expect(sendsTo(PEER.v4)).toEqual(['UDP to peer']);
    host.configure(stationPlan({ interfaces: new Map([[1, { ...plan }]]) }));
    expect(sendsTo(PEER.v4)).toEqual(['ARP request to all']);
  });

  test('are asked three times, and no more once the station is stopped', () => {
    const { clock, host, sendsTo, kinds } = begin();
    sendsTo(PEER.v4);
    clock.advance(1000);
    expect(kinds()).toEqual(['ARP request to all']);
    host.stop();
    clock.advance(60_000);
    expect(kinds()).toEqual([]);
  });

  test('are not asked for any more by an interface that is gone, and what was sent to them is lost', () => {
    const { clock, host, sendsTo, kinds } = begin();
    const notes: string[] = [];
    host.connectTcp(PEER.v4, 80, { received: () => {}, closed: (reason) => notes.push(reason) });
    sendsTo(PEER.v4);
    host.configure(stationPlan({}));
    clock.advance(200_000);
    expect(kinds()).toEqual([]);
    expect(notes).toEqual(['timeout']);
  });
});

describe('neighbours over IPv6', () => {
  const group = solicitedNode(PEER.v6);

  test('who asks for the switch is answered, and known from then on', () => {
    const { hearsNeighbour, said, sendsTo } = begin();
    hearsNeighbour({});
    const [frame] = said();
    expect(frame).toMatchObject({ destination: PEER.mac, source: OWN.mac });
    const packet = frame && parseIp(frame.etherType, frame.payload);
    expect(packet).toMatchObject({ source: OWN.v6, destination: PEER.v6, timeToLive: 255 });
    const answer = packet && parseNeighbourMessage(packet.payload, packet.source, packet.destination);
    expect(answer).toEqual({ kind: 'advertisement', target: OWN.v6, mac: OWN.mac, solicited: true });
    expect(sendsTo(PEER.v6)).toEqual(['UDP to peer']);
  });

  test('one that looks for duplicates is answered before everybody, and not known by that', () => {
    const { hearsNeighbour, said } = begin();
    hearsNeighbour({ mac: undefined }, '::', solicitedNode(OWN.v6).address);
    const [frame, ...rest] = said();
    expect(rest).toEqual([]);
    expect(frame?.destination).toBe('33-33-00-00-00-01');
    const packet = frame && parseIp(frame.etherType, frame.payload);
    expect(packet).toMatchObject({ source: OWN.v6, destination: 'ff02::1' });
    const answer = packet && parseNeighbourMessage(packet.payload, packet.source, packet.destination);
    expect(answer).toMatchObject({ kind: 'advertisement', target: OWN.v6, solicited: false });
  });

  test('who asks for somebody else, says no MAC address, or speaks from that of the switch, gets no answer', () => {
    const { hearsNeighbour, kinds, sendsTo } = begin();
    hearsNeighbour({ target: '2001:db8::9' });
    hearsNeighbour({ mac: undefined });
    hearsNeighbour({}, OWN.v6);
    expect(kinds()).toEqual([]);
    expect(sendsTo(PEER.v6)).toEqual([`neighbour solicitation to ${group.mac}`]);
  });

  test('an answer lets go what waits for it; one without a MAC address does not, nor does one that nobody asked for', () => {
    const { hearsNeighbour, sendsTo, kinds } = begin();
    const answer = { kind: 'advertisement', target: PEER.v6 } as const;
    hearsNeighbour(answer);
    expect(sendsTo(PEER.v6)).toEqual([`neighbour solicitation to ${group.mac}`]);
    hearsNeighbour({ ...answer, mac: undefined });
    expect(kinds()).toEqual([]);
    hearsNeighbour(answer);
    expect(kinds()).toEqual(['UDP to peer']);
  });
});

describe('packets', () => {
  test('datagrams are heard at an own address and at a broadcast of the link, not under another protocol', () => {
    const { host, hearsPacket } = begin();
    const heard: string[] = [];
    host.openUdp({ port: 7, receive: ({ destination }) => heard.push(destination) });
    for (const destination of [OWN.v4, '192.0.2.255', '255.255.255.255', '192.0.2.3', '192.0.3.255']) {
      hearsPacket({ destination, protocol: udp, payload: datagram(PEER.v4, destination) }, BROADCAST_MAC);
    }
    hearsPacket({ protocol: 99, payload: datagram(PEER.v4, OWN.v4) });
    expect(heard).toEqual([OWN.v4, '192.0.2.255', '255.255.255.255']);
    host.stop();
    hearsPacket({ protocol: udp, payload: datagram(PEER.v4, OWN.v4) });
    expect(heard).toHaveLength(3);
  });

  test('segments are heard at an own address alone, not under another protocol, nor in frames to everybody', () => {
    const { hearsPacket, hearsArp, kinds } = begin();
    hearsArp({ operation: 'request' });
    kinds();
    const hearsSegment = (packet: Partial<IpPacket>, mac?: string) => {
      const flags = { syn: true, ack: false, fin: false, reset: false, push: false };
      const numbers = { sourcePort: 9, destinationPort: 7, sequence: 1, acknowledgment: 0, window: 1000 };
      const segment = { ...flags, ...numbers, maximumSegment: undefined, content: new Uint8Array() };
      const payload = buildTcp(segment, PEER.v4, packet.destination ?? OWN.v4);
      hearsPacket({ protocol: tcp, payload, ...packet }, mac);
    };
    hearsSegment({});
    expect(kinds()).toEqual(['TCP to peer']);
    hearsSegment({ destination: '192.0.2.3' });
    hearsSegment({ protocol: 99 });
    hearsSegment({}, BROADCAST_MAC);
    expect(kinds()).toEqual([]);
  });

  test('a long stream from the switch to itself arrives in order', () => {
    const { clock, host } = begin();
    const long = Uint8Array.from({ length: 100_000 }, (_, index) => (index * index) >>> 8);
    const arrived: number[] = [];
    const notes: string[] = [];
    host.listenTcp(22, (stream) => ({
      received: (content) => stream.write(content),
      ended: () => stream.end(),
      closed: () => {},
    }));
    const stream = host.connectTcp(OWN.v4, 22, {
      received: (content) => arrived.push(...content),
      closed: (reason) => notes.push(reason),
    });
    stream.write(long);
    stream.end();
    clock.advance(60_000);
    expect(notes).toEqual(['closed']);
    expect(Uint8Array.from(arrived)).toEqual(long);
  });
});
