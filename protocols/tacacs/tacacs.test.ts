import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { beginLogin, continueLogin, type LoginStep } from './login.ts';
import {
  buildTacacs,
  Flag,
  type LoginKind,
  PacketType,
  packetLength,
  parseTacacs,
  ReplyStatus,
  readReply,
} from './packet.ts';
import { replyBody } from './testing.ts';

const KEY = 'tac-key';
const SESSION = 0xdeadbeef;
const user = { name: 'ann', password: 'hello', port: 'management', remoteAddress: '192.0.2.7' };

const begin = (kind: LoginKind = 'pap', single = false) => beginLogin(user, kind, SESSION, KEY, single);
const reply = (step: LoginStep, status: number, more: { key?: string; flags?: number; sequence?: number } = {}) =>
  continueLogin(
    step.login,
    buildTacacs(
      {
        type: PacketType.authentication,
        version: step.login.kind === 'pap' ? 0xc1 : 0xc0,
        sequence: more.sequence ?? step.login.sequence + 1,
        flags: more.flags ?? 0,
        session: SESSION,
        body: replyBody(status, ''),
      },
      more.key ?? KEY,
    ),
    KEY,
  );

describe('packets (RFC 8907 4)', () => {
  test('a body is hidden by the pad of session, key, version and sequence', () => {
    const body = new Uint8Array(20);
    const octets = buildTacacs(
      { type: PacketType.authentication, version: 0xc1, sequence: 1, flags: 0, session: SESSION, body },
      KEY,
    );
    const id = Buffer.from('deadbeef', 'hex');
    const first = createHash('md5').update(id).update(KEY).update(Uint8Array.of(0xc1, 1)).digest();
    const second = createHash('md5').update(id).update(KEY).update(Uint8Array.of(0xc1, 1)).update(first).digest();
    expect(Buffer.from(octets.subarray(12))).toEqual(Buffer.concat([first, second.subarray(0, 4)]));
    expect(parseTacacs(octets, KEY)?.body).toEqual(body);
  });

  test('what is not hidden, is of another kind or too long is none', () => {
    const open = begin().send?.slice() ?? new Uint8Array();
    open[3] = Flag.unencrypted;
    expect(parseTacacs(open, KEY)).toBeUndefined();
    const other = begin().send?.slice() ?? new Uint8Array();
    other[1] = 3;
    expect(parseTacacs(other, KEY)).toBeUndefined();
    expect(packetLength(Uint8Array.from([0xc0, 1, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0]))).toBe('malformed');
  });
});

describe('a login (RFC 8907 5)', () => {
  test('by PAP sends name and password at once, and ends with the reply', () => {
    const step = begin();
    const body = Buffer.from(parseTacacs(step.send ?? new Uint8Array(), KEY)?.body ?? []);
    expect(body.subarray(0, 8)).toEqual(Buffer.from([1, 15, 2, 1, 3, 10, 9, 5]));
    expect(body.subarray(8).toString()).toBe('annmanagement192.0.2.7hello');
    expect(reply(step, ReplyStatus.pass).outcome).toBe('pass');
    expect(reply(step, ReplyStatus.fail).outcome).toBe('fail');
  });

  test('by ASCII answers the prompts for name and password, and no endless row of them', () => {
    let step = begin('ascii');
    expect(Buffer.from(parseTacacs(step.send ?? new Uint8Array(), KEY)?.body ?? []).toString()).not.toContain('hello');
    step = reply(step, ReplyStatus.getUser);
    expect(parseTacacs(step.send ?? new Uint8Array(), KEY)).toMatchObject({ sequence: 3 });
    step = reply(step, ReplyStatus.getPassword);
    const sent = parseTacacs(step.send ?? new Uint8Array(), KEY);
    expect(sent?.sequence).toBe(5);
    expect(Buffer.from(sent?.body ?? []).toString()).toContain('hello');
    expect(reply(step, ReplyStatus.pass).outcome).toBe('pass');
    for (let at = 0; at < 3 && step.outcome === undefined; at += 1) step = reply(step, ReplyStatus.getData);
    expect(step.outcome).toBe('error');
  });

  test('is refused by a server that sends elsewhere: whom it names is not asked', () => {
    expect(reply(begin(), ReplyStatus.follow).outcome).toBe('fail');
    expect(reply(reply(begin('ascii'), ReplyStatus.getUser), ReplyStatus.follow).outcome).toBe('fail');
  });

  test('is an error, and no refusal, with another key or another sequence', () => {
    expect(reply(begin(), ReplyStatus.pass, { key: 'other' }).outcome).toBe('error');
    expect(reply(begin(), ReplyStatus.pass, { sequence: 4 }).outcome).toBe('error');
    expect(reply(begin(), ReplyStatus.error).outcome).toBe('error');
    expect(reply(begin(), ReplyStatus.getPassword).outcome).toBe('error');
  });

  test('takes a reply that comes in pieces', () => {
    const step = begin();
    const body = replyBody(ReplyStatus.pass, 'welcome');
    const octets = buildTacacs(
      { type: PacketType.authentication, version: 0xc1, sequence: 2, flags: 0, session: SESSION, body },
      KEY,
    );
    let next: LoginStep = step;
    for (const octet of octets) next = continueLogin(next.login, Uint8Array.of(octet), KEY);
    expect(next.outcome).toBe('pass');
  });

  test('keeps the connection where both ends want that', () => {
    expect(reply(begin('pap', true), ReplyStatus.pass, { flags: Flag.singleConnect }).keepsConnection).toBe(true);
    expect(reply(begin('pap', true), ReplyStatus.pass).keepsConnection).toBe(false);
    expect(reply(begin(), ReplyStatus.pass, { flags: Flag.singleConnect }).keepsConnection).toBe(false);
  });

  test('of a name that does not fit is refused without asking', () => {
    expect(beginLogin({ ...user, name: 'x'.repeat(256) }, 'pap', 1, KEY, false).outcome).toBe('fail');
  });
});

test(
  `no octets throw, and none that nobody with the key wrote let anybody in (FACEPLATE_SEED=${seed})`,
  () => {
    const runs = framesToTry(4000);
    const header = (octets: Uint8Array) => Uint8Array.from([0xc1, 1, 2, 0, 0xde, 0xad, 0xbe, 0xef, ...octets]);
    const given = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.uint8Array({ maxLength: 40 }).map(header),
      fc
        .uint8Array({ minLength: 6, maxLength: 40 })
        .map((rest) => header(Uint8Array.from([0, 0, 0, rest.length, ...rest]))),
    );
    fc.assert(
      fc.property(given, (octets) => {
        readReply(octets);
        const kind = octets.length % 2 === 0 ? 'pap' : 'ascii';
        const { outcome } = continueLogin(begin(kind).login, octets, KEY);
        // Of two octets of random lengths in a reply both are right once in 2^32.
        expect(outcome).not.toBe('pass');
      }),
      { numRuns: runs, seed },
    );
  },
  patience(framesToTry(4000)),
);
