import { test } from 'vitest';
import { Recording } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import type { LacpEvent } from './aggregation.ts';
import { buildLacpdu, buildMarkerResponse, type LacpParty, parseSlowFrame, StateBit } from './lacpdu.ts';
import { LacpPair, LacpSwitch, member } from './testing.ts';

/** A switch whose steps are recorded. */
class RecordedSwitch extends LacpSwitch {
  readonly #recording: Recording;
  readonly #name: string;

  constructor(
    recording: Recording,
    name: string,
    ports: ConstructorParameters<typeof LacpSwitch>[1],
    priority?: number,
  ) {
    super(`02-00-00-00-00-0${name}`, ports, priority);
    this.#recording = recording;
    this.#name = name;
  }

  override tell(event: LacpEvent, now: number): void {
    const before = this.sent.length;
    super.tell(event, now);
    const step = { state: this.state, send: this.sent.slice(before), view: this.trunk() };
    this.#recording.note(now, this.#recording.eventOf(event), step, this.#name);
  }
}

const party = (port: number, state = 0): LacpParty => ({
  ...{ systemPriority: 1000, system: '02-00-00-00-00-0C', key: 19, portPriority: 7, port, state },
});
const marker = Uint8Array.of(16, 0, 5, 2, 0, 0, 0, 0, 12, 1, 2, 3, 4, 0, 0);
const STRANGER = '02-00-00-00-00-0C';

test('two switches with three links go the recorded way', async () => {
  const recording = new Recording(SOME_MOMENT);
  const passive = { ...member, active: false };
  const one = new RecordedSwitch(recording, 'A', {
    ...{ 1: member, 2: { ...member, priority: 100 }, 3: member, 4: { ...member, trunk: 2 } },
  });
  const other = new RecordedSwitch(
    recording,
    'B',
    { 5: passive, 6: { ...passive, shortTimeout: true }, 7: passive, 8: passive },
    4096,
  );
  const links = new LacpPair(one, other, [
    [1, 5],
    [2, 6],
    [3, 7],
  ]);
  links.pass(4000);
  one.set(3, { speed: 100 }, links.now);
  links.pass(2500);
  links.cables = [
    [1, 5],
    [3, 7],
    [4, 8],
  ];
  links.pass(6000);
  other.set(8, { trunk: 2 }, links.now);
  links.pass(2100);
  other.set(5, { speed: 0 }, links.now);
  links.pass(1500);
  other.set(5, { speed: 1000 }, links.now);
  links.pass(2100);
  links.cables = [];
  const answer = buildMarkerResponse(STRANGER, marker);
  const hear = (octets: Uint8Array) => one.tell({ kind: 'frame', port: 1, octets }, links.now);
  for (let time = 0; time < 6; time += 1) hear(Object.assign(answer.slice(), { 16: 1 }));
  hear(answer);
  hear(Object.assign(answer.slice(), { 14: 9 }));
  hear(buildLacpdu(STRANGER, party(1), party(2)).subarray(0, 60));
  links.pass(1000);
  hear(Object.assign(answer.slice(), { 16: 1 }));
  // Somebody else at port 1, who says in turn less and more.
  for (const state of [
    0,
    StateBit.activity,
    StateBit.activity | StateBit.aggregation,
    StateBit.activity | StateBit.aggregation | StateBit.synchronization | StateBit.timeout,
    StateBit.aggregation | StateBit.synchronization | StateBit.collecting,
  ]) {
    hear(buildLacpdu(STRANGER, party(9, state), { ...party(1), system: '02-00-00-00-00-0A' }));
    links.pass(700);
  }
  one.tell({ kind: 'leave' }, links.now);
  links.pass(100);
  recording.reads('LACPDU', buildLacpdu(STRANGER, party(1, 61), party(2, 5)), parseSlowFrame);
  recording.reads('marker', answer, parseSlowFrame);
  await recording.isAsIn('recorded.txt');
});
