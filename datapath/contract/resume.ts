import { describe, expect, test } from 'vitest';
import { portBit } from '../../model/values/port-list.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import type { PuntedFrame } from '../datapath.ts';
import type { PuntPlan } from '../punt.ts';
import { emptyState } from '../state.ts';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { buildTestFrame, type FrameToSend, stationMac } from './test-frame.ts';

const SERIAL = 0x7ffa_0000;
const held: PuntPlan = {
  stage: 'inspection',
  action: 'take',
  rate: 1000,
  matches: [{ etherType: EtherType.experimental, source: stationMac('A') }],
};
const plan = { vlans: { 10: { tagged: '1,3', untagged: '2' } }, punts: { held } };

/** Frames that the agent resumes. */
export function describeResume(bench: () => Bench): void {
  const taken = async (frame: FrameToSend): Promise<PuntedFrame> => {
    await bench().harness.send(frame.port, buildTestFrame(frame, SERIAL));
    const { punted, left } = await bench().harness.collect({ left: 0, punted: 1 });
    expect(left).toEqual([]);
    const [first] = punted;
    if (!first) throw new Error('The frame was not taken out.');
    return first;
  };

  describe('a frame that was taken out', () => {
    test('goes on where it is let go, as it would have gone', async () => {
      await bench().begin(plan);
      const unknown = await taken({ port: 1, from: 'A', to: 'B' });
      bench().datapath.resume(unknown);
      await bench().leave(unknown.frame, others(1));
      await bench().hears(4, 'B');
      bench().datapath.resume(unknown);
      await bench().leave(unknown.frame, ['4 untagged']);
    });

    test('keeps its VLAN and its priority', async () => {
      await bench().begin(plan);
      const tagged = await taken({ port: 1, from: 'A', to: 'all', tag: '10 priority 5' });
      bench().datapath.resume(tagged);
      await bench().leave(tagged.frame, ['2 untagged', '3 tagged 10 priority 5']);
      const priority = await taken({ port: 3, from: 'A', to: 'all', tag: '0 priority 4' });
      bench().datapath.resume(priority);
      await bench().leave(priority.frame, others(3));
    });

    test('may go on rewritten', async () => {
      await bench().begin(plan);
      const first = await taken({ port: 1, from: 'A', to: 'all' });
      const rewritten = buildTestFrame({ port: 1, from: 'A', to: 'D', length: 200 }, SERIAL + 1);
      await bench().hears(5, 'D');
      bench().datapath.resume(first, rewritten);
      await bench().leave(rewritten, ['5 untagged']);
    });

    test('at control goes on through classification, filters and learning', async () => {
      const probe: PuntPlan = { ...held, stage: 'control' };
      await bench().begin({ ports: { 2: { acceptableFrameTypes: 'tagged' } }, punts: { probe } });
      const admitted = await taken({ port: 1, from: 'A', to: 'all' });
      expect(await bench().table()).toEqual([]);
      bench().datapath.resume(admitted);
      await bench().leave(admitted.frame, others(1));
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
      const refused = await taken({ port: 2, from: 'A', to: 'all' });
      bench().datapath.resume(refused);
      await bench().leave(refused.frame, []);
    });

    test('goes on in the state that was given just before', async () => {
      const probe: PuntPlan = { ...held, stage: 'control' };
      await bench().begin({ ports: { 1: { pvid: 10 } }, vlans: { 10: { untagged: '2' } }, punts: { probe } });
      for (const members of [portBit(1), 0n, portBit(1) | portBit(4)]) {
        const frame = await taken({ port: 1, from: 'A', to: 'all' });
        bench().datapath.update({ ...emptyState, memberships: new Map([[10, { members, untagged: members }]]) });
        bench().datapath.resume(frame);
        const left = members === 0n ? [] : ['2 untagged', ...(members === portBit(1) ? [] : ['4 untagged'])];
        await bench().leave(frame.frame, left);
      }
    });

    test('may go on to some ports alone, which never widens where it goes', async () => {
      await bench().begin(plan);
      const first = await taken({ port: 1, from: 'A', to: 'all' });
      bench().datapath.resume(first, undefined, 0b1_1101n);
      await bench().leave(first.frame, ['3 untagged', '4 untagged', '5 untagged']);
      bench().datapath.resume(first, undefined, 0n);
      await bench().leave(first.frame, []);
      const tagged = await taken({ port: 1, from: 'A', to: 'all', tag: '10' });
      bench().datapath.resume(tagged, undefined, 0b1_0100n);
      await bench().leave(tagged.frame, ['3 tagged 10']);
    });

    test('stays out where it is not let go, and is bound by the port that it came by', async () => {
      await bench().begin({ ...plan, ports: { 1: { forwardTo: portBit(3) } } });
      const frame = await taken({ port: 1, from: 'A', to: 'all' });
      await bench().leave(frame.frame, []);
      bench().datapath.resume(frame);
      await bench().leave(frame.frame, ['3 untagged']);
    });

    test('goes nowhere any more where its VLAN is gone meanwhile', async () => {
      await bench().begin(plan);
      const frame = await taken({ port: 1, from: 'A', to: 'all', tag: '10' });
      await bench().change({ punts: { held } });
      bench().datapath.resume(frame);
      await bench().leave(frame.frame, []);
    });

    test('goes on as well where its port has lost its link meanwhile', async () => {
      await bench().begin(plan);
      const frame = await taken({ port: 1, from: 'A', to: 'all' });
      await bench().harness.setPeerLink(1, 'down');
      bench().datapath.resume(frame);
      await bench().leave(frame.frame, others(1));
    });
  });

  test('a frame of the switch itself may be meant for some ports alone', async () => {
    await bench().begin({ ...plan, trunks: { 5001: '4,5' } });
    const frame = buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL);
    bench().datapath.originate(1, frame, 0b10_1001n);
    await bench().leave(frame, ['1 untagged', '4|5 untagged', '6 untagged']);
    bench().datapath.originate(10, frame, 0b10_0010n);
    await bench().leave(frame, ['2 untagged']);
  });
}
