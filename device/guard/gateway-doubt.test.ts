import { expect, test } from 'vitest';
import type { NeighbourEntry } from '../../datapath/datapath.ts';
import { wordsOf } from '../../model/values/message.ts';
import { knownGateways } from './gateway-doubt.ts';
import { judge } from './judge.ts';
import { client, connection, outlook, plan } from './testing.ts';

const HOST = '02-00-00-00-00-AA';
const macs = ['02-00-00-00-00-04', '02-00-00-00-00-06'] as const;
const entry = (vlan: number, address: string, mac: string | undefined): NeighbourEntry => ({
  ...{ vlan, address, mac, origin: 'learned', state: 'reachable', age: 0 },
});
const neighbours = [
  ...[entry(1, '192.168.10.1', macs[0]), entry(1, 'fe80::1', macs[1]), entry(1, '192.168.10.7', HOST)],
  ...[entry(2, '192.168.10.1', HOST), entry(1, '10.0.0.1', undefined)],
];
const routes = new Map(
  [
    ['0.0.0.0/0', '192.168.10.1'],
    ['::/0', 'fe80::1'],
    ['10.0.0.0/8', '192.168.10.7'],
  ].map(([destination = '', gateway = '']) => [destination, { vlan: 1, gateway }]),
);
const filtering = (...filtered: readonly string[]) =>
  outlook({ ...plan, destinationFilter: new Map(filtered.map((mac) => [mac, true])) }, { routes });

test.each([
  ['', [], [HOST]],
  ['', macs, [HOST, ...macs]],
  ['192.168.10.1', [], [macs[0]]],
  ['fe80::1', [macs[0]], macs],
])('a default gateway that only now is filtered is asked about: "%s"', async (gateway, before, after) => {
  let asked = 0;
  const datapath = {
    neighbours: async () => {
      asked += 1;
      return neighbours;
    },
  };
  const [former, next] = [filtering(...before), filtering(...after)];
  const gateways = await knownGateways(datapath, former, next);
  expect(gateways.map(({ address }) => address)).toEqual(['192.168.10.1', 'fe80::1']);
  expect(await knownGateways(datapath, next, next)).toEqual([]);
  expect(asked).toBe(1);
  const verdict = judge(former, next, { path: client, connection, gateways });
  expect(verdict.kind).toBe(gateway === '' ? 'fine' : 'unknown');
  const words = verdict.kind === 'fine' ? '' : wordsOf(verdict.reason);
  expect(words).toContain(gateway && `is the default gateway ${gateway}: other networks would be unreachable`);
});
