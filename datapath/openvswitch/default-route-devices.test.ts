import { expect, test } from 'vitest';
import { defaultDevices } from './default-route-devices.ts';

const ipv4 = `Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
eth0	00000000	010200C0	0003	0	0	0	00000000	0	0	0
eth1	000200C0	00000000	0001	0	0	0	00FFFFFF	0	0	0
`;
const zeros = '0'.repeat(32);
const link = `fe80${'0'.repeat(28)}`;
const ipv6 = `${link} 40 ${zeros} 00 ${zeros} 00000100 00000002 00000000 00000001     eth2
${zeros} 00 ${zeros} 00 ${link} 00000400 00000003 00000000 00000003     eth3
${zeros} 00 ${zeros} 00 ${zeros} ffffffff 00000001 00000000 00200200       lo
`;

test('a default route of either protocol makes its device one of them, and no other route does', () => {
  expect([...defaultDevices(ipv4, ipv6)]).toEqual(['eth0', 'eth3']);
});

test('a host without routes has none, nor does one without a protocol', () => {
  expect([...defaultDevices(`${ipv4.split('\n')[0]}\n`, '')]).toEqual([]);
});
