import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_PORTS, portsOf } from '../../model/values/port-list.ts';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { buildLacpdu, type LacpParty, StateBit } from './lacpdu.ts';
import { LacpSwitch, member } from './testing.ts';

const RUNS = Math.ceil(framesToTry(6000) / 60);
const PORTS = [1, 2, 3, 4];
const OWN = '02-00-00-00-00-0A';

const party: fc.Arbitrary<LacpParty> = fc.record({
  systemPriority: fc.constantFrom(0, 1, 32_768, 65_535),
  system: fc.constantFrom(OWN, '02-00-00-00-00-0B', '02-00-00-00-00-0C', '00-00-00-00-00-00'),
  key: fc.constantFrom(0, 1, 19),
  portPriority: fc.constantFrom(0, 32_768),
  port: fc.integer({ min: 0, max: 5 }),
  state: fc.integer({ min: 0, max: 255 }),
});

/** The switch's own information, so that a partner seems to have received it. */
const heard = fc
  .tuple(fc.constantFrom(...PORTS), fc.integer({ min: 0, max: 255 }))
  .map(([port, state]) => ({ systemPriority: 32_768, system: OWN, key: 19, portPriority: 32_768, port, state }));

const lacpdu = fc
  .tuple(party, fc.oneof(party, heard))
  .map(([actor, partner]) => buildLacpdu('02-00-00-00-00-0B', actor, partner));
const mutated = fc
  .tuple(lacpdu, fc.array(fc.tuple(fc.nat(123), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }), fc.nat(200))
  .map(([frame, changes, length]) => {
    const next = frame.slice();
    for (const [at, octet] of changes) next[at] = octet;
    return length < next.length && length % 3 === 0 ? next.slice(0, length) : next;
  });
const octets = fc.oneof({ weight: 6, arbitrary: lacpdu }, { weight: 3, arbitrary: mutated }, fc.uint8Array());

const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ port: fc.integer({ min: 0, max: 5 }), octets }) },
  { weight: 2, arbitrary: fc.record({ pass: fc.constantFrom(1, 500, 1000, 2000, 3000, 30_000, 100_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      set: fc.constantFrom(...PORTS),
      speed: fc.constantFrom(0, 100, 1000),
      trunk: fc.constantFrom(1, 2),
      active: fc.boolean(),
      priority: fc.constantFrom(1, 32_768),
    }),
  },
);

test(
  `of ${RUNS * 60} frames and changes none brings a switch into a state that is none (FACEPLATE_SEED=${seed})`,
  () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 60, maxLength: 60 }), (events) => {
        const one = new LacpSwitch(OWN, Object.fromEntries(PORTS.map((port) => [port, member])));
        let now = 0;
        one.tell({ kind: 'configure' }, now);
        for (const each of events) {
          one.sent.length = 0;
          if ('octets' in each) one.tell({ kind: 'frame', port: each.port, octets: each.octets }, now);
          else if ('set' in each) one.set(each.set, each, now);
          else {
            now = Math.max(now, Math.min(now + each.pass, one.state.wakeAt));
            one.tell({ kind: 'wake' }, now);
          }
          // One LACPDU for each port, and one answer to a marker.
          expect(one.sent.length).toBeLessThanOrEqual(PORTS.length + 1);
          expectLegal(one, now);
        }
      }),
      { numRuns: RUNS, seed },
    );
  },
  patience(RUNS * 60),
);

function expectLegal(one: LacpSwitch, now: number): void {
  const { ports, wakeAt } = one.state;
  expect([...ports.keys()]).toEqual(PORTS);
  expect(wakeAt).toBeGreaterThanOrEqual(now);
  for (const port of ports.values()) {
    expect(port.sentAt.length).toBeLessThanOrEqual(3);
    expect(port.answeredAt.length).toBeLessThanOrEqual(5);
    if (port.mux === 'distributing') {
      expect(port).toMatchObject({ selected: 'selected' });
      expect(port.settings.speed).toBeGreaterThan(0);
      expect(['current', 'expired']).toContain(port.receive);
      const needed = StateBit.synchronization | StateBit.collecting | StateBit.aggregation;
      expect(port.partner.state & needed).toBe(needed);
    }
  }
  for (const trunk of [1, 2]) {
    const view = one.trunk(trunk);
    expect(view.distributing & ~view.collecting).toBe(NO_PORTS);
    if (view.individual !== undefined) {
      expect(portsOf(view.distributing)).toEqual([view.individual]);
      continue;
    }
    const partners = portsOf(view.distributing).map((port) => {
      const found = ports.get(port);
      expect(found?.settings.trunk).toBe(trunk);
      return `${found?.partner.system} ${found?.partner.systemPriority} ${found?.partner.key} ${found?.settings.speed}`;
    });
    expect(new Set(partners).size).toBeLessThanOrEqual(1);
  }
}
