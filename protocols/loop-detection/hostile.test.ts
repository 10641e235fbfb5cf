import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasPort, portListOf } from '../../model/values/port-list.ts';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { type LoopEvent, stepLoopDetection } from './detection.ts';
import { buildProbe } from './probe.ts';
import { idleLoopDetection, type LoopSettings, type LoopState } from './state.ts';

const EACH = 60;
const RUNS = Math.ceil(framesToTry(6000) / EACH);
const PORTS = [1, 2, 3, 4];
const VLANS = [1, 20, 30];
const OWN = '02-00-00-00-00-0A';
const TOKENS = 4;

const settings: fc.Arbitrary<LoopSettings> = fc.record({
  address: fc.constant(OWN),
  mode: fc.constantFrom('port', 'vlan'),
  interval: fc.constantFrom(1000, 10_000),
  recoverTime: fc.constantFrom(60_000, 1_000_000, Number.POSITIVE_INFINITY),
  ports: fc
    .subarray(PORTS)
    .chain((ports) => fc.tuple(...ports.map((port) => fc.tuple(fc.constant(port), fc.constantFrom(0, ...VLANS)))))
    .map((ports) => new Map(ports.map(([port, pvid]) => [port, { pvid }]))),
  vlans: fc.subarray(VLANS).chain((vlans) =>
    fc.tuple(...vlans.map((vlan) => fc.tuple(fc.constant(vlan), fc.subarray(PORTS), fc.subarray(PORTS)))).map(
      (all) =>
        new Map(
          all.map(([vlan, members, untagged]) => {
            const list = portListOf(members);
            return [vlan, { members: list, untagged: portListOf(untagged) & list }];
          }),
        ),
    ),
  ),
});

/** Tokens come from few, so that what is made up is believed now and then. */
const probe = fc
  .record({
    address: fc.constantFrom(OWN, OWN, OWN, '02-00-00-00-00-0B'),
    port: fc.integer({ min: 0, max: 5 }),
    vlan: fc.constantFrom(0, 0, ...VLANS, 4095),
    token: fc.integer({ min: 0, max: TOKENS }).map(BigInt),
    tagged: fc.boolean(),
  })
  .map(({ address, tagged, ...content }) => buildProbe(address, content, tagged));
const mutated = fc
  .tuple(probe, fc.array(fc.tuple(fc.nat(63), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }), fc.nat(90))
  .map(([frame, changes, length]) => {
    const next = frame.slice();
    for (const [at, octet] of changes) next[at] = octet;
    return length % 3 === 0 ? next.slice(0, length) : next;
  });
const octets = fc.oneof({ weight: 6, arbitrary: probe }, { weight: 3, arbitrary: mutated }, fc.uint8Array());

const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ port: fc.integer({ min: 0, max: 5 }), octets }) },
  { weight: 3, arbitrary: fc.record({ pass: fc.constantFrom(1, 50, 500, 1000, 60_000, 1_000_000) }) },
  { weight: 1, arbitrary: fc.record({ settings }) },
  { weight: 1, arbitrary: fc.record({ ask: fc.constantFrom('probe', 'recover'), of: fc.constantFrom(...PORTS) }) },
);

test(
  `of ${RUNS * EACH} frames and changes none brings loop detection into a state that is none (FACEPLATE_SEED=${seed})`,
  () => {
    fc.assert(
      fc.property(settings, fc.array(event, { minLength: EACH, maxLength: EACH }), (first, events) => {
        let present = first;
        let state = idleLoopDetection;
        let now = 0;
        let drawn = 0;
        const draw = () => {
          drawn += 1;
          return BigInt(drawn % TOKENS);
        };
        const tell = (what: LoopEvent): void => {
          const step = stepLoopDetection(present, state, what, now, draw);
          // Nothing that comes in has a frame sent at once.
          expect(step.send.length).toBeLessThanOrEqual(what.kind === 'frame' ? 0 : PORTS.length * (VLANS.length + 1));
          state = step.state;
          expectLegal(present, state, now);
        };
        tell({ kind: 'configure' });
        for (const each of events) {
          if ('octets' in each) tell({ kind: 'frame', port: each.port, octets: each.octets });
          else if ('ask' in each) tell(each.ask === 'probe' ? { kind: 'probe' } : { kind: 'recover', port: each.of });
          else if ('settings' in each) {
            present = each.settings;
            tell({ kind: 'configure' });
          } else {
            now = Math.max(now, Math.min(now + each.pass, state.wakeAt));
            tell({ kind: 'wake' });
          }
        }
      }),
      { numRuns: RUNS, seed },
    );
  },
  patience(RUNS * EACH),
);

/** Closed is only what takes part, once; what is to come is soon enough, and nothing is piled up. */
function expectLegal({ mode, ports, vlans }: LoopSettings, state: LoopState, now: number): void {
  expect(state.wakeAt).toBeGreaterThanOrEqual(now);
  expect(state.tokens.length).toBeLessThanOrEqual(2);
  expect(state.pending.length).toBeLessThanOrEqual(VLANS.length + 1);
  for (const [key, { port, vlan, since }] of state.blocks) {
    expect(key).toBe(`${port} ${vlan}`);
    expect(ports.has(port)).toBe(true);
    expect(mode === 'port' ? vlan === 0 : hasPort(vlans.get(vlan)?.members ?? 0n, port)).toBe(true);
    expect(since).toBeLessThanOrEqual(now);
  }
}
