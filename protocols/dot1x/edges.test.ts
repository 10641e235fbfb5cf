import { beforeEach, describe, expect, test } from 'vitest';
import { buildEap, buildEapOutcome, EapCode, EapType } from '../eap/packet.ts';
import { macAt } from '../frames/addresses.ts';
import { decisionOf } from './access.ts';
import { PAE_GROUP } from './eapol.ts';
import { PaeState, type PortSettings } from './state.ts';
import { noStatistics } from './statistics.ts';
import { accepted, auto, eapol, logoff, response, start, TestAuthenticator } from './testing.ts';

const A = '02-AA-00-00-00-01';
const B = '02-AA-00-00-00-02';
const SWITCH = '02-00-00-00-00-0A';

let one: TestAuthenticator;

function configure(...ports: readonly Partial<PortSettings>[]): void {
  one.tell({ kind: 'configure', ports: new Map(ports.map((settings, at) => [at + 1, { ...auto, ...settings }])) });
}
function begin(...ports: readonly Partial<PortSettings>[]): void {
  configure(...ports);
  for (const port of ports.keys()) one.tell({ kind: 'link', port: port + 1, isUp: true });
}
const decision = (port = 1) => {
  const present = one.state.ports.get(port);
  return present && decisionOf(present);
};
const letIn = (port = 1, station = A, more: object = {}) => {
  one.identify(station, 'ann', port);
  one.answer({ ...accepted, ...more });
};
const statistics = (port = 1) => one.state.ports.get(port)?.statistics;
const causes = () =>
  one.news.flatMap((news) => (news.kind === 'closed' ? [[news.port, news.station, news.cause]] : []));
/** Code and identifier of the EAP packets that left since the last look. */
const packets = () => one.frames.splice(0).map(({ frame }) => [frame[18], frame[19]]);
const challenge = (identifier: number) => ({
  ...({
    kind: 'challenge',
    eap: buildEap(EapCode.request, identifier, EapType.md5Challenge),
    timeout: undefined,
  } as const),
});

beforeEach(() => {
  one = new TestAuthenticator();
});

describe('frames', () => {
  test('go to the group from the switch, and to a station that is authenticated by itself', () => {
    const ends = () => one.frames.splice(0).map(({ frame }) => [macAt(frame, 0), macAt(frame, 6)]);
    begin({});
    letIn();
    expect(ends()).toEqual([
      [PAE_GROUP, SWITCH],
      [PAE_GROUP, SWITCH],
    ]);
    configure({ mode: 'station' });
    one.frame(start(B));
    expect(ends()).toEqual([
      [PAE_GROUP, SWITCH],
      [B, SWITCH],
    ]);
  });

  test('have version 2 before the station is heard, then its own', () => {
    begin({});
    one.frame(eapol(A, 1, new Uint8Array(), 1));
    one.frame(eapol(A, 1, new Uint8Array(), 3));
    expect(one.frames.map(({ frame }) => frame[14])).toEqual([2, 1, 3]);
  });

  test('leave by their own port', () => {
    begin({}, {});
    one.frames.length = 0;
    one.frame(start(A), 2);
    expect(one.frames.map(({ port }) => port)).toEqual([2]);
  });

  test('repeat a request with its identifier, and give the next one to a new request, from 0 behind 255', () => {
    begin({});
    one.pass(30_000);
    expect(packets()).toEqual([
      [1, 0],
      [1, 0],
    ]);
    for (let at = 0; at < 256; at += 1) one.frame(start(A));
    const identifiers = packets().map(([, identifier]) => identifier);
    expect([identifiers[0], identifiers[254], identifiers[255]]).toEqual([1, 255, 0]);
  });

  test('of an outcome have the identifier of the last response, or are the backend’s own', () => {
    const outcome = (...answer: Parameters<TestAuthenticator['answer']>) => {
      one = new TestAuthenticator();
      begin({});
      for (let at = 0; at < 5; at += 1) one.frame(start(A));
      one.identify(A, 'ann');
      one.frames.length = 0;
      one.answer(...answer);
      return packets()[0];
    };
    expect(outcome(accepted)).toEqual([EapCode.success, 5]);
    expect(outcome({ ...accepted, eap: buildEapOutcome(EapCode.success, 77) })).toEqual([EapCode.success, 77]);
    expect(outcome({ ...accepted, eap: buildEapOutcome(EapCode.failure, 77) })).toEqual([EapCode.success, 5]);
    expect(outcome({ kind: 'reject', eap: undefined })).toEqual([EapCode.failure, 5]);
    expect(outcome({ kind: 'reject', eap: buildEapOutcome(EapCode.failure, 78) })).toEqual([EapCode.failure, 78]);
    expect(outcome({ kind: 'reject', eap: buildEapOutcome(EapCode.success, 78) })).toEqual([EapCode.failure, 5]);
    expect(outcome({ kind: 'silence' })).toEqual([EapCode.failure, 5]);
  });

  test('of a log-off and of the end of a session have the identifier of the last request', () => {
    begin({});
    for (let at = 0; at < 5; at += 1) one.frame(start(A));
    letIn();
    one.frames.length = 0;
    one.frame(logoff(A));
    expect(packets()[0]).toEqual([EapCode.failure, 5]);
    letIn(1, A, { sessionTimeout: 1000 });
    one.frames.length = 0;
    one.pass(1000);
    expect(packets()[0]).toEqual([EapCode.failure, 6]);
  });

  test('of a forced port have the identifier 1', () => {
    begin({ control: 'forceUnauthorized' });
    one.frame(start(A));
    expect(packets()).toEqual([[EapCode.failure, 1]]);
  });
});

