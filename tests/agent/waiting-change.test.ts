import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ManagementPath } from '../../datapath/datapath.ts';
import { waitingChange } from '../../device/configuration/waiting-change.ts';
import { type FlashFiles, hostFiles } from '../../device/flash/flash-files.ts';
import { englishOf } from '../../device/log/log.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import { SOME_MOMENT } from '../../protocols/some-moment.ts';
import type { AgentClient } from './agent-client.ts';
import { freshCall } from './fresh-call.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
/** Where sessions come in; undefined for past the switch. */
let path: ManagementPath | undefined;
let files: FlashFiles;
let refusal: Error | undefined;
/** The host's date; undefined for the real one. */
let hostTime: number | undefined;

const begin = (directory?: string) =>
  startTestAgent({
    ...(directory && { directory }),
    locate: () => path,
    hostTime: () => hostTime ?? Date.now(),
    files: {
      ...hostFiles,
      read: (...given) => files.read(...given),
      write: (...given) => files.write(...given),
      remove: (...given) => files.remove(...given),
    },
    beforeApply() {
      if (refusal) throw refusal;
    },
  });

beforeEach(async () => {
  path = ADMINISTRATOR;
  files = hostFiles;
  refusal = undefined;
  hostTime = undefined;
  agent = await begin();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const address = (ipAddressAddr: string, more: object = {}) =>
  client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001, ipAddressAddr, ...more });
const inForce = () => agent.plans.at(-1)?.interfaces.get(1)?.addresses[0]?.address;
const guard = () => client.read('managementGuard');
const log = () => agent.running.context.log.entries().map(englishOf).join('\n');
const age = async () => {
  const { dot1dTpAgingTime }: { dot1dTpAgingTime?: number } = Object(await client.read('dot1dTp'));
  return dot1dTpAgingTime;
};

async function save(): Promise<void> {
  await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 1 });
}

/** What flash holds of a change that waits. */
const onFlash = () => agent.running.context.keep(waitingChange).load();

/** The same switch after it ended abruptly: its state in memory is gone. */
async function cutOff(): Promise<void> {
  const { directory } = agent;
  await agent.stop();
  agent = await begin(directory);
  client = await agent.signedIn();
}

