import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostFiles } from '../../../device/flash/flash-files.ts';
import { VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { CloudError } from '../../../protocols/cloud/connection.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { startTestCloud, type TestCloud } from '../../../tests/agent/test-cloud.ts';
import { AddressMode, ipv4InterfaceEntry } from '../l3-feature/objects.ts';
import { leases, unlinkedVlans } from '../l3-feature/slots.ts';
import { keptIdentity } from './kept-identity.ts';
import { cloudConnection, cloudIdentity } from './slots.ts';

let cloud: TestCloud;
let agent: TestAgent;
let client: AgentClient;

const patience = { timeout: 30_000 };

/** Starts an agent that knows this cloud. */
async function start(directory?: string, host = '127.0.0.1', files = hostFiles): Promise<void> {
  const place = { host, port: cloud.port };
  agent = await startTestAgent({ cloud: place, files, ...(directory !== undefined && { directory }) });
  client = await agent.signedIn();
}

const state = () => client.read('sysCloudCtrl');

const set = async (values: object) => (await client.set('sysCloudCtrl', values)).error;

/** Turns the cloud on, and waits for the line. */
async function connect(): Promise<void> {
  const { systemCloudDeviceId } = Object(await state());
  cloud.claimed.add(systemCloudDeviceId);
  expect(await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint })).toMatchObject({ code: 0 });
  await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2 });
}

/** Lets the switch's time pass until this holds: what it waits for takes real time in between. */
async function passes(milliseconds: number, holds: () => Promise<unknown>, wanted: object): Promise<void> {
  await expect
    .poll(() => {
      agent.clock.advance(milliseconds);
      return holds();
    }, patience)
    .toMatchObject(wanted);
}

beforeEach(async () => {
  cloud = await startTestCloud();
  await start();
});

afterEach(async () => {
  await agent.close();
  await cloud.close();
});

describe('a switch that is claimed by its code', () => {
  it('waits until somebody claims it, and is connected then', async () => {
    const { systemCloudClaimCode, systemCloudDeviceId } = Object(await state());
    expect(systemCloudClaimCode).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
    const unclaimed = { systemCloudConnectState: 1, systemCloudLastError: CloudError.unclaimed };
    await expect.poll(state, patience).toMatchObject(unclaimed);
    cloud.claimed.add(systemCloudDeviceId);
    await passes(1_000, state, { systemCloudConnectState: 2, systemCloudLastError: 0, systemCloudServerCheck: 1 });
    expect(cloud.heard).toContainEqual({ what: 'connect', body: expect.objectContaining({ model: 'TPE-1021WS' }) });
  });

  it('shows itself by what the cloud issued from then on, also after a restart', async () => {
    await connect();
    const { systemCloudClaimCode } = Object(await state());
    await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    await expect.poll(() => client.read('sysConfig'), patience).toMatchObject({ configOperStatus: 1 });
    await agent.stop();
    const claims = cloud.heard.filter(({ what }) => what === '/claim').length;
    await start(agent.directory);
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2, systemCloudClaimCode });
    expect(cloud.heard.filter(({ what }) => what === '/claim')).toHaveLength(claims);
  });

  it('has another code after a factory reset', async () => {
    const { systemCloudClaimCode } = Object(await state());
    await agent.close();
    await start();
    expect(Object(await state()).systemCloudClaimCode).not.toBe(systemCloudClaimCode);
  });
});

