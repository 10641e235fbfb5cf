import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { translator } from '../../../console/translations/language.ts';
import { englishOf } from '../../../device/log/log.ts';
import { say } from '../../../model/values/message.ts';
import { asWritten } from '../../../model/values/translate.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { keptLog } from './kept-log.ts';
import { fits, logRow, type SentEntry, secondsSince } from './log-row.ts';
import { syslogCtrl, syslogServEntry } from './objects.ts';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

async function messages(): Promise<string[]> {
  const rows = await client.read('syslogMsgEntry');
  return Array.isArray(rows) ? rows.map((row) => row.syslogMsgDescr) : [];
}

const write = (severity: 2 | 4 | 6 | 7, text: string) => agent.running.context.log.write(severity, say(text));

describe('the log', () => {
  it('has the layout of the specification, newest first', async () => {
    write(4, 'fan 1 stands\nstill <b>');
    const [newest = ''] = await messages();
    expect(newest).toMatch(/^<188> [A-Z][a-z]{2} \d{2} \d{2}:\d{2}:\d{2} \d{4}fan 1 stands still <b>$/);
    expect(newest.slice(26)).toBe('fan 1 stands still <b>');
  });

  it('forgets the oldest when it is full, or takes no more, as set', async () => {
    await client.set('syslogCtrl', { syslogBufferSize: 2 });
    for (const text of ['one', 'two', 'three']) write(4, text);
    expect((await messages()).map((text) => text.slice(26))).toEqual(['three', 'two']);
    await client.set('syslogCtrl', { syslogBufferFull: 2 });
    write(4, 'four');
    expect((await messages()).map((text) => text.slice(26))).toEqual(['three', 'two']);
  });

  it('begins at the level that is set', async () => {
    await client.set('syslogCtrl', { syslogLocalSeverity: 4 });
    write(6, 'quiet');
    write(2, 'loud');
    const text = (await messages()).join('\n');
    expect(text).toContain('loud');
    expect(text).not.toContain('quiet');
  });

  it('is cleared, and says by whom', async () => {
    expect((await client.call('CommonDelAll', { Template: 'syslogMsgEntry' })).error.code).toBe(0);
    expect((await messages()).map((text) => text.slice(26))).toEqual(['log cleared by admin']);
  });

  it('is fetched as a text file, a message a line', async () => {
    write(4, 'something');
    const file = await client.get(`/iss/specific/cgi/system_log?Gambit=${client.gambit}&_=1`);
    expect(file.headers.get('content-disposition')).toContain('TPE-1021WS-log.txt');
    expect(await file.text()).toMatch(/^<188> .{20}something\n/);
  });

  it.each([
    ['syslogBufferSize', 0],
    ['syslogBufferSize', 513],
    ['syslogSaveInterval', 0],
    ['syslogSaveInterval', 65_536],
    ['syslogLocalSeverity', 8],
  ] as const)('%s is not %i', (column, value) => {
    expect(syslogCtrl.fields[column].read(value).ok).toBe(false);
  });
});

