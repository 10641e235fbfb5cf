import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { say } from '../../../model/values/message.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { sysUserEntry } from './objects.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterAll(() => agent.close());

const change = (columns: object) => client.set('sysUserEntry', { sysUserIndex: 1, ...columns });
const account = async () => {
  const rows = await client.read('sysUserEntry');
  return Array.isArray(rows) ? rows[0] : undefined;
};

describe('the account', () => {
  it('says that its first password is still set, and never shows one', async () => {
    expect(await account()).toMatchObject({
      sysUserName: 'admin',
      sysUserFactoryPassword: 1,
      sysUserPasswordHash: '',
      sysUserSessions: 1,
    });
  });

  it('is not changed without the current password', async () => {
    for (const oldPassword of ['wrong', undefined]) {
      const { error } = await change({ sysUserName: 'operator', ...(oldPassword && { oldPassword }) });
      expect(error.message).toBe('The current password is not correct.');
    }
    expect(await account()).toMatchObject({ sysUserName: 'admin' });
  });

  it('takes no password that is the user name, the first one, or confirmed differently', async () => {
    const refused = async (columns: object) => (await change({ oldPassword: PASSWORD, ...columns })).error.message;
    expect(await refused({ sysUserName: 'operator1', sysUserPassword: 'Operator1' })).toBe(
      'New password must differ from the user name.',
    );
    expect(await refused({ sysUserPassword: PASSWORD })).toBe('New password must not be the initial password.');
    expect(await refused({ sysUserPassword: 'another-1', confirmPassword: 'another-2' })).toBe(
      'The two passwords are not the same.',
    );
    expect(await refused({ sysUserPassword: 'Welcome-2024' })).toBe('New password is too common. Choose another one.');
    expect(await refused({ sysUserPassword: 'liverpool1' })).toContain('too common');
    expect(await refused({ sysUserPassword: 'TPE-1021WS!' })).toContain('too common');
    expect((await client.set('system', { sysName: 'hatchery7' })).error.code).toBe(0);
    expect(await refused({ sysUserPassword: 'Hatchery7!' })).toContain('too common');
    expect(await refused({ sysUserPassword: 'rainy-Tuesday\0' })).toBe(
      'New password may contain letters without accents, digits, punctuation and blanks.',
    );
    expect(await refused({ sysUserPassword: 'short-1' })).toContain('8 to 128 characters');
    expect(await refused({ sysUserPassword: 'x'.repeat(129) })).toContain('8 to 128 characters');
  });

  it('keeps its hash to itself', async () => {
    const { error } = await change({ sysUserPasswordHash: 'scrypt$forged' });
    expect(error.code).toBe(17);
  });

  it('takes 128 characters with blanks, and signs in by them', async () => {
    const long = ` ${'a rainy Tuesday in May '.repeat(6)}`.slice(0, 127).concat('!');
    expect(long).toHaveLength(128);
    expect((await change({ oldPassword: PASSWORD, sysUserPassword: long })).error.code).toBe(0);
    expect(await agent.client().login(long)).toBe(0);
    expect(await agent.client().login(long.trim())).toBe(8702);
    expect((await change({ oldPassword: long, sysUserPassword: 'Third-pass-1' })).error.code).toBe(0);
  });

  it('with a new password ends the other sessions, keeps this one, and signs in by the new one alone', async () => {
    const other = agent.client();
    expect(await other.login('Third-pass-1')).toBe(0);
    const { error } = await change({
      oldPassword: 'Third-pass-1',
      sysUserPassword: 'Second-pass1',
      sysUserName: 'boss1',
    });
    expect(error.code).toBe(0);
    expect((await other.call('CommonGet', { Template: 'system' })).error.code).toBe(4294967295);
    expect(await account()).toMatchObject({ sysUserName: 'boss1', sysUserFactoryPassword: 2, sysUserSessions: 1 });
    expect(await agent.client().login('Second-pass1', 'boss1')).toBe(0);
    expect(await agent.client().login(PASSWORD, 'boss1')).toBe(8702);
    const log = JSON.stringify(await client.read('syslogMsgEntry'));
    expect(log).toContain('Password changed by');
    expect(log).not.toContain('Second-pass1');
  });

  it('with another name ends the other sessions, and never is named as its password', async () => {
    agent.clock.advance(300_000);
    const other = agent.client();
    expect(await other.login('Second-pass1', 'boss1')).toBe(0);
    const oldPassword = 'Second-pass1';
    expect((await change({ oldPassword, sysUserName: 'boss2' })).error.code).toBe(0);
    expect((await other.call('CommonGet', { Template: 'system' })).error.code).toBe(4294967295);
    const alike = 'threeRainyDays3';
    expect((await change({ oldPassword, sysUserName: 'boss1', sysUserPassword: alike })).error.code).toBe(0);
    const { error } = await change({ oldPassword: alike, sysUserName: alike });
    expect(error.message).toBe('User name must differ from the password.');
  });

  it('is hashed with the parameters of today at the next login, which is saved where all else is', async () => {
    const { context } = agent.running;
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync('former-Pass1', salt, 32, { N: 2, r: 8, p: 1 });
    const former = `scrypt$1$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    const hashIn = (configuration: Configuration) => configuration.rows(sysUserEntry)[0]?.sysUserPasswordHash;
    await context.change(say('a test'), (configuration) =>
      configuration.withRow(sysUserEntry, { sysUserIndex: 1, sysUserName: 'boss1', sysUserPasswordHash: former }),
    );
    await context.flash.write(context.configuration(), 'boss1');
    // Logins are taken a few a minute.
    agent.clock.advance(300_000);
    expect(await agent.client().login('wrong-Pass1', 'boss1')).toBe(8702);
    expect(hashIn(context.configuration())).toBe(former);
    expect(await agent.client().login('former-Pass1', 'boss1')).toBe(0);
    expect(hashIn(context.configuration())).toMatch(/^scrypt\$1\$8\$3\$/);
    expect(hashIn(context.startup())).toBe(hashIn(context.configuration()));
    expect(await agent.client().login('former-Pass1', 'boss1')).toBe(0);
  });
});
