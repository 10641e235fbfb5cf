import { beforeEach, describe, expect, test } from 'vitest';
import { buildEap, buildEapOutcome, EapCode, EapType } from '../eap/packet.ts';
import { encodeTag, pushTag } from '../frames/vlan-tag.ts';
import { decisionOf } from './access.ts';
import { STATIONS_MAXIMUM } from './draft.ts';
import { PaeState, type PortSettings } from './state.ts';
import { accepted, auto, eapol, logoff, response, start, TestAuthenticator } from './testing.ts';

const A = '02-AA-00-00-00-01';
const B = '02-AA-00-00-00-02';

let one: TestAuthenticator;

function configure(settings: Partial<PortSettings>): void {
  one.tell({ kind: 'configure', ports: new Map([[1, { ...auto, ...settings }]]) });
}
function begin(settings: Partial<PortSettings> = {}): void {
  configure(settings);
  one.tell({ kind: 'link', port: 1, isUp: true });
}
const decision = () => {
  const port = one.state.ports.get(1);
  return port && decisionOf(port);
};
const authorization = () => one.state.ports.get(1)?.conversations.get('')?.authorization;
const pae = (station = '') => one.state.ports.get(1)?.conversations.get(station)?.pae;
const letIn = (station = A, more: object = {}) => {
  one.identify(station, 'ann');
  one.answer({ ...accepted, ...more });
};

beforeEach(() => {
  one = new TestAuthenticator();
});

