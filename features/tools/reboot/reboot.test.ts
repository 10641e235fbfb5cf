import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ManagementPath } from '../../../datapath/datapath.ts';
import { FlashStatus } from '../../../device/flash/flash-control.ts';
import { type FlashFiles, hostFiles } from '../../../device/flash/flash-files.ts';
import type { Caller } from '../../../device/management.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { ADMINISTRATOR, PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { RebootType } from './objects.ts';

let agent: TestAgent;
let client: AgentClient;
/** Entry of sessions; undefined for past the switch. */
let path: ManagementPath | undefined;

beforeEach(async () => {
  path = undefined;
  agent = await startTestAgent({ locate: () => path });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const restart = (rebootType: number) => client.set('sysRebootCtrl', { rebootType });

/** The same switch after the restart that was asked for. */
async function started(): Promise<AgentClient> {
  await expect.poll(() => agent.reboots()).toBe(1);
  await agent.stop();
  agent = await startTestAgent({ directory: agent.directory });
  return agent.client();
}

async function configure() {
  await client.set('system', { sysName: 'core' });
  await client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.55' });
  await client.set('sysUserEntry', { sysUserIndex: 1, oldPassword: PASSWORD, sysUserPassword: 'Second-pass1' });
}

describe('a reboot', () => {
  it('loses what is not saved', async () => {
    await configure();
    expect((await restart(RebootType.normal)).error.code).toBe(0);
    client = await started();
    expect(await client.login(PASSWORD)).toBe(0);
    expect(await client.read('system')).toMatchObject({ sysName: '' });
  });

  it('saves first where that is asked for', async () => {
    await configure();
    expect((await restart(RebootType.saveFirst)).error.code).toBe(0);
    client = await started();
    expect(await client.login('Second-pass1')).toBe(0);
    expect(await client.read('system')).toMatchObject({ sysName: 'core' });
  });

  it('to factory settings keeps the address, or address and account, as asked', async () => {
    await configure();
    await restart(RebootType.saveFirst);
    client = await started();
    await client.login('Second-pass1');
    expect((await restart(RebootType.factoryDefaultKeepAddressAndAccount)).error.code).toBe(0);
    client = await started();
    expect(await client.login('Second-pass1')).toBe(0);
    expect(await client.read('system')).toMatchObject({ sysName: '' });
    expect(await client.read('ipv4InterfaceEntry')).toMatchObject([{ ipAddressAddr: '192.168.10.55' }]);
    expect(await (await client.get('/iss/specific/const_common.js')).text()).toContain('ConfigIsDefault = 1');
    await restart(RebootType.factoryDefaultKeepAddress);
    client = await started();
    expect(await client.login(PASSWORD)).toBe(0);
    expect(await client.read('ipv4InterfaceEntry')).toMatchObject([{ ipAddressAddr: '192.168.10.55' }]);
    await restart(RebootType.factoryDefault);
    client = await started();
    expect(await client.login(PASSWORD)).toBe(0);
    expect(await client.read('ipv4InterfaceEntry')).toMatchObject([{ ipAddressAddr: '192.168.10.200' }]);
  });

  it('to factory settings brings nothing back, whoever saves at the same moment', async () => {
    await configure();
    const other = agent.client();
    expect(await other.login('Second-pass1')).toBe(0);
    const saved = () => other.set('sysConfig', { configOper: 3 });
    expect((await restart(RebootType.factoryDefault)).error.code).toBe(0);
    const said = 'The switch is restarting with another configuration; nothing can be changed or saved now.';
    expect((await saved()).error).toMatchObject({ code: 13, message: said });
    client = await started();
    expect(await client.login(PASSWORD)).toBe(0);
    expect(await client.read('system')).toMatchObject({ sysName: '' });
  });

  it('takes one of five types', async () => {
    for (const type of [0, 6]) expect((await restart(type)).error.code).toBe(10);
    expect(agent.reboots()).toBe(0);
  });
});

describe('a scheduled reboot', () => {
  const schedule = (rebootScheduleTime: string, rebootScheduleState = 1) =>
    client.set('sysScheduleRebootEntry', { sysScheduleRebootIndex: 1, rebootScheduleState, rebootScheduleTime });
  const text = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

  it('lies in the future, at most 365 days ahead', async () => {
    const now = agent.running.context.wallClock.now();
    const allowed = 'At must be a time in the future, at most 365 days ahead.';
    expect((await schedule(text(now - 60_000))).error.message).toBe(allowed);
    expect((await schedule(text(now + 366 * 86_400_000))).error.message).toBe(allowed);
    expect((await schedule('2026-02-30 10:00:00')).error.message).toContain('The date does not exist.');
    expect((await schedule('')).error.message).toBe('A scheduled reboot needs a date and time.');
    expect((await schedule(text(now + 60_000))).error.code).toBe(0);
  });

  it('comes when its time has come, once', async () => {
    const { wallClock } = agent.running.context;
    const at = wallClock.now() + 60_000;
    await schedule(text(at));
    agent.clock.advance(2_000);
    expect(agent.reboots()).toBe(0);
    wallClock.step(at + 1_000);
    agent.clock.advance(2_000);
    await expect.poll(() => agent.reboots()).toBe(1);
    expect(await client.read('sysScheduleRebootEntry')).toMatchObject([{ rebootScheduleState: 2 }]);
  });

  it('that saves first comes behind the save, and not where that fails', async () => {
    let written: () => Promise<void> = async () => {};
    await agent.close();
    const files: FlashFiles = {
      ...hostFiles,
      async write(...given) {
        await written();
        await hostFiles.write(...given);
      },
    };
    agent = await startTestAgent({ files });
    client = await agent.signedIn();
    await client.set('system', { sysName: 'core' });
    const { wallClock, flash, log } = agent.running.context;
    const due = async () => {
      const rebootScheduleTime = text(wallClock.now() + 60_000);
      const wanted = { sysScheduleRebootIndex: 1, rebootScheduleState: 1, rebootScheduleSave: 1, rebootScheduleTime };
      expect((await client.set('sysScheduleRebootEntry', wanted)).error.code).toBe(0);
      wallClock.step(wallClock.now() + 61_000);
      agent.clock.advance(1_000);
    };
    written = () => Promise.reject(new Error('The flash is worn out.'));
    await due();
    const logged = () => log.entries().map(({ message }) => message.text);
    await expect.poll(logged).toContain('The scheduled reboot could not be carried out.');
    expect(agent.reboots()).toBe(0);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    written = () => held;
    await due();
    await expect.poll(() => flash.status).toBe(FlashStatus.writing);
    // Tasks beside the save get their turns.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(agent.reboots()).toBe(0);
    goOn();
    client = await started();
    await client.login(PASSWORD);
    expect(await client.read('system')).toMatchObject({ sysName: 'core' });
  });

  it('is brought about by no jump of the clock, which is told', async () => {
    const { wallClock } = agent.running.context;
    const at = wallClock.now() + 7 * 86_400_000;
    await schedule(text(at));
    wallClock.step(at + 1_000);
    agent.clock.advance(5_000);
    expect(agent.reboots()).toBe(0);
    const log = JSON.stringify(await client.read('syslogMsgEntry'));
    expect(log).toContain('The clock was set forward past a scheduled reboot, which is skipped.');
    wallClock.step(at - 30_000);
    agent.clock.advance(60_000);
    expect(agent.reboots()).toBe(0);
    // One that the clock is corrected over by a little comes.
    const next = wallClock.now() + 60_000;
    await schedule(text(next));
    // Five minutes are a little.
    wallClock.step(wallClock.now() + 300_000);
    agent.clock.advance(2_000);
    await expect.poll(() => agent.reboots()).toBe(1);
  });

  it('waits for a change to be confirmed, and neither keeps nor cuts it short', async () => {
    const { wallClock, flash } = agent.running.context;
    const at = wallClock.now() + 60_000;
    await client.set('sysScheduleRebootEntry', {
      sysScheduleRebootIndex: 1,
      rebootScheduleState: 1,
      rebootScheduleTime: text(at),
      rebootScheduleSave: 1,
    });
    path = ADMINISTRATOR;
    const away = { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.77', Force: 1 };
    expect((await client.set('ipv4InterfaceEntry', away)).error.code).toBe(0);
    wallClock.step(at + 1_000);
    agent.clock.advance(30_000);
    expect(agent.reboots()).toBe(0);
    expect(flash.slots()[0]?.size).toBe(0);
    agent.clock.advance(30_000);
    await expect.poll(() => agent.running.context.guard.provisional()).toBeUndefined();
    agent.clock.advance(2_000);
    await expect.poll(() => agent.reboots()).toBe(1);
    client = await started();
    await client.login(PASSWORD);
    expect(await client.read('ipv4InterfaceEntry')).toMatchObject([{ ipAddressAddr: '192.168.10.200' }]);
  });

  it('comes behind a change that was forced in the moment that it was due', async () => {
    const { wallClock, management } = agent.running.context;
    const at = wallClock.now() + 60_000;
    await schedule(text(at));
    path = ADMINISTRATOR;
    const values = { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.77' };
    const connection = { localAddress: '192.168.10.200', localPort: 80, remoteAddress: '192.168.10.9' };
    const caller: Caller = {
      access: 'web',
      user: 'admin',
      session: 'other',
      remoteAddress: connection.remoteAddress,
      connection: { ...connection, service: 'http' },
    };
    wallClock.step(at + 1_000);
    const forced = management.perform([{ kind: 'set', object: ipv4InterfaceEntry, values }], caller, { force: true });
    agent.clock.advance(1_000);
    await forced;
    expect(agent.running.context.guard.provisional()).toBeDefined();
    agent.clock.advance(60_000);
    await expect.poll(() => agent.running.context.guard.provisional()).toBeUndefined();
    expect(agent.reboots()).toBe(0);
    agent.clock.advance(2_000);
    await expect.poll(() => agent.reboots()).toBe(1);
  });

  it('is taken back by Cancel', async () => {
    const { wallClock } = agent.running.context;
    const at = wallClock.now() + 60_000;
    await schedule(text(at));
    await client.set('sysScheduleRebootEntry', { sysScheduleRebootIndex: 1, rebootScheduleState: 2 });
    wallClock.step(at + 1_000);
    agent.clock.advance(5_000);
    expect(agent.reboots()).toBe(0);
  });
});
