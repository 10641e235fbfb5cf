import { expect, test } from 'vitest';
import { buildIpv4, type IpPacket, IpProtocol, parseIpv4 } from '../../../protocols/frames/ipv4.ts';
import type { InterfacePlan } from '../../plan.ts';
import { PacketForwarder } from './packet-forwarder.ts';
import { RouteTable } from './route-table.ts';

const link = (vlan: number, address: string): InterfacePlan => ({
  ...{ vlan, name: `vlan${vlan}`, enabled: true, mac: `02-00-00-00-00-0${vlan}`, dhcpClient: false },
  addresses: [{ address, prefix: 24 }],
});
const far = link(2, '198.51.100.1');
// Its first address is of IPv6, so a sender of IPv4 has to be found behind it.
const own = link(1, '192.0.2.1');
const near = { ...own, addresses: [{ address: '2001:db8::1', prefix: 64 }, ...own.addresses] };

/** A station with two links, and what becomes of packets that a host of the first one hands to it. */
function router() {
  const routes = new RouteTable({ interfaces: new Map([near, far].map((one) => [one.vlan, one])), routes: new Map() });
  const done: string[] = [];
  let now = 0;
  const forwarder = new PacketForwarder({
    route: (destination) => routes.wayTo(destination),
    isOwn: (address) => [own, far].some(({ addresses }) => addresses[0]?.address === address),
    hand: ({ neighbour }, packet) => done.push(`${neighbour} ${parseIpv4(packet)?.timeToLive}`),
    send: ({ source, destination, protocol, payload }) =>
      done.push(`${source} to ${destination}: ${protocol} ${payload[0]}`),
    now: () => now,
  });
  const forward = (packet: Partial<IpPacket> = {}, by: InterfacePlan = near) => {
    done.length = 0;
    const payload = Uint8Array.of(8, 0, 0, 0, 0, 0, 0, 0);
    const usual = { source: '192.0.2.9', destination: '198.51.100.9', protocol: IpProtocol.icmp, dscp: 0 };
    forwarder.forward(by, buildIpv4({ ...usual, timeToLive: 64, payload, ...packet }));
    return done.join();
  };
  return { forward, pass: (milliseconds: number) => (now += milliseconds) };
}

test.each<readonly [string, Partial<IpPacket>]>([
  ['198.51.100.9 63', {}],
  ['198.51.100.9 1', { timeToLive: 2 }],
  ['192.0.2.1 to 192.0.2.9: 1 11', { timeToLive: 1 }],
  ['192.0.2.1 to 192.0.2.9: 1 3', { destination: '203.0.113.9' }],
  ['', { destination: '203.0.113.9', payload: Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0) }],
  ['', { destination: '198.51.100.255' }],
  ...['0.0.0.9', '127.0.0.1', '169.254.0.9', '224.0.0.9', '255.255.255.255'].flatMap((address) => [
    ['', { source: address }] as const,
    ['', { destination: address }] as const,
  ]),
  ['', { source: '192.0.2.1' }],
])('"%s" comes of a packet with %j', (outcome, packet) => {
  expect(router().forward(packet)).toBe(outcome);
});

test('an interface without an address of IPv4 tells no sender', () => {
  const without = { ...near, addresses: near.addresses.slice(0, 1) };
  expect(router().forward({ timeToLive: 1 }, without)).toBe('');
  expect(router().forward({}, without)).toBe('198.51.100.9 63');
});

test('senders are told of ten errors a second', () => {
  const { forward, pass } = router();
  const told = () => Array.from({ length: 11 }, () => forward({ timeToLive: 1 })).filter(Boolean).length;
  expect(told()).toBe(10);
  pass(500);
  expect(told()).toBe(5);
});
