import fc from 'fast-check';
import { expect, it } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { type LldpEvent, stepLldp } from './lldp.ts';
import { lldpduIn, readLldpdu } from './lldpdu.ts';
import { idleLldp, type LldpSettings, type LldpState } from './state.ts';
import { lldpSettings, neighbourFrame, openPort, phone, switchPort } from './testing.ts';

const FRAMES = framesToTry(4000);
const FRAMES_OF_A_RUN = 200;

const seedFrames = [
  neighbourFrame('switch', switchPort(7, { portVlan: 20, vlanNames: [{ vlan: 20, name: 'office' }] })),
  neighbourFrame('phone', {
    med: phone,
    policies: [{ application: 1, unknown: true, tagged: false, vlan: 0, priority: 0, dscp: 0 }],
    inventory: { model: 'phone' },
    maximumFrame: 1522,
    managementAddresses: [
      {
        family: 1,
        octets: Uint8Array.of(192, 0, 2, 9),
        numbering: 2,
        interfaceNumber: 1,
        objectIdentifier: new Uint8Array(),
      },
    ],
  }),
  neighbourFrame('gone', {}, 0),
];

/** A frame as it may come: one that is right, with octets changed, cut off, or put in; or none at all. */
const frames = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...seedFrames),
        fc.array(fc.tuple(fc.nat({ max: 200 }), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
        fc.option(fc.nat({ max: 200 })),
      )
      .map(([seed, changes, end]) => {
        const frame = seed.slice(0, end ?? seed.length);
        // The addresses and the type stay, or few frames would get any further.
        for (const [at, octet] of changes) if (14 + at < frame.length) frame[14 + at] = octet;
        return frame;
      }),
  },
);

const events = fc.tuple(fc.nat({ max: 4 }), frames, fc.nat({ max: 90_000 }), fc.nat({ max: 19 }));

/** Invariants after any input. */
function checkState(settings: LldpSettings, state: LldpState, now: number): void {
  expect(state.neighbours.size).toBeLessThanOrEqual(256);
  expect(state.statistics.size).toBeLessThanOrEqual(4);
  const indices = new Set<number>();
  const ofPort = new Map<number, number>();
  for (const { port, index, expiresAt, octets } of state.neighbours.values()) {
    indices.add(index);
    ofPort.set(port, (ofPort.get(port) ?? 0) + 1);
    expect(expiresAt).toBeGreaterThan(now);
    expect(octets.length).toBeLessThanOrEqual(1500);
    expect(settings.ports.get(port)).toMatchObject({ receive: true, up: true });
  }
  expect(indices.size).toBe(state.neighbours.size);
  for (const count of ofPort.values()) expect(count).toBeLessThanOrEqual(8);
  for (const { credit } of state.transmitters.values()) expect(credit).toBeGreaterThanOrEqual(0);
  expect(state.wakeAt).toBeGreaterThan(now);
  const { inserts, deletes } = state.table;
  expect(inserts - deletes).toBe(state.neighbours.size);
}

it(
  `survives whatever comes in, remembers no more than it may, and stays in legal states (FACEPLATE_SEED=${seed})`,
  () => {
    fc.assert(
      fc.property(fc.array(events, { minLength: FRAMES_OF_A_RUN, maxLength: FRAMES_OF_A_RUN }), (course) => {
        let settings = lldpSettings([1, 2, 3, 4]);
        let state = idleLldp;
        let now = 0;
        const tell = (event: LldpEvent) => {
          const step = stepLldp(settings, state, event, now);
          state = step.state;
          for (const { frame } of step.send) expect(readLldpdu(lldpduIn(frame) ?? new Uint8Array())?.discarded).toBe(0);
          checkState(settings, state, now);
        };
        tell({ kind: 'configure', former: settings });
        for (const [port, octets, pause, chance] of course) {
          now += chance < 10 ? pause : 0;
          if (chance === 19) {
            const former = settings;
            const change = { up: pause % 2 === 0, transmit: pause % 3 > 0, receive: pause % 5 > 0 };
            settings = {
              ...settings,
              ports: new Map(settings.ports).set(1 + (port % 4), openPort(1 + (port % 4), change)),
            };
            tell({ kind: 'configure', former });
          }
          tell({ kind: 'wake' });
          tell({ kind: 'frame', port, octets });
        }
      }),
      { numRuns: Math.ceil(FRAMES / FRAMES_OF_A_RUN), seed },
    );
  },
  patience(FRAMES),
);