describe('a change that waits to be confirmed', () => {
  test('is on flash, with what was before it and its deadline, before it is applied', async () => {
    const plans = agent.plans.length;
    files = {
      ...hostFiles,
      async write(path, content) {
        await hostFiles.write(path, content);
        if (path.includes('waiting-change')) expect(agent.plans).toHaveLength(plans);
      },
    };
    const before = agent.running.context.wallClock.now();
    expect((await address('192.168.10.201', { Force: 1 })).error.code).toBe(0);
    const seen = await onFlash();
    expect(JSON.stringify(seen?.former)).toContain('192.168.10.200');
    expect(seen?.deadline).toBeGreaterThanOrEqual(before + 60_000);
    expect(seen?.deadline).toBeLessThanOrEqual(agent.running.context.wallClock.now() + 60_000);
    expect(inForce()).toBe('192.168.10.201');
    expect(agent.running.context.flash.slots().map(({ size }) => size)).toEqual([0, 0]);
  });

  test.each([
    ['and nothing was ever saved', false],
    ['and another address was saved before', true],
  ])('is gone after a power cut, what was before it is in force, %s', async (_how, saved) => {
    path = undefined;
    await address('192.168.10.55');
    if (saved) await save();
    await client.set('dot1dTp', { dot1dTpAgingTime: 222 });
    path = ADMINISTRATOR;
    expect((await address('192.168.10.201', { Force: 1 })).error.code).toBe(0);
    await cutOff();
    expect(inForce()).toBe('192.168.10.55');
    expect(await age()).toBe(222);
    expect(log()).toMatch(
      /A change forced by admin had to be confirmed by \d{4}-\d\d-\d\d [\d:]{8} UTC, and the device restarted before; the former configuration is in force\. The switch would no longer answer at 192\.168\.10\.55/,
    );
    expect(await onFlash()).toBeUndefined();
    await cutOff();
    expect(inForce()).toBe(saved ? '192.168.10.55' : '192.168.10.200');
    expect(await age()).toBe(300);
    expect(log()).not.toContain('forced');
  });

  test('that was taken back leaves flash before a save behind it takes its turn, which is made', async () => {
    await address('192.168.10.201', { Force: 1 });
    const removals: (() => void)[] = [];
    files = {
      ...hostFiles,
      async remove(file) {
        if (file.includes('waiting-change')) await new Promise<void>((resolve) => removals.push(resolve));
        await hostFiles.remove(file);
      },
    };
    agent.clock.advance(60_000);
    await expect.poll(() => removals.length).toBe(1);
    expect(inForce()).toBe('192.168.10.200');
    const saving = client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    await guard();
    for (const remove of removals) remove();
    expect((await saving).error.message).toBe('');
    await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 1 });
    expect(await onFlash()).toBeUndefined();
  });

  test('leaves flash once it is confirmed, before that is answered', async () => {
    await address('192.168.10.201', { Force: 1 });
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await onFlash()).toBeUndefined();
    await save();
    await cutOff();
    expect(inForce()).toBe('192.168.10.201');
    expect(log()).not.toContain('forced');
  });

  test('that flash still holds once it is confirmed is let nothing be saved over, and goes as soon as flash can be written', async () => {
    await address('192.168.10.201', { Force: 1 });
    files = { ...hostFiles, remove: () => Promise.reject(Object.assign(new Error('no'), { code: 'EIO' })) };
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
    expect((await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 })).error).toMatchObject({
      code: 12,
      message: 'A configuration saved now would not be found at the next start, because the flash does not respond.',
    });
    agent.clock.advance(5_000);
    await expect.poll(() => log().match(/The end of the pending change/g)).toHaveLength(1);
    files = hostFiles;
    agent.clock.advance(5_000);
    await expect.poll(onFlash).toBeUndefined();
    await save();
    await cutOff();
    expect(inForce()).toBe('192.168.10.201');
  });

  test('leaves flash once it is taken back', async () => {
    await address('192.168.10.201', { Force: 1 });
    agent.clock.advance(60_000);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    expect(inForce()).toBe('192.168.10.200');
    expect(await onFlash()).toBeUndefined();
  });

  test('leaves flash where the datapath or an operation of its batch refuses it', async () => {
    refusal = new Error('No room.');
    expect((await address('192.168.10.201', { Force: 1 })).error.code).not.toBe(0);
    expect(await onFlash()).toBeUndefined();
    refusal = undefined;
    await client.set('sysConfig', { configOperConfigID: 2, configOper: 3 });
    await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 1 });
    const kept = await client.read('cfgSlotEntry');
    // Saved, chosen for the next start, emptied.
    for (const configOper of [3, 1, 2]) {
      const calls = [
        { Template: 'ipv4InterfaceEntry', ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.201' },
        { Template: 'sysConfig', configOperConfigID: 2, configOper },
      ].map((params) => ({ method: 'CommonSet', params }));
      expect((await client.call('BatchPost', { FuncName: 'test', Force: 1, calls })).error.code).toBe(12);
      expect(await onFlash()).toBeUndefined();
      expect(inForce()).toBe('192.168.10.200');
      expect(await client.read('cfgSlotEntry')).toEqual(kept);
    }
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
  });

  test('counts by monotonic time: a clock that is set neither prolongs nor ends it', async () => {
    await address('192.168.10.201', { Force: 1 });
    agent.running.context.wallClock.step(Date.UTC(2040, 0, 1));
    agent.clock.advance(59_000);
    expect(await guard()).toMatchObject({ managementGuardState: 2, managementGuardSecondsLeft: 1 });
    agent.running.context.wallClock.step(Date.UTC(2001, 0, 1));
    agent.clock.advance(1_000);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    expect(inForce()).toBe('192.168.10.200');
  });

  test('comes back after a restart whatever the clock says then', async () => {
    await address('192.168.10.201', { Force: 1 });
    const { directory } = agent;
    await agent.stop();
    const file = join(directory, 'features', 'waiting-change.kept');
    expect(readFileSync(file, 'utf8')).toContain('"name":"waiting-change"');
    hostTime = Date.UTC(1999, 0, 1);
    agent = await begin(directory);
    client = await agent.signedIn();
    agent.clock.advance(120_000);
    expect(inForce()).toBe('192.168.10.200');
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
  });

  test('is put back again and again where the datapath does not take it at once', async () => {
    await address('192.168.10.201', { Force: 1 });
    refusal = new Error('The datapath does not answer.');
    agent.clock.advance(60_000);
    await expect.poll(log).toContain('The former configuration could not be restored: The datapath does not answer.');
    expect(await guard()).toMatchObject({ managementGuardState: 2, managementGuardSecondsLeft: 0 });
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await onFlash()).toBeDefined();
    refusal = undefined;
    agent.clock.advance(5_000);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    expect(inForce()).toBe('192.168.10.200');
  });

  test('is made although flash cannot be written, and said to be without it', async () => {
    files = {
      ...hostFiles,
      write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    expect((await address('192.168.10.201', { Force: 1 })).error.code).toBe(0);
    expect(log()).toContain('The configuration before a forced change could not be saved, because the flash is full.');
    agent.clock.advance(60_000);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    expect(inForce()).toBe('192.168.10.200');
  });

  test.each([
    [
      'an access rule',
      [
        { Template: 'aclProfileEntry', RowStatus: 4, aclProfileId: 1, aclProfileSrcMacMask: 'FF-FF-FF-FF-FF-FF' },
        {
          Template: 'aclRuleEntry',
          RowStatus: 4,
          aclProfileId: 1,
          aclRuleId: 1,
          aclRulePorts: '4',
          aclRuleSrcMac: '02-00-00-00-00-77',
          aclRuleTimeout: 40,
        },
      ],
      'aclRuleEntry',
    ],
    [
      'a static binding',
      [
        {
          Template: 'dhcpSnoopingStaticBindingEntry',
          RowStatus: 4,
          bindingVlanId: 1,
          bindingMac: '02-00-00-00-00-77',
          bindingIp: '192.168.10.77',
          bindingPort: 4,
          bindingLease: 40,
        },
      ],
      'dhcpSnoopingStaticBindingEntry',
    ],
  ])('puts the end of %s off to its own end, and no further', async (_what, calls, table) => {
    for (const params of calls) expect((await client.call('CommonSet', params)).error.code).toBe(0);
    await address('192.168.10.201', { Force: 1 });
    agent.clock.advance(50_000);
    expect(await guard()).toMatchObject({ managementGuardState: 2 });
    agent.clock.advance(10_000);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    await expect
      .poll(() => {
        agent.clock.advance(1_000);
        return client.read(table);
      })
      .toEqual([]);
    expect(agent.clock.now()).toBeLessThan(SOME_MOMENT + 79_000);
    expect(inForce()).toBe('192.168.10.200');
    expect(log()).not.toContain('in the background');
  });

  test('goes with a factory reset', async () => {
    path = undefined;
    await client.set('dot1dTp', { dot1dTpAgingTime: 222 });
    path = ADMINISTRATOR;
    await address('192.168.10.201', { Force: 1 });
    expect((await client.set('sysRebootCtrl', { rebootType: 3, Force: 1 })).error.code).toBe(0);
    await expect.poll(() => agent.reboots()).toBe(1);
    await cutOff();
    expect(inForce()).toBe('192.168.10.200');
    expect(await age()).toBe(300);
    expect(log()).not.toContain('forced');
  });

  test('is not confirmed by another station, nor by a second session of another one', async () => {
    await address('192.168.10.201', { Force: 1 });
    path = { ...ADMINISTRATOR, clientMac: '02-00-00-00-00-77', port: 2 };
    const other = await agent.signedIn();
    await freshCall(other, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 2 });
    expect((await other.set('sysConfig', { configOperConfigID: 1, configOper: 3 })).error.code).toBe(12);
    path = ADMINISTRATOR;
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
  });
});

