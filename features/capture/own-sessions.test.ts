import { describe, expect, test } from 'vitest';
import { ipFrame } from '../../datapath/contract/ip-frames.ts';
import { extended } from '../../datapath/contract/packets.ts';
import { OWN_MAC, ownInterface } from '../../datapath/contract/test-plan.ts';
import { linkLocalOf } from '../../model/values/ipv6.ts';
import { encodeTag, pushTag } from '../../protocols/frames/vlan-tag.ts';
import { OwnSessions } from './own-sessions.ts';

const OWN = '192.0.2.1';
const OWN6 = '2001:db8::1';
const OTHER = '192.0.2.9';
const TCP = 6;
const UDP = 17;
const FIRST_OF_MORE = 0x2000;

const interfaces = (address = OWN) =>
  new Map([
    [
      1,
      ownInterface(1, [
        { address, prefix: 24 },
        { address: OWN6, prefix: 64 },
      ]),
    ],
  ]);

function following(...addresses: readonly string[]): OwnSessions {
  const own = new OwnSessions(addresses);
  own.follow(interfaces());
  return own;
}

const tagged = (frame: Uint8Array) => pushTag(frame, encodeTag({ vid: 20, priority: 0, dropEligible: false }));
const to = (destination: string, more: object = {}) =>
  ipFrame({ source: destination.includes(':') ? '2001:db8::9' : OTHER, destination, protocol: TCP, ...more });

describe('frames of sessions of the switch itself', () => {
  test.each([
    ['to it', to(OWN)],
    ['from it', ipFrame({ source: OWN, destination: OTHER, protocol: TCP })],
    ['behind a tag', tagged(to(OWN))],
    ['behind two tags', tagged(tagged(to(OWN)))],
    ['over IPv6', to(OWN6)],
    ['over IPv6, to its link-local address', to(linkLocalOf(OWN_MAC))],
    ['over IPv6, behind extension headers', extended(to(OWN6), 60)],
    ['over IPv6, in a later fragment', to(OWN6, { fragment: 5 })],
    ['in a first fragment', to(OWN, { fragment: FIRST_OF_MORE })],
    ['in a later fragment', to(OWN, { fragment: 5 })],
    [
      'in a later fragment of UDP with the octets of DHCP',
      to(OWN, { protocol: UDP, fragment: 5, sourcePort: 68, destinationPort: 67 }),
    ],
    ['of SNMP', to(OWN, { protocol: UDP, destinationPort: 161 })],
    ['of anything from the port of DHCP', to(OWN, { protocol: UDP, sourcePort: 68, destinationPort: 161 })],
    ['of a tunnel', to(OWN, { protocol: 4 })],
    ['cut off behind its addresses', to(OWN).subarray(0, 34)],
  ])('are left out: %s', (_, frame) => {
    expect(following().holds(frame)).toBe(true);
  });

  test.each([
    ['between others', to(OTHER)],
    ['ICMP', to(OWN, { protocol: 1 })],
    ['ICMPv6', to(OWN6, { protocol: 58 })],
    ['DHCP', to(OWN, { protocol: UDP, sourcePort: 67, destinationPort: 68 })],
    ['of a frame that ends before its addresses', to(OWN).subarray(0, 30)],
  ])('are not: %s', (_, frame) => {
    expect(following().holds(frame)).toBe(false);
  });

  test('are those of every address that it had meanwhile, and of the one that the session uses', () => {
    const own = following('198.51.100.7');
    own.follow(interfaces('192.0.2.2'));
    for (const address of [OWN, '192.0.2.2', '198.51.100.7']) expect(own.holds(to(address)), address).toBe(true);
  });
});