describe('a port in auto (IEEE 802.1X-2004 8.2.4)', () => {
  test('asks who is there as soon as its link is up, and again after each transmission period', () => {
    begin();
    expect(one.sent()).toEqual(['request 1']);
    expect(pae()).toBe(PaeState.connecting);
    one.pass(29_999);
    expect(one.sent()).toEqual([]);
    one.pass(1);
    expect(one.sent()).toEqual(['request 1']);
    one.pass(120_000);
    expect(one.sent()).toHaveLength(4);
    expect(decision()).toBeUndefined();
  });

  test('opens for everybody when the backend accepts, and says so', () => {
    begin();
    one.identify(A, 'ann');
    expect(one.asked).toMatchObject([{ port: 1, station: A, identity: 'ann', former: 0 }]);
    expect(decision()).toBeUndefined();
    one.sent();
    one.answer({ ...accepted, eap: buildEapOutcome(EapCode.success, 7) });
    expect(one.sent()).toEqual(['success']);
    expect(decision()).toEqual({ admits: 'everybody', vlan: undefined, stationVlans: new Map(), isGuest: false });
    expect(one.news).toMatchObject([{ kind: 'opened', port: 1, station: A, identity: 'ann', again: false }]);
  });

  test('hears a log-off that is priority-tagged, and none with the tag of a VLAN', () => {
    begin();
    letIn();
    const tagged = (vid: number) => pushTag(logoff(A), encodeTag({ vid, priority: 3, dropEligible: false }));
    one.frame(tagged(10));
    expect(decision()).toBeDefined();
    expect(one.state.ports.get(1)?.statistics.invalid).toBe(1);
    one.frame(tagged(0));
    expect(decision()).toBeUndefined();
  });

  test('hands challenges to the station and its responses to the backend, each with the exchange before', () => {
    begin();
    one.identify(A, 'ann');
    one.sent();
    const challenge = buildEap(EapCode.request, 77, EapType.md5Challenge, Uint8Array.of(1, 2));
    one.answer({ kind: 'challenge', eap: challenge, timeout: undefined });
    expect(one.sent()).toEqual(['request 4']);
    one.frame(response(A, 77, EapType.md5Challenge, Uint8Array.of(9)));
    expect(one.asked).toHaveLength(2);
    expect(one.asked[1]).toMatchObject({ former: one.asked[0]?.exchange, station: A });
  });

  test('takes no response of another station, another identifier or another moment', () => {
    begin();
    one.frame(response(A, 200, EapType.identity, Uint8Array.of(65)));
    expect(one.asked).toEqual([]);
    one.identify(A, 'ann');
    one.identify(A, 'bob');
    expect(one.asked).toHaveLength(1);
    const challenge = buildEap(EapCode.request, 77, EapType.md5Challenge);
    one.answer({ kind: 'challenge', eap: challenge, timeout: undefined });
    one.frame(response(B, 77, EapType.md5Challenge, Uint8Array.of(1)));
    one.frame(response(A, 78, EapType.md5Challenge, Uint8Array.of(1)));
    expect(one.asked).toHaveLength(1);
  });

  test('takes no answer to an exchange that is over', () => {
    begin();
    one.identify(A, 'ann');
    const [late] = one.asked;
    one.frame(start(A));
    one.tell({ kind: 'answer', port: 1, exchange: late?.exchange ?? 0, answer: accepted });
    expect(decision()).toBeUndefined();
  });

  test('tells of the name that the backend knows, where the station told everybody another one', () => {
    begin();
    one.identify(A, 'anonymous');
    one.answer({ kind: 'reject', eap: undefined, user: 'ann' });
    expect(one.news).toMatchObject([{ kind: 'refused', identity: 'ann' }]);
    one.pass(60_000);
    one.identify(A, 'anonymous');
    one.answer({ ...accepted, user: 'ann' });
    expect(one.news.at(-1)).toMatchObject({ kind: 'opened', identity: 'ann' });
  });

  test('holds whoever was refused for the quiet period, and asks again then', () => {
    begin();
    one.identify(A, 'ann');
    one.sent();
    one.answer({ kind: 'reject', eap: buildEapOutcome(EapCode.failure, 1) });
    expect(one.sent()).toEqual(['failure']);
    expect(pae()).toBe(PaeState.held);
    expect(one.news).toMatchObject([{ kind: 'refused', why: 'rejected', identity: 'ann' }]);
    one.frame(start(A));
    one.tell({ kind: 'reauthenticate', port: 1 });
    one.pass(59_999);
    expect(one.sent()).toEqual([]);
    one.pass(1);
    expect(one.sent()).toEqual(['request 1']);
  });

  test('sends a challenge as often as it may, then begins anew', () => {
    begin();
    one.identify(A, 'ann');
    one.answer({ kind: 'challenge', eap: buildEap(EapCode.request, 5, 4), timeout: undefined });
    one.sent();
    one.pass(10_000);
    expect(one.sent()).toEqual(['request 4']);
    one.pass(10_000);
    expect(one.sent()).toEqual(['failure', 'request 1']);
    expect(one.news).toEqual([]);
    one.identify(A, 'ann');
    one.answer({ kind: 'challenge', eap: buildEap(EapCode.request, 5, 4), timeout: 3000 });
    one.sent();
    one.pass(3000);
    expect(one.sent()).toEqual(['request 4']);
  });

  test('begins anew where the backend sends what is no request', () => {
    begin();
    one.identify(A, 'ann');
    one.sent();
    one.answer({ kind: 'challenge', eap: buildEapOutcome(EapCode.success, 5), timeout: undefined });
    expect(one.sent()).toEqual(['failure', 'request 1']);
    expect(decision()).toBeUndefined();
  });

  test('waits for the backend no longer than the server timeout', () => {
    begin();
    one.identify(A, 'ann');
    one.sent();
    one.pass(20_000);
    expect(one.sent()).toEqual(['failure', 'request 1']);
    expect(one.news).toMatchObject([{ kind: 'refused', why: 'silence' }]);
  });

  test('closes when the station logs off, when the link goes and when it is started over', () => {
    const causes = () => one.news.flatMap((news) => (news.kind === 'closed' ? [news.cause] : []));
    begin();
    letIn();
    one.frame(logoff(B));
    expect(decision()).toBeDefined();
    one.frame(logoff(A));
    expect(decision()).toBeUndefined();
    letIn();
    // A link that comes up as it is already changes nothing.
    one.tell({ kind: 'link', port: 1, isUp: true });
    expect(decision()).toBeDefined();
    one.tell({ kind: 'link', port: 1, isUp: false });
    expect(decision()).toBeUndefined();
    one.tell({ kind: 'link', port: 1, isUp: true });
    letIn();
    one.tell({ kind: 'initialize', port: 1 });
    expect(decision()).toBeUndefined();
    expect(causes()).toEqual([1, 2, 6]);
  });

  test('is asked again after the period, stays open meanwhile, and closes when nobody answers or is refused', () => {
    begin({ reauthPeriod: 100_000 });
    letIn();
    one.sent();
    one.pass(100_000);
    expect(one.sent()).toEqual(['request 1']);
    expect(decision()).toBeDefined();
    letIn();
    expect(one.news.at(-1)).toMatchObject({ kind: 'opened', again: true });
    expect(one.now - (authorization()?.since ?? 0)).toBe(100_000);
    one.pass(100_000 + 59_999);
    expect(decision()).toBeDefined();
    one.pass(1);
    expect(decision()).toBeUndefined();
    expect(one.news.at(-1)).toMatchObject({ kind: 'closed', cause: 4 });
    letIn();
    one.pass(100_000);
    one.identify(A, 'ann');
    one.answer({ kind: 'reject', eap: undefined });
    expect(decision()).toBeUndefined();
  });

  test('closes where the backend is silent when it is asked again', () => {
    begin({ reauthPeriod: 100_000 });
    letIn();
    one.pass(100_000);
    one.identify(A, 'ann');
    one.pass(19_999);
    expect(decision()).toBeDefined();
    one.pass(1);
    expect(decision()).toBeUndefined();
  });

  test('counts another period from when it is set', () => {
    begin();
    letIn();
    one.pass(50_000);
    configure({ reauthPeriod: 100_000 });
    expect(decision()).toBeDefined();
    one.sent();
    one.pass(99_999);
    expect(one.sent()).toEqual([]);
    one.pass(1);
    expect(one.sent()).toEqual(['request 1']);
    letIn();
    // A longer one as well as a shorter one.
    configure({ reauthPeriod: 150_000 });
    one.sent();
    one.pass(149_999);
    expect(one.sent()).toEqual([]);
    one.pass(1);
    expect(one.sent()).toEqual(['request 1']);
  });

  test('keeps to the session timeout: closed at its end, or asked again', () => {
    begin();
    letIn(A, { sessionTimeout: 50_000 });
    one.pass(49_999);
    expect(decision()).toBeDefined();
    one.pass(1);
    expect(decision()).toBeUndefined();
    letIn(A, { sessionTimeout: 50_000, thenReauthenticate: true });
    one.sent();
    one.pass(50_000);
    expect(one.sent()).toEqual(['request 1']);
    expect(decision()).toBeDefined();
  });

  test('is spoken for by one station: another one neither takes it over nor closes it', () => {
    begin();
    letIn();
    one.sent();
    one.frame(start(B));
    one.identify(B, 'eve');
    expect(one.sent()).toEqual([]);
    expect(decision()).toBeDefined();
    // Nor when it is asked again.
    one.tell({ kind: 'reauthenticate', port: 1 });
    one.identify(B, 'eve');
    expect(one.asked).toHaveLength(1);
  });

  test('answers in the version of its station', () => {
    begin();
    one.frame(eapol(A, 1, new Uint8Array(), 1));
    expect(one.state.ports.get(1)?.conversations.get('')?.version).toBe(1);
    one.frame(eapol(A, 1, new Uint8Array(), 9));
    expect(one.state.ports.get(1)?.conversations.get('')?.version).toBe(3);
    one.frame(eapol(A, 0, buildEap(EapCode.response, one.identifier(), EapType.identity, Uint8Array.of(65)), 2));
    expect(one.state.ports.get(1)?.conversations.get('')?.version).toBe(2);
  });

  test('counts what comes and goes, and begins anew when asked', () => {
    begin();
    one.frame(start(A));
    one.frame(logoff(A));
    one.frame(eapol(A, 0, Uint8Array.of(9, 9)));
    one.frame(Uint8Array.of(1, 2, 3));
    const long = start(A);
    one.frame(Uint8Array.from([...long.slice(0, 16), 0xff, 0xff, ...long.slice(18)]));
    const { starts, logoffs, invalid, lengthErrors, received, lastSource } = one.state.ports.get(1)?.statistics ?? {};
    expect({ starts, logoffs, invalid, lengthErrors, received, lastSource }).toEqual({
      starts: 1,
      logoffs: 1,
      invalid: 2,
      lengthErrors: 1,
      received: 4,
      lastSource: A,
    });
    one.tell({ kind: 'clear', port: 1 });
    expect(one.state.ports.get(1)?.statistics.received).toBe(0);
  });
});

