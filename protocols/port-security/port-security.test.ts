import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import type { PortSecurityEvent } from './events.ts';
import { stepPortSecurity } from './port-security.ts';
import { addressesAt, addressesInUse, nextAgeing } from './secure-entries.ts';
import {
  idlePortSecurity,
  type PortSecuritySettings,
  type PortSecurityState,
  placeKey,
  type SecuredPort,
} from './state.ts';

const EACH = 60;
const RUNS = Math.ceil(framesToTry(6000) / EACH);
const OWN = '02-FA-CE-00-00-01';

const port = fc.constantFrom(1, 2, 3);
const vlan = fc.constantFrom(1, 20);
const address = fc.oneof(
  { weight: 9, arbitrary: fc.nat(12).map((at) => `02-00-00-00-00-${at.toString(16).padStart(2, '0').toUpperCase()}`) },
  { weight: 1, arbitrary: fc.constantFrom(OWN, '00-00-00-00-00-00', '01-00-5E-00-00-01', 'FF-FF-FF-FF-FF-FF') },
);
const place = fc.record({ port, vlan, address });
const secured = fc.record<SecuredPort>({
  maximum: fc.nat(4),
  violation: fc.constantFrom('protect', 'restrict', 'shutdown'),
  keeps: fc.boolean(),
  ageing: fc.constantFrom(0, 60_000),
  ageingFrom: fc.constantFrom('begin', 'lastFrame'),
  vlans: fc.constantFrom('1:1', '20:1,20'),
  lentVlan: fc.constantFrom(undefined, 20),
});
const settings = fc
  .record({
    maximum: fc.constantFrom(3, Number.POSITIVE_INFINITY),
    ports: fc.array(fc.tuple(port, secured), { maxLength: 3 }),
    pinned: fc.array(place, { maxLength: 1 }),
    isShared: fc.boolean(),
  })
  .map(
    ({ ports, ...wanted }): PortSecuritySettings => ({
      ...wanted,
      ports: new Map(ports),
      configured: [],
      ownAddress: OWN,
    }),
  );
type Told = Exclude<PortSecurityEvent, { readonly kind: 'configure' }>;
const event = fc.oneof(
  { weight: 12, arbitrary: place.map((one): Told => ({ kind: 'source', place: one })) },
  fc.tuple(place, fc.bigInt(0n, 5n)).map(
    ([one, count]): Told => ({
      kind: 'heard',
      frames: new Map([[placeKey(one), count]]),
    }),
  ),
  port.map((one): Told => ({ kind: 'linkDown', port: one })),
  fc.record({ kind: fc.constant('clear' as const), port }),
  fc.record({ kind: fc.constant('clear' as const), address }),
  fc.constant<Told>({ kind: 'wake' }),
);
const moment = fc.record({ event, settings: fc.option(settings, { nil: undefined, freq: 12 }), later: fc.nat(40_000) });

test(
  `no port lets in more stations than it may, whatever comes and is configured, seed ${seed}`,
  () => {
    fc.assert(
      fc.property(settings, fc.array(moment, { minLength: EACH, maxLength: EACH }), (first, moments) => {
        let [current, now] = [first, SOME_MOMENT];
        let { state } = stepPortSecurity(
          current,
          idlePortSecurity,
          { kind: 'configure', former: undefined, stations: [] },
          0,
        );
        for (const { event: told, settings: next, later } of moments) {
          now += later;
          if (next) {
            const step = stepPortSecurity(next, state, { kind: 'configure', former: current, stations: [] }, now);
            [state, current] = [step.state, next];
          }
          const before = state;
          const step = stepPortSecurity(current, state, told, now);
          state = step.state;
          for (const { place: entry } of state.entries.values()) {
            expect(current.ports.has(entry.port)).toBe(true);
            expect([OWN, '00-00-00-00-00-00']).not.toContain(entry.address);
            expect(Number.parseInt(entry.address.slice(0, 2), 16) & 1).toBe(0);
          }
          const names = [...state.entries.values()].map(({ place: entry }) => `${entry.vlan} ${entry.address}`);
          expect(new Set(names).size).toBe(names.length);
          expect(state.told.size).toBeLessThanOrEqual(512);
          for (const [number, { maximum }] of current.ports) {
            const [here, earlier] = [addressesAt(current, state, number), addressesAt(current, before, number)];
            // Accepted addresses stay when a maximum is lowered; no further ones are added.
            expect(here).toBeLessThanOrEqual(Math.max(maximum, earlier));
          }
          const [all, others] = [addressesInUse(current, state), addressesInUse(current, before)];
          expect(all).toBeLessThanOrEqual(Math.max(current.maximum, others));
          if (told.kind === 'source' && step.admits && current.ports.has(told.place.port)) {
            const isThere = (one: { readonly port: number; readonly address: string }) =>
              one.port === told.place.port && one.address === told.place.address;
            const places = [...state.entries.values()].map((entry) => entry.place);
            expect([...places, ...current.pinned].some(isThere)).toBe(true);
          }
          if (told.kind === 'wake') expect(nextAgeing(current, state)).toBeGreaterThan(now);
        }
      }),
      { numRuns: RUNS, seed },
    );
  },
  patience(RUNS * EACH),
);

