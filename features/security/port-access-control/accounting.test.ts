import { expect, test } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import { TerminateCause } from '../../../protocols/dot1x/events.ts';
import { Attribute, type RadiusAttribute } from '../../../protocols/radius/packet.ts';
import type { RadiusClient } from '../radius/slots.ts';
import { SessionRecords } from './accounting.ts';
import type { SessionTraffic } from './slots.ts';

const Status = { start: 1, stop: 2, interim: 3 };

/** A session of ann, and its accounting messages to the server. */
function session(interimInterval?: number, traffic: () => Promise<SessionTraffic | undefined> = async () => undefined) {
  const clock = new ManualClock();
  const records: (readonly RadiusAttribute[])[] = [];
  const client: Pick<RadiusClient, 'ask'> = {
    ask: async (way, attributes) => {
      expect(way).toBe('accounting');
      records.push(attributes({ server: 1, authenticator: new Uint8Array(16), secret: '' }, 7));
      return { kind: 'silence' };
    },
  };
  const made = new SessionRecords(
    {
      ...{ id: '4711', port: 2, user: 'ann', station: '02-00-00-00-00-0A', switchAddress: '02-00-00-00-00-01' },
      ...{ classes: [Uint8Array.of(1), Uint8Array.of(2)], interimInterval, since: clock.now(), traffic },
    },
    clock,
    () => client as RadiusClient,
  );
  const numbers = (type: number, record = records.at(-1)) =>
    (record ?? [])
      .filter((one) => one.type === type)
      .map(({ value }) => Number.parseInt(Buffer.from(value).toString('hex'), 16));
  const turns = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    made,
    numbers,
    /** The kinds of all records so far. */
    kinds: () => records.flatMap((record) => numbers(Attribute.acctStatusType, record)),
    texts: (type: number) =>
      (records.at(-1) ?? []).filter((one) => one.type === type).map(({ value }) => new TextDecoder().decode(value)),
    turns,
    async pass(seconds: number) {
      clock.advance(seconds * 1000);
      await turns();
    },
  };
}

test('a server is told of the beginning and the end of a session, with who it was and why it ended', async () => {
  const { made, kinds, numbers, texts, turns, pass } = session();
  expect(kinds()).toEqual([Status.start]);
  await pass(90);
  made.end(TerminateCause.supplicantLogoff);
  await turns();
  expect(kinds()).toEqual([Status.start, Status.stop]);
  expect([texts(Attribute.userName), texts(Attribute.acctSessionId)]).toEqual([['ann'], ['4711']]);
  expect(numbers(Attribute.class)).toEqual([1, 2]);
  expect(
    [Attribute.acctSessionTime, Attribute.acctTerminateCause, Attribute.acctDelayTime].map((one) => numbers(one)),
  ).toEqual([[90], [1], [7]]);
});

test.each([
  ['supplicantLogoff', 1],
  ['portFailure', 2],
  ['supplicantRestart', 19],
  ['reauthFailed', 20],
  ['forcedUnauthorized', 6],
  ['portReinitialized', 21],
  ['portDisabled', 22],
] as const)('a session that ended by %s ends for a server by %i (RFC 3580 3.24)', async (cause, expected) => {
  const { made, numbers, turns } = session();
  made.end(TerminateCause[cause]);
  await turns();
  expect(numbers(Attribute.acctTerminateCause)).toEqual([expected]);
});

test('records come in the interval that is wanted, but not faster than once a minute, and none behind the end', async () => {
  for (const [wanted, expected] of [
    [undefined, 0],
    [1, 10],
    [60, 10],
    [300, 2],
  ] as const) {
    const { made, kinds, turns, pass } = session(wanted);
    const between = () => kinds().filter((kind) => kind === Status.interim).length;
    for (let minute = 0; minute < 10; minute += 1) await pass(60);
    expect(between()).toBe(expected);
    made.end(TerminateCause.supplicantLogoff);
    await turns();
    for (let minute = 0; minute < 10; minute += 1) await pass(60);
    expect(between()).toBe(expected);
    expect(kinds().at(-1)).toBe(Status.stop);
  }
});

test('octets are counted beyond 4 GiB by gigawords, and a session whose use is not known is told without them', async () => {
  const inOctets = 3n * 2n ** 32n + 5n;
  const outOctets = 2n ** 32n - 1n;
  const counted = session(60, async () => ({ inOctets, outOctets, inFrames: 2n ** 32n + 8n, outFrames: 9n }));
  await counted.pass(60);
  const use = [
    ...[Attribute.acctInputGigawords, Attribute.acctInputOctets, Attribute.acctOutputGigawords],
    ...[Attribute.acctOutputOctets, Attribute.acctInputPackets, Attribute.acctOutputPackets],
  ];
  expect(use.map((type) => counted.numbers(type))).toEqual([[3], [5], [0], [2 ** 32 - 1], [8], [9]]);
  for (const traffic of [async () => undefined, () => Promise.reject(new Error('no counters'))]) {
    const unknown = session(60, traffic);
    await unknown.pass(60);
    expect(unknown.kinds()).toEqual([Status.start, Status.interim]);
    expect(use.flatMap((type) => unknown.numbers(type))).toEqual([]);
  }
});
