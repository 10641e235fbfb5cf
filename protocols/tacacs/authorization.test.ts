import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { type AuthorizationStep, beginAuthorization, continueAuthorization } from './authorization.ts';
import { AuthorizationStatus, buildTacacs, Flag, PacketType, parseTacacs, readAuthorization } from './packet.ts';
import { authorizationReplyBody } from './testing.ts';

const KEY = 'tac-key';
const SESSION = 0xdeadbeef;
const user = { name: 'ann', password: 'hello', port: 'management', remoteAddress: '192.0.2.7' };
const { passAdd, passReplace, fail, error, follow } = AuthorizationStatus;

const begin = (single = false) => beginAuthorization(user, 'pap', SESSION, KEY, single);
const packet = { type: Number(PacketType.authorization), version: 0xc0, sequence: 2, flags: 0, session: SESSION };
const answered = (body: Uint8Array, more: Partial<typeof packet> = {}, key = KEY) =>
  continueAuthorization(begin().authorization, buildTacacs({ ...packet, ...more, body }, key), KEY).outcome;
const reply = (status: number, ...given: readonly string[]) => answered(authorizationReplyBody(status, given));

describe('an authorization (RFC 8907 6)', () => {
  test('asks for a shell in the name of who proved himself, and not with his password', () => {
    const sent = parseTacacs(begin().send ?? new Uint8Array(), KEY);
    expect(sent).toMatchObject({ type: 2, version: 0xc0, sequence: 1 });
    const body = Buffer.from(sent?.body ?? []);
    expect(body.subarray(0, 10)).toEqual(Buffer.from([6, 15, 2, 1, 3, 10, 9, 2, 13, 4]));
    expect(body.subarray(10).toString()).toBe('annmanagement192.0.2.7service=shellcmd=');
  });

  test.each([passAdd, passReplace])('lets in with privilege 15, and where none is named (status %i)', (status) => {
    expect(reply(status, 'priv-lvl=15')).toBe('pass');
    expect(reply(status, 'service=shell', 'cmd=', 'priv-lvl*15')).toBe('pass');
    expect(reply(status)).toBe('pass');
  });

  test.each([passAdd, passReplace])('refuses a lesser privilege, and what is none (status %i)', (status) => {
    for (const value of ['0', '1', '14', '', '015', '15 ', '150', 'x']) {
      expect(reply(status, `priv-lvl=${value}`)).toBe('fail');
      expect(reply(status, `priv-lvl*${value}`)).toBe('fail');
    }
    expect(reply(status, 'priv-lvl=15', 'priv-lvl=1')).toBe('fail');
  });

  test('refuses with an argument that has to be kept and cannot be, and passes over one that need not', () => {
    expect(reply(passAdd, 'priv-lvl=15', 'acl=7')).toBe('fail');
    expect(reply(passAdd, 'priv-lvl=15', 'cmd=show')).toBe('fail');
    expect(reply(passAdd, 'priv-lvl=15', 'no sign')).toBe('fail');
    expect(reply(passAdd, 'priv-lvl=15', 'acl*7')).toBe('pass');
  });

  test('is refused by FAIL and by a server that sends elsewhere, and no answer where the server has an error', () => {
    expect(reply(fail, 'priv-lvl=15')).toBe('fail');
    expect(reply(follow)).toBe('fail');
    expect(reply(error)).toBe('error');
    expect(reply(7)).toBe('error');
  });

  test('is an error with another key, session, sequence or type, and with lengths that do not add up', () => {
    const right = authorizationReplyBody(passAdd, ['priv-lvl=15']);
    expect(answered(right)).toBe('pass');
    expect(answered(right, {}, 'other')).toBe('error');
    expect(answered(right, { session: 1 })).toBe('error');
    expect(answered(right, { sequence: 4 })).toBe('error');
    expect(answered(right, { type: PacketType.authentication })).toBe('error');
    expect(answered(right.slice(0, -1))).toBe('error');
    expect(answered(Uint8Array.from([...right, 0]))).toBe('error');
    expect(answered(Uint8Array.of(passAdd, 9, 0, 0, 0, 0))).toBe('error');
    expect(answered(Uint8Array.of(passAdd))).toBe('error');
  });

  test('takes an answer that comes in pieces, and keeps the connection where both ends want that', () => {
    const body = authorizationReplyBody(passAdd, ['priv-lvl=15']);
    let next: AuthorizationStep = begin(true);
    for (const octet of buildTacacs({ ...packet, flags: Flag.singleConnect, body }, KEY)) {
      next = continueAuthorization(next.authorization, Uint8Array.of(octet), KEY);
    }
    expect(next).toMatchObject({ outcome: 'pass', keepsConnection: true });
  });
});

test(
  `no octets throw, and none make a lesser privilege an administrator's (FACEPLATE_SEED=${seed})`,
  () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc
        .tuple(fc.constantFrom(1, 2, 16, 17, 33), fc.array(fc.string({ maxLength: 12 }), { maxLength: 5 }))
        .map(([status, given]) => authorizationReplyBody(status, [...given, 'priv-lvl=1'])),
    );
    fc.assert(
      fc.property(body, fc.uint8Array({ maxLength: 60 }), (octets, raw) => {
        continueAuthorization(begin().authorization, raw, KEY);
        const outcome = answered(octets);
        const given = readAuthorization(octets);
        if (given === undefined) expect(outcome).toBe('error');
        if (given?.arguments.includes('priv-lvl=1')) expect(outcome).not.toBe('pass');
      }),
      { numRuns: framesToTry(4000), seed },
    );
  },
  patience(framesToTry(4000)),
);
