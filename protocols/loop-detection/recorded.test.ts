import { test } from 'vitest';
import { portListOf } from '../../model/values/port-list.ts';
import { RecordedEngine } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type LoopEvent, stepLoopDetection } from './detection.ts';
import { parseProbe } from './probe.ts';
import { idleLoopDetection, type LoopSettings } from './state.ts';

const ADDRESS = '02-00-00-00-00-01';

test.each(['port', 'vlan'] as const)('detection by %s goes the recorded way', async (mode) => {
  const vlans = new Map([
    [1, { members: portListOf([1, 2, 3]), untagged: portListOf([1, 2, 3]) }],
    [20, { members: portListOf([2, 3]), untagged: 0n }],
  ]);
  let settings: LoopSettings = {
    ...{ address: ADDRESS, mode, interval: 4000, recoverTime: 6000, vlans },
    ports: new Map([1, 2, 3].map((port) => [port, { pvid: 1 }])),
  };
  let state = idleLoopDetection;
  let drawn = 1000n;
  /** What is sent out of the first comes in by the second. */
  let cable = [1, 2];
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: LoopEvent, now) => {
      const step = stepLoopDetection(settings, state, event, now, () => {
        drawn += 1n;
        return drawn;
      });
      state = step.state;
      return step;
    },
    () => state.wakeAt,
  );
  let probe: Uint8Array = new Uint8Array();
  const tell = (event: LoopEvent) => {
    for (const { port, frame } of engine.tell(event).send) {
      probe = frame;
      if (port === cable[0]) engine.tell({ kind: 'frame', port: cable[1] ?? 0, octets: frame });
    }
  };
  const pass = (seconds: number) => {
    const end = engine.now + seconds * 1000;
    while (state.wakeAt <= end) {
      engine.now = Math.max(engine.now, state.wakeAt);
      tell({ kind: 'wake' });
    }
    engine.now = end;
  };
  tell({ kind: 'configure' });
  pass(9);
  cable = [];
  pass(9);
  cable = [3, 3];
  tell({ kind: 'probe' });
  pass(1);
  tell({ kind: 'recover', port: 3 });
  cable = [2, 3];
  pass(5);
  cable = [];
  settings = { ...settings, interval: 2000, recoverTime: Number.POSITIVE_INFINITY };
  tell({ kind: 'configure' });
  pass(3);
  settings = { ...settings, ports: new Map([[1, { pvid: 1 }]]) };
  tell({ kind: 'configure' });
  pass(3);
  settings = { ...settings, ports: new Map() };
  tell({ kind: 'configure' });
  engine.recording.reads('probe', probe, (octets) => parseProbe(ADDRESS, octets));
  await engine.recording.isAsIn(`recorded-${mode}.txt`);
});
