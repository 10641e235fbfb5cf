import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SOME_MOMENT } from '../some-moment.ts';
import { assignedVlanOf } from './assigned-vlan.ts';
import { stepRadius } from './client.ts';
import type { RadiusEvent, RadiusStep } from './events.ts';
import {
  Attribute,
  buildAccessRequest,
  buildAccountingRequest,
  buildRadius,
  hiddenPassword,
  judgeAnswer,
  longAttribute,
  numberAttribute,
  octetsOf,
  parseRadius,
  type RadiusAttribute,
  RadiusCode,
  textAttribute,
} from './packet.ts';
import type { RadiusServer } from './question.ts';
import { idleRadius, statisticsOf } from './state.ts';
import { answerTo } from './testing.ts';

const SECRET = 'testing123';
const AUTHENTICATOR = Uint8Array.from({ length: 16 }, (_, at) => at + 1);
const request = () => buildAccessRequest(7, AUTHENTICATOR, [textAttribute(Attribute.userName, 'nemo')], SECRET);

describe('packets', () => {
  test('an Access-Request begins with a Message-Authenticator over all of it (RFC 3579 3.2)', () => {
    const octets = request();
    expect([octets[20], octets[21]]).toEqual([80, 18]);
    const blank = octets.slice();
    blank.fill(0, 22, 38);
    expect(Buffer.from(octets.subarray(22, 38))).toEqual(createHmac('md5', SECRET).update(blank).digest());
  });

  test('a password is hidden as the example of RFC 2865 7.1 has it', () => {
    const authenticator = Buffer.from('0f403f9473978057bd83d5cb98f4227a', 'hex');
    const hidden = hiddenPassword('arctangent', authenticator, 'xyzzy5461');
    expect(Buffer.from(hidden?.value ?? []).toString('hex')).toBe('0dbe708d93d413ce3196e43f782a0aee');
    expect(hiddenPassword('x'.repeat(17), authenticator, 'k')?.value).toHaveLength(32);
    expect(hiddenPassword('x'.repeat(129), authenticator, 'k')).toBeUndefined();
  });

  test('a record is signed over itself with zeros in the place of the signature (RFC 2866 3)', () => {
    const octets = buildAccountingRequest(9, [numberAttribute(Attribute.acctStatusType, 1)], SECRET);
    const blank = octets.slice();
    blank.fill(0, 4, 20);
    expect(Buffer.from(octets.subarray(4, 20))).toEqual(createHash('md5').update(blank).update(SECRET).digest());
  });

  test('a long EAP message travels in pieces and comes together again (RFC 3579 3.1)', () => {
    const eap = Uint8Array.from({ length: 600 }, (_, at) => at & 0xff);
    const attributes = longAttribute(Attribute.eapMessage, eap);
    expect(attributes.map(({ value }) => value.length)).toEqual([253, 253, 94]);
    const packet = parseRadius(buildRadius({ code: 11, identifier: 1, authenticator: AUTHENTICATOR, attributes }));
    expect(packet && octetsOf(packet, Attribute.eapMessage)).toEqual(eap);
  });

  test('a packet has 4096 octets at most, and a password 128', () => {
    const packet = (octets: number) => {
      const whole = Array.from({ length: 15 }, () => ({ type: 18, value: new Uint8Array(253) }));
      const rest = { type: 18, value: new Uint8Array(octets - 20 - 15 * 255 - 2) };
      return { code: 2, identifier: 1, authenticator: AUTHENTICATOR, attributes: [...whole, rest] };
    };
    expect(parseRadius(buildRadius(packet(4096)))?.attributes).toHaveLength(16);
    expect(() => buildRadius(packet(4097))).toThrow(RangeError);
    const longer = new Uint8Array(5000);
    longer.set(buildRadius(packet(4096)));
    expect(parseRadius(longer)?.attributes).toHaveLength(16);
    longer.set([4097 >>> 8, 4097 & 0xff], 2);
    expect(parseRadius(longer)).toBeUndefined();
    expect(hiddenPassword('x'.repeat(128), AUTHENTICATOR, 'k')?.value).toHaveLength(128);
  });

  test('what is too short, too long or has attributes that cannot be is no packet', () => {
    const good = request();
    expect(parseRadius(good.slice(0, 19))).toBeUndefined();
    expect(parseRadius(good.slice(0, -1))).toBeUndefined();
    expect(parseRadius(Uint8Array.from([...good, 1, 2, 3]))?.attributes).toHaveLength(2);
    const broken = good.slice();
    broken[21] = 1;
    expect(parseRadius(broken)).toBeUndefined();
    broken[21] = 255;
    expect(parseRadius(broken)).toBeUndefined();
  });
});

