import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { LARGEST_FILE } from '../../model/wire/file-size.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

async function backup(): Promise<Response> {
  expect((await client.set('cfgTransferCtrl', { cfgDirection: 1 })).error.code).toBe(0);
  return client.get(`/iss/specific/cgi/config_backup?Gambit=${client.gambit}&_=1`);
}

function restore(content: string, gambit = client.gambit): Promise<Response> {
  const form = new FormData();
  form.set('Gambit', gambit);
  form.set('file', new Blob([content]), 'x.cfg');
  return fetch(`${agent.origin}/iss/specific/cgi/config_restore`, {
    method: 'POST',
    body: form,
    headers: { cookie: client.cookie },
  });
}

describe('files', () => {
  test('a backup comes as a file, names its model first, and holds no secret', async () => {
    const response = await backup();
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="TPE-1021WS[\w.-]*\.cfg"$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text.split('\n')[0]).toContain('TPE-1021WS');
    expect(text).not.toContain('scrypt');
  });

  test('a backup that was changed and restored is what the next start begins with', async () => {
    const text = await (await backup()).text();
    const changed = text.replace(/("?dot1dTpAgingTime"?\D+)300/, '$1444');
    expect(changed).not.toBe(text);
    expect(await (await restore(changed)).json()).toMatchObject({ error: { code: 0 } });
    expect(agent.reboots()).toBe(0);
    expect((await client.set('cfgTransferCtrl', { cfgConfirm: 1 })).error.code).toBe(0);
    await expect.poll(agent.reboots).toBe(1);
    await agent.stop();
    agent = await startTestAgent({ directory: agent.directory });
    expect(await (await agent.signedIn()).read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 444 });
  });

  test('nothing is fetched or taken without a session', async () => {
    const stranger = await agent.client().get('/iss/specific/cgi/config_backup?Gambit=x');
    expect(await stranger.json()).toMatchObject({ error: { code: 4294967295 } });
    expect(await (await restore('x', 'nonsense')).json()).toMatchObject({ error: { code: 4294967295 } });
  });

  test('a field that is too long is refused, not cut short', async () => {
    const form = new FormData();
    form.set('Gambit', client.gambit);
    form.set('passphrase', 'x'.repeat(5000));
    form.set('file', new Blob(['x']), 'x.cfg');
    const path = `${agent.origin}/iss/specific/cgi/config_restore`;
    const answer = await fetch(path, { method: 'POST', body: form, headers: { cookie: client.cookie } });
    expect(answer.status).toBe(413);
  });

  test('an address that is none is answered in one sentence, without what was asked', async () => {
    const answer = await client.get(`/iss/specific/cgi/%?Gambit=${client.gambit}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message: 'The request is malformed.' });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('an unknown name, a file that is too long and a form that is none are refused', async () => {
    const unknown = await client.get(`/iss/specific/cgi/nonsense?Gambit=${client.gambit}`);
    expect(await unknown.json()).toMatchObject({ error: { code: 2 } });
    expect((await restore('x'.repeat(LARGEST_FILE + 1_000_000))).status).toBe(413);
    const plain = await fetch(`${agent.origin}/iss/specific/cgi/config_restore`, { method: 'POST', body: 'x' });
    expect(plain.status).toBe(415);
    expect(await (await restore('nonsense')).json()).toMatchObject({ error: { code: expect.any(Number) } });
    expect((await client.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);
  });
});

test('frames that the datapath hands over reach whoever listens, until they stop', () => {
  const heard: number[] = [];
  const stop = agent.running.context.onFrame(['lldp'], ({ port }) => heard.push(port));
  const frame = { kind: 'lldp', port: 3, vlan: undefined, frame: new Uint8Array(64) };
  agent.events.framePunted(frame);
  stop();
  agent.events.framePunted(frame);
  expect(heard).toEqual([3]);
});

test('a link that goes down by itself is a warning in the log, one that was disabled is not', async () => {
  agent.events.portChanged({ port: 3, link: 'up', speed: 1000, duplex: 'full' });
  agent.events.portChanged({ port: 3, link: 'down', speed: 0, duplex: 'unknown' });
  const [down, up] = agent.running.context.log.entries();
  expect(up?.severity).toBe(6);
  expect(up && englishOf(up)).toBe('Port 3 link up, 1000 Mbit/s full duplex.');
  expect(down?.severity).toBe(4);
  expect(down && englishOf(down)).toBe('Port 3 link down.');
});
