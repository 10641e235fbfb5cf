import { test } from 'vitest';
import { portListOf } from '../../model/values/port-list.ts';
import { RecordedEngine } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type GvrpEvent, stepGvrp } from './gvrp.ts';
import { AttributeEvent, buildGvrp, parseGvrp, type VlanAttribute } from './pdu.ts';
import { type GvrpPort, type GvrpSettings, idleGvrp } from './state.ts';

const times: GvrpPort = { joinTime: 200, leaveTime: 600, leaveAllTime: 3000, restricted: false };
const vlan = (members: readonly number[], forbidden: readonly number[] = []) => ({
  members: portListOf(members),
  forbidden: portListOf(forbidden),
});

test('a switch with four ports goes the recorded way', async () => {
  let settings: GvrpSettings = {
    source: '02-00-00-00-00-01',
    ports: new Map([
      [1, times],
      [2, { ...times, restricted: true }],
      [3, { ...times, joinTime: 300, leaveTime: 700 }],
    ]),
    active: portListOf([1, 2, 3, 4]),
    vlans: new Map([
      [1, vlan([1, 2, 3, 4])],
      [20, vlan([4], [1])],
    ]),
    ...{ maximumVlans: 5, largestVlan: 1000 },
  };
  let state = idleGvrp;
  let seed = 1;
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: GvrpEvent, now) => {
      const step = stepGvrp(settings, state, event, now, () => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed / 2_147_483_647;
      });
      state = step.state;
      return step;
    },
    () => state.wakeAt,
  );
  const wake = { kind: 'wake' } as const;
  const configure = (change: Partial<GvrpSettings>) => {
    settings = { ...settings, ...change };
    engine.tell({ kind: 'configure' });
  };
  const hear = (port: number, event: keyof typeof AttributeEvent, ...vlans: readonly number[]) => {
    const attributes = vlans.map((id): VlanAttribute => ({ event: AttributeEvent[event], vlan: id }));
    for (const octets of buildGvrp('02-00-00-00-00-99', attributes)) engine.tell({ kind: 'frame', port, octets });
  };
  configure({});
  engine.pass(0.9, wake);
  for (const event of ['joinIn', 'joinEmpty', 'empty', 'leaveIn', 'leaveEmpty'] as const) {
    hear(1, event, 20, 30);
    hear(2, event, 20, 40);
    hear(3, event, 50, 1000, 1001);
    engine.pass(0.25, wake);
  }
  hear(1, 'joinIn', 30, 31, 32, 33);
  hear(3, 'joinEmpty', 30);
  engine.pass(0.5, wake);
  hear(1, 'leaveAll', 0);
  engine.pass(0.7, wake);
  hear(1, 'joinIn', 30);
  configure({ active: portListOf([1, 3, 4]), vlans: new Map([[30, vlan([4])]]) });
  engine.pass(1, wake);
  configure({ ports: new Map([[3, times]]) });
  engine.pass(0.5, wake);
  configure({ ports: new Map() });
  const [frame = new Uint8Array()] = buildGvrp(settings.source, [
    { event: AttributeEvent.leaveAll, vlan: 0 },
    { event: AttributeEvent.joinIn, vlan: 20 },
  ]);
  engine.recording.reads('PDU', frame, parseGvrp);
  await engine.recording.isAsIn('recorded.txt');
});