describe('answers', () => {
  const verdict = (octets: Uint8Array, secret = SECRET) => judgeAnswer(octets, request(), secret).kind;

  test('count when both signatures are right', () => {
    expect(verdict(answerTo(request(), RadiusCode.accessAccept, [], SECRET))).toBe('answer');
    expect(verdict(answerTo(request(), RadiusCode.accessAccept, [], 'other'))).toBe('badAuthenticator');
    const changed = answerTo(request(), RadiusCode.accessReject, [], SECRET);
    changed[0] = RadiusCode.accessAccept;
    expect(verdict(changed)).toBe('badAuthenticator');
  });

  test('count as they come from a socket, in a buffer whose slices share its memory', () => {
    const answer = Buffer.from(answerTo(request(), RadiusCode.accessAccept, [], SECRET));
    const before = Buffer.from(answer).toString('hex');
    expect(verdict(answer)).toBe('answer');
    expect(answer.toString('hex')).toBe(before);
  });

  test('without a Message-Authenticator are refused, however right the other signature is (CVE-2024-3596)', () => {
    const proxyState = { type: 33, value: Uint8Array.from({ length: 200 }, (_, at) => at) };
    for (const attributes of [[], [proxyState]]) {
      const forged = answerTo(request(), RadiusCode.accessAccept, attributes, SECRET, { unsigned: true });
      expect(verdict(forged)).toBe('badAuthenticator');
    }
    const accounting = buildAccountingRequest(7, [], SECRET);
    const answer = answerTo(accounting, RadiusCode.accountingResponse, [], SECRET, { unsigned: true });
    expect(judgeAnswer(answer, accounting, SECRET).kind).toBe('answer');
  });

  test('with a Message-Authenticator that nobody with the secret made are refused, however right the other signature is', () => {
    const forged = answerTo(
      request(),
      RadiusCode.accessAccept,
      [{ type: Attribute.messageAuthenticator, value: Uint8Array.from({ length: 16 }, (_, at) => at) }],
      SECRET,
      { unsigned: true },
    );
    expect(verdict(forged)).toBe('badAuthenticator');
  });

  test('with two Message-Authenticators, or one of another length, are malformed', () => {
    const twice = { type: Attribute.messageAuthenticator, value: new Uint8Array(16) };
    const short = { type: Attribute.messageAuthenticator, value: new Uint8Array(4) };
    expect(verdict(answerTo(request(), RadiusCode.accessAccept, [twice], SECRET))).toBe('malformed');
    expect(verdict(answerTo(request(), RadiusCode.accessAccept, [short], SECRET, { unsigned: true }))).toBe(
      'malformed',
    );
  });

  test('of a kind that answers nothing are told apart', () => {
    expect(verdict(answerTo(request(), RadiusCode.accountingResponse, [], SECRET))).toBe('unknownType');
  });
});

