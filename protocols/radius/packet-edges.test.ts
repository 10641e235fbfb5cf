import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { assignedVlanOf } from './assigned-vlan.ts';
import {
  Attribute,
  buildAccessRequest,
  buildAccountingRequest,
  buildRadius,
  fitsRequest,
  hiddenPassword,
  judgeAnswer,
  longAttribute,
  numberAttribute,
  numberOf,
  octetsOf,
  parseRadius,
  type RadiusAttribute,
  RadiusCode,
  textAttribute,
} from './packet.ts';
import { answerTo } from './testing.ts';

const SECRET = 'testing123';
const AUTHENTICATOR = Uint8Array.from({ length: 16 }, (_, at) => at + 1);
const nemo = textAttribute(Attribute.userName, 'nemo');
const filled = (type: number, length: number): RadiusAttribute => ({ type, value: new Uint8Array(length).fill(7) });
const packetOf = (...attributes: RadiusAttribute[]) => ({
  ...{ code: 11, identifier: 200, authenticator: AUTHENTICATOR },
  attributes,
});
const built = (...attributes: RadiusAttribute[]) => buildRadius(packetOf(...attributes));

describe('the octets of a packet', () => {
  test('are code, identifier, length, authenticator and attributes, each at its place', () => {
    const octets = built(filled(18, 300 - 49), filled(24, 3));
    expect([...octets.subarray(0, 4)]).toEqual([11, 200, 278 >> 8, 278 & 0xff]);
    expect(octets.subarray(4, 20)).toEqual(AUTHENTICATOR);
    expect([octets[20], octets[21], octets[273], octets[274]]).toEqual([18, 253, 24, 5]);
    expect(parseRadius(octets)).toEqual(packetOf(filled(18, 300 - 49), filled(24, 3)));
  });

  test('end with an attribute without a value as well as with any other', () => {
    const parsed = parseRadius(built(nemo, filled(18, 0)));
    expect(parsed?.attributes).toEqual([nemo, filled(18, 0)]);
  });

  test('that end within the header of an attribute are no packet', () => {
    const octets = Uint8Array.from([...built(nemo), 18]);
    octets[3] = octets.length;
    expect(parseRadius(octets)).toBeUndefined();
  });

  test('are no packet if their length is that of less than a header, or of more than the greatest packet', () => {
    const short = built(nemo);
    short[3] = 19;
    expect(parseRadius(short)).toBeUndefined();
    short[3] = 20;
    expect(parseRadius(short)?.attributes).toEqual([]);
    const values = Array.from({ length: 16 }, () => filled(18, 253));
    const long = Uint8Array.from([...built(...values.slice(1)), ...built(values[0] ?? nemo).subarray(20)]);
    long.set([long.length >>> 8, long.length & 0xff], 2);
    expect(long).toHaveLength(4100);
    expect(parseRadius(long)).toBeUndefined();
  });

  test('are a request as long as they and its signature are at most 4,096 octets', () => {
    const whole = Array.from({ length: 15 }, () => filled(18, 253));
    const left = 4096 - 20 - 18 - 15 * 255 - 2;
    expect(fitsRequest([...whole, filled(18, left)])).toBe(true);
    expect(buildAccessRequest(1, AUTHENTICATOR, [...whole, filled(18, left)], SECRET)).toHaveLength(4096);
    expect(fitsRequest([...whole, filled(18, left + 1)])).toBe(false);
    expect([fitsRequest([filled(18, 253)]), fitsRequest([filled(18, 254)])]).toEqual([true, false]);
    expect(fitsRequest([filled(18, 1), filled(18, 254)])).toBe(false);
  });

  test('of a request have its code, its identifier, and the given octets as authenticator', () => {
    const access = parseRadius(buildAccessRequest(9, AUTHENTICATOR, [nemo], SECRET));
    expect(access).toMatchObject({ code: 1, identifier: 9, authenticator: AUTHENTICATOR });
    expect(access?.attributes.map(({ type }) => type)).toEqual([80, 1]);
    expect(parseRadius(buildAccountingRequest(10, [nemo], SECRET))).toMatchObject({
      ...{ code: 4, identifier: 10, attributes: [nemo] },
    });
  });
});

