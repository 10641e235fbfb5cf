import { expect, test } from 'vitest';
import { SOME_MOMENT } from '../some-moment.ts';
import { stepRadius } from './client.ts';
import type { RadiusEvent, RadiusStep } from './events.ts';
import { Attribute, RadiusCode, textAttribute } from './packet.ts';
import type { HiddenBy, RadiusServer, RadiusWay } from './question.ts';
import { idleRadius, statisticsOf } from './state.ts';
import { noStatistics } from './statistics.ts';
import { answerTo } from './testing.ts';

const AUTHENTICATOR = Uint8Array.from({ length: 16 }, (_, at) => at + 1);
const server = (index: number, more: Partial<RadiusServer> = {}): RadiusServer => ({
  ...{ index, secret: `secret ${index}`, timeout: 5000, retransmit: 0, accounting: true, ...more },
});

/** A client of some servers with a clock; what it sends and says since the last look. */
function client(...servers: readonly RadiusServer[]) {
  let state = idleRadius;
  let now = SOME_MOMENT;
  let ids = 0;
  const sent: RadiusStep['send'][number][] = [];
  const done: RadiusStep['done'][number][] = [];
  const news: string[] = [];
  const hiddenBy: HiddenBy[] = [];
  const tell = (event: RadiusEvent) => {
    const step = stepRadius(state, event, now, () => AUTHENTICATOR);
    state = step.state;
    sent.push(...step.send);
    done.push(...step.done);
    news.push(...step.news.map((one) => `${one.server} ${one.answers ? 'answers' : 'is silent'}`));
  };
  tell({ kind: 'configure', servers });
  return {
    tell,
    sent,
    done,
    news,
    hiddenBy,
    state: () => state,
    ask(way: RadiusWay = 'authentication', only?: number, length = 4): number {
      ids += 1;
      const attributes = (by: HiddenBy) => {
        hiddenBy.push(by);
        return Array.from({ length: Math.ceil(length / 253) }, () =>
          textAttribute(Attribute.userName, 'x'.repeat(253)),
        );
      };
      tell({ kind: 'ask', question: { id: ids, way, attributes, ...(only !== undefined && { server: only }) } });
      return ids;
    },
    pass(milliseconds: number) {
      const end = now + milliseconds;
      while (state.wakeAt <= end) {
        now = state.wakeAt;
        tell({ kind: 'wake' });
      }
      now = end;
    },
    /** Answers a packet; the last one, unless another one is given. */
    answer(code: number, { of = sent.at(-1), secret = '' } = {}) {
      if (!of) throw new Error('nothing was sent');
      const octets = answerTo(of.octets, code, [], secret || `secret ${of.server}`);
      tell({ kind: 'datagram', server: of.server, way: of.way, octets });
    },
    /** Destinations since the last look. */
    asked: () => sent.splice(0).map((one) => `${one.server} ${one.way}`),
    counted: (index = 1, way: RadiusWay = 'authentication') => statisticsOf(state, index, way),
  };
}

test('a question learns which server it goes to, and what hides its password there', () => {
  const one = client(server(1), server(2));
  one.ask();
  one.pass(5000);
  expect(one.hiddenBy).toEqual([
    { server: 1, authenticator: AUTHENTICATOR, secret: 'secret 1' },
    { server: 2, authenticator: AUTHENTICATOR, secret: 'secret 2' },
  ]);
});

test('each outcome is that of its own question', () => {
  const one = client(server(1), server(2));
  const [tooLong, first, second] = [one.ask('authentication', undefined, 5000), one.ask(), one.ask()];
  const [, packet] = one.sent;
  one.answer(RadiusCode.accessReject, packet && { of: packet });
  one.pass(10_000);
  expect(one.done.map(({ id, outcome }) => [id, outcome.kind])).toEqual([
    [tooLong, 'silence'],
    [second, 'answer'],
    [first, 'silence'],
  ]);
});

test('an unreachable server moves its questions only', () => {
  const one = client(server(1), server(2));
  one.ask('authentication', 1);
  one.ask('authentication', 2);
  one.asked();
  one.tell({ kind: 'unreachable', server: 2, way: 'authentication' });
  expect(one.done.map(({ id }) => id)).toEqual([2]);
  expect(one.state().pending.map(({ question }) => question.id)).toEqual([1]);
  expect(one.news).toEqual(['2 is silent']);
});