describe('counters', () => {
  test('count each frame once, in its own column', () => {
    begin({});
    one.frame(start(A));
    one.identify(A, 'ann');
    one.answer(challenge(9));
    one.frame(response(A, 9, EapType.md5Challenge, Uint8Array.of(1)));
    one.answer(accepted);
    one.frame(eapol(A, 3));
    one.frame(logoff(B));
    expect(statistics()).toEqual({
      ...noStatistics,
      ...{ received: 5, sent: 4, starts: 1, logoffs: 1, identities: 1, responses: 1 },
      ...{ identityRequests: 2, requests: 1, invalid: 1, lastVersion: 2, lastSource: B },
    });
  });

  test('are those of one port, and cleared at one port', () => {
    begin({}, {});
    for (const port of [1, 2]) one.frame(start(A), port);
    one.tell({ kind: 'clear', port: 1 });
    expect([statistics(1), statistics(2)?.starts]).toEqual([noStatistics, 1]);
  });

  test('go on when a port starts over', () => {
    begin({});
    one.frame(start(A));
    one.tell({ kind: 'initialize', port: 1 });
    expect(statistics()?.starts).toBe(1);
  });
});

describe('what happens at one port', () => {
  test.each([
    ['a log-off', () => one.frame(logoff(A), 1)],
    ['a lost link', () => one.tell({ kind: 'link', port: 1, isUp: false })],
    ['to start over', () => one.tell({ kind: 'initialize', port: 1 })],
    ['another mode', () => configure({ mode: 'station' }, {})],
    ['other VLANs', () => configure({ admitsVlan: () => false }, {})],
  ])('%s closes that port only', (_what, happens) => {
    begin({}, {});
    for (const port of [1, 2]) letIn(port, A, { vlan: { kind: 'vlan', vlan: 10 } });
    happens();
    expect([decision(1), decision(2)?.vlan]).toEqual([undefined, 10]);
    expect(causes()).toHaveLength(1);
    expect(causes()[0]?.slice(0, 2)).toEqual([1, A]);
  });

  test('an answer opens no other port, and no other station of the port', () => {
    begin({ mode: 'station' }, {});
    one.identify(A, 'ann', 1);
    const [first] = one.asked;
    one.identify(B, 'bob', 1);
    one.identify(B, 'bob', 2);
    expect(new Set(one.asked.map(({ exchange }) => exchange)).size).toBe(3);
    one.tell({ kind: 'answer', port: 1, exchange: first?.exchange ?? 0, answer: accepted });
    expect([decision(1)?.admits, decision(2)]).toEqual([new Set([A]), undefined]);
    one.tell({ kind: 'answer', port: 2, exchange: one.asked[1]?.exchange ?? 0, answer: accepted });
    expect(decision(2)).toBeUndefined();
  });

  test('to be asked again concerns that port', () => {
    begin({}, {});
    for (const port of [1, 2]) letIn(port);
    one.frames.length = 0;
    one.tell({ kind: 'reauthenticate', port: 2 });
    expect(one.frames.map(({ port }) => port)).toEqual([2]);
  });
});

