import { describe, expect, test } from 'vitest';
import { type Bench, describeRow } from './bench.ts';
import { others } from './learning.ts';
import { OWN_MAC, ownInterface } from './test-plan.ts';

/** The switch's own address among those of stations. */
export function describeOwnAddress(bench: () => Bench): void {
  const rows = async () => {
    const table = await bench().datapath.forwardingDatabase();
    return table.filter(({ address }) => address === OWN_MAC).map(describeRow);
  };

  describe("the switch's own address", () => {
    test('is one row under shared learning, whoever claims it in whichever VLAN', async () => {
      await bench().begin({
        vlans: { 10: { tagged: '1-3' } },
        interfaces: [ownInterface(1), ownInterface(10)],
        learning: { constraint: 'shared' },
      });
      await bench().hears(2, OWN_MAC);
      await bench().hears(2, OWN_MAC, '10');
      expect(await rows()).toEqual([`1 ${OWN_MAC} 0 self`]);
      await bench().change({
        vlans: { 10: { tagged: '1-3' } },
        interfaces: [ownInterface(1)],
        learning: { constraint: 'shared' },
      });
      await bench().hears(2, OWN_MAC, '10');
      expect(await rows()).toEqual([`1 ${OWN_MAC} 0 self`]);
    });

    test('is a row of each VLAN with an interface under independent learning, and ordinary in the others', async () => {
      await bench().begin({
        vlans: { 10: { tagged: '1-3' }, 20: { tagged: '1-3' } },
        interfaces: [ownInterface(1), ownInterface(10)],
      });
      await bench().hears(2, OWN_MAC);
      await bench().hears(2, OWN_MAC, '20');
      expect(await rows()).toEqual([`1 ${OWN_MAC} 0 self`, `10 ${OWN_MAC} 0 self`, `20 ${OWN_MAC} 2 learned`]);
      await bench().passes({ port: 1, from: 'A', to: OWN_MAC, tag: '20' }, ['2 tagged 20']);
    });

    test('takes the place of what was learnt when the interface comes', async () => {
      await bench().begin();
      await bench().hears(2, OWN_MAC);
      await bench().change({ interfaces: [ownInterface(1)] });
      await bench().passes({ port: 1, from: 'A', to: OWN_MAC }, []);
      expect(await rows()).toEqual([`1 ${OWN_MAC} 0 self`]);
      await bench().change({});
      await bench().passes({ port: 1, from: 'A', to: OWN_MAC }, others(1));
    });
  });
}
