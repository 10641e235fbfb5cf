import { describe, expect, test } from 'vitest';
import { portBit } from '../../model/values/port-list.ts';
import { type Bench, PATIENCE } from './bench.ts';
import { stationMac } from './test-frame.ts';

/** Forwarding by known addresses (IEEE 802.1Q-2018 8.7, 8.8). */
export function describeLearning(bench: () => Bench): void {
  describe('learning', () => {
    test('an unknown destination floods to everybody but the sender', async () => {
      await bench().begin();
      await bench().passes({ port: 1, from: 'A', to: 'B' }, others(1));
    });

    test('who has spoken gets frames alone, and who moved gets them at the new port', async () => {
      await bench().begin();
      await bench().passes({ port: 2, from: 'B', to: 'all' }, others(2));
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      await bench().passes({ port: 5, from: 'B', to: 'all' }, others(5));
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['5 untagged']);
    });

    test('a destination behind the port that the frame came from gets nothing from the switch', async () => {
      await bench().begin();
      await bench().hears(1, 'A');
      await bench().passes({ port: 1, from: 'B', to: 'A' }, []);
    });

    test('a frame to its own sender goes nowhere, the first one too; one to a like address floods', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } } });
      await bench().passes({ port: 1, from: 'A', to: 'A' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'A', tag: '10' }, []);
      await bench().passes({ port: 2, from: 'A', to: 'A' }, []);
      for (let bit = 0; bit < 48; bit += 1) {
        const address = 0x02_aa_00_00_00_50 + (bit === 40 ? 0 : 2 ** bit);
        const like = (address.toString(16).toUpperCase().padStart(12, '0').match(/../g) ?? []).join('-');
        if (bit !== 40) await bench().passes({ port: 1, from: '02-AA-00-00-00-50', to: like }, others(1));
      }
      expect(await bench().table()).toContain(`1 ${stationMac('A')} 2 learned`);
    });

    test('broadcast and multicast reach everybody', async () => {
      await bench().begin();
      await bench().passes({ port: 3, from: 'A', to: 'all' }, others(3));
      await bench().passes({ port: 3, from: 'A', to: 'group' }, others(3));
    });

    test('a frame that claims to come from a group is dropped and teaches nothing', async () => {
      await bench().begin();
      await bench().passes({ port: 1, from: '03-AA-00-00-00-01', to: 'B' }, []);
      expect(await bench().table()).toEqual([]);
    });

    test('the table lists who was heard, by FID and address, and for how long not', async () => {
      await bench().begin({ vlans: { 10: { tagged: '3' } } });
      await bench().hears(3, 'A', '10');
      await bench().hears(2, 'B');
      await bench().hears(1, 'A');
      expect(await bench().table()).toEqual([
        `1 ${stationMac('A')} 1 learned`,
        `1 ${stationMac('B')} 2 learned`,
        `10 ${stationMac('A')} 3 learned`,
      ]);
      for (const row of await bench().datapath.forwardingDatabase()) expect(row.age).toBeLessThan(10);
    });

    test('the table is in order, however it came about', async () => {
      await bench().begin({ vlans: { 10: { tagged: '3' } } });
      for (const from of ['E', 'B', 'G', 'A', 'F', 'C', 'D']) {
        await bench().hears(3, from, '10');
        await bench().hears(2, from);
      }
      const rows = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(stationMac);
      expect(await bench().table()).toEqual([
        ...rows.map((address) => `1 ${address} 2 learned`),
        ...rows.map((address) => `10 ${address} 3 learned`),
      ]);
    });

    test('under independent learning an address known in one VLAN is unknown in another', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1-3' } } });
      await bench().hears(2, 'B');
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'B', tag: '10' }, ['2 tagged 10', '3 tagged 10']);
    });

    test('under shared learning a server answers clients in another VLAN than they ask in', async () => {
      await bench().begin(asymmetric('shared'));
      await bench().passes({ port: 2, from: 'C', to: 'all' }, ['1 untagged']);
      await bench().passes({ port: 1, from: 'S', to: 'C' }, ['2 untagged']);
      await bench().passes({ port: 3, from: 'D', to: 'S' }, ['1 untagged']);
    });

    test('another constraint forgets everything learnt', async () => {
      await bench().begin(asymmetric('shared'));
      await bench().hears(2, 'C');
      await bench().change(asymmetric('independent'));
      expect(await bench().table()).toEqual([]);
      await bench().passes({ port: 1, from: 'S', to: 'C' }, ['2 untagged', '3 untagged']);
    });

    test('an address ages out when it is silent, being sent to does not keep it', async () => {
      const { advance } = bench().harness;
      await bench().begin({ learning: { ageingTime: 10 } });
      await bench().hears(2, 'B');
      await advance(6000);
      await bench().hears(2, 'B');
      await advance(6000);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      await advance(6000);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, others(1));
    });
  });

  describe('forgetting', () => {
    test('flush forgets what is selected and says how much', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1-3' } } });
      const teach = async () => {
        await bench().hears(1, 'A');
        await bench().hears(2, 'B');
        await bench().hears(2, 'A', '10');
        await bench().hears(3, 'C', '10');
      };
      await teach();
      expect(await bench().datapath.flush({ ports: portBit(2) })).toBe(2);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`, `10 ${stationMac('C')} 3 learned`]);
      await teach();
      expect(await bench().datapath.flush({ vlans: new Set([10]) })).toBe(2);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`, `1 ${stationMac('B')} 2 learned`]);
      await teach();
      expect(await bench().datapath.flush({ address: stationMac('A') })).toBe(2);
      await teach();
      expect(await bench().datapath.flush({ address: stationMac('A'), vlans: new Set([10]), ports: portBit(3) })).toBe(
        0,
      );
      expect(await bench().datapath.flush({})).toBe(4);
      expect(await bench().table()).toEqual([]);
    });

    test('under shared learning flush by VLAN forgets who was heard there last', async () => {
      await bench().begin({ learning: { constraint: 'shared' }, vlans: { 10: { tagged: '1-3' } } });
      await bench().hears(1, 'A');
      await bench().hears(2, 'B', '10');
      expect(await bench().datapath.flush({ vlans: new Set([10]) })).toBe(1);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
      expect(await bench().datapath.flush({ vlans: new Set([20]) })).toBe(0);
    });

    test('a port that leaves a VLAN is forgotten there and nowhere else', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1-3' } } });
      await bench().hears(2, 'B', '10');
      await bench().hears(3, 'C', '10');
      await bench().hears(2, 'B');
      await bench().change({ vlans: { 10: { tagged: '1,3' } } });
      expect(await bench().table()).toEqual([`1 ${stationMac('B')} 2 learned`, `10 ${stationMac('C')} 3 learned`]);
    });

    test('a VLAN that is removed is forgotten', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1-3' } } });
      await bench().hears(2, 'B', '10');
      await bench().change({});
      await bench().change({ vlans: { 10: { tagged: '1-3' } } });
      await bench().passes({ port: 1, from: 'A', to: 'B', tag: '10' }, ['2 tagged 10', '3 tagged 10']);
    });

    test('a port that loses its link is forgotten', async () => {
      await bench().begin();
      await bench().hears(2, 'B');
      await bench().hears(3, 'C');
      await bench().harness.setPeerLink(2, 'down');
      await expect.poll(() => bench().table(), PATIENCE).toEqual([`1 ${stationMac('C')} 3 learned`]);
    });
  });
}

/** Everybody but `port`, untagged. */
export function others(port: number): string[] {
  return [1, 2, 3, 4, 5, 6].filter((other) => other !== port).map((other) => `${other} untagged`);
}

/** A server at port 1, clients at 2 and 3 that may reach it but not each other: VLANs 10, 20 and 30 overlap untagged. */
function asymmetric(constraint: 'independent' | 'shared') {
  return {
    learning: { constraint },
    ports: { 1: { pvid: 30 }, 2: { pvid: 10 }, 3: { pvid: 20 } },
    vlans: { 1: undefined, 10: { untagged: '1,2' }, 20: { untagged: '1,3' }, 30: { untagged: '1-3' } },
  };
}