describe('a log on flash', () => {
  async function restarted(): Promise<string> {
    await agent.stop();
    agent = await startTestAgent({ directory: agent.directory });
    client = await agent.signedIn();
    return (await messages()).join('\n');
  }

  it('comes back after a restart where it was saved on demand, and not otherwise', async () => {
    write(4, 'before');
    expect(await restarted()).not.toContain('before');
    write(4, 'before');
    expect((await client.set('syslogCtrl', { syslogSaveNow: 1 })).error.code).toBe(0);
    const text = await restarted();
    expect(text).toContain('before');
    expect(text.indexOf('admin logged in')).toBeLessThan(text.indexOf('before'));
  });

  it('is written at the interval', async () => {
    await client.set('syslogCtrl', { syslogSaveMode: 2, syslogSaveInterval: 1 });
    write(4, 'a minute ago');
    const kept = async () => JSON.stringify((await agent.running.context.keep(keptLog).load()) ?? []);
    agent.clock.advance(59_999);
    expect(await kept()).not.toContain('a minute ago');
    agent.clock.advance(1);
    expect(await kept()).toContain('a minute ago');
    expect(await restarted()).toContain('a minute ago');
  });

  it('holds every message where that is set, even the last one', async () => {
    await client.set('syslogCtrl', { syslogSaveMode: 3 });
    write(4, 'the last words');
    expect(await restarted()).toContain('the last words');
  });

  it('does not come back after it was cleared', async () => {
    write(4, 'before');
    await client.set('syslogCtrl', { syslogSaveNow: 1 });
    await client.call('CommonDelAll', { Template: 'syslogMsgEntry' });
    expect(await restarted()).not.toContain('before');
  });

  it('comes back as it was written; what is no list of entries is none', () => {
    const message = say('Fan {{fan}} has stopped', { fan: 1 });
    const entries = [{ sequence: 7, severity: 4, time: 1000, message } as const];
    expect(keptLog.read(keptLog.write(entries), 2)).toMatchObject([{ severity: 4, time: 1000, message }]);
    const said = { text: 'x' };
    for (const none of [null, {}, [null], [[9, 1, said]], [[4, '1', said]], [[4, 1]], [[4, 1, 2]], [[4, 1, 'x']]]) {
      expect(keptLog.read(none, 2)).toBeUndefined();
    }
  });

  it('that holds English sentences, as it once did, comes back with them', () => {
    const [entry] = keptLog.read([[4, 1000, 'Port 3 link down.']], 1) ?? [];
    expect(entry).toMatchObject({ severity: 4, time: 1000 });
    expect(entry && englishOf(entry)).toBe('Port 3 link down.');
    expect(keptLog.read([[4, 1, 2]], 1)).toBeUndefined();
  });
});

describe('a log server', () => {
  let receiver: Socket;
  const received: string[] = [];

  beforeEach(async () => {
    received.length = 0;
    receiver = createSocket('udp4');
    receiver.on('message', (octets) => received.push(octets.toString()));
    await new Promise<void>((resolve) => receiver.bind(0, '127.0.0.1', resolve));
  });

  afterEach(() => receiver.close());

  const add = (columns: object) =>
    client.set('syslogServEntry', {
      syslogServIndex: 1,
      syslogServAddrType: 1,
      syslogServAddr: '192.0.2.1',
      RowStatus: 4,
      ...columns,
    });

  it('gets what is loud enough for it, in its facility, while remote logging is enabled', async () => {
    await client.set('dnsHostEntry', { dnsHostName: 'collector', dnsHostAddr: '192.0.2.9', RowStatus: 4 });
    // The fields take no loopback address; a static host would neither. The resolver answers as a DNS server might.
    agent.running.context.names.resolve = async () => ['127.0.0.1'];
    const { port } = receiver.address();
    expect(
      (await add({ syslogServAddrType: 16, syslogServAddr: 'collector', syslogServPort: port, syslogServFacility: 16 }))
        .error.code,
    ).toBe(0);
    write(2, 'not yet');
    await client.set('system', { sysName: 'core' });
    await client.set('syslogCtrl', { syslogState: 1 });
    write(6, 'too quiet');
    write(4, 'loud enough');
    await expect.poll(() => received).toHaveLength(1);
    expect(received[0]).toMatch(
      /^<132>1 \d{4}-\d{2}-\d{2}T[\d:.]+Z core faceplate - [0-9a-f]{8} \[event@32473]\[meta sequenceId="\d+"] loud enough$/,
    );
    await client.set('syslogCtrl', { syslogTimeStamp: 2 });
    write(2, 'without time');
    await expect.poll(() => received).toHaveLength(2);
    expect(received[1]).toMatch(/^<130>1 - core faceplate - \S+ \[.*] without time$/);
    await client.set('syslogServEntry', { syslogServIndex: 1, syslogServState: 2 });
    write(2, 'not any more');
    await client.set('syslogServEntry', { syslogServIndex: 1, syslogServState: 1 });
    write(2, 'again');
    await expect.poll(() => received).toHaveLength(3);
    expect(received[2]).toContain('again');
  });

  it('that has no address is told of once', async () => {
    await add({ syslogServAddrType: 16, syslogServAddr: 'nowhere.example' });
    await client.set('syslogCtrl', { syslogState: 1 });
    for (let count = 0; count < 3; count += 1) write(4, 'unheard');
    await expect.poll(messages).toContainEqual(expect.stringContaining('is unreachable: nowhere.example cannot be'));
    expect((await messages()).filter((text) => text.includes('is unreachable'))).toHaveLength(1);
  });

  it('has an address of its type, a free place, and a port that may be', async () => {
    expect((await add({ syslogServAddrType: 2 })).error.message).toBe('Server must be an IPv6 address.');
    expect((await add({ syslogServVlan: 2 })).error.message).toContain('VLAN must be 0 unless');
    expect((await add({ syslogServIndex: 5 })).error.message).toContain('between 1 ~ 4');
    const { syslogServPort, syslogServFacility } = syslogServEntry.fields;
    expect([514, 1025, 65_535].every((port) => syslogServPort.read(port).ok)).toBe(true);
    expect([0, 513, 515, 1024, 65_536].some((port) => syslogServPort.read(port).ok)).toBe(false);
    expect([15, 24].some((facility) => syslogServFacility.read(facility).ok)).toBe(false);
  });
});

