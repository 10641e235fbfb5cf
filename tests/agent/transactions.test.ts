import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let refusal: string | undefined;

beforeEach(async () => {
  refusal = undefined;
  agent = await startTestAgent({
    beforeApply() {
      if (refusal !== undefined) throw new Error(refusal);
    },
  });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const vlan = (id: number, more: object = {}) => ({
  method: 'CommonSet',
  params: {
    Template: 'dot1qVlanStaticEntry',
    RowStatus: 4,
    dot1qVlanIndex: id,
    dot1qVlanStaticEgressPorts: '2-4',
    ...more,
  },
});
const vlanIds = async () => {
  const rows = await client.read('dot1qVlanStaticEntry');
  return Array.isArray(rows) ? rows.map((row) => row.dot1qVlanIndex) : rows;
};
const batch = (...calls: object[]) => client.call('BatchPost', { FuncName: 'test', calls });

test('a call is refused where a column is no longer what it was read as, alone and in a batch', async () => {
  const call = (to: string, was: string) => ({
    method: 'CommonSet',
    params: { Template: 'portCtrlEntry', ifIndex: 2, ifAlias: to },
    was: { ifAlias: was },
  });
  const alone = (to: string, was: string) => client.callText(JSON.stringify({ ...call(to, was), id: 0 }));
  expect((await alone('gate', '')).error.code).toBe(0);
  const refused = { code: 8712, object: 'portCtrlEntry', row: { ifIndex: 2 }, column: 'ifAlias' };
  const message = 'admin changed Description of port 2 meanwhile: (empty) → gate.';
  expect((await alone('yard', '')).error).toMatchObject({ ...refused, message });
  expect((await batch(vlan(20), call('yard', ''))).error).toMatchObject({ ...refused, message });
  expect(await vlanIds()).toEqual([1]);
  expect((await batch(call('yard', 'gate'))).error.code).toBe(0);
  const unknown = { ...call('yard', 'gate'), was: { ifAliases: '' } };
  expect((await batch(unknown)).error).toMatchObject({ code: 2, object: 'portCtrlEntry' });
});

describe('a set', () => {
  test('answers the row as it now is, and the datapath has it', async () => {
    const { error, result } = await client.call('CommonSet', vlan(20).params);
    expect(error.code).toBe(0);
    expect(result).toMatchObject({ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2-4' });
    expect(agent.plans.at(-1)?.vlans.get(20)?.members).toBe(0b1110n);
  });

  test('that is refused says what is wrong in English and apart from it, and where', async () => {
    const port = { dot1dBasePort: 3, dot1qPortIngressFiltering: 2 };
    expect((await client.set('dot1qPortVlanEntry', { ...port, dot1qPvid: 20 })).error).toEqual({
      code: 12,
      message: 'VLAN 20 does not exist.',
      text: '{{row}} does not exist.',
      values: { row: { text: 'VLAN {{vlan}}', values: { vlan: 20 } } },
      object: 'dot1qPortVlanEntry',
      row: { dot1dBasePort: 3 },
      column: 'dot1qPvid',
    });
    expect((await client.set('dot1qPortVlanEntry', { ...port, dot1qPvid: 4095 })).error).toMatchObject({
      code: 10,
      message: 'PVID: Please enter an integer between 1 ~ 4094',
      values: { field: { text: 'PVID' }, problem: { values: { min: 1, max: 4094 } } },
      row: { dot1dBasePort: 3 },
      column: 'dot1qPvid',
    });
  });

  test('that changes nothing does not touch the datapath', async () => {
    const plans = agent.plans.length;
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: '300' })).error.code).toBe(0);
    expect(agent.plans.length).toBe(plans);
  });

  test('of one VLAN leaves the plans of all others as they are, by identity', async () => {
    await batch(...Array.from({ length: 50 }, (_, at) => vlan(100 + at)));
    const before = agent.plans.at(-1);
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 120, dot1qVlanStaticEgressPorts: '5' });
    const after = agent.plans.at(-1);
    expect(after?.vlans.get(120)).not.toBe(before?.vlans.get(120));
    expect(after?.vlans.get(121)).toBe(before?.vlans.get(121));
    expect(after?.ports).toBe(before?.ports);
    expect(after?.interfaces).toBe(before?.interfaces);
  });

  test('creates, changes and deletes rows, each refused where it makes no sense', async () => {
    expect((await client.call('CommonSet', vlan(20).params)).error.code).toBe(0);
    expect((await client.call('CommonSet', vlan(20).params)).error.code).toBe(18);
    const gone = { dot1qVlanIndex: 20, RowStatus: 6 };
    expect((await client.set('dot1qVlanStaticEntry', gone)).error.code).toBe(0);
    expect((await client.set('dot1qVlanStaticEntry', gone)).error).toMatchObject({
      code: 2,
      message: 'The entry no longer exists.',
    });
    expect((await client.set('dot1qPortVlanEntry', { dot1dBasePort: 3, RowStatus: 6 })).error.code).toBe(17);
    expect((await client.set('dot1qPortVlanEntry', { dot1dBasePort: 60, RowStatus: 4 })).error.code).toBe(11);
  });

  test('of a full table says how many entries it holds', async () => {
    // VLAN 1 is there already.
    const most = await batch(...Array.from({ length: 255 }, (_, at) => vlan(2 + at)));
    expect(most.error.code).toBe(0);
    expect((await client.call('CommonSet', vlan(1000).params)).error).toMatchObject({
      code: 13,
      message: 'The table is full (maximum 256 entries).',
    });
  });

  test('that the datapath refuses is answered, and the former setting stays', async () => {
    const before = agent.running.context.configuration();
    refusal = 'The bridge does not answer.';
    const { error } = await client.call('CommonSet', vlan(20).params);
    expect(error).toMatchObject({ code: 14, message: /previous value is kept\. The bridge does not answer\./ });
    expect(agent.running.context.configuration()).toBe(before);
    refusal = undefined;
    expect((await client.call('CommonSet', vlan(20).params)).error.code).toBe(0);
  });
});

