import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { sysTimeCtrl } from './objects.ts';
import { syncResult } from './sntp-slots.ts';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const set = (columns: object) => client.set('sysTimeCtrl', columns);
const refusal = async (columns: object) => (await set(columns)).error.message;
const server = (sysTimeSntpServer: string, more: object = {}) =>
  client.set('sysTimeSntpServerEntry', { sysTimeSntpServerIndex: 1, sysTimeSntpServer, ...more });
const noon = { year: 2030, month: 6, day: 15, hour: 12, minute: 0, second: 0 };

describe('the clock', () => {
  it('is set by hand, and the log tells the jump', async () => {
    expect((await set(noon)).error.code).toBe(0);
    expect(await client.read('sysTimeCtrl')).toMatchObject({ sysTimeCurrent: '2030-06-15 12:00:00' });
    expect(JSON.stringify(await client.read('syslogMsgEntry'))).toContain('Clock set forward by');
    await set({ minute: 30 });
    expect(await client.read('sysTimeCtrl')).toMatchObject({ sysTimeCurrent: '2030-06-15 12:30:00' });
  });

  it('never takes a date or a time that does not exist', async () => {
    expect(await refusal({ ...noon, month: 2, day: 30 })).toBe('The date does not exist.');
    for (const [column, value] of Object.entries({
      hour: 24,
      minute: 60,
      second: 60,
      month: 13,
      day: 32,
      year: 1999,
    })) {
      expect(await refusal({ ...noon, [column]: value })).toContain('Please enter an integer between');
    }
  });

  it('does not end a session when it jumps', async () => {
    await set({ ...noon, year: 2037 });
    expect((await client.call('CommonGet', { Template: 'system' })).error.code).toBe(0);
  });

  it('shows the zone and daylight saving', async () => {
    await set({ sysTimeZone: 16, dstMode: 2 });
    await set(noon);
    expect(await client.read('sysTimeCtrl')).toMatchObject({ sysTimeCurrent: '2030-06-15 12:00:00' });
    await set({ dstMode: 1 });
    expect(await client.read('sysTimeCtrl')).toMatchObject({ sysTimeCurrent: '2030-06-15 11:00:00' });
    await set({ sysTimeZone: 15 });
    expect(await client.read('sysTimeCtrl')).toMatchObject({ sysTimeCurrent: '2030-06-15 10:00:00' });
  });
});

describe('daylight saving', () => {
  it('does not begin and end on the same day, nor end before it begins', async () => {
    expect(await refusal({ dstMode: 2, dstEndMonth: 3 })).toContain('must not be on the same day');
    const dates = { dstMode: 3, dstStartYear: 2030, dstEndYear: 2030, dstStartMonth: 10, dstEndMonth: 3 };
    expect(await refusal({ ...dates, dstStartDay: 1, dstEndDay: 1 })).toContain('must be before its end');
    expect(await refusal({ dstMode: 3, dstStartMonth: 2, dstStartDay: 30 })).toBe('The date does not exist.');
  });

  it.each([
    ['dstStartHour', 24],
    ['dstEndMinute', 60],
    ['dstStartDay', 0],
    ['dstOffset', 45],
    ['sysTimeZone', 39],
    ['sysTimeZone', 0],
    ['sysTimeSntpPoll', 0],
    ['sysTimeSntpPoll', 61],
  ] as const)('%s is not %i', (column, value) => {
    expect(sysTimeCtrl.fields[column].read(value).ok).toBe(false);
  });
});

describe('SNTP', () => {
  it('needs a server, and takes the hand off the clock', async () => {
    expect(await refusal({ sysTimeSource: 1 })).toBe('SNTP requires a time server to be set first.');
    expect(await refusal({ sysTimeSyncNow: 1 })).toBe('Sync now requires the clock source SNTP.');
    agent.running.context.names.resolve = async () => ['127.0.0.1'];
    await server('time.example');
    expect((await set({ sysTimeSource: 1 })).error.code).toBe(0);
    expect(await refusal(noon)).toBe('Date and time cannot be set while the clock source is SNTP.');
    expect((await server('')).error.message).toBe('SNTP requires a time server to be set first.');
  });

  it('takes a VLAN for a link-local server alone, and one that exists', async () => {
    expect((await server('192.0.2.1', { sysTimeSntpVlan: 20 })).error.message).toContain('VLAN must be 0 unless');
    expect((await server('fe80::1', { sysTimeSntpVlan: 20 })).error.message).toBe('VLAN 20 does not exist.');
    expect((await server('fe80::1')).error.code).toBe(0);
    expect((await server('not a host')).error.message).toContain(
      'must be an IPv4 address, an IPv6 address or a host name',
    );
  });

  it('says how long ago the clock was set, whatever the date is set to behind that', async () => {
    expect(await client.read('sysTimeCtrl')).toMatchObject({ sysTimeSinceSync: -1 });
    const { slots, wallClock, clock } = agent.running.context;
    slots.update(syncResult, (present) => ({ ...present, at: wallClock.now(), since: clock.now() }));
    agent.clock.advance(100_000);
    await set(noon);
    expect(await client.read('sysTimeCtrl')).toMatchObject({ sysTimeSinceSync: 100 });
  });

  it('says why it has no time', async () => {
    await server('time.nowhere.example');
    await set({ sysTimeSource: 1 });
    await expect
      .poll(async () => client.read('sysTimeCtrl'))
      .toMatchObject({ sysTimeSyncError: expect.stringContaining('no DNS server is set'), sysTimeLastSync: '' });
  });
});