test.each([
  ['begin', 60_000],
  ['lastFrame', 110_000],
] as const)('an address that was heard again goes a minute from its %s', (ageingFrom, end) => {
  const secured: SecuredPort = {
    ...{ maximum: 1, violation: 'protect', keeps: false, ageing: 60_000, ageingFrom, vlans: '1:1' },
    lentVlan: undefined,
  };
  const settings: PortSecuritySettings = {
    ...{ maximum: 8, configured: [], pinned: [], isShared: false, ownAddress: OWN },
    ports: new Map([[1, secured]]),
  };
  const station = { port: 1, vlan: 1, address: '02-00-00-00-00-01' };
  const learnt = stepPortSecurity(settings, idlePortSecurity, { kind: 'source', place: station }, 0);
  const hears = (before: PortSecurityState, count: bigint, now: number) =>
    stepPortSecurity(settings, before, { kind: 'heard', frames: new Map([[placeKey(station), count]]) }, now).state;
  // A restarted count also means frames; an unchanged one means none.
  const state = hears(hears(hears(learnt.state, 3n, 40_000), 1n, 50_000), 1n, 55_000);
  expect(nextAgeing(settings, state)).toBe(end);
  const at = (now: number) => stepPortSecurity(settings, state, { kind: 'wake' }, now).state.entries.size;
  expect([at(end - 1), at(end)]).toEqual([1, 0]);
});

test.each([
  [true, 1],
  [false, 2],
])(
  'an address that is secure in one VLAN and pinned in others counts once where learning is shared: %s',
  (isShared, count) => {
    const address = '02-00-00-00-00-01';
    const secured: SecuredPort = {
      ...{ maximum: 2, violation: 'protect', keeps: false, ageing: 0, ageingFrom: 'begin', vlans: '1:1' },
      lentVlan: undefined,
    };
    const settings: PortSecuritySettings = {
      ...{ maximum: 8, configured: [{ port: 1, vlan: 1, address, isPermanent: true, isLearnt: false }], isShared },
      ...{ pinned: [{ port: 1, vlan: 20, address }], ownAddress: OWN },
      ports: new Map([[1, secured]]),
    };
    const configure = { kind: 'configure', former: undefined, stations: [] } as const;
    const { state } = stepPortSecurity(settings, idlePortSecurity, configure, 0);
    expect([addressesAt(settings, state, 1), addressesInUse(settings, state)]).toEqual([count, count]);
    const other = { port: 1, vlan: 1, address: '02-00-00-00-00-02' };
    // What it counts is what keeps another station out.
    expect(stepPortSecurity(settings, state, { kind: 'source', place: other }, 0).admits).toBe(isShared);
  },
);

test('a link that goes down takes away what was learned at its port, and nothing that is configured', () => {
  const saved = { port: 1, vlan: 1, address: '02-00-00-00-00-01' };
  const secured: SecuredPort = {
    ...{ maximum: 4, violation: 'protect', keeps: false, ageing: 0, ageingFrom: 'begin', vlans: '1:1' },
    lentVlan: undefined,
  };
  const settings: PortSecuritySettings = {
    ...{ maximum: 8, configured: [{ ...saved, isPermanent: true, isLearnt: false }], pinned: [], isShared: false },
    ownAddress: OWN,
    ports: new Map([
      [1, secured],
      [2, secured],
    ]),
  };
  const learnt = [1, 2].map((port) => ({ port, vlan: 1, address: `02-00-00-00-00-1${port}` }));
  const events = [
    { kind: 'configure', former: undefined, stations: [] } as const,
    ...learnt.map((place) => ({ kind: 'source', place }) as const),
    { kind: 'linkDown', port: 1 } as const,
  ];
  const state = events.reduce((before, event) => stepPortSecurity(settings, before, event, 0).state, idlePortSecurity);
  expect([...state.entries.values()].map(({ place }) => place)).toEqual([saved, learnt[1]]);
});
