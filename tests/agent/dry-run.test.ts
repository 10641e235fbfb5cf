import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentClient } from './agent-client.ts';
import { ADMINISTRATOR, PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent({ locate: () => ADMINISTRATOR });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const configuration = () => agent.running.context.configuration();
const alias = { method: 'CommonSet', params: { Template: 'portCtrlEntry', ifIndex: 2, ifAlias: 'Gate' } };
const cutOff = { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2 };

describe('a dry run', () => {
  test('says what a batch would change, and changes nothing', async () => {
    const before = configuration();
    const plans = agent.plans.length;
    const vlan = { Template: 'dot1qVlanStaticEntry', RowStatus: 4, dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras' };
    const calls = [alias, { method: 'CommonSet', params: vlan }];
    const { error, result } = await client.call('BatchPost', { FuncName: 'test', calls, DryRun: 1 });
    expect(error.code).toBe(0);
    expect(result).toMatchObject({
      changes: [
        { object: 'portCtrlEntry', kind: 'value', row: { ifIndex: 2 }, column: 'ifAlias', from: '', to: 'Gate' },
        {
          object: 'dot1qVlanStaticEntry',
          kind: 'rowAdded',
          row: { dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras' },
        },
      ],
    });
    expect(result).toMatchObject({
      commands: [
        'begin',
        'set network physical-interface physical-interface 2 description Gate',
        'add network vlan tagged vlan 20 vlan-name cameras',
        'apply',
      ],
    });
    expect(result).not.toHaveProperty('guard');
    expect(configuration()).toBe(before);
    expect(agent.plans).toHaveLength(plans);
  });

  test('of one call of a batch is a dry run of them all', async () => {
    const before = configuration();
    const calls = [alias, { method: 'CommonSet', params: { Template: 'dot1dTp', dot1dTpAgingTime: 400, DryRun: 1 } }];
    expect((await client.call('BatchPost', { FuncName: 'test', calls })).error.code).toBe(0);
    expect(configuration()).toBe(before);
  });

  test('says that the change would cut the session off, and why', async () => {
    const before = configuration();
    const { error, result } = await client.set('dot1qPortVlanEntry', { ...cutOff, DryRun: 1, Force: 1 });
    expect(error.code).toBe(0);
    expect(result).toMatchObject({
      changes: [{ column: 'dot1qPortAcceptableFrameTypes', from: 1, to: 2 }],
      guard: { reason: { text: expect.any(String) } },
    });
    expect(configuration()).toBe(before);
    expect(await client.read('managementGuard')).toMatchObject({ managementGuardState: 1 });
  });

  test('is refused as the change would be', async () => {
    const { error } = await client.set('dot1qPortVlanEntry', { dot1dBasePort: 3, dot1qPvid: 77, DryRun: 1 });
    expect(error).toMatchObject({ code: 12, message: 'VLAN 77 does not exist.', column: 'dot1qPvid' });
  });

  test('runs no operation', async () => {
    const { result } = await client.set('sysConfig', { configOperConfigID: 1, configOper: 3, DryRun: 1 });
    expect(result).toMatchObject({ changes: [] });
    expect(await client.read('sysConfig')).toMatchObject({ configOperStatus: 0 });
  });

  test('names a secret that would change, and shows nothing of it', async () => {
    const passwords = { oldPassword: PASSWORD, sysUserPassword: 'second-Passw0rd', confirmPassword: 'second-Passw0rd' };
    const { result } = await client.set('sysUserEntry', { sysUserIndex: 1, ...passwords, DryRun: 1 });
    expect(result).toMatchObject({ changes: [{ object: 'sysUserEntry', column: 'sysUserPasswordHash' }] });
    expect(JSON.stringify(result)).not.toMatch(/scrypt|Passw0rd/);
  });
});