describe('values', () => {
  test('of texts are cut at 253 octets', () => {
    expect(textAttribute(1, 'x'.repeat(253)).value).toHaveLength(253);
    expect(textAttribute(1, 'x'.repeat(254)).value).toHaveLength(253);
    expect(textAttribute(31, 'é')).toEqual({ type: 31, value: Uint8Array.of(0xc3, 0xa9) });
  });

  test('that fill attributes exactly need no further one', () => {
    expect(longAttribute(79, new Uint8Array(506)).map(({ value }) => value.length)).toEqual([253, 253]);
    expect(longAttribute(79, new Uint8Array(254)).map(({ value }) => value.length)).toEqual([253, 1]);
    expect(longAttribute(79, new Uint8Array())).toEqual([]);
  });

  test('of numbers have 32 bits, the highest first', () => {
    expect(numberAttribute(6, 0x8102_0304)).toEqual({ type: 6, value: Uint8Array.of(0x81, 2, 3, 4) });
  });

  test('are found by their type: all octets, or the first number', () => {
    const packet = packetOf(
      nemo,
      filled(79, 2),
      numberAttribute(27, 0xffff_fffe),
      filled(79, 1),
      numberAttribute(27, 5),
    );
    expect(octetsOf(packet, 79)).toEqual(Uint8Array.of(7, 7, 7));
    expect(octetsOf(packet, 80)).toBeUndefined();
    expect([numberOf(packet, 27), numberOf(packet, 79), numberOf(packet, 28)]).toEqual([
      0xffff_fffe,
      undefined,
      undefined,
    ]);
    expect([numberOf(packetOf(filled(27, 3)), 27), numberOf(packetOf(filled(27, 5)), 27)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('of passwords are hidden part by part, each by the hidden part before it (RFC 2865 5.2)', () => {
    const password = 'a password of more than two parts!!';
    const hidden = hiddenPassword(password, AUTHENTICATOR, SECRET);
    expect([hidden?.type, hidden?.value.length]).toEqual([2, 48]);
    const keys = [AUTHENTICATOR, hidden?.value.slice(0, 16), hidden?.value.slice(16, 32)].flatMap((previous) => [
      ...createHash('md5')
        .update(SECRET)
        .update(previous ?? '')
        .digest(),
    ]);
    const plain = [...(hidden?.value ?? [])].map((octet, at) => octet ^ (keys[at] ?? 0));
    expect(Buffer.from(plain).toString().replace(/\0+$/, '')).toBe(password);
  });

  test('of an empty password are sixteen octets, as of one of sixteen', () => {
    expect(hiddenPassword('', AUTHENTICATOR, SECRET)?.value).toHaveLength(16);
    expect(hiddenPassword('0123456789abcdef', AUTHENTICATOR, SECRET)?.value).toHaveLength(16);
  });
});

describe('an answer', () => {
  const request = buildAccessRequest(7, AUTHENTICATOR, [nemo], SECRET);

  /** An acceptance whose Message-Authenticator is behind other attributes. */
  function signedBehind(...before: RadiusAttribute[]): Uint8Array {
    const empty = { type: Attribute.messageAuthenticator, value: new Uint8Array(16) };
    const octets = buildRadius({
      ...{ code: RadiusCode.accessAccept, identifier: 7, authenticator: request.subarray(4, 20) },
      attributes: [...before, empty],
    });
    octets.set(createHmac('md5', SECRET).update(octets).digest(), octets.length - 16);
    octets.set(createHash('md5').update(octets).update(SECRET).digest(), 4);
    return octets;
  }

  test('is valid with its Message-Authenticator at any place', () => {
    expect(judgeAnswer(signedBehind(nemo, filled(24, 9)), request, SECRET).kind).toBe('answer');
    const forged = signedBehind(nemo, filled(24, 9));
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    forged.set(request.subarray(4, 20), 4);
    forged.set(createHash('md5').update(forged).update(SECRET).digest(), 4);
    expect(judgeAnswer(forged, request, SECRET).kind).toBe('badAuthenticator');
  });

  test('is valid beyond 255 octets, and with octets behind its end that are none of it', () => {
    const answer = answerTo(request, RadiusCode.accessAccept, [filled(24, 250)], SECRET);
    expect(answer.length).toBeGreaterThan(255);
    expect(judgeAnswer(answer, request, SECRET).kind).toBe('answer');
    expect(judgeAnswer(Uint8Array.from([...answer, 1, 2, 3]), request, SECRET).kind).toBe('answer');
  });

  test('to a record for accounting needs no Message-Authenticator, but one that it has must be right', () => {
    const accounting = buildAccountingRequest(7, [], SECRET);
    const wrong = filled(Attribute.messageAuthenticator, 16);
    const answer = answerTo(accounting, RadiusCode.accountingResponse, [wrong], SECRET, { unsigned: true });
    expect(judgeAnswer(answer, accounting, SECRET).kind).toBe('badAuthenticator');
    const right = answerTo(accounting, RadiusCode.accountingResponse, [], SECRET);
    expect(judgeAnswer(right, accounting, SECRET).kind).toBe('answer');
    expect(judgeAnswer(answerTo(accounting, RadiusCode.accessAccept, [], SECRET), accounting, SECRET).kind).toBe(
      'unknownType',
    );
  });

  test('to a question is an acceptance, a refusal or a challenge', () => {
    const kinds = [1, 2, 3, 4, 5, 11].map((code) => judgeAnswer(answerTo(request, code, [], SECRET), request, SECRET));
    expect(kinds.map(({ kind }) => kind === 'answer')).toEqual([false, true, true, false, false, true]);
    expect(kinds[1]).toMatchObject({ packet: { code: 2, identifier: 7 } });
  });
});

describe('the VLAN of an acceptance', () => {
  const type = (...value: number[]) => ({ type: Attribute.tunnelType, value: Uint8Array.from(value) });
  const medium = (...value: number[]) => ({ type: Attribute.tunnelMediumType, value: Uint8Array.from(value) });
  const group = (...value: number[]) => ({ type: Attribute.tunnelPrivateGroupId, value: Uint8Array.from(value) });
  const twenty = [0x32, 0x30];
  const vlan = { kind: 'vlan', vlan: 20 };
  const of = (...attributes: RadiusAttribute[]) => assignedVlanOf(packetOf(...attributes));

  test('has a tag up to 31; a greater octet is part of the name', () => {
    expect(of(type(31, 0, 0, 13), medium(31, 0, 0, 6), group(31, ...twenty))).toEqual(vlan);
    expect(of(type(32, 0, 0, 13), medium(32, 0, 0, 6), group(32, ...twenty))).toEqual({ kind: 'unknown' });
    expect(of(type(0, 0, 0, 13), medium(0, 0, 0, 6), group(...twenty))).toEqual(vlan);
  });

  test('is of the attributes of one tag only', () => {
    expect(of(type(1, 0, 0, 13), medium(2, 0, 0, 6), group(1, ...twenty))).toEqual({ kind: 'unknown' });
    expect(of(type(1, 0, 0, 13), medium(1, 0, 0, 6), group(2, ...twenty))).toEqual({ kind: 'unknown' });
    expect(of(type(1, 0, 0, 3), type(2, 0, 0, 13), medium(2, 0, 0, 6), group(2, ...twenty))).toEqual(vlan);
  });

  test('is by the first attribute of each kind that has its length', () => {
    const rest = [medium(0, 0, 0, 6), group(...twenty)];
    expect(of(type(0, 0, 13), type(0, 0, 0, 13), ...rest)).toEqual(vlan);
    expect(of(type(0, 0, 0, 13, 0), ...rest)).toEqual({ kind: 'none' });
    expect(of(type(0, 0, 0, 13), medium(0, 0, 0, 6, 0), group(...twenty))).toEqual({ kind: 'unknown' });
    expect(
      of(type(0, 0, 0, 13), type(0, 0, 0, 3), medium(0, 0, 0, 6), medium(0, 0, 0, 5), group(...twenty), group(0x39)),
    ).toEqual(vlan);
    expect(of(type(0, 0, 0, 13), medium(0, 0, 0, 6), group(), group(...twenty))).toEqual(vlan);
  });

  test('is compared in all of its 24 bits', () => {
    expect(of(type(0, 1, 0, 13), medium(0, 0, 0, 6), group(...twenty))).toEqual({ kind: 'none' });
    expect(of(type(0, 0, 1, 13), medium(0, 0, 0, 6), group(...twenty))).toEqual({ kind: 'none' });
    expect(of(type(0, 0, 0, 13), medium(0, 0, 1, 6), group(...twenty))).toEqual({ kind: 'unknown' });
  });
});
