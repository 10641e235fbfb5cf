import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildEthernet, EtherType } from '../frames/ethernet.ts';
import { buildIpv4, IpProtocol } from '../frames/ipv4.ts';
import { buildUdp } from '../frames/udp.ts';
import { pushTag } from '../frames/vlan-tag.ts';
import { isPicture, readEnds } from './exchange.ts';

const frame = (sourcePort: number, destinationPort: number, protocol: number = IpProtocol.udp) =>
  buildEthernet({
    destination: '02-00-00-00-00-09',
    source: '00-40-8C-00-00-01',
    etherType: EtherType.ipv4,
    payload: buildIpv4({
      source: '192.0.2.3',
      destination: '192.0.2.9',
      protocol,
      dscp: 0,
      timeToLive: 64,
      payload: buildUdp({ sourcePort, destinationPort, content: new Uint8Array(100) }, '192.0.2.3', '192.0.2.9'),
    }),
  });

test('reads the ends of a packet, tagged or not, and of nothing else', () => {
  const ends = {
    source: '00-40-8C-00-00-01',
    destination: '02-00-00-00-00-09',
    sourceAddress: '192.0.2.3',
    destinationAddress: '192.0.2.9',
    protocol: 'udp',
    sourcePort: 5004,
    destinationPort: 6000,
  };
  expect(readEnds(frame(5004, 6000))).toEqual(ends);
  expect(readEnds(pushTag(frame(5004, 6000), 20))).toEqual(ends);
  expect(readEnds(frame(5004, 6000, IpProtocol.icmp))).toBeUndefined();
  expect(readEnds(frame(5004, 6000).subarray(0, 36))).toBeUndefined();
  const fragment = frame(5004, 6000);
  fragment[21] = 0x10;
  expect(readEnds(fragment)).toBeUndefined();
});

test('takes for pictures what goes between free ports', () => {
  const between = (source: number, destination: number) => {
    const ends = readEnds(frame(source, destination));
    return ends && isPicture(ends);
  };
  expect(between(5004, 6000)).toBe(true);
  for (const port of [53, 123, 1900, 3702, 5353]) {
    expect(between(port, 6000)).toBe(false);
    expect(between(5004, port)).toBe(false);
  }
});

test('reads any octets without an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 90 }), (octets) => {
      readEnds(octets);
    }),
  );
});