describe('reading', () => {
  test('a row by its index, given as text or number', async () => {
    await client.call('CommonSet', vlan(20).params);
    expect(await client.read('dot1qVlanStaticEntry', { dot1qVlanIndex: '20' })).toHaveLength(1);
    const missing = await client.call('CommonGet', { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 21 });
    expect(missing.error.code).toBe(2);
  });

  test('several objects in one call, each answered for itself, without a trace in log or configuration', async () => {
    await client.call('CommonSet', vlan(20).params);
    const before = agent.running.context.configuration();
    const { error, result } = await client.call('BatchGet', {
      reads: [
        { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20 },
        { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 21 },
        { Template: 'nonsense' },
        { Template: 'sysUserEntry' },
        { Template: 'dot1dTp', DryRun: 1 },
      ],
    });
    expect(error.code).toBe(0);
    expect(result).toMatchObject([
      { error: { code: 0 }, result: [{ dot1qVlanIndex: 20 }] },
      { error: { code: 2, object: 'dot1qVlanStaticEntry' } },
      { error: { code: 2 } },
      { error: { code: 0 }, result: [{ sysUserPassword: '' }] },
      { error: { code: 2 } },
    ]);
    expect(agent.running.context.configuration()).toBe(before);
  });

  test('a page of rows, beside others too', async () => {
    await client.call('CommonSet', vlan(20).params);
    const read = { Template: 'dot1qVlanStaticEntry', Page: 1, PageSize: 1 };
    const { result: alone } = await client.call('CommonGet', read);
    const { result } = await client.call('BatchGet', { reads: [read, { Template: 'sysConfig' }] });
    expect(result).toMatchObject([{ error: { code: 0 }, result: alone }, { error: { code: 0 } }]);
    expect(alone).toMatchObject({ rows: [{}] });
  });

  test('again answers a result only where it changed since', async () => {
    const again = async (Known: string) => {
      const { result } = await client.call('BatchGet', { reads: [{ Template: 'dot1qVlanStaticEntry', Known }] });
      return (result as { tag: string; result?: object[] }[])[0];
    };
    const first = await again('');
    expect(first).toMatchObject({ error: { code: 0 }, tag: /^.{16}$/, result: [{ dot1qVlanIndex: 1 }] });
    expect(await again(first?.tag ?? '')).toEqual({ error: { code: 0, message: '' }, tag: first?.tag });
    await client.call('CommonSet', vlan(20).params);
    expect(await again(first?.tag ?? '')).toMatchObject({ result: [{ dot1qVlanIndex: 1 }, { dot1qVlanIndex: 20 }] });
  });

  test('never shows a secret', async () => {
    expect(await client.read('sysUserEntry')).toMatchObject([{ sysUserPasswordHash: '', sysUserPassword: '' }]);
  });
});