describe('an account', () => {
  const account = { systemCloudAccount: 'owner@example.org', systemCloudPassword: 'secret12' };

  it('claims the switch, and its password is kept nowhere', async () => {
    cloud.accounts.set('owner@example.org', 'secret12');
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint, ...account });
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2 });
    expect(cloud.heard.filter(({ what }) => what === '/sign-in')).toHaveLength(1);
    expect(JSON.stringify(agent.running.context.configuration())).not.toContain('secret12');
    expect(JSON.stringify(await state())).not.toContain('secret12');
  });

  it('is kept over the next start without a save, and nothing else that is unsaved is', async () => {
    cloud.accounts.set('owner@example.org', 'secret12');
    await client.set('dot1dTp', { dot1dTpAgingTime: 400 });
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint, ...account });
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2, systemCloudAwaitsSetup: 1 });
    expect(await (await client.get('/iss/specific/const_common.js')).text()).toContain('ConfigIsDefault = 1');
    await agent.stop();
    await start(agent.directory);
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2, systemCloudState: 1 });
    expect(await client.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 300 });
    // Why it is still managed locally is said, and ends with the wizard.
    expect(await state()).toMatchObject({ systemCloudOwner: 1, systemCloudAwaitsSetup: 1 });
    expect(cloud.heard.findLast(({ what }) => what === 'connect')?.body).toMatchObject({ awaitsSetup: true });
    await client.set('sysWizard', { sysWizardDone: 1 });
    await expect.poll(state, patience).toMatchObject({ systemCloudOwner: 2, systemCloudAwaitsSetup: 2 });
  });

  it('leaves whole what is saved at the moment that the cloud takes the switch', async () => {
    await agent.close();
    const saves: (() => void)[] = [];
    await start(undefined, '127.0.0.1', {
      ...hostFiles,
      async write(path, content) {
        if (path.includes('configuration-1') && saves.length === 0)
          await new Promise<void>((resolve) => saves.push(resolve));
        await hostFiles.write(path, content);
      },
    });
    cloud.accounts.set('owner@example.org', 'secret12');
    await client.set('dot1dTp', { dot1dTpAgingTime: 400 });
    await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    await expect.poll(() => saves.length, patience).toBe(1);
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint, ...account });
    const isTaken = async () => (await agent.running.context.keep(keptIdentity).load())?.issued !== undefined;
    await expect.poll(isTaken, patience).toBe(true);
    for (const write of saves) write();
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2 });
    await agent.stop();
    await start(agent.directory);
    expect(await client.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 400 });
    expect(await state()).toMatchObject({ systemCloudState: 1, systemCloudAccount: 'owner@example.org' });
  });

  it('that is refused is a failure at once, and is not tried a second time', async () => {
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint, ...account });
    const refused = { systemCloudConnectState: 0, systemCloudLastError: CloudError.badAccount };
    await expect.poll(state, patience).toMatchObject(refused);
    agent.clock.advance(500_000);
    expect(cloud.heard.filter(({ what }) => what === '/sign-in')).toHaveLength(1);
    cloud.accounts.set('owner@example.org', 'other123');
    await set({ systemCloudPassword: 'other123' });
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2 });
  });

  it('claims the switch anew where somebody signs in again', async () => {
    cloud.accounts.set('owner@example.org', 'secret12');
    cloud.accounts.set('heir@example.org', 'secret34');
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint, ...account });
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2 });
    await set({ systemCloudAccount: 'heir@example.org', systemCloudPassword: 'secret34' });
    const claims = () => cloud.heard.filter(({ what }) => what === '/claim').map(({ body }) => Object(body).token);
    await expect.poll(() => claims().at(-1), patience).toContain('heir@example.org');
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2 });
  });

  it('needs a name with its password', async () => {
    expect(await set({ systemCloudState: 1, systemCloudPassword: 'secret12' })).toMatchObject({
      code: 10,
      column: 'systemCloudAccount',
    });
  });
});

