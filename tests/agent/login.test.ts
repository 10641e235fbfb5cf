import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { englishOf } from '../../device/log/log.ts';
import { dot1dTp } from '../../features/network/vlan/objects.ts';
import { RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { AgentClient } from './agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;

beforeEach(async () => {
  agent = await startTestAgent({ files: hostFiles });
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
    // Setting the date unlocks no one.
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

  test('ends the session that was idle for longest for the fifth, if it asks for that', async () => {
    const code = async (client: AgentClient) => (await client.call('CommonGet', { Template: 'sysConfig' })).error.code;
    const clients = [];
    for (let at = 0; at < 4; at += 1) {
      clients.push(await agent.signedIn());
      agent.clock.advance(60_000);
    }
    const [first, second] = clients;
    expect(await code(first as AgentClient)).toBe(0);
    const fifth = agent.client();
    const { longestIdle } = await fifth.answerTo(await fifth.sealed('admin', PASSWORD));
    expect(longestIdle).toMatchObject({ remoteAddress: '127.0.0.1', idle: 180 });

    // Only with the right credentials, and it is not revealed without them.
    const guesser = agent.client();
    const guess = await guesser.sealed('admin', 'wrong-Passw0rd');
    guess.set('end', longestIdle?.session ?? '');
    expect(await guesser.answerTo(guess)).not.toHaveProperty('longestIdle');
    expect(await code(second as AgentClient)).toBe(0);
    agent.clock.advance(60_000);
    for (const client of clients.filter((one) => one !== second)) expect(await code(client)).toBe(0);

    const again = await fifth.sealed('admin', PASSWORD);
    again.set('end', (await fifth.answerTo(await fifth.sealed('admin', PASSWORD))).longestIdle?.session ?? '');
    expect((await fifth.answerTo(again)).error.code).toBe(0);
    expect(await code(fifth)).toBe(0);
    const ended = await (second as AgentClient).call('CommonGet', { Template: 'sysConfig' });
    expect(ended.error).toMatchObject({
      code: ErrorCode.webTimeout,
      message: /was ended by a login from 127\.0\.0\.1/,
    });
    for (const client of clients.filter((one) => one !== second)) expect(await code(client)).toBe(0);
    expect(logText().join('\n')).toMatch(/session of admin from 127\.0\.0\.1 was ended by a login/);
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

describe('while somebody guesses', () => {
  const guess = async (client = agent.client()) => client.login('wrong-Passw0rd');
  /** Browser in which the owner signed in once and out again. */
  const ownersBrowser = async () => {
    const owner = await agent.signedIn();
    await owner.get(`/iss/specific/logout.js?Gambit=${owner.gambit}`);
    owner.cookie = '';
    return owner;
  };

  test('from behind his address, the owner still gets in with the browser that he uses', async () => {
    const owner = await ownersBrowser();
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await guess()).toBe(8702);
    expect(await guess()).toBe(ErrorCode.sourceLocked);
    expect(await owner.login(PASSWORD)).toBe(0);
    // That success unblocks no one else.
    expect(await agent.client().login(PASSWORD)).toBe(ErrorCode.sourceLocked);
  });

  test('in a browser that is known, that browser is locked and nobody else', async () => {
    const owner = await ownersBrowser();
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await guess(owner)).toBe(8702);
    expect(await owner.login(PASSWORD)).toBe(ErrorCode.sourceLocked);
    expect(await agent.client().login(PASSWORD)).toBe(0);
    expect(logText().join('\n')).toMatch(/Logins from 127\.0\.0\.1 #[0-9a-f]{6} are refused/);
  });

  test('with a proof that was made up, or made by another device, he counts as anybody', async () => {
    const owner = await ownersBrowser();
    const flipped = owner.known.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const [name = ''] = owner.known.split('=');
    for (let attempt = 0; attempt < 3; attempt += 1) await guess();
    for (const known of [
      flipped,
      `${name}=${'0'.repeat(32)}.${'A'.repeat(43)}`,
      `${name}=`,
      owner.known.slice(0, -1),
    ]) {
      const client = agent.client();
      client.known = known;
      expect(await client.login(PASSWORD)).toBe(ErrorCode.sourceLocked);
    }
  });

  test('the owner is known over a restart, and not after a factory reset has taken the key', async () => {
    const owner = await ownersBrowser();
    const { directory, origin } = agent;
    const ask = async () => {
      const client = agent.client();
      client.known = owner.known.replace(/-\d+=/, `-${new URL(agent.origin).port}=`);
      for (let attempt = 0; attempt < 3; attempt += 1) await guess();
      return client.login(PASSWORD);
    };
    // So is the address that he came from, by whichever service.
    const connection = {
      localAddress: '127.0.0.1',
      localPort: 22,
      remoteAddress: '127.0.0.1',
      service: 'ssh',
    } as const;
    const isSourceKnown = () => agent.running.context.lines.enter(connection).isKnown;
    await agent.stop();
    agent = await startTestAgent({ files: hostFiles, directory });
    expect(agent.origin).not.toBe(origin);
    expect(isSourceKnown()).toBe(true);
    expect(await ask()).toBe(0);
    await agent.stop();
    for (const name of ['keys/browser-key', 'features/known-sources.kept']) rmSync(join(directory, name));
    agent = await startTestAgent({ files: hostFiles, directory });
    expect(isSourceKnown()).toBe(false);
    expect(await ask()).toBe(ErrorCode.sourceLocked);
  });

  test('many attempts at once are no more than three', async () => {
    const clients = Array.from({ length: 30 }, () => agent.client());
    const sealed = await Promise.all(clients.map((client) => client.sealed('admin', 'wrong-Passw0rd')));
    const codes = await Promise.all(clients.map((client, at) => client.send(sealed[at] ?? new URLSearchParams())));
    expect(codes.filter((code) => code === ErrorCode.badCredentials)).toHaveLength(3);
    const others = codes.filter((code) => code !== ErrorCode.badCredentials);
    expect(others.every((code) => code === ErrorCode.sourceLocked || code === ErrorCode.resourceUnavailable)).toBe(
      true,
    );
  });

  test('what is not even encrypted for this device is soon not looked at any more, and the owner’s login is', async () => {
    const owner = await ownersBrowser();
    const nonsense = new URLSearchParams({ pelican: 'x', pinkpanther: 'y' });
    const codes = [];
    for (let attempt = 0; attempt < 60; attempt += 1) codes.push(await agent.client().send(nonsense));
    expect(codes.at(0)).toBe(ErrorCode.badCredentials);
    expect(codes.at(-1)).toBe(ErrorCode.resourceUnavailable);
    expect(await owner.login(PASSWORD)).toBe(0);
    agent.clock.advance(1000);
    expect(await agent.client().login(PASSWORD)).toBe(0);
  });

  test('a session’s wrong current passwords lock its own browser’s, and a locked address locks no session', async () => {
    const client = await agent.signedIn();
    for (let attempt = 0; attempt < 3; attempt += 1) await guess();
    const change = (oldPassword: string) =>
      client.set('sysUserEntry', { sysUserIndex: 1, oldPassword, sysUserPassword: 'rainy-Tuesday-4' });
    expect((await change('wrong')).error.message).toBe('The current password is not correct.');
    expect((await change(PASSWORD)).error.code).toBe(0);
    for (let attempt = 0; attempt < 3; attempt += 1) await change('wrong');
    expect((await change('rainy-Tuesday-4')).error.code).toBe(ErrorCode.sourceLocked);
  });

  test('no control character ever counts as the end of a password', async () => {
    expect(await agent.client().login(`${PASSWORD}\0`)).toBe(ErrorCode.badCredentials);
    expect(await agent.client().login(`${PASSWORD}\0more`)).toBe(ErrorCode.badCredentials);
    expect(await agent.client().login(PASSWORD, 'admin\0')).toBe(ErrorCode.badCredentials);
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

  test('twelve hours end it, however busy it is', async () => {
    const client = await agent.signedIn();
    const code = async () => (await client.call('CommonGet', { Template: 'sysConfig' })).error;
    for (let minutes = 0; minutes + 9 < 12 * 60; minutes += 9) {
      agent.clock.advance(9 * 60_000);
      expect((await code()).code).toBe(0);
    }
    agent.clock.advance(9 * 60_000);
    expect(await code()).toMatchObject({ code: ErrorCode.webTimeout, message: /maximum duration/ });
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

  test('outlives the logout of the browser that asked, which the login page begins with', async () => {
    const client = await agent.signedIn();
    await client.set('sysWizard', { wizardHandOver: 1 });
    const answer = await client.get(`/iss/specific/logout.js?Gambit=${client.gambit}`);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const ticket = /wizard_password:([^^]*)/.exec(await constants(client))?.[1] ?? '';
    expect(await client.login(ticket)).toBe(0);
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

  test('outlasts a login that finds all sessions taken', async () => {
    const first = await agent.signedIn();
    await first.set('sysWizard', { wizardHandOver: 1 });
    const ticket = /wizard_password:([^^]*)/.exec(await constants(first))?.[1] ?? '';
    const others = [await agent.signedIn(), await agent.signedIn(), await agent.signedIn()];
    const wizard = agent.client();
    wizard.cookie = first.cookie;
    expect(await wizard.login(ticket)).toBe(ErrorCode.tooManySessions);
    await others[0]?.get(`/iss/specific/logout.js?Gambit=${others[0].gambit}`);
    expect(await wizard.login(ticket)).toBe(0);
    expect(await wizard.login(ticket)).toBe(ErrorCode.badCredentials);
  });

  test('opens the wizard and nothing else', async () => {
    const first = await agent.signedIn();
    await first.set('sysWizard', { wizardHandOver: 1 });
    const ticket = /wizard_password:([^^]*)/.exec(await constants(first))?.[1] ?? '';
    const wizard = agent.client();
    wizard.cookie = first.cookie;
    expect(await wizard.login(ticket)).toBe(0);

    const codeOf = async (method: string, params: object) => (await wizard.call(method, params)).error.code;
    for (const Template of ['ipv4InterfaceEntry', 'sysTimeCtrl', 'dnsServerEntry', 'sysConfig', 'managementGuard']) {
      expect(await codeOf('CommonGet', { Template })).toBe(0);
    }
    const write = {
      method: 'CommonSet',
      params: { Template: 'dnsServerEntry', dnsServerIndex: 1, dnsServerAddr: '192.0.2.53' },
    };
    expect(await codeOf('BatchPost', { FuncName: 'Setup wizard', calls: [write] })).toBe(0);

    const refused = async (method: string, params: object) => {
      const { error } = await wizard.call(method, params);
      expect(error).toMatchObject({ code: ErrorCode.gambit, message: /for the setup wizard only/ });
    };
    await refused('CommonGet', { Template: 'snmpCommunityEntry' });
    await refused('CommonSet', { Template: 'dot1dTp', dot1dTpAgingTime: 100 });
    await refused('CommonDelAll', { Template: 'dot1qVlanStaticEntry' });
    await refused('CommonSet', { Template: 'sysConfig', configOper: 4 });
    const hidden = { method: 'CommonSet', params: { Template: 'dot1dTp', dot1dTpAgingTime: 100 } };
    await refused('BatchPost', { FuncName: 'Setup wizard', calls: [write, hidden] });
    expect(agent.running.context.configuration().group(dot1dTp).dot1dTpAgingTime).toBe(300);
    // Nor does one ticket lead to the next one.
    expect((await wizard.set('sysWizard', { wizardHandOver: 1 })).error).toMatchObject({
      code: 12,
      message: /once without the password/,
    });
    // The account keeps asking for its password, which the ticket is not.
    const account = { Template: 'sysUserEntry', sysUserIndex: 1, sysUserPassword: 'rainy-Tuesday-4' };
    expect((await wizard.call('CommonSet', { ...account, oldPassword: ticket })).error.message).toBe(
      'The current password is not correct.',
    );
    // Reads that travel together are answered one by one: what is none of the wizard's takes nothing else with it.
    const { error: together, result: answers } = await wizard.call('BatchGet', {
      reads: [{ Template: 'sysTimeCtrl' }, { Template: 'snmpCommunityEntry' }, { Template: 'sysUserEntry' }],
    });
    expect(together.code).toBe(0);
    expect(answers).toMatchObject([
      { error: { code: 0 }, result: {} },
      { error: { code: ErrorCode.gambit, message: /for the setup wizard only/ } },
      { error: { code: 0 }, result: [{ sysUserIndex: 1 }] },
    ]);
    expect(JSON.stringify(answers)).not.toContain('public');
    const file = await wizard.get(`/iss/specific/cgi/config?Gambit=${wizard.gambit}`);
    expect(await file.json()).toMatchObject({ error: { code: ErrorCode.gambit } });
    // What it sends is not even taken.
    const { gambit, cookie } = wizard;
    const proof = { gambit, cookie: cookie.slice(cookie.indexOf('=') + 1) };
    const place = await agent.running.backend.uploadPlace({ name: RESTORE_UPLOAD, ...proof });
    expect(JSON.stringify(place)).toContain('for the setup wizard only');

    agent.clock.advance(9 * 60_000);
    expect(await codeOf('CommonGet', { Template: 'sysTimeCtrl' })).toBe(0);
    for (let minutes = 0; minutes < 51; minutes += 9) {
      agent.clock.advance(9 * 60_000);
      await codeOf('CommonGet', { Template: 'sysTimeCtrl' });
    }
    expect(await codeOf('CommonGet', { Template: 'sysTimeCtrl' })).toBe(ErrorCode.webTimeout);
  });
});