describe('the VLAN of an acceptance (RFC 3580 3.31)', () => {
  const tagged = (type: number, tag: number, value: number) => numberAttribute(type, (tag << 24) | value);
  const group = (text: string, tag?: number): RadiusAttribute => ({
    type: Attribute.tunnelPrivateGroupId,
    value: Uint8Array.from([...(tag === undefined ? [] : [tag]), ...new TextEncoder().encode(text)]),
  });
  const of = (...attributes: RadiusAttribute[]) =>
    assignedVlanOf({ code: 2, identifier: 1, authenticator: AUTHENTICATOR, attributes });
  const tunnel = (tag: number) => [tagged(Attribute.tunnelType, tag, 13), tagged(Attribute.tunnelMediumType, tag, 6)];

  test('is that of the tunnel attributes of one tag, the smallest', () => {
    expect(of()).toEqual({ kind: 'none' });
    expect(of(...tunnel(0), group('20'))).toEqual({ kind: 'vlan', vlan: 20 });
    expect(of(...tunnel(1), group('30', 1), ...tunnel(2), group('40', 2))).toEqual({ kind: 'vlan', vlan: 30 });
    expect(of(...tunnel(2), group('40', 2), ...tunnel(1), group('30', 1))).toEqual({ kind: 'vlan', vlan: 30 });
  });

  test('is any that a VLAN can have, from the first to the last', () => {
    const vlans = ['1', '4094', '0001'].map((text) => of(...tunnel(0), group(text)));
    expect(vlans).toEqual([1, 4094, 1].map((vlan) => ({ kind: 'vlan', vlan })));
  });

  test('is unknown where it is incomplete, no number, or none that a VLAN has', () => {
    expect(of(...tunnel(0))).toEqual({ kind: 'unknown' });
    expect(of(tagged(Attribute.tunnelType, 0, 13), group('20'))).toEqual({ kind: 'unknown' });
    for (const text of ['guests', '0', '4095', '20 ', '99999']) {
      expect(of(...tunnel(0), group(text))).toEqual({ kind: 'unknown' });
    }
    expect(of(tagged(Attribute.tunnelType, 0, 3), group('20'))).toEqual({ kind: 'none' });
  });
});

const server = (index: number, more: Partial<RadiusServer> = {}): RadiusServer => ({
  index,
  secret: SECRET,
  timeout: 5000,
  retransmit: 1,
  accounting: true,
  ...more,
});

/** A client with a clock. */
class Asking {
  state = idleRadius;
  now = SOME_MOMENT;
  readonly done: RadiusStep['done'][number][] = [];
  readonly news: string[] = [];
  /** Seconds that each question had waited when a request was made of it. */
  readonly waited: number[] = [];
  #sent: RadiusStep['send'][number][] = [];
  #ids = 0;

  constructor(...servers: readonly RadiusServer[]) {
    this.tell({ kind: 'configure', servers });
  }

  tell(event: RadiusEvent): void {
    const step = stepRadius(this.state, event, this.now, () => AUTHENTICATOR);
    this.state = step.state;
    this.done.push(...step.done);
    this.news.push(...step.news.map((one) => `${one.server} ${one.answers ? 'answers' : 'is silent'}`));
    this.#sent.push(...step.send);
  }

