import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestFrame } from '../../../datapath/contract/test-frame.ts';
import type { Cable } from '../../../datapath/virtual/virtual-datapath.ts';
import { Severity } from '../../../device/log/log.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { statisticsGroups } from './slots.ts';

const OCTETS = '1.3.6.1.2.1.16.1.1.1.4.1';
/** A frame to everybody, and what it is on the line with its check sequence. */
const frame = buildTestFrame({ port: 0, from: 'A', to: 'all', length: 100 }, 1);
const LENGTH = 104;

let agent: TestAgent;
let client: AgentClient;
let cable: Cable;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  cable = agent.attach(2, { ability: { speeds: [1000], duplex: 'full', negotiates: true }, receive: () => {} });
});

afterEach(() => agent.close());

const rows = async (object: string, query: object = {}) =>
  (await client.read(object, query)) as unknown as Readonly<Record<string, string | number>>[];
const message = async (object: string, values: object) => (await client.set(object, values)).error.message;
const enable = () => client.set('rmonCtrl', { rmonGlobalState: 1 });
const addGroup = (more: object = {}) =>
  client.set('etherStatsEntry', { etherStatsIndex: 1, etherStatsDataSource: 2, RowStatus: 4, ...more });

/** Lets an interval pass, and everything that falls into it. */
async function pass(seconds: number, until: () => Promise<void>) {
  agent.clock.advance(seconds * 1000);
  await vi.waitFor(until, { timeout: 30_000, interval: 5 });
}

it('goes on, with what it had, where the counters could not be read for a while', async () => {
  await enable();
  await addGroup();
  await client.set('historyControlEntry', {
    historyControlIndex: 1,
    historyControlDataSource: 2,
    historyControlInterval: 10,
    RowStatus: 4,
  });
  await client.set('alarmEntry', { alarmIndex: 1, alarmInterval: 10, alarmVariable: OCTETS, RowStatus: 4 });
  const sampled = async (count: number) => expect(await rows('etherHistoryEntry')).toHaveLength(count);
  await pass(10, () => sampled(1));
  const { datapath } = agent.running.context;
  const { portCounters, portStates } = datapath;
  datapath.portCounters = () => Promise.reject(new Error('The datapath is gone.'));
  datapath.portStates = () => Promise.reject(new Error('The datapath is gone.'));
  await pass(20, () => sampled(1));
  // A setting that comes meanwhile is taken up when they can be read again.
  await client.set('etherStatsEntry', { etherStatsIndex: 2, etherStatsDataSource: 3, RowStatus: 4 });
  Object.assign(datapath, { portCounters, portStates });
  await pass(1, async () => expect(agent.running.context.slots.get(statisticsGroups).has(2)).toBe(true));
  await pass(10, async () => expect((await rows('etherHistoryEntry')).length).toBeGreaterThanOrEqual(1));
  await pass(10, () => sampled(2));
  // A request meanwhile is refused; the service itself reports no error.
  const faults = agent.running.context.log.entries().filter(({ severity }) => severity <= Severity.error);
  expect(faults.filter(({ message: { text } }) => !text.startsWith('A call '))).toEqual([]);
});

describe('a statistics group', () => {
  it('counts what came in since it was made, by kind and size', async () => {
    cable.send(frame, 3);
    await enable();
    await addGroup();
    expect(await rows('etherStatsEntry')).toMatchObject([{ etherStatsOctets: '0', etherStatsPkts: '0' }]);
    cable.send(frame, 5);
    expect(await rows('etherStatsEntry')).toMatchObject([
      {
        etherStatsOctets: String(5 * LENGTH),
        etherStatsPkts: '5',
        etherStatsBroadcastPkts: '5',
        etherStatsMulticastPkts: '0',
        etherStatsPkts64Octets: '0',
        etherStatsPkts65to127Octets: '5',
      },
    ]);
  });

  it('stands still while RMON is disabled, and goes on from there', async () => {
    await enable();
    await addGroup();
    cable.send(frame, 5);
    await client.set('rmonCtrl', { rmonGlobalState: 2 });
    cable.send(frame, 7);
    expect(await rows('etherStatsEntry')).toMatchObject([{ etherStatsPkts: '5' }]);
    await enable();
    cable.send(frame, 1);
    expect(await rows('etherStatsEntry')).toMatchObject([{ etherStatsPkts: '6' }]);
  });

  it('is cleared by itself', async () => {
    await enable();
    await addGroup();
    cable.send(frame, 5);
    await client.set('etherStatsEntry', { etherStatsIndex: 1, etherStatsClear: 1 });
    expect(await rows('etherStatsEntry')).toMatchObject([{ etherStatsPkts: '0', etherStatsOctets: '0' }]);
  });

  it('is one of a port that there is', async () => {
    await addGroup();
    expect(await message('etherStatsEntry', { etherStatsIndex: 2, etherStatsDataSource: 2, RowStatus: 4 })).toBe(
      'Port 2 already has a statistics group.',
    );
    expect(await message('etherStatsEntry', { etherStatsIndex: 2, etherStatsDataSource: 11, RowStatus: 4 })).toBe(
      'Port must be a port from 1 to 10.',
    );
    expect(await rows('rmonCtrl')).toMatchObject({ rmonStatsCount: 1, rmonAlarmCount: 0 });
  });
});

