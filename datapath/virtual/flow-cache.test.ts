import { expect, test } from 'vitest';
import { firstPorts } from '../../model/values/port-list.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { testPlan } from '../contract/test-plan.ts';
import { defaultPortPlan } from '../plan.ts';
import { FlowCache, type FlowWay } from './flow-cache.ts';
import { SwitchPort } from './switch-port.ts';
import { copperPorts, createVirtualHarness } from './virtual-harness.ts';

const PORTS = 3;
/** More keys than there are places. */
const STRANGERS = 9000;

function frame(source: string, destination: string): Uint8Array {
  return buildEthernet({ destination, source, etherType: EtherType.experimental, payload: new Uint8Array(46) });
}

const address = (number: number) => {
  const digits = number.toString(16).padStart(8, '0').toUpperCase();
  return `02-00-${digits.replace(/..(?=.)/g, '$&-')}`;
};

async function started() {
  const harness = await createVirtualHarness({ ports: PORTS, forwardingDatabaseSize: STRANGERS * 2 });
  const every = firstPorts(PORTS);
  await harness.datapath.apply({
    ...testPlan(),
    ports: new Map(copperPorts(PORTS).map(({ number }) => [number, defaultPortPlan(every)])),
    vlans: new Map([[1, { members: every, untagged: every }]]),
    interfaces: new Map(),
  });
  const [there, back] = [frame(address(1), address(2)), frame(address(2), address(1))];
  for (let time = 0; time < 4; time += 1) {
    await harness.send(1, there);
    await harness.send(2, back);
    await harness.collect({ left: 0, punted: 0 });
  }
  return { harness, there, known: harness.datapath.flows };
}

test('frames of ever new stations take no memory, and displace no flow', async () => {
  const { harness, there, known } = await started();
  expect(known).toBe(2);
  for (let number = 0; number < STRANGERS; number += 1) {
    await harness.send(3, frame(address(1000 + number), number % 2 === 0 ? address(1) : BROADCAST_MAC));
    if (number % 64 === 0) await harness.collect({ left: 0, punted: 0 });
    harness.clock.advance(1);
  }
  await harness.collect({ left: 0, punted: 0 });
  expect(harness.datapath.flows).toBe(known);
  await harness.send(1, there);
  expect((await harness.collect({ left: 0, punted: 0 })).left).toEqual([{ port: 2, frame: there }]);
});

test('flows of ever new stations that send again take the place of others, but no more memory', async () => {
  const { harness, there } = await started();
  for (let number = 0; number < STRANGERS; number += 1) {
    for (let time = 0; time < 2; time += 1) await harness.send(3, frame(address(1000 + number), address(1)));
    if (number % 64 === 0) await harness.collect({ left: 0, punted: 0 });
    harness.clock.advance(1);
  }
  await harness.collect({ left: 0, punted: 0 });
  expect(harness.datapath.flows).toBeGreaterThan(1000);
  expect(harness.datapath.flows).toBeLessThanOrEqual(4096);
  await harness.send(1, there);
  expect((await harness.collect({ left: 0, punted: 0 })).left).toEqual([{ port: 2, frame: there }]);
});

/** A packet of 20 octets of this protocol; the other octets that are not given are 0. */
function packetOf(etherType: number, header: readonly number[], protocol: number): Uint8Array {
  const payload = new Uint8Array(60);
  payload.set(header);
  payload[etherType === EtherType.ipv4 ? 9 : 6] = protocol;
  return buildEthernet({ destination: address(1), source: address(2), etherType, payload });
}

/** A frame that is no packet, behind these tags, each a type and an ID. */
function taggedFrame(...tags: readonly number[]): Uint8Array {
  const plain = frame(address(2), address(1));
  const octets = tags.flatMap((word) => [word >>> 8, word & 0xff]);
  return Uint8Array.from([...plain.subarray(0, 12), ...octets, ...plain.subarray(12)]);
}

const [TCP, ICMP, UDP] = [6, 1, 17];
const ipv4 = [0x45, 0, 0, 40];
const ipv6 = [0x60, 0, 0, 0, 0, 20];

test.for([
  ['destination', packetOf(EtherType.ipv4, ipv4, TCP), 5],
  ['source', packetOf(EtherType.ipv4, ipv4, TCP), 11],
  ['VLAN', taggedFrame(EtherType.vlan, 7), 15],
  ['type behind a tag', taggedFrame(EtherType.vlan, 7), 17],
  ['inner VLAN', taggedFrame(EtherType.serviceTag, 7, EtherType.vlan, 8), 19],
  ['type behind two tags', taggedFrame(EtherType.serviceTag, 7, EtherType.vlan, 8), 21],
  ['DSCP', packetOf(EtherType.ipv4, ipv4, TCP), 15],
  ['protocol', packetOf(EtherType.ipv4, ipv4, 99), 23],
  ['IPv4 source', packetOf(EtherType.ipv4, ipv4, TCP), 29],
  ['IPv4 destination', packetOf(EtherType.ipv4, ipv4, TCP), 33],
  ['port', packetOf(EtherType.ipv4, ipv4, UDP), 37],
  ['flags', packetOf(EtherType.ipv4, ipv4, TCP), 47],
  ['ICMP code', packetOf(EtherType.ipv4, ipv4, ICMP), 35],
  ['traffic class', packetOf(EtherType.ipv6, ipv6, UDP), 15],
  ['next header', packetOf(EtherType.ipv6, ipv6, 99), 20],
  ['IPv6 source', packetOf(EtherType.ipv6, ipv6, UDP), 37],
  ['IPv6 destination', packetOf(EtherType.ipv6, ipv6, UDP), 53],
] as const)('packets that differ in %s have ways of their own, also where they share a place', ([, known, octet]) => {
  const [facts] = copperPorts(1);
  if (!facts) throw new Error('There is no port.');
  const port = new SwitchPort(facts);
  const form = { change: 'none', control: 0 } as const;
  const row = { address: 2, vlan: 1, port: 1, pinned: false, seen: 0, frames: 0, isGone: false };
  const way: FlowWay = {
    ...{ generation: 0, port, tagLength: 0, source: row, sourcePort: 1, sourceVlan: 1, isSecured: false },
    ...{ destination: undefined, destinationPort: 0, rule: undefined, queue: 0, departures: [] },
    ...{ tagged: form, untagged: form },
  };
  // Of 255 others one in eight caches has one at the place of the known one, or beside it.
  for (let cacheNumber = 0; cacheNumber < 100; cacheNumber += 1) {
    const cache = new FlowCache(Math.random);
    cache.wants(port, known, 'packet', false);
    cache.keep(known, 'packet', false, way);
    const other = known.slice();
    for (let value = 0; value < 256; value += 1) {
      other[octet] = value;
      expect(cache.find(port, other, 'packet', false)).toBe(value === known[octet] ? way : undefined);
    }
  }
});