describe('what is wrong on the way', () => {
  it('is a fingerprint that no certificate of the cloud has: nothing is sent', async () => {
    const other = cloud.fingerprint.replace(/^../, (pair) => (pair === '00' ? '01' : '00'));
    await set({ systemCloudState: 1, systemCloudFingerprint: other });
    await expect.poll(state, patience).toMatchObject({
      systemCloudLastError: CloudError.tlsFailed,
      systemCloudClockCheck: 1,
      systemCloudServerCheck: 2,
    });
    expect(cloud.heard).toEqual([]);
  });

  it('is a fingerprint that is none of an authority, though the cloud shows its certificate', async () => {
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.ownFingerprint });
    await expect.poll(state, patience).toMatchObject({
      systemCloudLastError: CloudError.tlsFailed,
      systemCloudReasonSaid: expect.stringContaining('no certificate of'),
    });
    expect(cloud.heard).toEqual([]);
  });

  it('is a cloud that nobody vouches for', async () => {
    await set({ systemCloudState: 1 });
    await expect.poll(state, patience).toMatchObject({ systemCloudLastError: CloudError.tlsFailed });
    expect(cloud.heard).toEqual([]);
  });

  it('is a cloud whose certificate names another host', async () => {
    await agent.close();
    await start(undefined, 'localhost.example');
    agent.running.context.names.resolve = async () => ['127.0.0.1'];
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
    await expect.poll(state, patience).toMatchObject({ systemCloudLastError: CloudError.tlsFailed });
    expect(cloud.heard).toEqual([]);
  });

  it('is a name without an address', async () => {
    await agent.close();
    await start(undefined, 'cloud.example');
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
    await expect.poll(state, patience).toMatchObject({
      systemCloudLastError: CloudError.dnsFailed,
      systemCloudAddressCheck: 1,
      systemCloudDnsCheck: 2,
      systemCloudServerCheck: 3,
    });
  });

  it('is a cloud that is not there: a failure after half a minute, with the gateway to blame where there is none', async () => {
    await cloud.close();
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
    await passes(2_000, state, { systemCloudConnectState: 0, systemCloudLastError: CloudError.unreachable });
    expect(await state()).toMatchObject({ systemCloudGatewayCheck: 2, systemCloudDnsCheck: 3 });
    await cloud.reopen();
    cloud.claimed.add(Object(await state()).systemCloudDeviceId);
    await passes(10_000, state, { systemCloudConnectState: 2 });
  });

  const plug = async () => {
    agent.attach(3, { ability: { speeds: [1000], duplex: 'full', negotiates: true }, receive: () => {} });
    const { datapath } = agent.running.context;
    await passes(10, async () => Object((await datapath.portStates()).get(3)), { link: 'up' });
  };
  const given = { prefix: 24, gateway: undefined, server: '192.168.10.1', leaseTime: 3600, since: 0 };
  const lease = async (address = '192.168.10.77', dnsServers: readonly string[] = []) =>
    agent.running.context.slots.update(leases, () => new Map([[1, { ...given, dnsServers, address }]]));
  const ifIndex = VLAN_INTERFACE_BASE + 1;
  const takeLeases = () =>
    agent.running.context.change(say('Test'), (configuration) =>
      configuration.withRow(ipv4InterfaceEntry, {
        ipv4InterfaceIfIndex: ifIndex,
        ipAddrCfgMode: AddressMode.dynamic,
      }),
    );
  const accepted = async (object: string, columns: object) =>
    expect((await client.set(object, columns)).error).toMatchObject({ code: 0 });

  it.each([
    ['a cable that is plugged in', plug],
    [
      'an address from a DHCP server',
      async () => {
        await takeLeases();
        await lease();
      },
    ],
    [
      'an address set by hand',
      () =>
        accepted('ipIfSecondaryEntry', {
          ...{ ifIndex, secondaryAddr: '192.0.2.7', secondaryMask: '255.255.255.0', RowStatus: 4 },
        }),
    ],
    [
      'a default gateway',
      async () => {
        await accepted('ipDefaultRouter', { ipDefaultRouterAddress: '192.168.10.1' });
        agent.running.context.slots.update(unlinkedVlans, () => new Set());
      },
    ],
    ['a name server from a DHCP server', () => lease(undefined, ['192.168.10.1'])],
    ['a name server set by hand', () => accepted('dnsServerEntry', { dnsServerIndex: 1, dnsServerAddr: '192.0.2.53' })],
  ])('is tried again within seconds of %s, however long it lasted', async (_, comes) => {
    await cloud.close();
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
    const pause = () => {
      const { attemptAt = 0 } = agent.running.context.slots.get(cloudConnection).standing;
      return attemptAt - agent.clock.now();
    };
    await expect
      .poll(() => {
        if (pause() > 0 && pause() <= 10_000) agent.clock.advance(pause());
        return pause();
      }, patience)
      .toBeGreaterThan(10_000);
    await cloud.reopen();
    cloud.claimed.add(Object(await state()).systemCloudDeviceId);
    await comes();
    await expect.poll(pause, patience).toBeLessThanOrEqual(5_000);
    agent.clock.advance(5_000);
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2 });
  });

  it('is an address that the switch no longer has: the next line begins at once, without waiting for an answer there', async () => {
    await takeLeases();
    await lease('127.0.0.1');
    await connect();
    const lines = () => cloud.heard.filter(({ what }) => what === 'connect').length;
    await lease('192.168.10.78');
    await expect.poll(lines, patience).toBe(2);
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2 });
  });

  it('is another owner', async () => {
    cloud.taken.add(Object(await state()).systemCloudDeviceId);
    await set({ systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
    await expect.poll(state, patience).toMatchObject({
      systemCloudConnectState: 0,
      systemCloudLastError: CloudError.alreadyClaimed,
    });
  });

  it('is a certificate that was revoked', async () => {
    await connect();
    cloud.revoked.add(Object(await state()).systemCloudDeviceId);
    cloud.cut();
    await passes(1_000, state, { systemCloudConnectState: 0, systemCloudLastError: CloudError.badAccount });
  });

  it('is said of a switch without a cloud', async () => {
    await agent.close();
    agent = await startTestAgent();
    client = await agent.signedIn();
    expect(await set({ systemCloudState: 1 })).toMatchObject({
      code: 12,
      message: 'This switch was started without a cloud.',
    });
  });
});