describe('a history', () => {
  const control = { historyControlIndex: 7, historyControlDataSource: 2, RowStatus: 4 };

  it('samples its port, and drops the oldest sample where its buckets are full', async () => {
    await enable();
    await client.set('historyControlEntry', {
      ...control,
      historyControlBucketsRequested: 2,
      historyControlInterval: 10,
    });
    expect(await rows('historyControlEntry')).toMatchObject([{ historyControlBucketsGranted: 2 }]);
    expect(await rows('etherHistoryEntry')).toEqual([]);
    for (const packets of [1, 2, 3]) {
      cable.send(frame, packets);
      await pass(10, async () =>
        expect((await rows('etherHistoryEntry', { etherHistoryIndex: 7 })).at(-1)).toMatchObject({
          etherHistorySampleIndex: packets,
          etherHistoryPkts: String(packets),
        }),
      );
    }
    expect(await rows('etherHistoryEntry')).toMatchObject([
      { etherHistorySampleIndex: 2, etherHistoryOctets: String(2 * LENGTH), etherHistoryIntervalStart: 1000 },
      { etherHistorySampleIndex: 3, etherHistoryOctets: String(3 * LENGTH), etherHistoryIntervalStart: 2000 },
    ]);
  });

  it('begins anew where it samples otherwise, keeps its samples for another owner, and goes with its row', async () => {
    await enable();
    await client.set('historyControlEntry', { ...control, historyControlInterval: 10 });
    await pass(10, async () => expect(await rows('etherHistoryEntry')).toHaveLength(1));
    await client.set('historyControlEntry', { historyControlIndex: 7, historyControlOwner: 'noc' });
    expect(await rows('etherHistoryEntry')).toHaveLength(1);
    await client.set('historyControlEntry', { historyControlIndex: 7, historyControlInterval: 20 });
    await vi.waitFor(async () => expect(await rows('etherHistoryEntry')).toEqual([]), 10_000);
    agent.clock.advance(10_000);
    expect(await rows('etherHistoryEntry')).toEqual([]);
    await pass(10, async () => expect(await rows('etherHistoryEntry')).toHaveLength(1));
    await client.set('historyControlEntry', { historyControlIndex: 7, RowStatus: 6 });
    expect(await rows('etherHistoryEntry')).toEqual([]);
  });
});

