import { describe, test } from 'vitest';
import type { Bench } from './bench.ts';

const vlans = { 10: { tagged: '1,3', untagged: '2,4' } };

/** How many copies there are of a frame, and what each looks like. */
export function describeMirrorCopies(bench: () => Bench): void {
  describe('a mirror session', () => {
    test('that copies received and sent frames gives a copy of each', async () => {
      await bench().begin({ mirrors: [{ target: 6, ingress: '1', egress: '2' }] });
      await bench().hears(2, 'B');
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged', '6 untagged', '6 untagged']);
      await bench().change({ mirrors: [{ target: 6, ingress: '1,2', egress: '1,2' }] });
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged', '6 untagged', '6 untagged']);
    });

    test('keeps the form that each of several sources sends', async () => {
      await bench().begin({ vlans, mirrors: [{ target: 6, egress: '2,3' }] });
      const left = ['2 untagged', '3 tagged 10', '4 untagged'];
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, [...left, '6 untagged', '6 tagged 10']);
    });

    test('copies as received and as sent each in its form', async () => {
      await bench().begin({ vlans, ports: { 2: { pvid: 10 } }, mirrors: [{ target: 6, ingress: '1', egress: '2' }] });
      await bench().hears(2, 'B');
      const copies = ['6 tagged 10 priority 5', '6 untagged'];
      await bench().passes({ port: 1, from: 'A', to: 'B', tag: '10 priority 5' }, ['2 untagged', ...copies]);
    });

    test('keeps priority tags, those of priority 0 too', async () => {
      await bench().begin({ mirrors: [{ target: 6, ingress: '1' }] });
      await bench().hears(2, 'B');
      await bench().passes({ port: 1, from: 'A', to: 'B', tag: '0' }, ['2 untagged', '6 tagged 0']);
      await bench().passes({ port: 1, from: 'A', to: 'B', tag: '0 priority 3' }, [
        '2 untagged',
        '6 tagged 0 priority 3',
      ]);
    });

    test('copies nothing for a source without a link', async () => {
      await bench().begin({ mirrors: [{ target: 6, egress: '2,3' }] });
      await bench().harness.setPeerLink(3, 'down');
      const left = ['2 untagged', '4 untagged', '5 untagged'];
      await bench().passes({ port: 1, from: 'A', to: 'all' }, [...left, '6 untagged']);
    });

    test('beside another one with the same source and target gives copies of its own', async (context) => {
      if (bench().datapath.facts.mirrorSessions < 2) return context.skip();
      await bench().begin({
        mirrors: [
          { session: 1, target: 6, ingress: '1' },
          { session: 2, target: 5, ingress: '1', egress: '2' },
        ],
      });
      await bench().hears(2, 'B');
      const copies = ['5 untagged', '5 untagged', '6 untagged'];
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged', ...copies]);
      return undefined;
    });
  });
}
