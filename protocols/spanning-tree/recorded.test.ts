import { test } from 'vitest';
import { Recording } from '../../tests/recording.ts';
import { parseBpduFrame } from './bpdu-frame.ts';
import type { SpanningTreeEvent, SpanningTreeStep } from './spanning-tree.ts';
import { TestNetwork } from './testing.ts';

/** What is given, is empty after a step, or refers to what is written elsewhere. */
const elsewhere =
  /(?:^|\.)(?:cist|settings|tree|port|restless\w+|changedTrees|flushes|sent|skipped)$|^trees\.\d+\.ports$/;

/** A network, of one bridge of which every step is recorded. */
class RecordedNetwork extends TestNetwork {
  readonly recording = new Recording(this.now, elsewhere);
  /** The last frame of each length that the bridge has sent. */
  readonly frames = new Map<number, Uint8Array>();
  recorded = 2;

  override tell(index: number, event: SpanningTreeEvent): SpanningTreeStep {
    const step = super.tell(index, event);
    if (index !== this.recorded) return step;
    const { bridge: state, ...said } = step;
    this.recording.note(this.now, this.recording.eventOf(event), { state, ...said });
    for (const { frame } of said.send) this.frames.set(frame.length, frame);
    return step;
  }
}

test('a bridge in two instances goes the recorded way', async () => {
  const network = new RecordedNetwork();
  const vlans = { 10: 1, 20: 2 };
  const root = network.add({ protocol: 'mstp', priorities: { 0: 4096, 1: 8192 }, vlans });
  const middle = network.add({ protocol: 'mstp', priorities: { 2: 4096 }, vlans });
  const far = network.add({ protocol: 'mstp', vlans });
  const outside = network.add({ protocol: 'rstp', priorities: { 0: 0 } });
  const first = network.connect({ bridge: root, port: 1 }, { bridge: middle, port: 1 });
  network.connect({ bridge: middle, port: 2 }, { bridge: far, port: 1 });
  network.connect({ bridge: far, port: 2 }, { bridge: root, port: 2 });
  network.run(3);
  network.plug(middle, 5);
  network.run(1);
  network.cut(first);
  network.run(3);
  network.cut(first, true);
  network.run(2);
  network.connect({ bridge: outside, port: 1 }, { bridge: middle, port: 6 });
  network.run(4);
  network.setPort(middle, 6, { restrictedRole: true });
  network.setPort(middle, 1, { trees: new Map([[2, { priority: 16, internalCost: 5 }]]) });
  network.run(3);
  for (const frame of network.frames.values()) network.recording.reads('BPDU', frame, parseBpduFrame);
  await network.recording.isAsIn('recorded-mstp.txt');
});

test('a bridge of plain spanning tree goes the recorded way', async () => {
  const network = new RecordedNetwork();
  const root = network.add({ protocol: 'rstp', priorities: { 0: 4096 } });
  const middle = network.add({ protocol: 'stp' });
  const far = network.add({ protocol: 'stp' });
  const first = network.connect({ bridge: root, port: 1 }, { bridge: middle, port: 1 });
  network.connect({ bridge: middle, port: 2 }, { bridge: far, port: 1 });
  network.connect({ bridge: far, port: 2 }, { bridge: root, port: 2 }, { pointToPoint: false, externalCost: 200_000 });
  network.run(34);
  network.cut(first);
  network.run(24);
  network.setPort(middle, 2, { enabled: false });
  network.run(1);
  for (const frame of network.frames.values()) network.recording.reads('BPDU', frame, parseBpduFrame);
  await network.recording.isAsIn('recorded-stp.txt');
});

test('a root whose ports are protected goes the recorded way', async () => {
  const network = new RecordedNetwork();
  network.recorded = 1;
  const settings = { protection: { threshold: 1, cycle: 10 } };
  const root = network.add({ protocol: 'rstp', priorities: { 0: 4096 }, settings });
  const other = network.add({ protocol: 'rstp' });
  network.connect({ bridge: root, port: 1 }, { bridge: other, port: 1 });
  network.connect({ bridge: root, port: 2 }, { bridge: other, port: 2 });
  network.plug(root, 3, { edge: 'yes', protected: true });
  network.run(3);
  const stranger = network.add({ protocol: 'rstp', priorities: { 0: 0 } });
  const wrong = network.connect({ bridge: stranger, port: 1 }, { bridge: root, port: 3 });
  network.run(3);
  network.cut(wrong);
  for (let turn = 0; turn < 3; turn += 1) {
    network.plug(other, 7 + turn);
    network.run(1);
    network.setPort(root, 2, { enabled: turn === 1, restrictedChange: turn === 2 });
    network.run(2);
  }
  network.configure(root, { ...settings, priorities: new Map([[0, 61_440]]), helloTime: 1, maxAge: 6 });
  network.run(8);
  await network.recording.isAsIn('recorded-root.txt');
});
