import { expect, test } from 'vitest';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { vlanNamesIn } from './vlan-names.ts';

test('a port names the VLANs that it is a member of, by number, whatever members they share', () => {
  const rows = [
    [10, 'Voice', '1-3'],
    [20, 'Phones', '2'],
    [30, 'Guests', '1-3'],
    [40, '', '2-3'],
    [50, 'Nobody', ''],
  ] as const;
  const configuration = rows.reduce(
    (soFar, [dot1qVlanIndex, dot1qVlanStaticName, dot1qVlanStaticEgressPorts]) =>
      soFar.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex, dot1qVlanStaticName, dot1qVlanStaticEgressPorts }),
    Configuration.empty,
  );
  const names = vlanNamesIn(configuration);
  expect([1, 2, 3, 4].map((port) => names(port).map(({ vlan }) => vlan))).toEqual([
    [10, 30],
    [10, 20, 30, 40],
    [10, 30, 40],
    [],
  ]);
  expect(names(1)).toEqual([
    { vlan: 10, name: 'Voice' },
    { vlan: 30, name: 'Guests' },
  ]);
});
