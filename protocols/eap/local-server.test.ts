import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { answerLocally } from './local-server.ts';
import { buildEap, EapCode, EapType } from './packet.ts';
import { converse, random, type TestStation, testServer } from './testing.ts';

const ways = ['md5', 'peap', 'pap', 'mschap'] as const;
const ann = { name: 'ann', password: 'hello' };
const { md5Challenge, peap, ttls } = EapType;

describe.each(ways)('%s by a list of users', (way) => {
  const ends = (station: Partial<TestStation>) => converse(testServer, { ...ann, way, ...station }).end;

  test('lets in the user with the password, and nobody else', () => {
    expect(ends({})).toMatchObject({ kind: 'accept', user: 'ann' });
    expect(ends({ password: 'Hello' })).toMatchObject({ kind: 'reject', name: 'ann' });
    expect(ends({ password: '' })).toMatchObject({ kind: 'reject' });
    expect(ends({ name: 'eve' })).toMatchObject({ kind: 'reject', name: 'eve' });
    expect(ends({ name: 'eve', password: '' })).toMatchObject({ kind: 'reject' });
  });

  test('ends with the outcome for the request that it answers (RFC 3748 4.2)', () => {
    const answer = ends({});
    const refusal = ends({ password: 'wrong' });
    if (answer.kind !== 'accept' || refusal.kind !== 'reject') throw new Error('neither let in nor refused');
    expect(answer.eap[0]).toBe(EapCode.success);
    expect(refusal.eap[0]).toBe(EapCode.failure);
  });

  test('takes another identifier, type or code for no answer', () => {
    for (const at of [0, 1, 4]) {
      const change = (eap: Uint8Array, round: number) =>
        round < 2 ? eap : eap.map((octet, index) => (index === at ? octet ^ 0x55 : octet));
      expect(ends({ change })).toMatchObject({ kind: 'reject' });
    }
  });
});

test.each(['peap', 'pap', 'mschap'] as const)('%s tells the name of the user inside the tunnel only', (way) => {
  const hidden = { ...ann, way, identity: 'anonymous' };
  expect(converse(testServer, hidden).end).toMatchObject({ kind: 'accept', user: 'ann' });
  expect(converse(testServer, { ...hidden, password: 'no' }).end).toMatchObject({ kind: 'reject', name: 'ann' });
  expect(converse(testServer, { ...hidden, name: 'eve', identity: 'ann' }).end).toMatchObject({ kind: 'reject' });
});

test.each(['peap', 'mschap'] as const)('%s lets in a user whose station puts a domain in front', (way) => {
  expect(converse(testServer, { ...ann, way, name: 'OFFICE\\ann' }).end).toMatchObject({ kind: 'accept', user: 'ann' });
});

describe('a station that wants another method', () => {
  const offered = (way: TestStation['way'], hasCertificate = true) =>
    converse({ ...testServer, hasCertificate }, { ...ann, way }).offered;

  test('is offered it, the strongest first', () => {
    expect(offered('peap')).toEqual([peap]);
    expect(offered('pap')).toEqual([peap, ttls]);
    expect(offered('md5')).toEqual([peap, md5Challenge]);
  });

  test('is offered nothing but MD5 where there is no certificate', () => {
    expect(offered('md5', false)).toEqual([md5Challenge]);
    expect(converse({ ...testServer, hasCertificate: false }, { ...ann, way: 'peap' }).end.kind).toBe('reject');
  });

  test('is offered no method twice, none that there is not, and none once it has begun', () => {
    const naks = (wanted: (round: number) => readonly number[]) =>
      converse(testServer, {
        ...ann,
        way: 'peap',
        change: (eap, round) =>
          wanted(round).length > 0
            ? buildEap(EapCode.response, eap[1] ?? 0, EapType.nak, Uint8Array.from(wanted(round)))
            : eap,
      });
    expect(naks((round) => (round === 1 ? [ttls] : round === 2 ? [peap] : [])).end.kind).toBe('reject');
    expect(naks((round) => (round === 1 ? [13] : [])).end.kind).toBe('reject');
    expect(naks((round) => (round === 1 ? [0] : [])).end.kind).toBe('reject');
    const late = naks((round) => (round === 2 ? [md5Challenge] : []));
    expect(late).toMatchObject({ end: { kind: 'reject' }, offered: [peap] });
  });
});

test('a conversation without an end is ended', () => {
  const acknowledgement = (eap: Uint8Array) =>
    buildEap(EapCode.response, eap[1] ?? 0, peap, Uint8Array.of(0xc0, 0, 0, 64, 0, 1));
  const change = (eap: Uint8Array, round: number) => (round === 0 ? eap : acknowledgement(eap));
  expect(converse(testServer, { ...ann, way: 'peap', change }).end.kind).toBe('reject');
});

test('begins with nothing but an identity', () => {
  const early = buildEap(EapCode.response, 1, md5Challenge, new Uint8Array(17));
  expect(answerLocally(testServer, undefined, early, random).kind).toBe('reject');
});

test(
  `no octets are taken for a password, and none throw (FACEPLATE_SEED=${seed})`,
  () => {
    const changed = fc.record({
      way: fc.constantFrom(...ways),
      round: fc.nat(8),
      octets: fc.oneof(
        fc.uint8Array({ maxLength: 80 }),
        fc.array(fc.tuple(fc.nat(120), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 }),
      ),
      isData: fc.boolean(),
    });
    fc.assert(
      fc.property(changed, ({ way, round, octets, isData }) => {
        const change = (eap: Uint8Array, present: number) => {
          if (present !== round) return eap;
          if (octets instanceof Uint8Array) {
            return isData ? buildEap(EapCode.response, eap[1] ?? 0, eap[4] ?? 0, octets) : octets;
          }
          const next = eap.slice();
          for (const [at, by] of octets) if (at < next.length) next[at] = (next[at] ?? 0) ^ by;
          return next;
        };
        expect(converse(testServer, { ...ann, way, password: 'wrong', change }).end.kind).toBe('reject');
      }),
      { numRuns: framesToTry(2000), seed },
    );
  },
  patience(framesToTry(2000)),
);
