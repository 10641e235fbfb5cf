import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Passwords } from '../../device/sessions/passwords.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { AgentClient } from './agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';

const CHANGED = 'second-Passw0rd';

let agent: TestAgent;
let owner: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent();
  owner = await agent.signedIn();
});

afterEach(() => agent.close());

const change = () =>
  owner.set('sysUserEntry', {
    sysUserIndex: 1,
    oldPassword: PASSWORD,
    sysUserPassword: CHANGED,
    confirmPassword: CHANGED,
  });
const reads = async (client: AgentClient) => (await client.call('CommonGet', { Template: 'sysConfig' })).error.code;

/** The same browser at the switch after a restart, which has another port here, and cookies are named by it. */
function again(client: AgentClient): AgentClient {
  const port = new URL(agent.origin).port;
  const next = new AgentClient(agent.origin);
  next.gambit = client.gambit;
  next.cookie = client.cookie.replace(/-\d+=/, `-${port}=`);
  next.known = client.known.replace(/-\d+=/, `-${port}=`);
  return next;
}

async function restart(): Promise<void> {
  const { directory } = agent;
  await agent.stop();
  agent = await startTestAgent({ directory });
}

describe('once the password is changed', () => {
  test('a login that was under way with the old one opens nothing', async () => {
    let seen = () => {};
    let release = () => {};
    const isSeen = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { verify } = Passwords.prototype;
    const spy = vi.spyOn(Passwords.prototype, 'verify').mockImplementationOnce(async function (
      this: Passwords,
      ...given
    ) {
      const right = await verify.apply(this, given);
      seen();
      await isReleased;
      return right;
    });
    const thief = agent.client();
    const late = thief.login(PASSWORD);
    await isSeen;
    expect((await change()).error).toMatchObject({ code: 0 });
    release();
    expect(await late).toBe(ErrorCode.badCredentials);
    expect(await reads(thief)).toBe(ErrorCode.gambit);
    spy.mockRestore();
  });

  test('tokens and cookies of other sessions are good for nothing', async () => {
    const thief = await agent.signedIn();
    const { cookie } = thief;
    expect((await change()).error).toMatchObject({ code: 0 });
    expect(await reads(owner)).toBe(0);
    expect(await reads(thief)).toBe(ErrorCode.gambit);
    expect(await thief.login(PASSWORD)).toBe(ErrorCode.badCredentials);
    expect(await reads(thief)).toBe(ErrorCode.gambit);
    expect(thief.cookie).toBe(cookie);
    // The new password begins with another cookie: the old one was seen by others.
    expect(await thief.login(CHANGED)).toBe(0);
    expect(thief.cookie).not.toBe(cookie);
  });

  test('a backup of before brings the old one not back', async () => {
    await owner.set('cfgTransferCtrl', { cfgDirection: 1 });
    const fetched = await owner.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${owner.gambit}&_=1`);
    const text = await fetched.text();
    expect((await change()).error).toMatchObject({ code: 0 });
    const changed = new Blob([text.replace('"dot1dTpAgingTime":300', '"dot1dTpAgingTime":222')]);
    const restored = await owner.upload(RESTORE_UPLOAD, changed, { cfgKeepAddress: '2' });
    expect(restored).toMatchObject({ error: { code: 0 } });
    expect((await owner.set('cfgTransferCtrl', { cfgConfirm: 1 })).error.code).toBe(0);
    await expect.poll(() => agent.reboots()).toBe(1);
    await restart();
    expect(await agent.client().login(PASSWORD)).toBe(ErrorCode.badCredentials);
    const back = again(owner);
    expect(await reads(back)).toBe(ErrorCode.gambit);
    expect(await back.login(CHANGED)).toBe(0);
    expect(await back.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 222 });
  });

  test('a factory reset takes it, every session and every proof of an earlier login away', async () => {
    expect((await change()).error).toMatchObject({ code: 0 });
    const { known } = again(owner);
    expect((await owner.set('sysRebootCtrl', { rebootType: 3 })).error.code).toBe(0);
    await expect.poll(() => agent.reboots()).toBe(1);
    await restart();
    const back = again(owner);
    expect(await reads(back)).toBe(ErrorCode.gambit);
    expect(await back.login(CHANGED)).toBe(ErrorCode.badCredentials);
    expect(await back.login(PASSWORD)).toBe(0);
    expect(back.known.split('=')[1]).not.toBe(known.split('=')[1]);
  });
});