describe('a line that breaks', () => {
  it('shows for ten seconds as connected, then as not connected, and comes back by itself', async () => {
    await connect();
    await cloud.close();
    await expect.poll(() => cloud.lines.size).toBe(0);
    await expect.poll(() => agent.running.context.log.entries().length > 0).toBe(true);
    expect(await state()).toMatchObject({ systemCloudConnectState: 2 });
    await passes(1_000, state, { systemCloudConnectState: 3 });
    await cloud.reopen();
    await passes(10_000, state, { systemCloudConnectState: 2 });
  });

  it('resumes its TLS session, and begins a new one with another certificate', async () => {
    const resumed = () => cloud.heard.filter(({ what }) => what === 'line').map(({ body }) => Object(body).isResumed);
    const again = async (lines: number) => {
      cloud.cut();
      await passes(1_000, async () => ({ lines: resumed().length, ...Object(await state()) }), {
        lines,
        systemCloudConnectState: 2,
      });
    };
    cloud.validity = 20;
    await connect();
    await expect.poll(() => cloud.lines.size).toBe(1);
    await again(2);
    expect(resumed()).toEqual([false, true]);
    cloud.validity = 90;
    const { issued } = agent.running.context.slots.get(cloudIdentity) ?? {};
    await passes(5_000, async () => ({ isSame: agent.running.context.slots.get(cloudIdentity)?.issued === issued }), {
      isSame: false,
    });
    await again(3);
    expect(resumed()).toEqual([false, true, false]);
  });

  it('is noticed where the cloud falls silent, and another one is opened', async () => {
    await connect();
    for (const line of cloud.lines) line.pause();
    const connects = async () => ({ connects: cloud.heard.filter(({ what }) => what === 'connect').length });
    await passes(1_000, connects, { connects: 2 });
  });
});

