import { describe, expect, test } from 'vitest';
import type { Bench } from './bench.ts';

/** Copies for an analyser at port 6. */
export function describeMirroring(bench: () => Bench): void {
  describe('mirroring', () => {
    test('what a source port receives is copied as received, beside its normal way', async () => {
      await bench().begin({ vlans: { 10: { untagged: '2', tagged: '1' } }, mirrors: [{ target: 6, ingress: '1' }] });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 untagged', '6 tagged 10']);
      await bench().hears(2, 'B');
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged', '6 untagged']);
      await bench().passes({ port: 2, from: 'B', to: 'A' }, ['1 untagged']);
    });

    test('frames that are filtered are copied, too', async () => {
      await bench().begin({ mirrors: [{ target: 6, ingress: '1' }] });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '99' }, ['6 tagged 99']);
      await bench().passes({ port: 1, from: 'A', to: '01-80-C2-00-00-00' }, ['6 untagged', 'punted']);
    });

    test('what a source port sends is copied as sent', async () => {
      await bench().begin({
        ports: { 1: { pvid: 10 } },
        vlans: { 10: { untagged: '1,2', tagged: '3' } },
        mirrors: [{ target: 6, egress: '3' }],
      });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '3 tagged 10', '6 tagged 10']);
      await bench().hears(2, 'B', '10');
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      await bench().change({
        ports: { 1: { pvid: 10 } },
        vlans: { 10: { untagged: '1,2', tagged: '3' } },
        mirrors: [{ target: 6, egress: '2' }],
      });
      await bench().passes({ port: 3, from: 'C', to: 'B', tag: '10' }, ['2 untagged', '6 untagged']);
    });

    test('what is too long for a source port is not copied as sent', async (context) => {
      if (bench().datapath.facts.lacking.has('jumbo')) return context.skip();
      const jumbo = { maximumFrame: 9216 };
      await bench().begin({
        ports: { 1: jumbo, 2: jumbo, 6: jumbo },
        vlans: { 10: { tagged: '1,3' }, 20: { tagged: '1', untagged: '2' } },
        mirrors: [{ target: 6, egress: '2,3' }],
      });
      const sent = { port: 1, from: 'A', to: 'all' };
      for (const tag of [{}, { tag: '10' }]) {
        const as = tag.tag ? 'tagged 10' : 'untagged';
        const others = tag.tag ? [] : ['2 untagged', '6 untagged'];
        const flooded = tag.tag ? [] : ['4 untagged', '5 untagged'];
        await bench().passes({ ...sent, ...tag, length: 1514 }, [...others, `3 ${as}`, ...flooded, `6 ${as}`]);
        await bench().passes({ ...sent, ...tag, length: 1515 }, others);
        await bench().passes({ ...sent, ...tag, length: 9198 }, others);
      }
      await bench().passes({ ...sent, tag: '20', length: 9198 }, ['2 untagged', '6 untagged']);
      return undefined;
    });

    test('the target takes no part in switching: no flooding, no entering, no learning', async () => {
      await bench().begin({ mirrors: [{ target: 6, ingress: '5' }] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '3 untagged', '4 untagged', '5 untagged']);
      await bench().passes({ port: 6, from: 'F', to: 'all' }, []);
      expect((await bench().table()).filter((row) => row.includes(' 6 '))).toEqual([]);
    });

    test('what was learnt at a port is forgotten when it becomes a target', async () => {
      await bench().begin();
      await bench().hears(6, 'F');
      await bench().change({ mirrors: [{ target: 6, ingress: '5' }] });
      const flooded = ['2 untagged', '3 untagged', '4 untagged', '5 untagged'];
      await bench().passes({ port: 1, from: 'A', to: 'F' }, flooded);
    });

    test('after the session ends no copies are made and the target switches again', async () => {
      await bench().begin({ mirrors: [{ target: 6, ingress: '1', egress: '1' }] });
      await bench().hears(2, 'B');
      await bench().change({});
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      await bench().passes({ port: 6, from: 'F', to: 'A' }, ['1 untagged']);
    });

    test('sessions run side by side', async (context) => {
      await bench().begin();
      if (bench().datapath.facts.mirrorSessions < 2) return context.skip();
      await bench().change({
        mirrors: [
          { session: 1, target: 6, ingress: '1' },
          { session: 2, target: 5, egress: '2' },
        ],
      });
      await bench().hears(2, 'B');
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged', '5 untagged', '6 untagged']);
      return undefined;
    });
  });
}
