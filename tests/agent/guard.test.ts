import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { dot1qPortVlanEntry } from '../../features/network/vlan/objects.ts';
import { leases } from '../../features/system/l3-feature/slots.ts';
import { say } from '../../model/values/message.ts';
import type { AgentClient } from './agent-client.ts';
import { freshCall } from './fresh-call.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let past = false;
/** The port at which the administrator's station was last learned. */
let learntAt = 1;
/** What a session's way is looked for until; and how often one was looked for so. */
let gate: Promise<void> | undefined;
let asked = 0;

beforeEach(async () => {
  past = false;
  learntAt = 1;
  gate = undefined;
  asked = 0;
  agent = await startTestAgent({
    async locate() {
      if (gate) {
        asked += 1;
        await gate;
      }
      return past ? undefined : { ...ADMINISTRATOR, port: learntAt };
    },
  });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const guard = () => client.read('managementGuard');
const configuration = () => agent.running.context.configuration();
const log = () => agent.running.context.log.entries().map(englishOf).join('\n');

describe('a change that cuts the session off', () => {
  test('is refused with 8710, and nothing changes', async () => {
    const before = configuration();
    const answer = await client.set('dot1qPortVlanEntry', { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2 });
    expect(answer.error.code).toBe(8710);
    expect(answer.error.message).toMatch(/disconnect the current management session\. Port 1 /);
    expect(configuration()).toBe(before);
  });

  test("is refused where it filters the address of the session's own station", async () => {
    const filter = (address: string) => client.set('dot1dStaticEntry', { RowStatus: 4, dot1dStaticAddress: address });
    const answer = await filter(ADMINISTRATOR.clientMac);
    expect(answer.error.code).toBe(8710);
    expect(answer.error.message).toContain('Frames to 02-00-00-00-00-01 would no longer be forwarded');
    expect((await filter('02-00-00-00-00-02')).error.code).toBe(0);
  });

  test('is refused although a forged frame has moved its station to another port', async () => {
    const close = { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2 };
    learntAt = 2;
    const { error } = await client.set('dot1qPortVlanEntry', close);
    expect(error).toMatchObject({ code: 8710, message: /station of this session was just seen at another port/ });
    agent.clock.advance(60_000);
    expect((await client.set('dot1qPortVlanEntry', close)).error.code).toBe(0);
  });

  test('is no matter to a session that comes in past the switch', async () => {
    past = true;
    const answer = await client.set('dot1qPortVlanEntry', { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2 });
    expect(answer.error.code).toBe(0);
  });

  test('is applied provisionally when forced, and taken back after 60 s', async () => {
    const before = configuration();
    const forced = { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2, Force: 1 };
    expect((await client.set('dot1qPortVlanEntry', forced)).error.code).toBe(0);
    expect(configuration()).not.toBe(before);
    expect(await guard()).toMatchObject({ managementGuardState: 2, managementGuardSecondsLeft: 60 });
    agent.clock.advance(59_000);
    expect(await guard()).toMatchObject({ managementGuardState: 2, managementGuardSecondsLeft: 1 });
    agent.clock.advance(1_000);
    await expect.poll(() => configuration()).toBe(before);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    expect(agent.plans.at(-1)?.ports.get(1)?.acceptableFrameTypes).toBe('all');
    expect(log()).toMatch(/not confirmed within 60 s; the former configuration is in force again/);
  });

  test('can neither be saved nor built upon while it waits', async () => {
    const forced = { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2, Force: 1 };
    await client.set('dot1qPortVlanEntry', forced);
    const save = await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    expect(save.error).toMatchObject({ code: 12, message: /is waiting for confirmation and cannot be saved/ });
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 400 })).error.code).toBe(13);
    agent.clock.advance(60_000);
    await expect.poll(async () => (await client.set('dot1dTp', { dot1dTpAgingTime: 400 })).error.code).toBe(0);
  });

  test.each([
    ['saved', { Template: 'sysConfig', configOperConfigID: 1, configOper: 3 }],
    ['kept by a restart that saves first', { Template: 'sysRebootCtrl', rebootType: 2 }],
    ['kept by a restart that keeps the address', { Template: 'sysRebootCtrl', rebootType: 4 }],
  ])('cannot be %s in the same batch: nothing of that is done', async (_how, params) => {
    const before = configuration();
    const cutOff = { Template: 'dot1qPortVlanEntry', dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2 };
    for (const all of [
      [cutOff, params],
      [params, cutOff],
    ]) {
      const calls = all.map((one) => ({ method: 'CommonSet', params: one }));
      const answer = await client.call('BatchPost', { FuncName: 'test', Force: 1, calls });
      expect(answer.error).toMatchObject({ code: 12, message: /is waiting for confirmation and cannot be saved/ });
    }
    expect(configuration()).toBe(before);
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
    expect(agent.running.context.flash.slots().map(({ size }) => size)).toEqual([0, 0]);
    expect(agent.reboots()).toBe(0);
  });

  test('is not confirmed by calls over a path that does not work', async () => {
    const before = configuration();
    await client.set('dot1qPortVlanEntry', { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2, Force: 1 });
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 2 });
    agent.clock.advance(60_000);
    await expect.poll(() => configuration()).toBe(before);
  });
});

