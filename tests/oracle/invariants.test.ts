import { expect, test } from 'vitest';
import { broken } from './invariants.ts';
import { type Call, Settings } from './settings.ts';

const vlan = (dot1qVlanIndex: number, members: string, untagged: string): Call => ({
  Template: 'dot1qVlanStaticEntry',
  dot1qVlanIndex,
  dot1qVlanStaticEgressPorts: members,
  dot1qVlanStaticUntaggedPorts: untagged,
});
const settings = new Settings([
  vlan(1, '1-6', '1-6'),
  vlan(10, '1-4', '2'),
  vlan(20, '5', ''),
  { Template: 'dot1xPaeSystem', dot1xPaeSystemAuthControl: 1 },
  ...[1, 4].map((dot1xPaePortNumber) => ({
    Template: 'dot1xAuthConfigEntry',
    dot1xPaePortNumber,
    dot1xAuthAuthControlledPortControl: 2,
    dot1xAuthAdminControlledDirections: 0,
  })),
  { Template: 'dot1xPortExtEntry', dot1xPaePortNumber: 4, dot1xPortGuestVlan: 20 },
  { Template: 'portSecAddrEntry', portSecAddrPort: 2, portSecAddrVlan: 10, portSecAddrMac: '02-00-00-00-00-02' },
]);

/** A frame of station 1 or 2, with the tag of a VLAN or without one. */
const frame = (vid?: number, station = 1) =>
  Uint8Array.from([
    ...[2, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, station],
    ...(vid === undefined ? [] : [0x81, 0, 0, vid]),
    ...[0x88, 0xb5, ...Array<number>(50).fill(0)],
  ]);
const after = (port: number, sent: Uint8Array, to: number, octets: Uint8Array) =>
  broken(settings, { port, octets: sent }, [{ port: to, octets }]);

test.each<[string, ReturnType<typeof after>, string | undefined]>([
  ['a member, tagged', after(2, frame(10), 3, frame(10)), undefined],
  ['an untagged member', after(3, frame(10), 2, frame()), undefined],
  ['a tagged member, untagged', after(2, frame(10), 3, frame()), 'It leaves untagged by port 3'],
  ['no member, tagged', after(2, frame(10), 5, frame(10)), 'It leaves by port 5 in VLAN 10'],
  ['a port that nobody has authenticated at', after(2, frame(10), 1, frame(10)), 'It leaves tagged by port 1'],
  ['a member of the VLAN of a guest', after(4, frame(), 5, frame(20)), undefined],
  ['no member of the VLAN of a guest', after(4, frame(), 6, frame()), 'It goes from a guest to port 6'],
  ['a guest, untagged', after(5, frame(20), 4, frame()), undefined],
  ['where it is the secure address of another port', after(3, frame(10, 2), 2, frame(undefined, 2)), 'Its source is'],
  ['where it is the secure address of this port', after(2, frame(10, 2), 3, frame(10, 2)), undefined],
])('what leaves by %s is judged whatever the stages do', (_to, said, expected) => {
  if (expected === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(expected);
});