describe('an alarm', () => {
  const alarm = {
    alarmIndex: 1,
    alarmInterval: 10,
    alarmVariable: OCTETS,
    alarmRisingThreshold: 1000,
    alarmFallingThreshold: 200,
    alarmRisingEventIndex: 1,
    alarmFallingEventIndex: 2,
    RowStatus: 4,
  };

  beforeEach(async () => {
    await enable();
    await addGroup();
    await client.set('eventEntry', { eventIndex: 1, eventDescription: 'busy', eventType: 4, RowStatus: 4 });
    await client.set('eventEntry', { eventIndex: 2, eventType: 1, RowStatus: 4 });
  });

  const value = async (expected: number) => expect(await rows('alarmEntry')).toMatchObject([{ alarmValue: expected }]);

  it('sets off its event once where a counter grows too fast, and is logged', async () => {
    expect(await message('alarmEntry', alarm)).toBe('');
    cable.send(frame, 5);
    await pass(10, () => value(5 * LENGTH));
    cable.send(frame, 10);
    await pass(10, () => value(10 * LENGTH));
    cable.send(frame, 11);
    await pass(10, () => value(11 * LENGTH));
    const [logged, ...more] = await rows('logEntry', { logEventIndex: 1 });
    expect(more).toEqual([]);
    expect(logged).toMatchObject({
      logIndex: 1,
      logTime: 2000,
      logDescription: `Alarm 1: ${OCTETS} is 1040, rising threshold 1000.`,
    });
    expect(await rows('eventEntry')).toMatchObject([{ eventLastTimeSent: 2000 }, { eventLastTimeSent: 0 }]);
    const said = agent.running.context.log.entries().filter(({ message }) => message.text.startsWith('RMON alarm'));
    expect(said).toHaveLength(1);
    // Another one, of no type, counts what it did and logs nothing.
    await pass(10, () => value(0));
    expect(await rows('eventEntry')).toMatchObject([{ eventLastTimeSent: 2000 }, { eventLastTimeSent: 4000 }]);
    expect(await rows('logEntry')).toHaveLength(1);
  });

  it('goes on where its owner or its events become others, and begins again with another threshold', async () => {
    await client.set('alarmEntry', alarm);
    cable.send(frame, 5);
    await pass(10, () => value(5 * LENGTH));
    await client.set('alarmEntry', { alarmIndex: 1, alarmOwner: 'noc', alarmRisingEventIndex: 2 });
    await value(5 * LENGTH);
    await client.set('alarmEntry', { alarmIndex: 1, alarmRisingThreshold: 2000 });
    await value(0);
  });

  it('goes off for nothing where its counters are cleared', async () => {
    await client.set('alarmEntry', { ...alarm, alarmFallingEventIndex: 0 });
    cable.send(frame, 5);
    await pass(10, () => value(5 * LENGTH));
    await client.set('etherStatsEntry', { etherStatsIndex: 1, etherStatsClear: 1 });
    await client.set('statisticsCtrl', { statisticsClear: 0 });
    cable.send(frame, 2);
    agent.clock.advance(10_000);
    cable.send(frame, 3);
    await pass(10, () => value(3 * LENGTH));
    expect(await rows('logEntry')).toEqual([]);
  });

  it('watches any number of the switch, and is refused in one sentence for anything else', async () => {
    expect(await message('alarmEntry', { ...alarm, alarmVariable: '1.3.6.1.2.1.99.1.0' })).toBe(
      'This switch has no variable 1.3.6.1.2.1.99.1.0.',
    );
    expect(await message('alarmEntry', { ...alarm, alarmVariable: '1.3.6.1.2.1.1.5.0' })).toBe(
      'Variable 1.3.6.1.2.1.1.5.0 is not a number.',
    );
    expect(await message('alarmEntry', { ...alarm, alarmVariable: '1.3.6.1.2.1.16.1.1.1.4.9' })).toBe(
      'This switch has no variable 1.3.6.1.2.1.16.1.1.1.4.9.',
    );
    const status = { ...alarm, alarmVariable: '1.3.6.1.2.1.2.2.1.8.2', alarmSampleType: 1 };
    expect(await message('alarmEntry', { ...status, alarmRisingThreshold: 2, alarmFallingThreshold: 1 })).toBe('');
    await pass(10, () => value(1));
  });

  it('keeps to its events, its group and room between its thresholds', async () => {
    expect(await message('alarmEntry', { ...alarm, alarmFallingThreshold: 1000 })).toBe(
      'The falling threshold must be lower than the rising threshold.',
    );
    expect(await message('alarmEntry', { ...alarm, alarmRisingEventIndex: 3 })).toContain('does not exist.');
    expect(await message('alarmEntry', alarm)).toBe('');
    expect(await message('eventEntry', { eventIndex: 1, RowStatus: 6 })).toContain('alarm 1');
    expect(await message('etherStatsEntry', { etherStatsIndex: 1, RowStatus: 6 })).toBe(
      'Statistics group 1 is used by alarm 1.',
    );
  });

  it('keeps no more of an event’s log than its rows', async () => {
    await client.set('alarmEntry', { ...alarm, alarmInterval: 1, alarmFallingThreshold: 0 });
    for (let round = 1; round <= 18; round += 1) {
      cable.send(frame, 10);
      await pass(1, () => value(10 * LENGTH));
      await pass(1, () => value(0));
    }
    const logged = await rows('logEntry', { logEventIndex: 1 });
    expect(logged).toHaveLength(16);
    expect(logged.at(-1)).toMatchObject({ logIndex: 18 });
  });
});
