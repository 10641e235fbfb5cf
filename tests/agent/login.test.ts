import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;

beforeEach(async () => {
  agent = await startTestAgent();
});

afterEach(() => agent.close());

const logText = () => agent.running.context.log.entries().map(englishOf);

describe('logging in', () => {
  test('opens a session that is good with token and cookie together, and with neither alone', async () => {
    const client = agent.client();
    expect(await client.login(PASSWORD)).toBe(ErrorCode.success);
    expect(client.gambit).toMatch(/^[0-9a-f]{64}$/);
    expect((await client.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);

    const without = agent.client();
    without.gambit = client.gambit;
    expect((await without.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(ErrorCode.gambit);
    without.gambit = '';
    without.cookie = client.cookie;
    expect((await without.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(ErrorCode.gambit);
  });

  test('sets a cookie that scripts and other sites cannot use', async () => {
    const client = agent.client();
    const response = await client.get(`/iss/specific/login_data.js?${await client.sealed('admin', PASSWORD)}`);
    const cookie = response.headers.getSetCookie()[0];
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('takes the two parameters as a POST form too', async () => {
    const client = agent.client();
    const body = await client.sealed('admin', PASSWORD);
    const response = await fetch(`${agent.origin}/iss/specific/login_data.js`, { method: 'POST', body });
    expect(await response.json()).toMatchObject({ error: { code: 0, message: '' }, gambit: expect.any(String) });
  });

  test('does not tell a wrong name from a wrong password', async () => {
    const answers = [];
    for (const [user, password] of [
      ['admin', 'wrong'],
      ['root12', PASSWORD],
    ] as const) {
      const client = agent.client();
      const sealed = await client.sealed(user, password);
      answers.push(await (await client.get(`/iss/specific/login_data.js?${sealed}`)).json());
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ error: { code: ErrorCode.badCredentials } });
  });

  test('never accepts an empty password', async () => {
    expect(await agent.client().login('')).toBe(ErrorCode.badCredentials);
  });

  test('accepts a nonce and a ciphertext once', async () => {
    const client = agent.client();
    const sealed = await client.sealed('admin', PASSWORD);
    expect(await client.send(sealed)).toBe(0);
    expect(await client.send(sealed)).toBe(ErrorCode.badCredentials);
  });

  test('refuses a nonce that is older than 120 s, or made up', async () => {
    const client = agent.client();
    const sealed = await client.sealed('admin', PASSWORD);
    agent.clock.advance(120_001);
    expect(await client.send(sealed)).toBe(ErrorCode.badCredentials);
    expect(await client.send(await client.sealed('admin', PASSWORD, 'made-up'))).toBe(ErrorCode.badCredentials);
    expect(await client.send(new URLSearchParams({ pelican: 'x', pinkpanther: 'y' }))).toBe(ErrorCode.badCredentials);
    expect(await client.send(new URLSearchParams())).toBe(ErrorCode.badCredentials);
    // None of these guessed at the password, so the source is not locked.
    expect(await client.login(PASSWORD)).toBe(0);
  });

  test('locks the source after three failures, for the right password too, and unlocks it by itself', async () => {
    const client = agent.client();
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await client.login('wrong')).toBe(8702);
    expect(await client.login(PASSWORD)).toBe(ErrorCode.sourceLocked);
    // Setting the date unlocks nobody.
    agent.running.context.wallClock.step(Date.now() + 86_400_000);
    expect(await client.login(PASSWORD)).toBe(ErrorCode.sourceLocked);
    agent.clock.advance(600_000);
    expect(await client.login(PASSWORD)).toBe(0);
    expect(logText().join('\n')).toMatch(/Logins from 127\.0\.0\.1 are refused/);
  });

  test('forgets failures after a success', async () => {
    const client = agent.client();
    for (let attempt = 0; attempt < 2; attempt += 1) await client.login('wrong');
    expect(await client.login(PASSWORD)).toBe(0);
    for (let attempt = 0; attempt < 2; attempt += 1) expect(await client.login('wrong')).toBe(8702);
    expect(await client.login(PASSWORD)).toBe(0);
  });

  test('keeps four sessions side by side and turns the fifth away', async () => {
    const clients = [];
    for (let at = 0; at < 4; at += 1) clients.push(await agent.signedIn());
    expect(await agent.client().login(PASSWORD)).toBe(ErrorCode.tooManySessions);
    for (const client of clients)
      expect((await client.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);
  });

  test('lets two tabs of one browser work side by side', async () => {
    const first = await agent.signedIn();
    const second = agent.client();
    second.cookie = first.cookie;
    expect(await second.login(PASSWORD)).toBe(0);
    first.cookie = second.cookie;
    expect((await first.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);
    expect((await second.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);
  });

  test('writes neither credentials nor tokens to the log', async () => {
    const client = await agent.signedIn();
    await agent.client().login('mistyped-Secret');
    const log = logText().join('\n');
    for (const secret of [PASSWORD, 'mistyped-Secret', client.gambit, client.cookie.split('=')[1] ?? '']) {
      expect(log).not.toContain(secret);
    }
    expect(log).toMatch(/admin logged in from 127\.0\.0\.1/);
    expect(log).toMatch(/Login from 127\.0\.0\.1 failed/);
  });
});

describe('ending a session', () => {
  test('logout ends the own session and nobody else’s', async () => {
    const mine = await agent.signedIn();
    const other = await agent.signedIn();
    // A token without its cookie ends nothing.
    const thief = agent.client();
    expect((await thief.get(`/iss/specific/logout.js?Gambit=${other.gambit}`)).status).toBe(200);
    expect((await mine.get(`/iss/specific/logout.js?Gambit=${mine.gambit}`)).status).toBe(200);
    expect((await mine.get('/iss/specific/logout.js?Gambit=nonsense')).status).toBe(200);
    expect((await mine.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(ErrorCode.gambit);
    expect((await other.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);
  });

  test('idleness ends it with the web timeout, and polls do not keep it alive', async () => {
    const client = await agent.signedIn();
    const minutes = (count: number) => agent.clock.advance(count * 60_000);
    minutes(9);
    expect((await client.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);
    minutes(9);
    const poll = { Template: 'syslogMsgEntry', WebAuthenRequestState: 'Disable' };
    expect((await client.call('CommonGet', poll)).error.code).toBe(0);
    minutes(2);
    expect((await client.call('CommonGet', poll)).error.code).toBe(ErrorCode.webTimeout);
  });

  test('reads that travel together keep it alive where one of them is no poll', async () => {
    const client = await agent.signedIn();
    const poll = { Template: 'syslogMsgEntry', WebAuthenRequestState: 'Disable' };
    const read = async (...reads: object[]) => (await client.call('BatchGet', { reads })).error.code;
    const minutes = (count: number) => agent.clock.advance(count * 60_000);
    minutes(9);
    expect(await read(poll, { Template: 'sysConfig' })).toBe(0);
    minutes(9);
    expect(await read(poll, poll)).toBe(0);
    minutes(2);
    expect(await read(poll, { Template: 'sysConfig' })).toBe(ErrorCode.webTimeout);
  });

  test('the timeout page’s value takes effect from the next call', async () => {
    const client = await agent.signedIn();
    expect((await client.set('sysUserInterface', { webIdleTimeout: 3 })).error.code).toBe(0);
    agent.clock.advance(3 * 60_000 + 1);
    expect((await client.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(ErrorCode.webTimeout);
  });
});

describe('the wizard’s hand-over', () => {
  const constants = async (client: { get(path: string): Promise<Response> }) =>
    (await client.get('/iss/specific/const_common.js')).text();

  test('shows a one-use ticket to the browser that asked, and blanks to everyone else', async () => {
    const client = await agent.signedIn();
    expect(await constants(client)).toBe('ConfigIsDefault = 1');
    expect((await client.set('sysWizard', { wizardHandOver: 1 })).error.code).toBe(0);
    expect(await constants(agent.client())).toBe('ConfigIsDefault = 1');
    const script = await constants(client);
    expect(script).not.toContain(PASSWORD);
    expect(script.split('^,').slice(0, 3)).toEqual(['ConfigIsDefault = 1', 'wizard_DHCP', 'wizard_username:admin']);
    const ticket = /wizard_currentpassword:(.*)/.exec(script)?.[1] ?? '';

    const stranger = agent.client();
    expect(await stranger.login(ticket)).toBe(ErrorCode.badCredentials);
    expect(await client.login(ticket)).toBe(0);
    expect(await constants(client)).toBe('ConfigIsDefault = 1');
    expect(await client.login(ticket)).toBe(ErrorCode.badCredentials);
  });

  test('ends after 120 s, and does not exist on a configured device', async () => {
    const client = await agent.signedIn();
    await client.set('sysWizard', { wizardHandOver: 1 });
    agent.clock.advance(120_000);
    expect(await constants(client)).toBe('ConfigIsDefault = 1');
    await client.set('sysWizard', { sysWizardDone: 1 });
    expect(await constants(client)).toBe('ConfigIsDefault = 0');
    expect((await client.set('sysWizard', { wizardHandOver: 1 })).error.code).toBe(ErrorCode.inconsistentValue);
  });
});
