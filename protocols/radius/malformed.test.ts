import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { assignedVlanOf } from './assigned-vlan.ts';
import { stepRadius } from './client.ts';
import { buildAccessRequest, judgeAnswer, octetsOf, parseRadius, textAttribute } from './packet.ts';
import { idleRadius } from './state.ts';
import { answerTo } from './testing.ts';

const RUNS = framesToTry(4000);
const SECRET = 'testing123';
const authenticator = new Uint8Array(16).fill(7);
const request = buildAccessRequest(1, authenticator, [textAttribute(1, 'nemo')], SECRET);
const server = { index: 1, secret: SECRET, timeout: 5000, retransmit: 2, accounting: true };

const attribute = fc.record({
  type: fc.constantFrom(1, 24, 25, 27, 29, 33, 64, 65, 79, 80, 81, 85, 200),
  value: fc.uint8Array({ maxLength: 253 }),
});
const answer = fc
  .tuple(fc.constantFrom(2, 3, 5, 11, 40), fc.array(attribute, { maxLength: 6 }), fc.boolean(), fc.boolean())
  .map(([code, attributes, unsigned, wrong]) =>
    answerTo(request, code, attributes, wrong ? 'another' : SECRET, { unsigned }),
  );
const mutated = fc
  .tuple(
    answer,
    fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }),
    fc.nat(99),
  )
  .map(([octets, changes, cut]) => {
    const next = octets.slice();
    for (const [at, value] of changes) if (at < next.length) next[at] = value;
    return cut % 3 === 0 ? next.slice(0, cut) : next;
  });

test(
  `of ${RUNS} datagrams none throws, and none that was changed is an answer (FACEPLATE_SEED=${seed})`,
  () => {
    const random = () => authenticator;
    let state = stepRadius(idleRadius, { kind: 'configure', servers: [server] }, 0, random).state;
    const question = { id: 1, way: 'authentication', attributes: () => [textAttribute(1, 'nemo')] } as const;
    state = stepRadius(state, { kind: 'ask', question }, 0, random).state;
    fc.assert(
      fc.property(fc.oneof(answer, mutated, fc.uint8Array({ maxLength: 300 })), (octets) => {
        const packet = parseRadius(octets);
        if (packet) {
          assignedVlanOf(packet);
          octetsOf(packet, 79);
        }
        const verdict = judgeAnswer(octets, request, SECRET);
        if (verdict.kind === 'answer') expect([2, 3, 11]).toContain(verdict.packet.code);
        const step = stepRadius(state, { kind: 'datagram', server: 1, way: 'authentication', octets }, 0, random);
        expect(step.state.pending.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: RUNS, seed },
    );
    fc.assert(
      fc.property(answer, fc.nat(4000), fc.integer({ min: 1, max: 255 }), (octets, at, change) => {
        const length = ((octets[2] ?? 0) << 8) | (octets[3] ?? 0);
        const next = octets.slice();
        const place = at % length;
        next[place] = (next[place] ?? 0) ^ change;
        // The identifier is no part of what is judged: it says which request is meant.
        if (place !== 1) expect(judgeAnswer(next, request, SECRET).kind).not.toBe('answer');
      }),
      { numRuns: Math.ceil(RUNS / 4), seed },
    );
  },
  patience(RUNS * 2),
);