describe('a forced change that waits', () => {
  test('is taken back at once where that is asked for', async () => {
    const before = configuration();
    await client.set('dot1qPortVlanEntry', { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2, Force: 1 });
    expect(configuration()).not.toBe(before);
    expect((await client.set('managementGuard', { managementGuardTakeBack: 1 })).error.code).toBe(0);
    expect(configuration()).toBe(before);
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
    expect(log()).toMatch(/admin reverted the forced change/);
    expect(log()).not.toMatch(/was not confirmed/);
    const again = await client.set('managementGuard', { managementGuardTakeBack: 1 });
    expect(again.error).toMatchObject({ code: 13, message: 'There is no change left to revert.' });
  });
});

describe('a forced change whose path still works', () => {
  const move = (force: object = {}) =>
    client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.201', ...force });
  const addressInForce = () => agent.plans.at(-1)?.interfaces.get(1)?.addresses[0]?.address;

  test('is confirmed by the first authenticated call on a new connection', async () => {
    expect((await move()).error.code).toBe(8710);
    expect((await move({ Force: 1 })).error.code).toBe(0);
    expect(addressInForce()).toBe('192.168.10.201');
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
    agent.clock.advance(120_000);
    expect(addressInForce()).toBe('192.168.10.201');
    expect(log()).toMatch(/admin confirmed the forced change/);
  });

  test('can be taken back for the rest of its minute, as long as nothing else was changed', async () => {
    await move({ Force: 1 });
    agent.clock.advance(10_000);
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 1, managementGuardTakeBackLeft: 50 });
    expect((await client.set('managementGuard', { managementGuardTakeBack: 1 })).error.code).toBe(0);
    expect(addressInForce()).toBe('192.168.10.200');
    expect(log()).toMatch(/admin reverted the forced change/);

    await move({ Force: 1 });
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    agent.clock.advance(60_000);
    expect(await guard()).toMatchObject({ managementGuardTakeBackLeft: 0 });
    expect((await client.set('managementGuard', { managementGuardTakeBack: 1 })).error.code).toBe(13);

    const further = { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.202', Force: 1 };
    await client.set('ipv4InterfaceEntry', further);
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 400 })).error.code).toBe(0);
    expect(await guard()).toMatchObject({ managementGuardTakeBackLeft: 0 });
    expect((await client.set('managementGuard', { managementGuardTakeBack: 1 })).error.code).toBe(13);
    expect(addressInForce()).toBe('192.168.10.202');
  });

  test('is not confirmed by a call that was under way when another change was forced', async () => {
    await move({ Force: 1 });
    let located: () => void = () => undefined;
    gate = new Promise((resolve) => {
      located = resolve;
    });
    const late = freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    await expect.poll(() => asked).toBeGreaterThan(0);
    const slow = gate;
    gate = undefined;
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    const further = { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.202', Force: 1 };
    expect((await client.set('ipv4InterfaceEntry', further)).error.code).toBe(0);
    located();
    await slow;
    await late;
    expect(agent.running.context.guard.provisional()).toMatchObject({ secondsLeft: 60 });
  });

  test('is taken back, and not confirmed, by the call that asks for that', async () => {
    expect((await move({ Force: 1 })).error.code).toBe(0);
    const answer = await freshCall(client, 'CommonSet', { Template: 'managementGuard', managementGuardTakeBack: 1 });
    expect(answer).toMatchObject({ error: { code: 0 } });
    expect(addressInForce()).toBe('192.168.10.200');
    expect(log()).not.toMatch(/confirmed the forced change/);
  });

  test('asks connections from before to be opened anew, since they prove nothing', async () => {
    const before = await client.post(new URLSearchParams());
    expect(before.headers.get('connection')).not.toBe('close');
    await move({ Force: 1 });
    const after = await client.get('/iss/specific/const_common.js');
    expect(after.headers.get('connection')).toBe('close');
  });
});

