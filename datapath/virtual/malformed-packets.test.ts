import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accessOrder } from '../../model/access-control/access-rule.ts';
import { hasPort, portBit } from '../../model/values/port-list.ts';
import { isTagged, pushTag } from '../../protocols/frames/vlan-tag.ts';
import { framesToTry, patience, seed } from '../../protocols/random-frames.ts';
import { FrameReading } from '../access-control/frame-reading.ts';
import { holdsFrame, matchInWords } from '../access-control/match-in-words.ts';
import { remarked } from '../access-control/remark.ts';
import { attacks } from '../attack.ts';
import { attackOf } from '../attack-shapes.ts';
import { attackFrame } from '../contract/attack-packets.ts';
import { attackShapes } from '../contract/attacks.ts';
import { arpFrame } from '../contract/packets.ts';
import { randomAccessControl, randomPacket } from '../contract/random-access.ts';
import { testPlan } from '../contract/test-plan.ts';
import { AccessTable } from './access-table.ts';
import { SwitchPort } from './switch-port.ts';

const EACH = 50;
const RUNS = Math.ceil(framesToTry(5000) / EACH);
const PORTS = [1, 2, 3];

const station = fc.constantFrom('02-AA-00-00-00-41', '02-AA-00-00-00-42');
const shaped = fc.constantFrom(
  ...attacks.flatMap((attack) => [...attackShapes[attack].hostile, ...attackShapes[attack].honest]),
);
const whole = fc.oneof(randomPacket(station, station), shaped.map(attackFrame), fc.constant(arpFrame('request')));
const damaged = fc
  .tuple(
    fc.oneof(
      whole,
      whole.map((frame) => pushTag(frame, 10)),
    ),
    fc.array(fc.tuple(fc.nat(99), fc.nat(255)), { maxLength: 4 }),
    fc.nat(200),
  )
  .map(([frame, changes, length]) => {
    const next = frame.slice(0, length % 3 === 0 ? length : frame.length);
    for (const [at, value] of changes) if (at < next.length) next[at] = value;
    return next;
  });
const frames = fc.array(fc.oneof({ weight: 5, arbitrary: damaged }, fc.uint8Array({ maxLength: 120 })), {
  minLength: EACH,
  maxLength: EACH,
});

test(
  `damaged packets have the same shape with a tag and without one, seed ${seed}`,
  () => {
    const plan = testPlan({ deniedAttacks: attacks });
    fc.assert(
      fc.property(frames, (sent) => {
        for (const frame of sent) {
          const shape = attackOf(plan, frame);
          if (shape !== undefined) expect(plan.deniedAttacks.has(shape)).toBe(true);
          if (frame.length >= 14 && !isTagged(frame)) expect(attackOf(plan, pushTag(frame, 7))).toBe(shape);
          expect(attackOf(testPlan(), frame)).toBeUndefined();
        }
      }),
      { numRuns: RUNS, seed },
    );
  },
  patience(RUNS * EACH),
);

test(
  `damaged frames meet the rule that a look at one after another finds, seed ${seed}`,
  () => {
    const ports = PORTS.map(
      (number) => new SwitchPort({ number, name: '', media: 'copper', speeds: [1000], pse: false }),
    );
    const lists = fc.constantFrom(...PORTS.map(portBit), 0b111n);
    const rules = randomAccessControl([10], [0x02aa_0000_0041n], lists, true).map((each) => new Map(each));
    fc.assert(
      fc.property(rules, frames, fc.nat(7), (plan, sent, priority) => {
        const table = new AccessTable();
        table.configure(plan);
        const reading = new FrameReading();
        for (const [at, frame] of sent.entries()) {
          const port = ports[at % PORTS.length];
          if (!port) continue;
          const found = table.find(port, frame, 10, priority);
          reading.read(frame, 10, priority);
          const [key] =
            accessOrder(plan).find(
              ([, rule]) => hasPort(rule.ports, port.number) && holdsFrame(matchInWords(rule.match), reading),
            ) ?? [];
          expect(found?.key).toBe(key);
          if (found) expect(remarked(frame, reading, found.plan)).toHaveLength(frame.length);
        }
      }),
      { numRuns: RUNS, seed },
    );
  },
  patience(RUNS * EACH),
);
