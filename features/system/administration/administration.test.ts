import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

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
    expect(await refused({ sysUserPassword: PASSWORD })).toBe(
      'New password must not be the one that the device came with.',
    );
    expect(await refused({ sysUserPassword: 'another-1', confirmPassword: 'another-2' })).toBe(
      'The two passwords are not the same.',
    );
    expect(await refused({ sysUserPassword: 'Welcome-2024' })).toBe(
      'New password is one of those that are tried first. Choose another one.',
    );
    expect(await refused({ sysUserPassword: 'rainy-Tuesday\0' })).toBe(
      'New password may hold letters without accents, digits and punctuation, but no blanks.',
    );
    expect(await refused({ sysUserPassword: 'short-1' })).toContain('8 to 32 characters');
    expect(await refused({ sysUserPassword: 'x'.repeat(33) })).toContain('8 to 32 characters');
  });

  it('keeps its hash to itself', async () => {
    const { error } = await change({ sysUserPasswordHash: 'scrypt$forged' });
    expect(error.code).toBe(17);
  });

  it('with a new password ends the other sessions, keeps this one, and signs in by the new one alone', async () => {
    const other = await agent.signedIn();
    const { error } = await change({ oldPassword: PASSWORD, sysUserPassword: 'Second-pass1', sysUserName: 'boss1' });
    expect(error.code).toBe(0);
    expect((await other.call('CommonGet', { Template: 'system' })).error.code).toBe(4294967295);
    expect(await account()).toMatchObject({ sysUserName: 'boss1', sysUserFactoryPassword: 2, sysUserSessions: 1 });
    expect(await agent.client().login('Second-pass1', 'boss1')).toBe(0);
    expect(await agent.client().login(PASSWORD, 'boss1')).toBe(8702);
    const log = JSON.stringify(await client.read('syslogMsgEntry'));
    expect(log).toContain('Password changed by');
    expect(log).not.toContain('Second-pass1');
  });
});