describe('why a session ended', () => {
  const closes = (change: () => void) => {
    one = new TestAuthenticator();
    begin({});
    letIn();
    change();
    return causes();
  };

  test('is told by the number of its cause', () => {
    expect(closes(() => one.tell({ kind: 'configure', ports: new Map() }))).toEqual([[1, A, 6]]);
    expect(closes(() => configure({ control: 'forceAuthorized' }))).toEqual([[1, A, 6]]);
    expect(closes(() => configure({ control: 'forceUnauthorized' }))).toEqual([[1, A, 5]]);
    expect(closes(() => configure({ mode: 'station' }))).toEqual([[1, A, 6]]);
    expect(closes(() => one.frame(logoff(A)))).toEqual([[1, A, 1]]);
    expect(closes(() => one.tell({ kind: 'link', port: 1, isUp: false }))).toEqual([[1, A, 2]]);
  });
});

describe('a port', () => {
  test('without a link counts a start, and asks nobody', () => {
    configure({});
    one.frame(start(A));
    expect([one.frames, statistics()?.starts]).toEqual([[], 1]);
  });

  test('asks nothing again because its settings are the same', () => {
    begin({ reauthPeriod: 100_000 });
    letIn();
    one.pass(50_000);
    configure({ reauthPeriod: 100_000, quietPeriod: 1000 });
    one.frames.length = 0;
    one.pass(49_999);
    expect(one.frames).toEqual([]);
    one.pass(1);
    expect(one.frames).toHaveLength(1);
  });

  test('holds a refused station also when it logs off', () => {
    begin({});
    one.identify(A, 'ann');
    one.answer({ kind: 'reject', eap: undefined });
    one.frames.length = 0;
    one.frame(logoff(A));
    one.pass(59_999);
    expect(one.frames).toEqual([]);
    one.pass(1);
    expect(one.frames).toHaveLength(1);
  });

  test('asks the backend once for each answer of a station', () => {
    begin({});
    one.identify(A, 'ann');
    one.identify(A, 'ann');
    one.answer(accepted);
    one.identify(A, 'ann');
    expect(one.asked).toHaveLength(1);
    one.answer(accepted);
    expect(one.news.filter(({ kind }) => kind === 'opened')).toHaveLength(1);
  });

  test('takes from a conversation the response to its last challenge only', () => {
    begin({});
    one.identify(A, 'ann');
    one.answer(challenge(9));
    one.frame(response(A, 9, EapType.md5Challenge, Uint8Array.of(1)));
    one.frame(response(A, 9, EapType.md5Challenge, Uint8Array.of(1)));
    expect(one.asked).toHaveLength(2);
    const [first, second] = one.asked;
    expect(second).toMatchObject({ port: 1, station: A, identity: 'ann', former: first?.exchange });
    expect(second?.eap).toEqual(buildEap(EapCode.response, 9, EapType.md5Challenge, Uint8Array.of(1)));
  });

  test('cuts a name at 253 octets', () => {
    begin({});
    one.identify(A, 'x'.repeat(300));
    expect(one.asked[0]?.identity).toBe('x'.repeat(253));
    one.answer({ kind: 'reject', eap: undefined, user: 'y'.repeat(300) });
    expect(one.news).toEqual([{ kind: 'refused', port: 1, station: A, identity: 'y'.repeat(253), why: 'rejected' }]);
  });

  test('says who came in, where, by which exchange, and into which VLAN', () => {
    begin({}, {});
    letIn(2, A, { vlan: { kind: 'vlan', vlan: 20 } });
    const exchange = one.asked[0]?.exchange;
    expect(one.news).toEqual([
      { kind: 'opened', port: 2, station: A, identity: 'ann', vlan: 20, exchange, again: false },
    ]);
  });

  test('asks again at the earlier of its own period and the session’s', () => {
    for (const [sessionTimeout, expected] of [
      [50_000, 50_000],
      [150_000, 100_000],
    ] as const) {
      one = new TestAuthenticator();
      begin({ reauthPeriod: 100_000 });
      letIn(1, A, { sessionTimeout, thenReauthenticate: true });
      one.frames.length = 0;
      one.pass(expected - 1);
      expect(one.frames).toEqual([]);
      one.pass(1);
      expect(one.frames).toHaveLength(1);
    }
  });

  test('takes an identity request for its own only if the switch sent it', () => {
    const guests = () => one.state.ports.get(1)?.isGuest;
    begin({ guestVlan: 20 });
    one.pass(60_000);
    const mark = new TextEncoder().encode('\0loop=mark of 1');
    one.frame(eapol(A, 0, buildEap(EapCode.request, 1, EapType.identity, mark)));
    expect([guests(), statistics()?.invalid]).toEqual([true, 1]);
    one.frame(eapol(SWITCH, 0, buildEap(EapCode.request, 1, EapType.identity, mark)));
    expect([guests(), statistics()?.invalid]).toEqual([false, 1]);
  });
});