test('a change of one server leaves the questions at another one waiting', () => {
  const one = client(server(1), server(2));
  one.ask();
  one.asked();
  one.tell({ kind: 'configure', servers: [server(1), server(2, { timeout: 900 })] });
  expect([one.asked(), one.done, one.state().pending.length]).toEqual([[], [], 1]);
});

test('each change of a server counts: secret, timeout, tries and accounting', () => {
  for (const change of [{ secret: 'new' }, { timeout: 4000 }, { retransmit: 1 }, { accounting: false }]) {
    const one = client(server(1));
    one.ask();
    one.asked();
    one.tell({ kind: 'configure', servers: [server(1, change)] });
    expect(one.asked(), JSON.stringify(change)).toEqual(['1 authentication']);
  }
});

test('two hundred questions wait at one port of a server, and the next goes to the following server', () => {
  const one = client(server(1), server(2));
  for (let at = 0; at < 200; at += 1) one.ask();
  expect(new Set(one.asked())).toEqual(new Set(['1 authentication']));
  one.ask();
  expect(one.asked()).toEqual(['2 authentication']);
  one.ask('accounting');
  expect(one.asked()).toEqual(['1 accounting']);
  expect([one.counted().pending, one.counted(2).pending, one.counted(1, 'accounting').pending]).toEqual([200, 1, 1]);
});

test('identifiers are counted for each port of each server', () => {
  const one = client(server(1), server(2));
  one.ask();
  one.ask('accounting');
  one.ask('authentication', 2);
  one.ask('accounting', 2);
  one.ask();
  expect(one.state().pending.map(({ identifier }) => identifier)).toEqual([0, 0, 0, 0, 1]);
});

test('identifiers start again behind 255', () => {
  const one = client(server(1));
  for (let at = 0; at < 256; at += 1) {
    one.ask();
    one.answer(RadiusCode.accessReject);
  }
  one.ask();
  expect(one.sent.map(({ octets }) => octets[1]).slice(-2)).toEqual([255, 0]);
});

test('a silent server is asked first again exactly five minutes after', () => {
  for (const [more, expected] of [
    [0, '1 authentication'],
    [-1, '2 authentication'],
  ] as const) {
    const one = client(server(1), server(2));
    one.ask();
    one.pass(5000);
    one.answer(RadiusCode.accessReject);
    one.pass(300_000 + more);
    one.asked();
    one.ask();
    expect(one.asked()).toEqual([expected]);
  }
});

test('of silent servers the one that has been silent for longest is asked, whatever its number', () => {
  const one = client(server(1), server(2), server(3));
  one.ask('authentication', 3);
  one.pass(5000);
  one.ask('authentication', 2);
  one.pass(5000);
  one.ask('authentication', 1);
  one.pass(5000);
  one.asked();
  one.ask();
  expect(one.asked()).toEqual(['3 authentication']);
});

test('a silent server that is asked once more is not asked again for the same question', () => {
  const one = client(server(1, { retransmit: 3 }));
  one.ask();
  one.pass(20_000);
  one.asked();
  one.ask();
  one.pass(60_000);
  expect(one.asked()).toEqual(['1 authentication']);
  expect(one.done).toHaveLength(2);
});

test('a datagram of a server that is no longer configured counts nowhere', () => {
  const one = client(server(1), server(2));
  one.ask();
  const [packet] = one.sent;
  one.tell({ kind: 'configure', servers: [server(2)] });
  const before = one.state();
  one.answer(RadiusCode.accessAccept, packet && { of: packet });
  expect([one.done, one.counted(1), one.state().pending]).toEqual([[], noStatistics, before.pending]);
});