describe('a switch that the cloud takes', () => {
  it('is the cloud’s once somebody has set it up, and not before', async () => {
    await connect();
    expect(await state()).toMatchObject({ systemCloudOwner: 1 });
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 400 })).error.code).toBe(0);
    await client.set('sysWizard', { sysWizardDone: 1 });
    expect(await state()).toMatchObject({ systemCloudOwner: 2 });
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 500 })).error.code).toBe(17);
  });

  it('opens another line where the first breaks while it notes whose it is', async () => {
    await agent.close();
    const notes: (() => void)[] = [];
    // The file is encrypted: its contents are checked before.
    let isOwned = false;
    const write = vi.spyOn(keptIdentity, 'write').mockImplementation((identity) => {
      isOwned = identity.owned;
      return identity;
    });
    await start(undefined, '127.0.0.1', {
      ...hostFiles,
      async write(path, content) {
        if (isOwned && path.includes(keptIdentity.name)) await new Promise<void>((resolve) => notes.push(resolve));
        await hostFiles.write(path, content);
      },
    });
    await connect();
    await expect.poll(() => notes.length, patience).toBe(1);
    cloud.cut();
    const line = () => agent.running.context.slots.get(cloudConnection).standing.line;
    await expect.poll(line, patience).toBe('closed');
    for (const note of notes) note();
    write.mockRestore();
    await passes(1_000, async () => ({ lines: cloud.lines.size, line: line() }), { lines: 1, line: 'open' });
  });
});

describe('while the cloud owns the switch', () => {
  beforeEach(async () => {
    expect((await client.set('sysWizard', { sysWizardDone: 1 })).error.code).toBe(0);
    await connect();
    expect(await state()).toMatchObject({ systemCloudOwner: 2 });
  });

  it('settings that it decides cannot be changed here, whatever the way, and those that stay can', async () => {
    const refused = await client.set('dot1dTp', { dot1dTpAgingTime: 400 });
    expect(refused.error).toMatchObject({ code: 17, message: expect.stringContaining('Take local control') });
    expect((await client.set('system', { sysName: 'still-mine' })).error.code).toBe(0);
    expect((await client.set('cfgTransferCtrl', { cfgConfirm: 2 })).error.code).toBe(17);
    expect((await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 })).error.code).toBe(0);
  });

  it('stays so without the cloud, also over a restart, until the owner takes control with his password', async () => {
    await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    await expect.poll(() => client.read('sysConfig'), patience).toMatchObject({ configOperStatus: 1 });
    await cloud.close();
    await agent.stop();
    await start(agent.directory);
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 400 })).error.code).toBe(17);
    expect(await set({ systemCloudState: 2 })).toMatchObject({ code: 10, column: 'systemCloudOwnPassword' });
    expect(await set({ systemCloudState: 2, systemCloudOwnPassword: 'wrong' })).toMatchObject({ code: 10 });
    expect(await set({ systemCloudState: 2, systemCloudOwnPassword: PASSWORD })).toMatchObject({ code: 0 });
    expect(await state()).toMatchObject({ systemCloudOwner: 1, systemCloudConnectState: 3 });
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 400 })).error.code).toBe(0);
    expect(JSON.stringify(await client.read('syslogMsgEntry'))).toContain('took local control');
    await cloud.reopen();
  });

  it('it reads the switch over the line as the console does, and changes nothing there', async () => {
    const ask = async (call: object) => {
      const rpc = JSON.stringify({ id: 0, ...call });
      return JSON.parse(Object(await cloud.ask('call', { user: 'owner', rpc })).answer);
    };
    const read = await ask({ method: 'CommonGet', params: { Template: 'system' } });
    expect(read).toMatchObject({ error: { code: 0 } });
    const change = await ask({ method: 'CommonSet', params: { Template: 'system', sysName: 'theirs' } });
    expect(change).toMatchObject({ error: { code: 17 } });
  });

  it('hears of every change', async () => {
    const reported = () =>
      cloud.heard.filter(({ what }) => what === 'connect' || what === 'state').map(({ body }) => Object(body));
    const before = reported().at(-1)?.hash;
    await client.set('system', { sysName: 'renamed' });
    await passes(5_000, async () => reported().at(-1), { name: 'renamed' });
    expect(reported().at(-1)?.hash).not.toBe(before);
  });

  it('gets its next certificate a month before the present one ends', async () => {
    cloud.validity = 20;
    await agent.close();
    await start();
    await client.set('sysWizard', { sysWizardDone: 1 });
    await connect();
    cloud.validity = 90;
    await passes(5_000, async () => ({ renewals: cloud.heard.filter(({ what }) => what === 'renew').length }), {
      renewals: 1,
    });
  });
});
