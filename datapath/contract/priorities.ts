import { describe, test } from 'vitest';
import type { Bench } from './bench.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';
import { ports } from './test-plan.ts';

const SERIAL = 0x7ff7_0000;
const EVERY_PRIORITY = [0, 1, 2, 3, 4, 5, 6, 7];

/** Which priority a frame leaves with that came without. */
export function describePriorities(bench: () => Bench): void {
  const vlans = { 1: { untagged: '1-3', tagged: '6' }, 20: { untagged: '1', tagged: '6' } };
  const at = (priority: number) => ({ vlans, ports: { 1: { priority } } });
  const out = (priority: number, vlan = 1) => `6 tagged ${vlan}${priority > 0 ? ` priority ${priority}` : ''}`;

  test('an untagged frame leaves with that of its port, a tagged one with its own', async () => {
    for (const priority of EVERY_PRIORITY) {
      await bench().begin(at(priority));
      const other = 7 - priority;
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '3 untagged', out(priority)]);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: `0 priority ${other}` }, [
        '2 untagged',
        '3 untagged',
        out(other),
      ]);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: `1 priority ${other}` }, [
        '2 untagged',
        '3 untagged',
        out(other),
      ]);
    }
  });

  test('one of another port has nothing to do with it', async () => {
    await bench().begin(at(5));
    await bench().passes({ port: 2, from: 'B', to: 'all' }, ['1 untagged', '3 untagged', out(0)]);
  });

  test('that of a classifier goes before that of the port', async () => {
    const voice = { rank: 'voice', prefix: stationMac('A'), ports: ports('1'), vlan: 20, priority: 6 } as const;
    await bench().begin({ ...at(3), classifiers: [voice] });
    await bench().passes({ port: 1, from: 'A', to: 'all' }, [out(6, 20)]);
    await bench().passes({ port: 1, from: '02-BB-00-00-00-01', to: 'all' }, ['2 untagged', '3 untagged', out(3)]);
  });

  test('members of a trunk share that of the lowest', async () => {
    await bench().begin({ ...at(4), trunks: { 5001: '1,2' } });
    await bench().passes({ port: 2, from: 'A', to: 'all' }, ['3 untagged', out(4)]);
  });

  test('a frame that the agent lets go on has it still', async () => {
    const looked = { stage: 'inspection', action: 'take', rate: 1000, matches: [{ source: stationMac('A') }] } as const;
    await bench().begin({ ...at(5), punts: { looked } });
    const frame = buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL);
    await bench().harness.send(1, frame);
    const { punted } = await bench().harness.collect({ left: 0, punted: 1 });
    for (const one of punted) bench().datapath.resume(one);
    await bench().leave(frame, ['2 untagged', '3 untagged', out(5)]);
  });

  describe('with queues', () => {
    const queueing = { codePoints: Array.from({ length: 64 }, () => 7), trafficClasses: { 184: 1 } };

    test('a frame keeps its priority, whatever queue it waited in', async () => {
      await bench().begin({ ...at(2), queueing });
      for (const priority of EVERY_PRIORITY) {
        await bench().passes({ port: 1, from: 'A', to: 'all', tag: `1 priority ${priority}` }, [
          '2 untagged',
          '3 untagged',
          out(priority),
        ]);
      }
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '3 untagged', out(2)]);
    });

    test('every form of frame passes as it does without', async () => {
      await bench().begin({ vlans, queueing, mirrors: [{ target: 5, egress: '6' }], trunks: { 5001: '2,3' } });
      await bench().passes({ port: 6, from: 'F', to: 'all', tag: '20 priority 5' }, ['1 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2|3 untagged', '6 tagged 1', '5 tagged 1']);
      bench().datapath.transmit(1, buildTestFrame({ port: 6, from: 'G', to: 'all', tag: '7 priority 3' }, SERIAL + 1));
      await bench().leave(buildTestFrame({ port: 6, from: 'G', to: 'all' }, SERIAL + 1), ['1 tagged 7 priority 3']);
      bench().datapath.originate(1, buildTestFrame({ port: 6, from: 'G', to: 'all' }, SERIAL + 2));
      await bench().leave(buildTestFrame({ port: 6, from: 'G', to: 'all' }, SERIAL + 2), [
        '1 untagged',
        '2|3 untagged',
        '6 tagged 1',
        '5 tagged 1',
      ]);
    });

    test('what begins with an S-tag leaves whole, a C-tag in front of it', async () => {
      await bench().begin({ vlans, queueing });
      const frame = buildTestFrame({ port: 1, from: 'A', to: 'all', tag: '30 priority 2' }, SERIAL + 3);
      new DataView(frame.buffer).setUint16(12, 0x88a8);
      await bench().passesOctets(1, frame, ['2 untagged', '3 untagged', '6 tagged 1']);
    });
  });
}