describe('VLANs (RFC 3580 3.31)', () => {
  const vlan = (number: number) => ({ vlan: { kind: 'vlan', vlan: number } });

  test('the assigned one is taken where the port lets it, and one that cannot be had keeps the port closed', () => {
    begin();
    letIn(A, vlan(10));
    expect(decision()?.vlan).toBe(10);
    one.tell({ kind: 'initialize', port: 1 });
    letIn(A, vlan(30));
    expect(decision()).toBeUndefined();
    expect(one.news.at(-1)).toMatchObject({ kind: 'refused', why: 'vlan' });
    one.tell({ kind: 'initialize', port: 1 });
    letIn(A, { vlan: { kind: 'unknown' } });
    expect(decision()).toBeUndefined();
  });

  test('is left alone where the port does not let it be assigned', () => {
    begin({ dynamicVlan: false });
    letIn(A, vlan(30));
    expect(decision()).toEqual({ admits: 'everybody', vlan: undefined, stationVlans: new Map(), isGuest: false });
  });

  test.each<[string, Partial<PortSettings>]>([
    ['goes', { admitsVlan: (number) => number === 20 }],
    ['is no longer assigned', { dynamicVlan: false }],
  ])('a VLAN that %s takes along whoever was in it', (_what, settings) => {
    begin();
    letIn(A, vlan(10));
    configure({ quietPeriod: 1000 });
    expect(decision()?.vlan).toBe(10);
    configure(settings);
    expect(decision()).toBeUndefined();
  });

  test('where nobody answers the port is a guest until somebody does', () => {
    begin({ guestVlan: 20 });
    one.pass(59_999);
    expect(decision()).toBeUndefined();
    one.pass(1);
    expect(decision()).toEqual({ admits: 'everybody', vlan: 20, stationVlans: new Map(), isGuest: true });
    one.frame(start(A));
    expect(decision()).toBeUndefined();
    one.identify(A, 'ann');
    one.answer({ kind: 'reject', eap: undefined });
    one.pass(59_999);
    expect(decision()).toBeUndefined();
  });

  test('a guest is one no more where its VLAN goes, or it is to be none', () => {
    for (const settings of [{ guestVlan: 20, admitsVlan: (vlan: number) => vlan === 10 }, {}]) {
      begin({ guestVlan: 20 });
      one.pass(60_000);
      expect(decision()?.isGuest).toBe(true);
      configure(settings);
      expect(decision()).toBeUndefined();
      one = new TestAuthenticator();
    }
  });

  test('no port is a guest whose own requests come back by any port, until they do no more', () => {
    const guest: PortSettings = { ...auto, guestVlan: 20 };
    const open: PortSettings = { ...auto, control: 'forceAuthorized' };
    const guests = () => [...one.state.ports].filter(([, { isGuest }]) => isGuest).map(([port]) => port);
    one = new TestAuthenticator();
    one.loops.set(1, 3).set(2, 2);
    one.tell({
      kind: 'configure',
      ports: new Map([
        [1, guest],
        [2, guest],
        [3, open],
        [4, guest],
      ]),
    });
    for (const port of [1, 2, 3, 4]) one.tell({ kind: 'link', port, isUp: true });
    one.pass(600_000);
    expect(guests()).toEqual([4]);
    expect(one.news).toEqual([{ kind: 'guest', port: 4, vlan: 20 }]);
    one.loops.clear();
    one.pass(90_000);
    expect(guests()).toEqual([1, 2, 4]);
    // A loop that is made behind a guest closes it with the next request.
    one.loops.set(4, 1);
    one.pass(30_000);
    expect(guests()).toEqual([1, 2]);
    expect(one.news.at(-1)).toEqual({ kind: 'looped', port: 4 });
    // A station that makes up such a request does not know the mark of another port.
    one.frame(eapol('02-00-00-00-00-0A', 0, buildEap(1, 7, 1, new TextEncoder().encode('\0loop=mark of 9'))), 1);
    expect(guests()).toEqual([1, 2]);
  });

  test('no port is a guest in a VLAN that does not exist, or is let in by stations', () => {
    begin({ guestVlan: 30 });
    one.pass(200_000);
    expect(decision()).toBeUndefined();
    begin({ guestVlan: 20, mode: 'station' });
    one.pass(200_000);
    expect(decision()).toBeUndefined();
  });
});