  ask(
    way: 'authentication' | 'accounting' = 'authentication',
    only?: number,
    carried: readonly RadiusAttribute[] = [textAttribute(Attribute.userName, 'nemo')],
  ): void {
    this.#ids += 1;
    const attributes = (_hiddenBy: unknown, waited: number) => {
      this.waited.push(waited);
      return carried;
    };
    this.tell({
      kind: 'ask',
      question: { id: this.#ids, way, attributes, ...(only !== undefined && { server: only }) },
    });
  }

  pass(milliseconds: number): void {
    const end = this.now + milliseconds;
    while (this.state.wakeAt <= end) {
      this.now = this.state.wakeAt;
      this.tell({ kind: 'wake' });
    }
    this.now = end;
  }

  /** Destinations of packets since the last look. */
  sent(): number[] {
    return this.#sent.splice(0).map(({ server: to }) => to);
  }

  /** The server that was asked last answers. */
  answer(code: number, secret = SECRET): void {
    const asked = this.#sent.at(-1);
    if (!asked) return;
    const octets = answerTo(asked.octets, code, [], secret);
    this.tell({ kind: 'datagram', server: asked.server, way: asked.way, octets });
  }

  counted(index = 1) {
    return statisticsOf(this.state, index, 'authentication');
  }
}

describe('a client', () => {
  test('leaves unanswered what fits no packet, and goes on', () => {
    const one = new Asking(server(1));
    const eap = (length: number) => longAttribute(Attribute.eapMessage, new Uint8Array(length));
    one.ask('authentication', undefined, eap(4096));
    one.ask('accounting', undefined, eap(9000));
    one.ask('authentication', undefined, [{ type: Attribute.state, value: new Uint8Array(254) }]);
    expect(one.done.map(({ outcome }) => outcome.kind)).toEqual(['silence', 'silence', 'silence']);
    expect(one.sent()).toEqual([]);
    one.ask('authentication', undefined, eap(4000));
    expect(one.sent()).toEqual([1]);
  });

  test('takes no server for dead that answers others, whatever it does not care to answer', () => {
    const one = new Asking(server(1, { retransmit: 0 }), server(2));
    one.ask();
    one.pass(1000);
    one.ask();
    one.answer(RadiusCode.accessReject);
    one.pass(4000);
    expect(one.sent()).toEqual([1, 1, 2]);
    expect(one.news).toEqual([]);
    one.ask();
    expect(one.sent()).toEqual([1]);
    one.pass(5000);
    expect(one.news).toEqual(['1 is silent']);
  });

  test('asks the first server, again after its timeout, and the next one when all tries are used up', () => {
    const one = new Asking(server(2), server(1));
    one.ask();
    one.pass(5000);
    expect(one.sent()).toEqual([1, 1]);
    one.pass(4999);
    expect(one.sent()).toEqual([]);
    one.pass(1);
    expect(one.sent()).toEqual([2]);
    expect(one.news).toEqual(['1 is silent']);
    one.pass(10_000);
    expect(one.done).toEqual([{ id: 1, outcome: { kind: 'silence' } }]);
    expect(one.counted()).toMatchObject({ requests: 1, retransmissions: 1, timeouts: 2, pending: 0 });
  });

  test('skips a server that was silent for five minutes, and takes it back when it answers', () => {
    const one = new Asking(server(1), server(2));
    one.ask();
    one.pass(10_000);
    one.answer(RadiusCode.accessAccept);
    one.sent();
    one.ask();
    expect(one.sent()).toEqual([2]);
    one.pass(300_000);
    one.sent();
    one.ask();
    one.answer(RadiusCode.accessReject);
    expect(one.sent()).toEqual([1]);
    expect(one.news).toEqual(['1 is silent', '2 is silent', '1 answers']);
  });

  test('asks the server that has been silent for longest once, where all are', () => {
    const one = new Asking(server(1), server(2));
    one.ask();
    one.pass(20_000);
    one.sent();
    one.ask();
    one.pass(20_000);
    expect(one.sent()).toEqual([1]);
    expect(one.done).toHaveLength(2);
  });

  test('goes on with one server alone where a conversation began there', () => {
    const one = new Asking(server(1), server(2));
    one.ask('authentication', 2);
    one.pass(60_000);
    expect(one.sent()).toEqual([2, 2]);
    expect(one.done).toHaveLength(1);
  });

  test('hears no answer that is not signed, and goes on waiting for one that is', () => {
    const one = new Asking(server(1));
    one.ask();
    one.answer(RadiusCode.accessAccept, 'forged');
    expect(one.done).toEqual([]);
    one.answer(RadiusCode.accessReject);
    expect(one.done).toMatchObject([{ outcome: { kind: 'answer', packet: { code: 3 }, server: 1 } }]);
    one.answer(RadiusCode.accessAccept);
    expect(one.done).toHaveLength(1);
    expect(one.counted()).toMatchObject({ badAuthenticators: 1, rejects: 1, accepts: 0, dropped: 1 });
  });

  test('tells sessions to servers that keep account, and takes no silence there for a dead server', () => {
    const one = new Asking(server(1, { accounting: false }), server(2));
    one.ask('accounting');
    one.pass(60_000);
    expect(one.sent()).toEqual([2, 2]);
    expect(one.news).toEqual([]);
  });

  test('says in each request for how many seconds its question has waited', () => {
    const one = new Asking(server(1), server(2, { timeout: 700 }), server(3));
    one.ask('accounting');
    one.pass(60_000);
    expect(one.sent()).toEqual([1, 1, 2, 2, 3, 3]);
    expect(one.waited).toEqual([0, 10, 11]);
    one.ask('accounting');
    expect(one.waited.at(-1)).toBe(0);
  });

  test('asks another server where one is taken away or set anew meanwhile', () => {
    const one = new Asking(server(1), server(2));
    one.ask();
    one.sent();
    one.tell({ kind: 'configure', servers: [server(2)] });
    expect(one.sent()).toEqual([2]);
    one.tell({ kind: 'configure', servers: [] });
    expect(one.done).toEqual([{ id: 1, outcome: { kind: 'silence' } }]);
  });

  test('keeps account elsewhere where the port for it is closed, and goes on asking who may in', () => {
    const one = new Asking(server(1), server(2));
    one.ask('authentication');
    one.ask('accounting');
    one.sent();
    one.tell({ kind: 'unreachable', server: 1, way: 'accounting' });
    expect(one.sent()).toEqual([2]);
    expect(one.state.pending.map(({ server: at, question }) => [at, question.way])).toEqual([
      [1, 'authentication'],
      [2, 'accounting'],
    ]);
  });

  test('remembers of a server that stays that it was silent, and tells another for how long a question waits', () => {
    const one = new Asking(server(1), server(2));
    one.ask();
    one.pass(12_000);
    one.sent();
    one.tell({ kind: 'configure', servers: [server(1), server(2, { timeout: 700 }), server(3)] });
    expect(one.sent()).toEqual([2]);
    expect(one.waited).toEqual([0, 10, 12]);
  });

  test('gives no identifier twice as long as the first question waits', () => {
    const one = new Asking(server(1, { timeout: 1_000_000 }));
    one.ask();
    for (let at = 0; at < 255; at += 1) {
      one.ask();
      one.answer(RadiusCode.accessAccept);
    }
    one.ask();
    expect(one.state.pending.map(({ identifier }) => identifier)).toEqual([0, 1]);
  });

  test('goes past all identifiers in a row whose questions wait when it starts again behind 255', () => {
    const one = new Asking(server(1, { timeout: 1_000_000 }));
    one.ask();
    one.ask();
    for (let at = 0; at < 254; at += 1) {
      one.ask();
      one.answer(RadiusCode.accessAccept);
    }
    one.ask();
    expect(one.state.pending.map(({ identifier }) => identifier)).toEqual([0, 1, 2]);
  });

  test('says once that a server is silent, until it answers', () => {
    const one = new Asking(server(1));
    for (const _ of [1, 2, 3]) {
      one.ask();
      one.pass(400_000);
    }
    expect(one.news).toEqual(['1 is silent']);
  });

  test('has no more questions open than identifiers, and no two of one identifier', () => {
    const one = new Asking(server(1));
    for (let at = 0; at < 1000; at += 1) one.ask();
    const identifiers = one.state.pending.map(({ identifier }) => identifier);
    expect(new Set(identifiers).size).toBe(identifiers.length);
    expect(identifiers.length).toBeLessThan(256);
    expect(one.done.length + identifiers.length).toBe(1000);
  });
});