describe('stations one by one', () => {
  test('answer the question to everybody by its identifier', () => {
    begin({ mode: 'station' });
    const identifier = one.identifier();
    one.frame(response(B, (identifier + 1) & 0xff, EapType.identity, Uint8Array.of(65)));
    expect(one.asked).toEqual([]);
    one.frame(response(B, identifier, EapType.identity, Uint8Array.of(65)));
    one.frame(response(B, identifier, EapType.identity, Uint8Array.of(65)));
    expect(one.asked.map(({ station }) => station)).toEqual([B]);
  });

  test('are forgotten when they log off, or do not answer', () => {
    const known = () => [...(one.state.ports.get(1)?.conversations.keys() ?? [])];
    begin({ mode: 'station' });
    letIn();
    expect(known()).toEqual(['', A]);
    one.frame(logoff(A));
    expect(known()).toEqual(['']);
    one.frame(start(B));
    expect(one.state.ports.get(1)?.conversations.get(B)?.pae).toBe(PaeState.connecting);
    one.pass(60_000);
    expect(known()).toEqual(['']);
  });

  test('have the VLAN that was assigned, and none if none was', () => {
    begin({ mode: 'station' });
    letIn(1, A, { vlan: { kind: 'vlan', vlan: 10 } });
    one.frame(start(B));
    one.identify(B, 'bob', 1, B);
    one.answer(accepted);
    expect(decision()).toEqual({
      ...{ admits: new Set([A, B]), vlan: undefined, isGuest: false },
      stationVlans: new Map([[A, 10]]),
    });
  });

  test('that log off leave the others, whose sessions go on to their ends', () => {
    begin({ mode: 'station' });
    letIn(1, A, { sessionTimeout: 50_000 });
    one.frame(start(B));
    one.identify(B, 'bob', 1, B);
    one.answer({ ...accepted, sessionTimeout: 60_000 });
    one.pass(50_000);
    expect(decision()?.admits).toEqual(new Set([B]));
    one.pass(9_999);
    expect(decision()?.admits).toEqual(new Set([B]));
    one.pass(1);
    expect(decision()).toBeUndefined();
    expect(causes()).toEqual([
      [1, A, 4],
      [1, B, 4],
    ]);
  });
});
