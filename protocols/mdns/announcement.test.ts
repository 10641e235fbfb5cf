import { expect, test } from 'vitest';
import { parseEthernet } from '../frames/ethernet.ts';
import { parseIpv4 } from '../frames/ipv4.ts';
import { parseUdp } from '../frames/udp.ts';
import { buildAnnouncement } from './announcement.ts';

const device = { hostName: 'core-switch', model: 'TPE-1021WS', address: '192.0.2.1', mac: '00-11-22-33-44-55' };

/** Labels and numbers as RFC 1035 writes them. */
const label = (text: string) => [text.length, ...new TextEncoder().encode(text)];
const name = (...labels: string[]) => [...labels.flatMap(label), 0];

test('an announcement is an authoritative response of multicast DNS with the address and the model', () => {
  const frame = parseEthernet(buildAnnouncement(device) ?? new Uint8Array());
  expect(frame).toMatchObject({ destination: '01-00-5E-00-00-FB', source: '00-11-22-33-44-55', etherType: 0x0800 });
  const packet = parseIpv4(frame?.payload ?? new Uint8Array());
  expect(packet).toMatchObject({ source: '192.0.2.1', destination: '224.0.0.251', protocol: 17, timeToLive: 255 });
  const datagram = parseUdp(packet?.payload ?? new Uint8Array(), '192.0.2.1', '224.0.0.251');
  expect(datagram).toMatchObject({ sourcePort: 5353, destinationPort: 5353 });
  // Two answers: class IN with the cache flush bit, 120 s for the address and 4500 s for the text.
  expect([...(datagram?.content ?? [])]).toEqual([
    ...[0, 0, 0x84, 0, 0, 0, 0, 2, 0, 0, 0, 0],
    ...[...name('core-switch', 'local'), 0, 1, 0x80, 1, 0, 0, 0, 120, 0, 4, 192, 0, 2, 1],
    ...[...name('core-switch', '_device-info', '_tcp', 'local'), 0, 16, 0x80, 1, 0, 0, 0x11, 0x94, 0, 17],
    ...label('model=TPE-1021WS'),
  ]);
});

test('a name that is too long for a label is not announced', () => {
  expect(buildAnnouncement({ ...device, hostName: 'x'.repeat(63) })).toBeDefined();
  expect(buildAnnouncement({ ...device, hostName: 'x'.repeat(64) })).toBeUndefined();
});

test('a name that fits alone, but not with what stands behind it, is not announced', () => {
  const long = ['a'.repeat(63), 'b'.repeat(63), 'c'.repeat(63), 'd'.repeat(50)].join('.');
  expect(buildAnnouncement({ ...device, hostName: long })).toBeUndefined();
});