describe('a message in the list', () => {
  const sent = (index: number, syslogMsgDescr: string, syslogMsgSaid = '') => ({
    syslogMsgIndex: index,
    syslogMsgDescr,
    syslogMsgSaid,
  });
  const row = logRow(sent(1, '<188> Jan 31 13:05:09 2026fan 1 stands still'), asWritten);

  it('is taken apart into time, level and text', () => {
    expect(row).toEqual({ index: 1, time: '2026-01-31 13:05:09', level: 'warning', message: 'fan 1 stands still' });
    expect(logRow(sent(2, 'free text'), asWritten)).toMatchObject({ time: '', level: 'info', message: 'free text' });
  });

  it('is worded in the language that is shown', async () => {
    agent.running.context.log.write(
      4,
      say('Port {{port}}: {{problem}}', { port: 3, problem: say('the loop is gone') }),
    );
    const [newest] = (await client.read('syslogMsgEntry')) as SentEntry[];
    if (!newest) throw new Error('The log is empty.');
    const german = translator({ 'the loop is gone': 'die Schleife ist weg' });
    expect(logRow(newest, german)).toMatchObject({ level: 'warning', message: 'Port 3: die Schleife ist weg' });
    expect(newest.syslogMsgDescr.slice(26)).toBe('Port 3: the loop is gone');
  });

  it('fits level and times, both ends inclusive', () => {
    const filter = { level: '', from: '', to: '' } as const;
    expect(fits(row, filter)).toBe(true);
    expect(fits(row, { ...filter, level: 'critical' })).toBe(false);
    expect(fits(row, { ...filter, from: '2026-01-31T13:05', to: '2026-01-31T13:05' })).toBe(true);
    expect(fits(row, { ...filter, from: '2026-01-31T13:06' })).toBe(false);
    expect(fits(row, { ...filter, to: '2026-01-31T13:04' })).toBe(false);
    expect(fits(row, { ...filter, from: '2026-01', to: '2026-01' })).toBe(true);
    expect(fits(row, { ...filter, from: ' 2026-01-31 13:05:10 ' })).toBe(false);
    expect(fits(row, { ...filter, to: '2025' })).toBe(false);
  });

  it('is as old as the clock of the switch says', () => {
    expect(secondsSince(row.time, '2026-01-31 14:05:09')).toBe(3600);
    expect(secondsSince('', '2026-01-31 14:05:09')).toBeUndefined();
  });
});