describe('two requests of a batch that each conclude it', () => {
  test.each([
    ['a save and an erasure', { Template: 'sysConfig', configOperConfigID: 1, configOper: 2 }],
    ['a save and a restart', { Template: 'sysRebootCtrl', rebootType: 1 }],
  ])('are refused before anything is done: %s', async (_what, second) => {
    const calls = [
      { Template: 'dot1dTp', dot1dTpAgingTime: 400 },
      { Template: 'sysConfig', configOperConfigID: 2, configOper: 3 },
      second,
    ].map((params) => ({ method: 'CommonSet', params }));
    const { error } = await client.call('BatchPost', { FuncName: 'test', calls });
    expect(error).toMatchObject({ code: 12, message: /only one at a time/ });
    expect(await age()).toBe(300);
    expect(agent.running.context.flash.slots().map(({ size }) => size)).toEqual([0, 0]);
    expect(agent.reboots()).toBe(0);
  });
});

describe('what only the next start brings', () => {
  const restart = (rebootType: number, force: object = {}) => client.set('sysRebootCtrl', { rebootType, ...force });
  const operate = (configOperConfigID: number, configOper: number, force: object = {}) =>
    client.set('sysConfig', { configOperConfigID, configOper, ...force });

  /** An address that is in force and not saved, or the other way round. */
  async function unsaved(running: string): Promise<void> {
    path = undefined;
    await address(running);
    path = ADMINISTRATOR;
  }

  test('is no matter where the session finds its way', async () => {
    await client.set('dot1dTp', { dot1dTpAgingTime: 222 });
    expect((await restart(1)).error.code).toBe(0);
    await expect.poll(() => agent.reboots()).toBe(1);
    await cutOff();
    expect(await age()).toBe(300);
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
  });

  test.each([
    ['comes back where nobody confirms it', false],
    ['is what was saved once somebody confirms it', true],
  ])(
    'is asked about before a restart that would cut the session off, and what ran before %s',
    async (_how, confirmed) => {
      await unsaved('192.168.10.55');
      const { error } = await restart(1);
      expect(error).toMatchObject({ code: 8710, message: /would no longer answer at 192\.168\.10\.55/ });
      expect(agent.reboots()).toBe(0);
      expect((await restart(1, { Force: 1 })).error.code).toBe(0);
      await expect.poll(() => agent.reboots()).toBe(1);
      await cutOff();
      expect(inForce()).toBe('192.168.10.200');
      if (confirmed) await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
      const waits = () => agent.running.context.guard.provisional() !== undefined;
      expect(waits()).toBe(!confirmed);
      agent.clock.advance(60_000);
      await expect.poll(waits).toBe(false);
      expect(inForce()).toBe(confirmed ? '192.168.10.200' : '192.168.10.55');
      // Nothing was ever saved, and is not by this.
      expect(agent.running.context.flash.slots().map(({ size }) => size)).toEqual([0, 0]);
    },
  );

  test('is tried from when the switch is reached, half a minute after its start at most', async () => {
    await unsaved('192.168.10.55');
    await restart(1, { Force: 1 });
    const { directory } = agent;
    const again = async () => {
      await agent.stop();
      agent = await begin(directory);
      return () => agent.running.context.guard.provisional()?.secondsLeft;
    };
    const secondsLeft = await again();
    expect(secondsLeft()).toBe(90);
    agent.clock.advance(20_000);
    await agent.client().get('/iss/specific/public_key.js');
    expect(secondsLeft()).toBe(60);
    agent.clock.advance(10_000);
    await agent.client().get('/iss/specific/public_key.js');
    expect(secondsLeft()).toBe(50);
    agent.clock.advance(50_000);
    await expect.poll(secondsLeft).toBeUndefined();
    expect(inForce()).toBe('192.168.10.55');
  });

  test.each([
    ['a factory reset', 3],
    ['a factory reset that keeps no VLAN', 4],
  ])('is asked about before %s', async (_what, type) => {
    path = undefined;
    await client.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1' });
    await address('192.168.10.55');
    await client.set('dot1qPortVlanEntry', { dot1dBasePort: 1, dot1qPvid: 20 });
    const vlan = {
      ipv4InterfaceIfIndex: 10_020,
      ipIfVlanId: 20,
      ipAddressAddr: '192.0.2.1',
      ipAddressMask: '255.255.255.0',
    };
    await client.set('ipv4InterfaceEntry', { RowStatus: 4, ...vlan });
    path = { ...ADMINISTRATOR, vlan: 20 };
    expect((await restart(type)).error).toMatchObject({ code: 8710 });
    expect(agent.reboots()).toBe(0);
    expect((await restart(type, { Force: 1 })).error.code).toBe(0);
    await expect.poll(() => agent.reboots()).toBe(1);
    path = ADMINISTRATOR;
    await cutOff();
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
  });

  test('is asked about where another start-up configuration is chosen, or the factory’s is put in its place', async () => {
    expect((await operate(2, 3)).error.code).toBe(0);
    await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 1 });
    await unsaved('192.168.10.55');
    await save();
    for (const [slot, operation] of [
      [2, 1],
      [1, 4],
    ] as const) {
      expect((await operate(slot, operation)).error).toMatchObject({ code: 8710 });
      expect(agent.running.context.flash.startUpSlot).toBe(1);
      expect((await operate(slot, operation, { Force: 1 })).error.code).toBe(0);
      expect(inForce()).toBe('192.168.10.55');
      expect((await restart(1)).error.code).toBe(8710);
      expect((await operate(1, 1, { Force: 1 })).error.code).toBe(0);
    }
  });
});