test('each kind of datagram counts in its own column, once, at its own port', () => {
  const one = client(server(1), server(2));
  one.ask();
  const [asked] = one.sent;
  if (!asked) throw new Error('nothing was sent');
  const change = (octets: Uint8Array) => one.tell({ kind: 'datagram', server: 1, way: 'authentication', octets });
  const good = answerTo(asked.octets, RadiusCode.accessAccept, [], 'secret 1');
  change(good.slice(0, 19));
  const expected = { ...noStatistics, requests: 1, pending: 1 };
  expect(one.counted()).toEqual({ ...expected, malformed: 1 });
  one.answer(RadiusCode.accessAccept, { secret: 'wrong' });
  expect(one.counted()).toEqual({ ...expected, malformed: 1, badAuthenticators: 1 });
  one.answer(RadiusCode.accountingResponse);
  expect(one.counted()).toEqual({ ...expected, malformed: 1, badAuthenticators: 1, unknownTypes: 1 });
  const other = good.slice();
  other[1] = 99;
  change(other);
  const all = { malformed: 1, badAuthenticators: 1, unknownTypes: 1, dropped: 1 };
  expect(one.counted()).toEqual({ ...expected, ...all });
  one.pass(250);
  change(good);
  expect(one.counted()).toEqual({ ...expected, ...all, pending: 0, accepts: 1, roundTrip: 250 });
  expect([one.counted(2), one.counted(1, 'accounting')]).toEqual([noStatistics, noStatistics]);
});

test('acceptances, refusals, challenges and responses are counted apart', () => {
  const one = client(server(1));
  for (const code of [RadiusCode.accessAccept, RadiusCode.accessReject, RadiusCode.accessChallenge]) {
    one.ask();
    one.answer(code);
    one.answer(code);
  }
  one.ask('accounting');
  one.answer(RadiusCode.accountingResponse);
  const answers = { accepts: 1, rejects: 1, challenges: 1, dropped: 3 };
  expect(one.counted()).toEqual({ ...noStatistics, requests: 3, ...answers });
  expect(one.counted(1, 'accounting')).toEqual({ ...noStatistics, requests: 1, responses: 1 });
});

test('a round trip runs from the last time that the request was sent', () => {
  const one = client(server(1, { retransmit: 1 }));
  one.ask();
  one.pass(5300);
  one.answer(RadiusCode.accessAccept);
  const counts = { requests: 1, retransmissions: 1, timeouts: 1, accepts: 1 };
  expect(one.counted()).toEqual({ ...noStatistics, ...counts, roundTrip: 300 });
});

test('counters begin again when they are cleared, and those of a removed server are gone', () => {
  const one = client(server(1), server(2));
  for (const only of [1, 2]) one.ask('authentication', only);
  one.tell({ kind: 'configure', servers: [server(2)] });
  expect([one.counted(1).requests, one.counted(2).requests]).toEqual([0, 1]);
  one.tell({ kind: 'clear' });
  expect(one.counted(2)).toEqual({ ...noStatistics, pending: 1 });
});

test('counters of a server go on where it is set anew', () => {
  const one = client(server(1));
  one.ask();
  one.answer(RadiusCode.accessReject);
  one.tell({ kind: 'configure', servers: [server(1, { secret: 'new' })] });
  expect([one.counted().requests, one.counted().rejects]).toEqual([1, 1]);
});

test('a server that answers accounting only is silent to those who authenticate', () => {
  const one = client(server(1), server(2));
  one.ask();
  one.pass(1000);
  one.ask('accounting');
  one.answer(RadiusCode.accountingResponse);
  one.pass(4000);
  expect(one.news).toEqual(['1 is silent']);
});

test('an answer for accounting says that a silent server is back', () => {
  const one = client(server(1));
  one.ask();
  one.pass(5000);
  one.ask('accounting');
  one.answer(RadiusCode.accountingResponse);
  expect(one.news).toEqual(['1 is silent', '1 answers']);
});

test('a cancelled question is neither repeated nor answered; others are', () => {
  const one = client(server(1, { retransmit: 1 }));
  const [first, second] = [one.ask(), one.ask()];
  one.asked();
  one.tell({ kind: 'cancel', id: first });
  one.pass(5000);
  expect(one.asked()).toHaveLength(1);
  one.pass(5000);
  expect(one.done.map(({ id }) => id)).toEqual([second]);
});

test('a client without a question has nothing to wake for', () => {
  const one = client(server(1));
  expect(one.state().wakeAt).toBe(Number.POSITIVE_INFINITY);
  one.ask();
  expect(one.state().wakeAt).toBe(SOME_MOMENT + 5000);
  one.answer(RadiusCode.accessAccept);
  expect(one.state().wakeAt).toBe(Number.POSITIVE_INFINITY);
});