describe('a batch', () => {
  test('takes effect whole', async () => {
    const { error, result } = await batch(vlan(20), vlan(30), {
      method: 'CommonGet',
      params: { Template: 'dot1qVlanStaticEntry' },
    });
    expect(error.code).toBe(0);
    expect(result).toMatchObject([{ dot1qVlanIndex: 20 }, { dot1qVlanIndex: 30 }, [{}, {}, {}]]);
    expect(await vlanIds()).toEqual([1, 20, 30]);
  });

  test('is in the log by who sent it, and by what for', async () => {
    await batch(vlan(20));
    expect(agent.running.context.log.entries().map(englishOf)).toContain('admin: batch "test" applied.');
    const read = { method: 'CommonGet', params: { Template: 'dot1qVlanStaticEntry' } };
    await client.call('BatchPost', { FuncName: 'reads', calls: [read] });
    expect(agent.running.context.log.entries().map(englishOf)).not.toContainEqual(expect.stringContaining('reads'));
  });

  test('takes no effect at all when one call fails, wherever it stands', async () => {
    const before = agent.running.context.configuration();
    const wrong = [
      vlan(4095),
      vlan(20),
      { method: 'CommonSet', params: { Template: 'nonsense' } },
      { method: 'CommonSet', params: { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 1, RowStatus: 6 } },
    ];
    for (const call of wrong) {
      expect((await batch(vlan(20), call, vlan(30))).error.code).not.toBe(0);
      expect(agent.running.context.configuration()).toBe(before);
    }
  });

  test('saves only after its other calls have done what they do', async () => {
    const save = { method: 'CommonSet', params: { Template: 'sysConfig', configOperConfigID: 1, configOper: 3 } };
    const refused = { method: 'CommonSet', params: { Template: 'cfgTransferCtrl', cfgConfirm: 1 } };
    expect((await batch(vlan(20), save, refused)).error.code).not.toBe(0);
    await agent.running.context.flash.settled();
    expect(await vlanIds()).toEqual([1]);
    expect(agent.running.context.flash.slots().map(({ size }) => size)).toEqual([0, 0]);
  });

  test('may build on what an earlier call of it did', async () => {
    const { error } = await batch(vlan(20), {
      method: 'CommonSet',
      params: { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20, dot1qVlanStaticName: 'later' },
    });
    expect(error.code).toBe(0);
    expect(await client.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 20 })).toMatchObject([
      { dot1qVlanStaticName: 'later', dot1qVlanStaticEgressPorts: '2-4' },
    ]);
  });

  test('CommonDelAll deletes what users made and keeps what is built in', async () => {
    await batch(vlan(20), vlan(30));
    const { error, result } = await client.call('CommonDelAll', { Template: 'dot1qVlanStaticEntry' });
    expect(error.code).toBe(0);
    expect(result).toBe(2);
    expect(await vlanIds()).toEqual([1]);
  });

  test('CommonDelAll that can delete nothing is refused with what is in use; one that can delete some leaves the others', async () => {
    const create = (Template: string, row: object) => client.set(Template, { RowStatus: 4, ...row });
    const profile = (id: number) => ({
      aclProfileId: id,
      aclProfileName: `p${id}`,
      aclProfileType: 1,
      aclProfileVlanMask: 1,
    });
    expect((await create('aclProfileEntry', profile(1))).error).toMatchObject({ code: 0 });
    expect(
      (await create('aclRuleEntry', { aclProfileId: 1, aclRuleId: 1, aclRuleVlan: 1, aclRulePorts: '2' })).error,
    ).toMatchObject({ code: 0 });
    const all = () => client.call('CommonDelAll', { Template: 'aclProfileEntry' });
    const refused = await all();
    expect(refused.error.code).not.toBe(0);
    expect(refused.error.message).toContain('is in use by');
    await create('aclProfileEntry', profile(2));
    expect(await all()).toMatchObject({ error: { code: 0 }, result: 1 });
    expect(await client.read('aclProfileEntry')).toMatchObject([{ aclProfileId: 1 }]);
    await client.call('CommonDelAll', { Template: 'aclRuleEntry' });
    expect(await all()).toMatchObject({ error: { code: 0 }, result: 1 });
    // Nothing to delete is no mistake.
    expect(await all()).toMatchObject({ error: { code: 0 }, result: 0 });
  });
});

describe('the account', () => {
  const change = (client: AgentClient, columns: object) => client.set('sysUserEntry', { sysUserIndex: 1, ...columns });

  test('changes its password with the present one, and other sessions end', async () => {
    const other = await agent.signedIn();
    const wrong = await change(client, { oldPassword: 'nonsense', sysUserPassword: 'second-Passw0rd' });
    expect(wrong.error.message).toBe('The current password is not correct.');
    const right = await change(client, { oldPassword: 'first-Passw0rd', sysUserPassword: 'second-Passw0rd' });
    expect(right.error.code).toBe(0);
    expect((await client.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);
    expect((await other.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(4294967295);
    expect(await agent.client().login('first-Passw0rd')).toBe(8702);
    expect(await agent.client().login('second-Passw0rd')).toBe(0);
  });

  test('does not take a hash from outside', async () => {
    expect((await change(client, { sysUserPasswordHash: 'scrypt$15$8$1$x$y' })).error.code).toBe(17);
  });
});

describe('what is not saved', () => {
  test('is told in words, with who and when, and is empty again after going back', async () => {
    await client.set('dot1dTp', { dot1dTpAgingTime: 400 });
    expect(await client.read('configChangeEntry')).toMatchObject([
      { configChangeFrom: '5 min', configChangeTo: '400 s', configChangeUser: 'admin' },
    ]);
    expect(await client.read('sysConfig')).toMatchObject({ configDirty: 1 });
    await client.set('dot1dTp', { dot1dTpAgingTime: 300 });
    expect(await client.read('configChangeEntry')).toEqual([]);
    expect(await client.read('sysConfig')).toMatchObject({ configDirty: 2 });
  });

  test('goes into the log as it happens, without secrets', async () => {
    await client.set('dot1dTp', { dot1dTpAgingTime: 400 });
    await client.set('sysUserEntry', {
      sysUserIndex: 1,
      oldPassword: 'first-Passw0rd',
      sysUserPassword: 'second-Passw0rd',
    });
    const log = agent.running.context.log.entries().map(englishOf).join('\n');
    expect(log).toMatch(/^admin: .*5 min → 400 s$/m);
    expect(log).toMatch(/changed/);
    expect(log).not.toMatch(/Passw0rd|scrypt/);
  });
});
