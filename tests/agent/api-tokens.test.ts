import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { englishOf } from '../../device/log/log.ts';
import type { AgentClient, WireAnswer } from './agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
/** Milliseconds by which the host's date is later than it is. */
let ahead = 0;

const hostTime = () => Date.now() + ahead;

beforeEach(async () => {
  ahead = 0;
  agent = await startTestAgent({ files: hostFiles, hostTime });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const [READ, CHANGE, METRICS] = [1, 2, 3];

async function created(name: string, scope = CHANGE, columns: object = {}): Promise<string> {
  const { result, error } = await client.set('apiTokenCtrl', {
    apiTokenNewName: name,
    apiTokenNewScope: scope,
    ...columns,
  });
  expect(error).toMatchObject({ code: 0 });
  return String(Object(result).apiTokenIssued);
}

/** As a program calls: JSON, its token, no cookie. */
async function called(token: string, call: object): Promise<WireAnswer & { status: number }> {
  const response = await fetch(`${agent.origin}/iss/specific/rpc.js`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(call),
  });
  return { status: response.status, ...(await response.json()) };
}

const readSystem = { method: 'CommonGet', params: { Template: 'system' } };
const renamed = (sysName: string, more: object = {}) => ({
  method: 'CommonSet',
  params: { Template: 'system', sysName, ...more },
});
const systemName = async () => Object(await client.read('system')).sysName;
const listed = async () => (await client.read('apiTokenEntry')) as readonly Record<string, unknown>[];
const logged = () => agent.running.context.log.entries().map(englishOf);

describe('an API token', () => {
  test('reads and changes by its scope, and is in log and history by its name', async () => {
    const [reads, changes] = [await created('monitor', READ), await created('ansible')];
    expect(await called(reads, readSystem)).toMatchObject({ status: 200, error: { code: 0 } });
    expect((await called(reads, renamed('by-reader'))).error).toMatchObject({
      code: 17,
      message: 'This API token is for reading only.',
    });
    expect((await called(reads, renamed('by-reader', { DryRun: 1 }))).error.code).toBe(17);
    expect((await called(changes, renamed('by-program'))).error.code).toBe(0);
    expect(await systemName()).toBe('by-program');
    expect(logged().some((line) => line.includes('admin (token ansible)'))).toBe(true);
    const history = (await client.read('cfgHistoryEntry')) as readonly Record<string, unknown>[];
    expect(history.some((row) => row.cfgHistoryUser === 'admin (ansible)' && row.cfgHistoryWay === 11)).toBe(true);
    expect(await listed()).toMatchObject([
      { apiTokenName: 'monitor', apiTokenLastAddr: '127.0.0.1', apiTokenCreator: 'admin' },
      { apiTokenName: 'ansible', apiTokenLastUse: expect.stringMatching(/^20/) },
    ]);
  });

  test('works by the form of the console, too, and needs no cookie', async () => {
    const token = await created('curl');
    const body = new URLSearchParams({ RPC: JSON.stringify(readSystem) });
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${agent.origin}/iss/specific/rpc.js`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ error: { code: 0 } });
    expect((await listed()).length).toBe(1);
    expect((await client.read('sysWebSessionEntry')) as unknown[]).toHaveLength(1);
  });

  test('of one section neither reads nor changes another one, not in a batch either', async () => {
    const token = await created('network', CHANGE, { apiTokenNewSection: 2 });
    const vlan = {
      method: 'CommonSet',
      params: { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20, RowStatus: 4 },
    };
    expect((await called(token, vlan)).error.code).toBe(0);
    for (const call of [readSystem, renamed('beyond')]) {
      expect((await called(token, call)).error).toMatchObject({
        code: 17,
        message: 'This API token is limited to the section Network.',
      });
    }
    const batch = { method: 'BatchPost', params: { FuncName: 'both', calls: [vlan, renamed('beyond')] } };
    expect((await called(token, batch)).error.code).toBe(17);
    const reads = { method: 'BatchGet', params: { reads: [readSystem.params] } };
    expect((await called(token, reads)).error.code).toBe(17);
    // An undo changes whatever it is asked for.
    const undo = {
      method: 'CommonSet',
      params: { Template: 'cfgHistoryEntry', cfgHistoryIndex: 1, cfgHistoryUndo: 1 },
    };
    expect((await called(token, undo)).error.code).toBe(17);
  });

  test('of the section Tools neither takes the settings of other sections away nor resets them', async () => {
    const token = await created('tools', CHANGE, { apiTokenNewSection: 6 });
    const asked = (params: object) => called(token, { method: 'CommonSet', params });
    const [file, reset] = [
      { Template: 'cfgTransferCtrl', cfgDirection: 1 },
      { Template: 'sysRebootCtrl', rebootType: 3 },
    ];
    for (const params of [file, reset, { ...reset, rebootType: 4 }, { ...reset, rebootType: 5, Force: 1 }]) {
      expect((await asked(params)).error.message).toBe('This API token is limited to the section Tools.');
    }
    expect((await asked({ Template: 'sysScheduleRebootEntry', sysScheduleRebootIndex: 1 })).error.code).toBe(0);
    expect(agent.reboots()).toBe(0);
  });

  test('of the metrics calls nothing, and grants nobody access', async () => {
    expect((await called(await created('prometheus', METRICS), readSystem)).error.code).toBe(17);
    const token = await created('ansible');
    const another = { method: 'CommonSet', params: { Template: 'apiTokenCtrl', apiTokenNewName: 'heir' } };
    const password = {
      method: 'CommonSet',
      params: {
        Template: 'sysUserEntry',
        sysUserIndex: 1,
        oldPassword: 'first-Passw0rd',
        sysUserPassword: 'taken-Over-1',
      },
    };
    const community = {
      method: 'CommonSet',
      params: { Template: 'snmpCommunityEntry', snmpCommunityIndex: '2', snmpCommunityName: 'heir', RowStatus: 4 },
    };
    for (const call of [another, community]) {
      expect((await called(token, call)).error.message).toContain('which an API token cannot');
    }
    expect((await called(token, password)).error.code).toBe(17);
    const guessed = { ...password, params: { ...password.params, DryRun: 1 } };
    expect((await called(token, guessed)).error.code).toBe(17);
    expect(await agent.client().login('taken-Over-1')).toBe(8702);
    expect((await listed()).map(({ apiTokenName }) => apiTokenName)).not.toContain('heir');
  });

  test('asks first: a dry run answers the words of the change and the judgement of the guard, and changes nothing', async () => {
    const token = await created('ansible');
    const asked = await called(token, renamed('tried', { DryRun: 1 }));
    expect(asked.result).toMatchObject({ words: [expect.stringContaining('tried')] });
    expect(asked.result).not.toHaveProperty('guard');
    expect(await systemName()).not.toBe('tried');
  });

  test('is shown once and kept nowhere', async () => {
    const token = await created('once');
    expect(token).toMatch(/^fpt_[\w-]{43}$/);
    expect(Object(await client.read('apiTokenCtrl')).apiTokenIssued).toBe('');
    const other = await agent.signedIn();
    await client.set('apiTokenCtrl', { apiTokenNewName: 'again', apiTokenNewScope: READ });
    expect(Object(await other.read('apiTokenCtrl')).apiTokenIssued).toBe('');
    expect(JSON.stringify([await listed(), logged()])).not.toContain(token.slice(4));
    for (const path of readdirSync(agent.directory, { recursive: true, withFileTypes: true })) {
      if (!path.isFile()) continue;
      const text = readFileSync(join(path.parentPath, path.name), 'latin1');
      expect(text, path.name).not.toContain(token.slice(4));
    }
  });

  test('ends when it is revoked or has expired, and outlives a restart', async () => {
    const [revoked, short, long] = [
      await created('revoked'),
      await created('short', READ, { apiTokenNewDays: 1 }),
      await created('long', READ, { apiTokenNewDays: 0 }),
    ];
    expect((await client.set('apiTokenCtrl', { apiTokenRevoke: 1 })).error.code).toBe(0);
    expect(await called(revoked, readSystem)).toMatchObject({
      status: 401,
      error: { code: 4294967295, message: 'The API token is not valid.' },
    });
    expect((await client.set('apiTokenCtrl', { apiTokenRevoke: 1 })).error.message).toBe('Token 1 does not exist.');
    ahead = 86_400_000;
    expect((await called(short, readSystem)).error.message).toBe('The API token has expired.');
    expect((await called(long, readSystem)).error.code).toBe(0);
    const { directory } = agent;
    await agent.stop();
    agent = await startTestAgent({ directory, hostTime });
    expect((await called(long, readSystem)).error.code).toBe(0);
    expect((await called(revoked, readSystem)).status).toBe(401);
  });

  test('outlives a change of the password, unless all are revoked with it', async () => {
    const tokens = [await created('one'), await created('two')];
    const change = (oldPassword: string, sysUserPassword: string, columns: object = {}) =>
      client.set('sysUserEntry', { sysUserIndex: 1, oldPassword, sysUserPassword, ...columns });
    const statuses = () => Promise.all(tokens.map(async (token) => (await called(token, readSystem)).status));
    expect((await change(PASSWORD, 'second-Passw0rd')).error.code).toBe(0);
    expect(await statuses()).toEqual([200, 200]);
    const wrong = await change(PASSWORD, 'third-Passw0rd', { sysUserRevokeTokens: 1 });
    expect(wrong.error.message).toBe('The current password is not correct.');
    expect(await statuses()).toEqual([200, 200]);
    expect((await change('second-Passw0rd', 'third-Passw0rd', { sysUserRevokeTokens: 1 })).error.code).toBe(0);
    expect(await statuses()).toEqual([401, 401]);
    expect(await listed()).toEqual([]);
    expect(logged().some((line) => /^All API tokens revoked by .*admin/.test(line))).toBe(true);
  });

  test('ends with a factory reset, also where address and account are kept', async () => {
    const token = await created('ansible');
    const { directory } = agent;
    const KEEP_ADDRESS_AND_ACCOUNT = 5;
    expect((await client.set('sysRebootCtrl', { rebootType: KEEP_ADDRESS_AND_ACCOUNT })).error.code).toBe(0);
    await agent.stop();
    agent = await startTestAgent({ directory, hostTime });
    client = await agent.signedIn();
    expect((await called(token, readSystem)).status).toBe(401);
    expect(await listed()).toEqual([]);
  });

  test('names are unique, and there are sixteen', async () => {
    for (let number = 1; number <= 16; number += 1) await created(`program-${number}`, READ);
    const more = async (name: string) =>
      (await client.set('apiTokenCtrl', { apiTokenNewName: name, apiTokenNewScope: READ })).error.message;
    expect(await more('another')).toBe('At most 16 tokens can exist.');
    await client.set('apiTokenCtrl', { apiTokenRevoke: 3 });
    expect(await more('program-4')).toBe('A token named program-4 already exists.');
    await created('third', READ);
    expect((await listed())[2]).toMatchObject({ apiTokenIndex: 3, apiTokenName: 'third' });
  });
});

test('a token that could be overheard on the way is refused, for calls and for the metrics', async () => {
  const token = await created('plain', READ);
  await client.set('metricsCtrl', { metricsState: 1 });
  const { backend } = agent.running;
  const statuses = async (remoteAddress: string, secure: boolean) => {
    const arrival = { localAddress: '192.168.10.200', localPort: 443, remoteAddress, secure, epoch: 0 };
    const [call, metrics] = await Promise.all([
      backend.tokenCall({ token, rpc: JSON.stringify(readSystem), arrival }),
      backend.metrics({ token, arrival }),
    ]);
    return [call.status, metrics.status];
  };
  expect(await statuses('192.168.10.9', false)).toEqual([401, 401]);
  expect(await statuses('192.168.10.9', true)).toEqual([200, 200]);
  expect(await statuses('127.0.0.1', false)).toEqual([200, 200]);
});

describe('credentials of another scheme', () => {
  test('are those of a proxy before the switch: the console goes on with its session', async () => {
    const body = new URLSearchParams({ Gambit: client.gambit, RPC: JSON.stringify(readSystem) });
    const response = await client.post(body, { authorization: 'Basic cHJveHk6c2VjcmV0' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ error: { code: 0 }, result: { sysName: expect.any(String) } });
  });
});

describe('wrong tokens', () => {
  test('are answered with 401, and fill neither the log nor the memory', async () => {
    for (let number = 0; number < 40; number += 1) {
      const { status } = await called(`fpt_${number}`, readSystem);
      expect(status).toBe(401);
    }
    expect(logged().filter((line) => line.includes('API token from'))).toHaveLength(1);
  });

  test('open no way to send long bodies, and do not use the cookie of a browser', async () => {
    const post = (token: string, body: string) =>
      client.post(body, { authorization: `Bearer ${token}`, 'content-type': 'application/json' });
    expect((await post('fpt_wrong', JSON.stringify(readSystem))).status).toBe(401);
    const long = JSON.stringify({ ...readSystem, padding: 'x'.repeat(20_000) });
    const stranger = await fetch(`${agent.origin}/iss/specific/rpc.js`, {
      method: 'POST',
      headers: { authorization: 'Bearer fpt_wrong', 'content-type': 'application/json' },
      body: long,
    });
    expect(stranger.status).toBe(403);
    expect((await post(await created('long'), long)).status).toBe(200);
  });
});