describe('an interface that is switched to DHCP', () => {
  test('is asked about and comes back as part of a batch, as the wizard sends it', async () => {
    const before = configuration();
    const calls = [
      { Template: 'ipv4InterfaceEntry', ipv4InterfaceIfIndex: 10_001, ipAddrCfgMode: 2 },
      { Template: 'ipDefaultRouter', ipDefaultRouterAddress: '' },
    ].map((params) => ({ method: 'CommonSet', params }));
    const batch = (force: object = {}) => client.call('BatchPost', { FuncName: 'Setup wizard', calls, ...force });
    expect((await batch()).error.code).toBe(8710);
    expect((await batch({ Force: 1 })).error.code).toBe(0);
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 2 });
    agent.clock.advance(60_000);
    await expect.poll(() => configuration()).toBe(before);
  });

  const ask = (force: object = {}) =>
    client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001, ipAddrCfgMode: 2, ...force });
  const dhcpClient = () => agent.plans.at(-1)?.interfaces.get(1)?.dhcpClient;

  test('is asked about, and comes back after 60 s although the manual address answered meanwhile', async () => {
    const before = configuration();
    const answer = await ask();
    expect(answer.error).toMatchObject({ code: 8710 });
    expect(answer.error.message).toMatch(
      /A DHCP server would assign the switch an address other than 192\.168\.10\.200/,
    );
    expect((await ask({ Force: 1 })).error.code).toBe(0);
    expect(dhcpClient()).toBe(true);
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 2 });
    agent.clock.advance(60_000);
    await expect.poll(() => configuration()).toBe(before);
    expect(dhcpClient()).toBe(false);
  });

  test('stays switched when the session comes back after a server has given an address', async () => {
    await ask({ Force: 1 });
    const lease = { address: '192.168.10.77', prefix: 24, gateway: undefined, dnsServers: [], server: '192.168.10.1' };
    agent.running.context.slots.update(leases, () => new Map([[1, { ...lease, leaseTime: 3600, since: 0 }]]));
    await expect.poll(() => agent.plans.at(-1)?.interfaces.get(1)?.addresses[0]?.address).toBe('192.168.10.77');
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
    agent.clock.advance(120_000);
    expect(dhcpClient()).toBe(true);
  });
});

describe("the forwarding mask of the session's own port", () => {
  test('is asked about when it gets narrower, and not when another port gets one', async () => {
    const narrow = (port: number) =>
      client.set('privateVlanPortEntry', { privateVlanSourcePort: port, privateVlanForwardPorts: '1-3' });
    expect((await narrow(2)).error.code).toBe(0);
    const answer = await narrow(1);
    expect(answer.error).toMatchObject({ code: 8710 });
    expect(answer.error.message).toMatch(/might disconnect .* Port 1 of this session would forward to fewer ports/);
  });
});

describe('isolation', () => {
  test('by the device itself is refused', async () => {
    const { context } = agent.running;
    const before = configuration();
    const closed = context.change(say('a test'), (present) =>
      present
        .rows(dot1qPortVlanEntry)
        .reduce((next, row) => next.withRow(dot1qPortVlanEntry, { ...row, dot1qPortAcceptableFrameTypes: 2 }), present),
    );
    await expect(closed).rejects.toThrow(/no port would reach a VLAN with an IP interface/);
    expect(configuration()).toBe(before);
  });

  test('of everybody is refused even with force', async () => {
    past = true;
    const { error } = await client.call('BatchPost', {
      FuncName: 'disable all',
      Force: 1,
      calls: Array.from({ length: 10 }, (_, at) => ({
        method: 'CommonSet',
        params: { Template: 'dot1qPortVlanEntry', dot1dBasePort: at + 1, dot1qPortAcceptableFrameTypes: 2 },
      })),
    });
    expect(error).toMatchObject({ code: 12, message: /no port would reach a VLAN with an IP interface/ });
  });
});
