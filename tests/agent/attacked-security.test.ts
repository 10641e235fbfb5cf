import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ManagementPath } from '../../datapath/datapath.ts';
import { englishOf } from '../../device/log/log.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import type { AgentClient } from './agent-client.ts';
import { freshCall } from './fresh-call.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let path: ManagementPath | undefined;
const ASKED = 8710;

beforeEach(async () => {
  path = undefined;
  agent = await startTestAgent({ locate: () => path });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const set = async (template: string, values: object) => (await client.set(template, values)).error;
const rows = async (template: string) => (await client.read(template)) as readonly object[];
const failures = () =>
  agent.running.context.log
    .entries()
    .map(englishOf)
    .filter((text) => /failed|could not/.test(text));

describe('what ends by itself while a forced change waits to be confirmed', () => {
  beforeEach(async () => {
    path = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-02' };
  });
  const wait = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1000) {
      agent.clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const force = async () => {
    expect((await set('portCtrlEntry', { ifIndex: 2, portMode: 4, Force: 1 })).code).toBe(0);
  };
  const takeBack = () => client.set('managementGuard', { managementGuardTakeBack: 1 });

  test('goes as soon as that is decided: a static binding, and those that were learnt stay', async () => {
    const binding = { bindingVlanId: 1, bindingMac: '02-00-00-00-00-09', bindingIp: '192.168.10.9', bindingPort: 3 };
    expect((await set('dhcpSnoopingStaticBindingEntry', { ...binding, bindingLease: 10, RowStatus: 4 })).message).toBe(
      '',
    );
    await force();
    await wait(15_000);
    expect(await rows('dhcpSnoopingStaticBindingEntry')).toHaveLength(1);
    await takeBack();
    await wait(10_000);
    await expect.poll(() => rows('dhcpSnoopingStaticBindingEntry')).toEqual([]);
    expect(failures()).toEqual([]);
  });

  test('goes as soon as that is decided: a rule with a timeout, which does not begin anew', async () => {
    const profile = { aclProfileId: 1, aclProfileType: 1, aclProfileUseEtherType: 1, RowStatus: 4 };
    expect((await set('aclProfileEntry', profile)).message).toBe('');
    const rule = { aclProfileId: 1, aclRuleId: 1, aclRuleEtherType: '8863', aclRuleAction: 2, aclRulePorts: '5' };
    expect((await set('aclRuleEntry', { ...rule, aclRuleTimeout: 10, RowStatus: 4 })).message).toBe('');
    await force();
    await wait(15_000);
    expect(await rows('aclRuleEntry')).toHaveLength(1);
    await takeBack();
    await wait(8_000);
    await expect.poll(() => rows('aclRuleEntry')).toEqual([]);
    expect(failures()).toEqual([]);
  });
});

describe('the address of the default gateway', () => {
  const GATEWAY = '00-11-22-33-44-01';

  beforeEach(async () => {
    // Where nothing is plugged in no route is in use.
    agent.attach(4, { ability: { speeds: [1000], duplex: 'full', negotiates: true }, receive: () => undefined });
    const neighbour = { ipNetToPhysicalIfIndex: 10_001, ipNetToPhysicalNetAddress: '192.168.10.1' };
    expect(
      (await set('ipArpStaticEntry', { ...neighbour, ipNetToPhysicalPhysAddress: GATEWAY, RowStatus: 4 })).message,
    ).toBe('');
    const route = { inetCidrRouteDest: '0.0.0.0', inetCidrRoutePfxLen: 0, inetCidrRouteNextHop: '192.168.10.1' };
    expect((await set('ipStaticRouteEntry', { ...route, RowStatus: 4 })).message).toBe('');
    const destinations = async () =>
      ((await rows('inetCidrRouteEntry')) as { inetCidrRouteDest: string }[]).map((row) => row.inetCidrRouteDest);
    await expect.poll(destinations).toContain('0.0.0.0');
  });

  test.each([
    ['near', { port: 2, vlan: 1, clientMac: '02-00-00-00-00-02' }],
    ['past the switch', undefined],
  ])('is filtered only for who insists, be he %s', async (_where, at) => {
    path = at;
    const filter = { dot1dStaticAddress: GATEWAY, RowStatus: 4 };
    const { code, message } = await set('dot1dStaticEntry', filter);
    expect(code).toBe(ASKED);
    expect(message).toContain(`${GATEWAY} is the default gateway 192.168.10.1`);
    expect((await set('dot1dStaticEntry', { ...filter, dot1dStaticAddress: '00-11-22-33-44-02' })).code).toBe(0);
    expect((await set('dot1dStaticEntry', { ...filter, Force: 1 })).code).toBe(0);
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    await expect.poll(() => agent.running.context.guard.provisional()).toBeUndefined();
    expect(await rows('dot1dStaticEntry')).toHaveLength(2);
  });
});

test('what came to rest by changes elsewhere is there after a restart and in a restore, and a closed port stays closed', async () => {
  const accepted = async (template: string, values: object) => expect((await set(template, values)).message).toBe('');
  const profile = { aclProfileId: 1, aclProfileType: 1, aclProfileUseEtherType: 1 };
  const rule = { aclProfileId: 1, aclRuleId: 1, aclRuleEtherType: '8863', aclRuleAction: 3, aclRulePorts: '5' };
  const binding = { bindingVlanId: 1, bindingMac: '02-00-00-00-00-09', bindingIp: '192.168.10.9', bindingPort: 3 };
  await accepted('mirrorSessionEntry', {
    mirrorSessionId: 1,
    mirrorSessionStatus: 1,
    mirrorTargetPort: 10,
    mirrorIngressPorts: '4',
  });
  await accepted('aclProfileEntry', { ...profile, RowStatus: 4 });
  await accepted('aclRuleEntry', { ...rule, RowStatus: 4 });
  await accepted('mirrorSessionEntry', { mirrorSessionId: 1, mirrorSessionStatus: 2 });
  await accepted('dhcpSnoopingStaticBindingEntry', { ...binding, RowStatus: 4 });
  await accepted('dhcpSnoopingPortEntry', { dhcpSnoopingPort: 3, dhcpSnoopingPortTrust: 1 });
  const server = { radiusServerPriority: 1, radiusServerAddress: '192.0.2.9' };
  await accepted('radiusServerEntry', { ...server, radiusServerKey: 'secret', RowStatus: 4 });
  await accepted('dot1xAuthConfigEntry', { dot1xPaePortNumber: 6, dot1xAuthAuthControlledPortControl: 2 });
  await accepted('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 });
  await accepted('radiusServerEntry', { ...server, RowStatus: 6, Force: 1 });
  await accepted('sysConfig', { configOper: 3 });
  await client.set('cfgTransferCtrl', { cfgDirection: 1 });
  const backup = await (await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}`)).text();
  const held = async () => ({
    rules: await rows('aclRuleEntry'),
    bindings: await rows('dhcpSnoopingStaticBindingEntry'),
    control: await client.read('dot1xPaeSystem'),
  });
  await agent.stop();
  agent = await startTestAgent({ directory: agent.directory, locate: () => path });
  client = await agent.signedIn();
  const expected = {
    rules: [{ aclRuleAction: 3 }],
    bindings: [binding],
    control: { dot1xPaeSystemAuthControl: 1 },
  };
  expect(await held()).toMatchObject(expected);
  await agent.close();
  agent = await startTestAgent({ locate: () => path });
  client = await agent.signedIn();
  expect((await client.upload(RESTORE_UPLOAD, new Blob([backup]))).error.message).toBe('');
});