describe('a restore', () => {
  /** Checks the present configuration with some text replaced, keeping no address. */
  async function checked(...replaced: readonly (readonly [string, string])[]): Promise<void> {
    await client.set('cfgTransferCtrl', { cfgDirection: 1 });
    const fetched = await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=1`);
    const text = replaced.reduce((soFar, [from, to]) => soFar.replaceAll(from, to), await fetched.text());
    const restored = await client.upload(RESTORE_UPLOAD, new Blob([text]), { cfgKeepAddress: '2' });
    expect(restored).toMatchObject({ error: { code: 0 } });
  }
  const confirm = (force: object = {}) => client.set('cfgTransferCtrl', { cfgConfirm: 1, ...force });
  const moved = ['192.168.10.200', '192.168.10.77'] as const;

  test('that moves the switch away from the session is refused, waits on, and changes nothing', async () => {
    await checked(moved);
    for (let times = 0; times < 2; times += 1) {
      const { error } = await confirm();
      expect(error).toMatchObject({ code: 8710, message: /would no longer answer at 192\.168\.10\.200/ });
    }
    expect(agent.reboots()).toBe(0);
    expect(agent.running.context.flash.slots().map(({ size }) => size)).toEqual([0, 0]);
    expect(await onFlash()).toBeUndefined();
  });

  test('that leaves the session its way is in force and saved after the restart', async () => {
    await checked(['"dot1dTpAgingTime":300', '"dot1dTpAgingTime":222']);
    expect((await confirm()).error.code).toBe(0);
    await expect.poll(() => agent.reboots()).toBe(1);
    await cutOff();
    expect(await age()).toBe(222);
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
  });

  test('that is forced is tried by the next start, and is the startup configuration once it is confirmed there', async () => {
    await checked(moved);
    expect((await confirm({ Force: 1 })).error.code).toBe(0);
    await expect.poll(() => agent.reboots()).toBe(1);
    expect(agent.running.context.flash.slots().map(({ size }) => size)).toEqual([0, 0]);
    // Until then nothing else is changed or kept.
    expect(await guard()).toMatchObject({ managementGuardState: 2 });
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 400 })).error.code).toBe(13);
    const { directory } = agent;
    await agent.stop();
    agent = await begin(directory);
    expect(inForce()).toBe('192.168.10.77');
    expect(agent.running.context.guard.provisional()).toMatchObject({ user: 'admin', secondsLeft: 90 });
    client = await agent.signedIn();
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
    expect(await onFlash()).toBeUndefined();
    await cutOff();
    expect(inForce()).toBe('192.168.10.77');
    expect(await client.read('sysConfig')).toMatchObject({ configDirty: 2 });
  });

  test('that is forced comes back where nobody confirms it, unsaved changes and all', async () => {
    path = undefined;
    await client.set('dot1dTp', { dot1dTpAgingTime: 222 });
    path = ADMINISTRATOR;
    await checked(moved);
    await confirm({ Force: 1 });
    const { directory } = agent;
    await agent.stop();
    agent = await begin(directory);
    expect(inForce()).toBe('192.168.10.77');
    agent.clock.advance(90_000);
    await expect.poll(inForce).toBe('192.168.10.200');
    await expect
      .poll(log)
      .toContain(
        'The configuration of this start was not confirmed within 60 s; the former configuration is in force again.',
      );
    client = await agent.signedIn();
    expect(await age()).toBe(222);
    expect(await onFlash()).toBeUndefined();
    await cutOff();
    expect(inForce()).toBe('192.168.10.200');
  });

  test('that is forced waits also where its start asks a DHCP server for an address and a file', async () => {
    await client.set('dhcpAutoConfigCtrl', { dhcpAutoConfigState: 1 });
    await client.set('dhcpSnoopingConfig', { dhcpSnoopingStatus: 1, dhcpSnoopingBackupDb: 1 });
    await save();
    await checked(moved);
    await confirm({ Force: 1 });
    const { directory } = agent;
    // Another service takes its time to start.
    files = {
      ...hostFiles,
      async read(path) {
        for (let turn = 0; turn < 200 && path.includes('dhcp-bindings'); turn += 1) await new Promise(setImmediate);
        return hostFiles.read(path);
      },
    };
    await agent.stop();
    agent = await begin(directory);
    expect(inForce()).toBe('192.168.10.77');
    expect(agent.running.context.guard.provisional()).toMatchObject({ user: 'admin' });
    agent.clock.advance(90_000);
    await expect.poll(inForce).toBe('192.168.10.200');
    await expect.poll(onFlash).toBeUndefined();
  });

  test('that is forced is tried once: a start that ends before it is confirmed was the only one', async () => {
    await checked(moved);
    await confirm({ Force: 1 });
    const { directory } = agent;
    await agent.stop();
    agent = await begin(directory);
    expect(inForce()).toBe('192.168.10.77');
    expect((await onFlash())?.next).toBeUndefined();
    await agent.stop();
    agent = await begin(directory);
    expect(inForce()).toBe('192.168.10.200');
    expect(await onFlash()).toBeUndefined();
  });

  test('while another change waits is refused', async () => {
    await checked(moved);
    await client.prove();
    await address('192.168.10.201', { Force: 1 });
    const before = await onFlash();
    for (const force of [{}, { Force: 1 }]) expect((await confirm(force)).error.code).toBe(13);
    expect(await onFlash()).toEqual(before);
    expect(agent.reboots()).toBe(0);
  });

  test('after which nobody could reach the switch is refused, forced or not', async () => {
    await checked(['"dot1qPortAcceptableFrameTypes":1', '"dot1qPortAcceptableFrameTypes":2']);
    for (const force of [{}, { Force: 1 }]) {
      expect((await confirm(force)).error).toMatchObject({ code: 12, message: /no port would reach a VLAN/ });
    }
    expect(agent.reboots()).toBe(0);
  });

  test('that cannot be written is refused', async () => {
    await checked(moved);
    files = {
      ...hostFiles,
      write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    expect((await confirm({ Force: 1 })).error).toMatchObject({ code: 14 });
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
    expect(agent.reboots()).toBe(0);
  });
});
