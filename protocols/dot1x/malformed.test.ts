import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildEap } from '../eap/packet.ts';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { decisionOf } from './access.ts';
import { STATIONS_MAXIMUM } from './draft.ts';
import { accepted, auto, eapol, TestAuthenticator } from './testing.ts';

const RUNS = Math.ceil(framesToTry(6000) / 60);

const station = fc.integer({ min: 0, max: 40 }).map((at) => `02-AA-00-00-00-${at.toString(16).padStart(2, '0')}`);
const octet = fc.integer({ min: 0, max: 255 });
const body = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(1, 3, 4, 25),
      fc.uint8Array(),
    )
    .map(([code, identifier, type, data]) => buildEap(code, identifier, type, data)),
  fc.uint8Array(),
);
const whole = fc
  .tuple(station, fc.constantFrom(0, 0, 0, 1, 2, 3, 9), body, fc.constantFrom(0, 1, 2, 3, 255))
  .map(([from, type, octets, version]) => eapol(from, type, octets, version));
const mutated = fc
  .tuple(whole, fc.array(fc.tuple(fc.nat(80), octet), { maxLength: 4 }), fc.nat(90))
  .map(([frame, changes, length]) => {
    const next = frame.slice();
    for (const [at, value] of changes) if (at < next.length) next[at] = value;
    return length % 3 === 0 ? next.slice(0, length) : next;
  });
const answer = fc.oneof(
  fc.constant(accepted),
  fc.constant({ kind: 'silence' } as const),
  fc.record({ kind: fc.constant('reject' as const), eap: fc.option(body, { nil: undefined }) }),
  fc.record({
    kind: fc.constant('challenge' as const),
    eap: body,
    timeout: fc.option(fc.nat(60_000), { nil: undefined }),
  }),
);
const event = fc.oneof(
  { weight: 10, arbitrary: fc.record({ frame: fc.oneof(whole, mutated, fc.uint8Array({ maxLength: 120 })) }) },
  { weight: 3, arbitrary: fc.record({ answer }) },
  { weight: 2, arbitrary: fc.record({ pass: fc.constantFrom(1, 10_000, 30_000, 60_000) }) },
  { weight: 1, arbitrary: fc.record({ mode: fc.constantFrom('port' as const, 'station' as const) }) },
  { weight: 1, arbitrary: fc.record({ isUp: fc.boolean() }) },
);

test(
  `of ${RUNS * 60} frames and answers none opens a port that the backend did not, throws, or makes it grow (FACEPLATE_SEED=${seed})`,
  () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 60, maxLength: 60 }), (events) => {
        const one = new TestAuthenticator();
        let mode: 'port' | 'station' = 'port';
        let acceptances = 0;
        const configure = () =>
          one.tell({ kind: 'configure', ports: new Map([[1, { ...auto, mode, guestVlan: 20 }]]) });
        configure();
        one.tell({ kind: 'link', port: 1, isUp: true });
        for (const given of events) {
          if ('frame' in given) one.frame(given.frame);
          else if ('answer' in given) {
            if (given.answer.kind === 'accept') acceptances += 1;
            one.answer(given.answer);
          } else if ('pass' in given) one.pass(given.pass);
          else if ('isUp' in given) one.tell({ kind: 'link', port: 1, isUp: given.isUp });
          else {
            mode = given.mode;
            configure();
          }
          const port = one.state.ports.get(1);
          const decision = port && decisionOf(port);
          if (acceptances === 0 && decision) expect(decision.isGuest).toBe(true);
          expect(port?.conversations.size).toBeLessThanOrEqual(STATIONS_MAXIMUM + 1);
        }
      }),
      { numRuns: RUNS, seed },
    );
  },
  patience(RUNS * 60),
);