describe('stations that are let in one by one', () => {
  test('are each authenticated by themselves', () => {
    begin({ mode: 'station' });
    one.identify(A, 'ann');
    one.answer(accepted);
    expect(decision()?.admits).toEqual(new Set([A]));
    one.frame(start(B));
    one.identify(B, 'bob', 1, B);
    expect(decision()?.admits).toEqual(new Set([A]));
    one.answer(accepted);
    expect(decision()?.admits).toEqual(new Set([A, B]));
    one.frame(logoff(A));
    expect(decision()?.admits).toEqual(new Set([B]));
  });

  test('have a VLAN of their own each', () => {
    begin({ mode: 'station' });
    one.identify(A, 'ann');
    one.answer({ ...accepted, vlan: { kind: 'vlan', vlan: 10 } });
    one.frame(start(B));
    one.identify(B, 'bob', 1, B);
    one.answer({ ...accepted, vlan: { kind: 'vlan', vlan: 20 } });
    const stationVlans = new Map([
      [A, 10],
      [B, 20],
    ]);
    expect(decision()).toMatchObject({ admits: new Set([A, B]), vlan: undefined, stationVlans });
    one.frame(logoff(A));
    expect(decision()).toMatchObject({ admits: new Set([B]), stationVlans: new Map([[B, 20]]) });
  });

  test('everybody is asked only while nobody is in', () => {
    begin({ mode: 'station' });
    one.sent();
    one.pass(30_000);
    expect(one.sent()).toEqual(['request 1']);
    one.identify(A, 'ann');
    one.answer(accepted);
    one.sent();
    one.pass(300_000);
    expect(one.sent()).toEqual([]);
  });

  test('that are made up push one another out, and nobody who is in', () => {
    begin({ mode: 'station' });
    one.identify(A, 'ann');
    one.answer(accepted);
    for (let at = 0; at < 1000; at += 1) {
      one.frame(
        start(`02-EE-00-00-${(at >> 8).toString(16).padStart(2, '0')}-${(at & 255).toString(16).padStart(2, '0')}`),
      );
    }
    expect(one.state.ports.get(1)?.conversations.size).toBe(STATIONS_MAXIMUM + 1);
    expect(decision()?.admits).toEqual(new Set([A]));
    one.frame(start(B));
    one.identify(B, 'bob', 1, B);
    one.answer(accepted);
    expect(decision()?.admits).toEqual(new Set([A, B]));
  });

  test('are held for the quiet period, each by itself', () => {
    begin({ mode: 'station' });
    one.identify(A, 'ann');
    one.answer({ kind: 'reject', eap: undefined });
    one.identify(A, 'bob');
    expect(one.asked).toHaveLength(1);
    one.identify(B, 'bob');
    expect(one.asked).toHaveLength(2);
  });

  test('are ignored where the port holds no more, and those that are in may start over', () => {
    begin({ mode: 'station' });
    const stations = Array.from({ length: STATIONS_MAXIMUM }, (_, at) => `02-AA-00-00-01-${at + 10}`);
    for (const station of stations) letIn(station);
    expect(decision()?.admits).toEqual(new Set(stations));
    one.sent();
    one.frame(start(B));
    one.identify(B, 'bob');
    expect(one.sent()).toEqual([]);
    expect(one.asked).toHaveLength(STATIONS_MAXIMUM);
    one.frame(start(stations[3] ?? ''));
    expect(one.sent()).toEqual(['request 1']);
  });
});

describe('a port that is forced', () => {
  test('tells stations what is so, and asks nobody', () => {
    begin({ control: 'forceAuthorized' });
    one.frame(start(A));
    expect(one.sent()).toEqual(['success']);
    begin({ control: 'forceUnauthorized' });
    one.frame(start(A));
    one.frame(response(A, 0, EapType.identity, Uint8Array.of(65)));
    expect(one.sent()).toEqual(['failure']);
    expect(one.asked).toEqual([]);
    expect(decision()).toBeUndefined();
  });

  test('or let in by stations closes who was let in before as everybody', () => {
    begin();
    letIn();
    configure({ mode: 'station' });
    expect(decision()).toBeUndefined();
  });

  test('closes who was let in before', () => {
    begin();
    letIn();
    begin({ control: 'forceUnauthorized' });
    expect(decision()).toBeUndefined();
    expect(one.news.at(-1)).toMatchObject({ kind: 'closed', cause: 5 });
  });
});
