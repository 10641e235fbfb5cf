import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { say } from '../../../model/values/message.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let rsyslog: ChildProcess;
let folder: string;
let port: number;
let agent: TestAgent;
let client: AgentClient;

/** An unused UDP port. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port: free } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return free;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-rsyslog-'));
  port = await freePort();
  const file = join(folder, 'rsyslog.conf');
  const template =
    '%syslogfacility-text%|%syslogseverity-text%|%hostname%|%app-name%|%timestamp:::date-rfc3339%|%msg%\\n';
  writeFileSync(
    file,
    [
      `global(workDirectory="${folder}")`,
      'module(load="imudp")',
      'module(load="imtcp")',
      `template(name="parts" type="string" string="${template}")`,
      'ruleset(name="all") {',
      `  action(type="omfile" file="${join(folder, 'received')}" template="parts")`,
      '}',
      `input(type="imudp" address="127.0.0.1" port="${port}" ruleset="all")`,
      `template(name="structured" type="string" string="%msgid%|%structured-data%|%msg%\\n")`,
      'ruleset(name="streams") {',
      `  action(type="omfile" file="${join(folder, 'streamed')}" template="structured")`,
      '}',
      `input(type="imtcp" address="127.0.0.1" port="${port}" ruleset="streams")`,
      '',
    ].join('\n'),
  );
  rsyslog = spawn('rsyslogd', ['-n', '-f', file, '-i', join(folder, 'rsyslogd.pid')], { stdio: 'ignore' });
  agent = await startTestAgent();
  client = await agent.signedIn();
  agent.running.context.names.resolve = async () => ['127.0.0.1'];
});

afterAll(async () => {
  await agent.close();
  rsyslog.kill();
  rmSync(folder, { recursive: true, force: true });
});

const received = (file = 'received') => {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return '';
  }
};

it('sends what rsyslogd understands: facility, level, host, time and text', async () => {
  await client.set('system', { sysName: 'core-1' });
  await client.set('sysTimeCtrl', { sysTimeZone: 24 });
  await client.set('syslogServEntry', {
    syslogServIndex: 1,
    syslogServAddrType: 16,
    syslogServAddr: 'collector.example',
    syslogServPort: port,
    syslogServFacility: 18,
    syslogServSeverity: 4,
    RowStatus: 4,
  });
  await client.set('syslogCtrl', { syslogState: 1 });
  // Until rsyslogd is up its port is closed.
  await expect
    .poll(
      () => {
        agent.running.context.log.write(4, say('fan 1 stands still: grün'));
        return received();
      },
      { timeout: 30_000, interval: 300 },
    )
    .toContain('fan 1 stands still');
  const [facility, severity, host, application, time, text] = received().split('\n')[0]?.split('|') ?? [];
  expect([facility, severity, host, application]).toEqual(['local2', 'warning', 'core-1', 'faceplate']);
  expect(time).toMatch(/\+05:45$/);
  expect(text).toContain('fan 1 stands still: grün');
});

it('sends over TCP what rsyslogd takes apart: kind of event, its values, each message once', async () => {
  await client.set('syslogServEntry', {
    syslogServIndex: 2,
    syslogServAddrType: 16,
    syslogServAddr: 'collector.example',
    syslogServPort: port,
    syslogServSeverity: 4,
    syslogServTransport: 2,
    RowStatus: 4,
  });
  for (const number of [1, 2, 3]) {
    agent.running.context.log.write(4, say('Fan {{fan}} of "{{name}}" stopped.', { fan: number, name: 'a]b' }));
  }
  // rsyslogd is up since the test before.
  await expect.poll(() => received('streamed')).toContain('Fan 3 of');
  const lines = received('streamed')
    .split('\n')
    .filter((line) => line.includes('Fan '));
  expect(lines.map((line) => line.replace(/^[0-9a-f]{8}\|/, 'ID|').replace(/sequenceId="\d+"/, 'sequenceId'))).toEqual(
    [1, 2, 3].map(
      (number) => `ID|[event@32473 fan="${number}" name="a\\]b"][meta sequenceId]|Fan ${number} of "a]b" stopped.`,
    ),
  );
  expect(new Set(lines.map((line) => line.slice(0, 8))).size).toBe(1);
});
