import { expect, it } from 'vitest';
import { neighbourIn } from './attached-neighbour.ts';

const heading = 'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT';
/** Lines as the kernel writes them: device, network, gateway, flags, metric, mask. */
const routes = (...lines: readonly (readonly [string, string, string, string, number, string])[]) =>
  [
    heading,
    ...lines.map(
      ([dev, to, via, flags, metric, mask]) => `${dev}\t${to}\t${via}\t${flags}\t0\t0\t${metric}\t${mask}\t0\t0\t0 `,
    ),
  ].join('\n');
const neighbours = `IP address       HW type     Flags       HW address            Mask     Device
192.0.2.7        0x1         0x2         02:fc:00:00:00:05     *        vlan1
192.0.2.8        0x1         0x0         00:00:00:00:00:00     *        vlan1
192.0.2.9        0x1         0x2         02:fc:00:00:00:09     *        vlan9
203.0.113.5      0x1         0x2         02:fc:00:00:00:06     *        vlan1
`;
const byGateway = ['vlan1', '00000000', '070200C0', '0003', 0, '00000000'] as const;
const attached = ['vlan1', '000200C0', '00000000', '0001', 0, '00FFFFFF'] as const;
const find = (address: string, table: string) => neighbourIn(table, neighbours, address, true);

it('finds a station on the link that the most special of the best routes leads to', () => {
  const mac = { device: 'vlan1', mac: '02-FC-00-00-00-05' };
  expect(find('192.0.2.7', routes(byGateway, attached))).toEqual(mac);
  expect(
    neighbourIn(routes(['vlan1', 'C0000200', '00000000', '0001', 0, 'FFFFFF00']), neighbours, '192.0.2.7', false),
  ).toEqual(mac);
  // Another link has a worse metric, or a greater network.
  const second = ['vlan9', '000200C0', '00000000', '0001', 5, '00FFFFFF'] as const;
  expect(find('192.0.2.7', routes(second, attached))).toEqual(mac);
  const greater = ['vlan9', '000000C0', '00000000', '0001', 0, '000000FF'] as const;
  expect(find('192.0.2.7', routes(greater, attached))).toEqual(mac);
});

it.each([
  ['whose address is not resolved', '192.0.2.8', routes(attached)],
  ['whose entry is of another link', '192.0.2.9', routes(attached)],
  ['behind a gateway, whatever was resolved before', '203.0.113.5', routes(byGateway, attached)],
  [
    'that a route to nowhere hides',
    '192.0.2.7',
    routes(attached, ['*', '070200C0', '00000000', '0201', 0, 'FFFFFFFF']),
  ],
  ['behind a route that is down', '192.0.2.7', routes(['vlan1', '000200C0', '00000000', '0000', 0, '00FFFFFF'])],
  ['of IPv6', 'fe80::1%vlan1', routes(attached)],
  ['on a host without these tables', '192.0.2.7', ''],
  ['on a host that writes them otherwise', '192.0.2.7', `${heading}\nvlan1 up`],
])('leaves to ip(8) a station %s', (_, address, table) => {
  expect(find(address, table)).toBeUndefined();
});
