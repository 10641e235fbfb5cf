import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../datapath/clock.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { Version } from '../../../protocols/snmp/message.ts';
import { ErrorStatus } from '../../../protocols/snmp/pdu.ts';
import { integer, octets, TestManager } from '../../../protocols/snmp/testing.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { usmUserEntry } from './user-objects.ts';

const SYS_NAME = '1.3.6.1.2.1.1.5.0';

/** Enables the agent and says at which port it answers. */
async function enable(client: AgentClient): Promise<number> {
  await client.set('snmpAgentCtrl', { snmpAgentState: 1 });
  return vi.waitFor(async () => {
    const settings = await client.read('snmpAgentCtrl');
    const port = isRecord(settings) ? Number(String(settings.snmpListening).split(':').at(-1)) : 0;
    if (!port) throw new Error('the agent does not listen');
    return port;
  }, 10_000);
}

describe('the SNMP agent', () => {
  let agent: TestAgent;
  let client: AgentClient;
  let port: number;

  const community = (index: string, name: string, more: object = {}) =>
    client.set('snmpCommunityEntry', { snmpCommunityIndex: index, snmpCommunityName: name, RowStatus: 4, ...more });

  beforeAll(async () => {
    agent = await startTestAgent();
    client = await agent.signedIn();
    port = await enable(client);
    await community('1', 'reads');
    await community('2', 'writes', { snmpCommunitySecurityName: 'ReadWrite' });
  });

  afterAll(() => agent.close());

  it('answers what the pages show', async () => {
    await client.set('system', { sysName: 'Küche'.replace('ü', 'ue') });
    const [name, absent, none] = await new TestManager(port, 'reads').get(
      SYS_NAME,
      '1.3.6.1.2.1.1.5.1',
      '1.3.6.1.2.1.1.99.0',
    );
    expect(name).toEqual(octets('Kueche'));
    expect(absent?.type).toBe('noSuchInstance');
    expect(none?.type).toBe('noSuchObject');
    const ports = await new TestManager(port, 'reads').walk('1.3.6.1.2.1.2.2.1.8');
    // Behind the ports the switch's own interface in VLAN 1.
    const indices = [...Array.from({ length: 10 }, (_, at) => at + 1), 10_001];
    expect([...ports.keys()]).toEqual(indices.map((index) => `1.3.6.1.2.1.2.2.1.8.${index}`));
  });

  it('walks over everything in order, each variable once', async () => {
    const all = [...(await new TestManager(port, 'reads').walk('1.3.6.1')).keys()];
    expect(all.length).toBeGreaterThan(500);
    expect(new Set(all).size).toBe(all.length);
  });

  it('lets calls go between requests that take long and come many at a time', async () => {
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    // By the switch's clock of work each takes longer than a turn may.
    const now = systemClock.now();
    let looks = 0;
    const clock = vi.spyOn(systemClock, 'now').mockImplementation(() => now + 10 * looks++);
    const asked = Array.from({ length: 12 }, async () => {
      await new TestManager(port, 'reads').get(SYS_NAME);
      return turn;
    });
    const turns = await Promise.all(asked);
    clock.mockRestore();
    isOver = true;
    expect(new Set(turns).size).toBeGreaterThan(6);
  });

  it('passes over rows whose names no manager could take', async () => {
    const label = 'a'.repeat(60);
    const [long, fits] = [`${label}.${label}.example`, `${label}.example`];
    for (const dnsHostName of [long, fits]) {
      const { error } = await client.set('dnsHostEntry', { dnsHostName, dnsHostAddr: '192.0.2.1', RowStatus: 4 });
      expect(error.message).toBe('');
    }
    const names = [...(await new TestManager(port, 'reads').walk('1.3.6.1')).keys()];
    expect(names.filter((name) => name.split('.').length > 128)).toEqual([]);
    const arcs = [...Buffer.from(fits)].join('.');
    expect(names.some((name) => name.includes(`.${fits.length}.${arcs}`))).toBe(true);
  });

  it('tells version 1 what that can understand', async () => {
    const manager = new TestManager(port, 'reads', Version.v1);
    expect(await manager.get(SYS_NAME)).toEqual([octets('Kueche')]);
    // ifHCInOctets is a 64-bit counter.
    expect((await manager.ask(0xa0, { '1.3.6.1.2.1.31.1.1.1.6.1': { type: 'Null' } })).errorStatus).toBe(
      ErrorStatus.noSuchName,
    );
    const { varBinds } = await manager.ask(0xa1, { '1.3.6.1.2.1.31.1.1.1.5.10001': { type: 'Null' } });
    expect(varBinds[0]?.name.join('.')).toBe('1.3.6.1.2.1.31.1.1.1.14.1');
  });

  it('lets nobody write who may only read, and gives no community away', async () => {
    expect(await new TestManager(port, 'reads').set({ [SYS_NAME]: octets('mine') })).toEqual([ErrorStatus.noAccess, 1]);
    const values = await new TestManager(port, 'reads').walk('1.3.6.1.6.3.18');
    expect(
      [...values.values()].map((value) => (value.type === 'OctetString' ? String(value.value) : '')),
    ).not.toContain('writes');
    expect([...values.keys()].length).toBeGreaterThan(0);
  });

  it('sets through the checks of the pages, all variables or none', async () => {
    const manager = new TestManager(port, 'writes');
    expect(await manager.set({ [SYS_NAME]: octets('hall'), '1.3.6.1.2.1.1.6.0': octets('second floor') })).toEqual([
      0, 0,
    ]);
    expect(await client.read('system')).toMatchObject({ sysName: 'hall', sysLocation: 'second floor' });
    // PVID of a VLAN that is not there.
    expect(
      await manager.set({
        [SYS_NAME]: octets('other'),
        '1.3.6.1.2.1.17.7.1.4.5.1.1.3': integer(99),
      }),
    ).toEqual([ErrorStatus.wrongType, 2]);
    expect(
      await manager.set({
        [SYS_NAME]: octets('other'),
        '1.3.6.1.2.1.17.7.1.4.5.1.1.3': { type: 'Unsigned32', value: 99 },
      }),
    ).toEqual([ErrorStatus.inconsistentValue, 2]);
    // The row at fault, of several.
    const pvid = (port: number) => `1.3.6.1.2.1.17.7.1.4.5.1.1.${port}`;
    expect(
      await manager.set({
        [pvid(2)]: { type: 'Unsigned32', value: 1 },
        [pvid(4)]: { type: 'Unsigned32', value: 1 },
        [pvid(3)]: { type: 'Unsigned32', value: 99 },
      }),
    ).toEqual([ErrorStatus.inconsistentValue, 3]);
    expect(await manager.set({ [SYS_NAME]: octets('x'.repeat(51)) })).toEqual([ErrorStatus.wrongLength, 1]);
    expect(await manager.set({ '1.3.6.1.2.1.2.2.1.7.1': integer(3) })).toEqual([ErrorStatus.wrongValue, 1]);
    expect(await manager.set({ '1.3.6.1.2.1.1.1.0': octets('x') })).toEqual([ErrorStatus.notWritable, 1]);
    expect(await client.read('system')).toMatchObject({ sysName: 'hall' });
  });

  it('makes and deletes rows by RowStatus', async () => {
    const manager = new TestManager(port, 'writes');
    const vlan = '1.3.6.1.2.1.17.7.1.4.3.1';
    expect(await manager.set({ [`${vlan}.5.20`]: integer(4), [`${vlan}.1.20`]: octets('guests') })).toEqual([0, 0]);
    expect(await client.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 20 })).toMatchObject([
      { dot1qVlanStaticName: 'guests' },
    ]);
    expect(await manager.get(`${vlan}.5.20`)).toEqual([integer(1)]);
    expect(await manager.set({ [`${vlan}.5.20`]: integer(4) })).toEqual([ErrorStatus.inconsistentValue, 1]);
    expect(await manager.set({ [`${vlan}.5.20`]: integer(1) })).toEqual([0, 0]);
    expect(await manager.set({ [`${vlan}.5.21`]: integer(1) })).toEqual([ErrorStatus.inconsistentValue, 1]);
    expect(await manager.set({ [`${vlan}.5.21`]: integer(5) })).toEqual([ErrorStatus.wrongValue, 1]);
    expect(await manager.set({ [`${vlan}.1.21`]: octets('none') })).toEqual([ErrorStatus.inconsistentName, 1]);
    expect(await manager.set({ [`${vlan}.5.20`]: integer(6) })).toEqual([0, 0]);
    expect(await manager.set({ [`${vlan}.5.20`]: integer(6) })).toEqual([0, 0]);
    expect((await manager.get(`${vlan}.5.20`))[0]?.type).toBe('noSuchInstance');
  });

  it('makes and deletes rows of RMON step by step, and lets none be changed while it is in force', async () => {
    const manager = new TestManager(port, 'writes');
    const history = '1.3.6.1.2.1.16.2.1.1';
    const source = (name: string) => ({ type: 'ObjectIdentifier', value: name.split('.').map(Number) }) as const;
    expect(await manager.set({ [`${history}.7.4`]: integer(1) })).toEqual([ErrorStatus.inconsistentValue, 1]);
    expect(await manager.set({ [`${history}.7.4`]: integer(2) })).toEqual([0, 0]);
    expect(await manager.get(`${history}.7.4`, `${history}.5.4`)).toEqual([integer(3), integer(1800)]);
    expect(await client.read('historyControlEntry')).toEqual([]);
    // A port that is not there is refused with the row, which waits on.
    expect(await manager.set({ [`${history}.2.4`]: source('1.3.6.1.2.1.2.2.1.1.60') })).toEqual([0, 0]);
    expect(await manager.set({ [`${history}.7.4`]: integer(1) })).toEqual([ErrorStatus.inconsistentValue, 1]);
    expect(await manager.set({ [`${history}.2.4`]: source('1.3.6.1.2.1.1.1.0') })).toEqual([ErrorStatus.wrongValue, 1]);
    expect(
      await manager.set({ [`${history}.2.4`]: source('1.3.6.1.2.1.2.2.1.1.3'), [`${history}.5.4`]: integer(60) }),
    ).toEqual([0, 0]);
    expect([...(await manager.walk(`${history}.7`)).values()]).toEqual([integer(3)]);
    expect(await manager.set({ [`${history}.7.4`]: integer(1) })).toEqual([0, 0]);
    expect(await client.read('historyControlEntry')).toMatchObject([
      { historyControlIndex: 4, historyControlDataSource: 3, historyControlInterval: 60 },
    ]);
    expect(await manager.set({ [`${history}.5.4`]: integer(30) })).toEqual([ErrorStatus.inconsistentValue, 1]);
    expect(await manager.set({ [`${history}.6.4`]: octets('noc') })).toEqual([0, 0]);
    expect(await manager.set({ [`${history}.7.4`]: integer(3) })).toEqual([0, 0]);
    expect(await manager.set({ [`${history}.5.4`]: integer(30), [`${history}.7.4`]: integer(1) })).toEqual([0, 0]);
    expect(await client.read('historyControlEntry')).toMatchObject([
      { historyControlInterval: 30, historyControlOwner: 'noc' },
    ]);
    expect(await manager.set({ [`${history}.7.4`]: integer(5) })).toEqual([ErrorStatus.wrongValue, 1]);
    expect(await manager.set({ [`${history}.7.4`]: integer(4) })).toEqual([0, 0]);
    expect(await client.read('historyControlEntry')).toEqual([]);
    // Incomplete rows are given up after a while, and there are never many of them.
    for (let index = 1; index <= 16; index += 1) {
      expect(await manager.set({ [`${history}.7.${index}`]: integer(2) })).toEqual([0, 0]);
    }
    expect(await manager.set({ [`${history}.7.17`]: integer(2) })).toEqual([ErrorStatus.resourceUnavailable, 1]);
    agent.clock.advance(300_000);
    expect((await manager.get(`${history}.7.1`))[0]?.type).toBe('noSuchInstance');
  });

  it('shows trunks and its own interfaces beside the ports, and names of managers without their length', async () => {
    await client.set('trunkGroupEntry', { trunkId: 2, trunkMode: 1, trunkMemberPorts: '7,8' });
    const manager = new TestManager(port, 'reads');
    const types = await manager.walk('1.3.6.1.2.1.2.2.1.3');
    const of = (index: number) => types.get(`1.3.6.1.2.1.2.2.1.3.${index}`);
    expect([types.size, of(1), of(5002), of(10_001)]).toEqual([12, integer(6), integer(161), integer(136)]);
    const [count, admin, name, bridgePort, speed] = await manager.get(
      '1.3.6.1.2.1.2.1.0',
      '1.3.6.1.2.1.2.2.1.7.5002',
      '1.3.6.1.2.1.31.1.1.1.1.5002',
      '1.3.6.1.2.1.17.1.4.1.2.5002',
      '1.3.6.1.2.1.31.1.1.1.15.1',
    );
    expect([count, admin, name, bridgePort]).toEqual([integer(12), integer(1), octets('Trunk 2'), integer(5002)]);
    expect(speed?.type).toBe('Unsigned32');
    // snmpCommunityIndex is IMPLIED: "1".
    expect((await manager.get('1.3.6.1.6.3.18.1.1.1.3.49'))[0]).toEqual(octets('ReadOnly'));
    await client.set('snmpTargetAddrEntry', {
      snmpTargetAddrName: 'ab',
      snmpTargetAddrTAddress: '192.0.2.9',
      snmpTargetParamsSecurityName: '1',
      RowStatus: 4,
    });
    const [address, params, group] = await manager.get(
      '1.3.6.1.6.3.12.1.2.1.3.97.98',
      '1.3.6.1.6.3.12.1.3.1.3.97.98',
      '1.3.6.1.6.3.16.1.2.1.3.2.1.49',
    );
    expect(address).toEqual({ type: 'OctetString', value: Buffer.from([192, 0, 2, 9, 0, 162]) });
    expect([params, group]).toEqual([integer(2), octets('ReadOnly')]);
    expect((await manager.walk('1.3.6.1.2.1.1.9')).size).toBeGreaterThan(20);
  });

  it('hides what is not in the view of the group', async () => {
    const view = { vacmViewTreeFamilyViewName: 'names', RowStatus: 4 };
    await client.set('vacmViewTreeFamilyEntry', { ...view, vacmViewTreeFamilySubtree: '1.3.6.1.2.1.1' });
    await client.set('vacmViewTreeFamilyEntry', {
      ...view,
      vacmViewTreeFamilySubtree: '1.3.6.1.2.1.1.6',
      vacmViewTreeFamilyType: 2,
    });
    const group = {
      vacmGroupName: 'few',
      vacmAccessSecurityModel: 2,
      vacmAccessSecurityLevel: 1,
      vacmAccessReadViewName: 'names',
    };
    await client.set('vacmAccessEntry', { ...group, RowStatus: 4 });
    await community('3', 'few', { snmpCommunitySecurityName: 'few' });
    const seen = [...(await new TestManager(port, 'few').walk('1.3')).keys()];
    expect(seen).toContain(SYS_NAME);
    expect(seen.filter((name) => !name.startsWith('1.3.6.1.2.1.1.') || name.startsWith('1.3.6.1.2.1.1.6'))).toEqual([]);
    expect(
      (
        await client.set('vacmViewTreeFamilyEntry', {
          ...view,
          vacmViewTreeFamilySubtree: '1.3.6.1.2.1.1',
          RowStatus: 6,
        })
      ).error.code,
    ).toBe(0);
    const last = { ...view, vacmViewTreeFamilySubtree: '1.3.6.1.2.1.1.6', RowStatus: 6 };
    expect((await client.set('vacmViewTreeFamilyEntry', last)).error.message).toBe('View names is used by group few.');
  });

  it('answers no stranger, and a manager even if somebody else guesses in its name', async () => {
    await community('4', 'elsewhere', { snmpCommunityTransportTag: '192.0.2.7' });
    const stranger = (name: string) => new TestManager(port, name).ask(0xa0, { [SYS_NAME]: { type: 'Null' } }, 150);
    await expect(stranger('elsewhere')).rejects.toThrow('no answer');
    await community('5', 'never-used', { snmpCommunitySecurityName: 'ReadWrite' });
    await Promise.allSettled(Array.from({ length: 30 }, (_, at) => stranger(`guess${at}`)));
    const isTold = () =>
      agent.running.context.log.entries().filter(({ message }) => message.text.includes('too many wrong communities'));
    expect(isTold()).toHaveLength(1);
    // A datagram may be lost among so many, or be late; a manager asks again.
    const served = (name: string) => vi.waitFor(async () => (await stranger(name)).errorStatus, 10_000);
    // It does not prove its source either: one that was heard before and one that was not are both served.
    expect(await served('reads')).toBe(0);
    expect(await served('never-used')).toBe(0);
    await Promise.allSettled(Array.from({ length: 300 }, (_, at) => stranger(`more${at}`)));
    expect(await served('never-used')).toBe(0);
    expect(isTold()).toHaveLength(1);
    await client.set('snmpAgentCtrl', { snmpAgentState: 2 });
    await expect.poll(() => client.read('snmpAgentCtrl')).toMatchObject({ snmpListening: '' });
  });
});

describe('SNMP settings', () => {
  let agent: TestAgent;
  let client: AgentClient;
  beforeAll(async () => {
    agent = await startTestAgent();
    client = await agent.signedIn();
    await client.set('snmpCommunityEntry', { snmpCommunityIndex: '1', snmpCommunityName: 'told', RowStatus: 4 });
    await client.set('vacmAccessEntry', {
      vacmGroupName: 'ops',
      vacmAccessSecurityModel: 3,
      vacmAccessSecurityLevel: 3,
      RowStatus: 4,
    });
  });
  afterAll(() => agent.close());

  const user = (more: object) =>
    client.set('usmUserEntry', {
      usmUserEngineID: '',
      usmUserName: 'ops',
      vacmGroupName: 'ops',
      RowStatus: 4,
      ...more,
    });
  const passwords = { usmUserAuthPassword: 'correct-horse', usmUserPrivPassword: 'battery-staple' };

  it('name receivers by a community or user that is there, an address of their type, and a version that knows informs', async () => {
    const receiver = async (more: object) =>
      (
        await client.set('snmpTargetAddrEntry', {
          snmpTargetAddrName: 'nms',
          snmpTargetAddrTAddress: '192.0.2.9',
          snmpTargetParamsSecurityName: '1',
          RowStatus: 4,
          ...more,
        })
      ).error.message;
    expect(await receiver({ snmpTargetParamsSecurityName: '7' })).toBe('Community 7 does not exist.');
    expect(await receiver({ snmpTargetParamsMPModel: 3 })).toBe('User 1 does not exist.');
    expect(await receiver({ trapAddrType: 2 })).toBe('Invalid IPv4 address.'.replace('4', '6'));
    expect(await receiver({ snmpTargetParamsMPModel: 0, snmpNotifyType: 2 })).toBe('Version 1 has no informs.');
    expect(await receiver({})).toBe('');
    const gone = await client.set('snmpCommunityEntry', { snmpCommunityIndex: '1', RowStatus: 6 });
    expect(gone.error.message).toBe('Community 1 is used by trap receiver nms.');
    const test = await client.set('snmpTargetAddrEntry', { snmpTargetAddrName: 'nms', snmpTargetTest: 1 });
    expect(test.error.message).toContain('Enable SNMP first');
  });

  it('keep keys in place of passwords, and give neither away', async () => {
    expect((await user({})).error.message).toBe('Authentication password must be 8 to 32 characters.');
    expect((await user({ usmUserAuthPassword: 'correct-horse' })).error.message).toBe(
      'Privacy password must be 8 to 32 characters.',
    );
    expect((await user({ ...passwords, usmUserAuthKey: 'AB' })).error.message).toBe('Authentication key is read only.');
    expect((await user({ ...passwords, usmUserAuthProtocol: 1 })).error.message).toContain(
      'Privacy needs authentication',
    );
    expect((await user({ ...passwords, vacmGroupName: 'none' })).error.message).toBe(
      'Group none does not exist for version 3.',
    );
    expect((await user(passwords)).error.code).toBe(0);
    const rows = JSON.stringify(await client.read('usmUserEntry'));
    expect(rows).not.toContain('correct-horse');
    expect(rows).toContain('"usmUserAuthKey":""');
    const [kept] = agent.running.context.configuration().rows(usmUserEntry);
    expect(kept?.usmUserAuthKey).toMatch(/^[0-9A-F]{40}$/);
    expect(kept?.usmUserAuthKey).not.toBe(kept?.usmUserPrivKey);
    expect(JSON.stringify(agent.running.context.configuration().rows(usmUserEntry))).not.toContain('correct-horse');
    const gone = await client.set('vacmAccessEntry', {
      vacmGroupName: 'ops',
      vacmAccessSecurityModel: 3,
      vacmAccessSecurityLevel: 3,
      RowStatus: 6,
    });
    expect(gone.error.message).toBe('Group ops is used by SNMP user ops.');
  });

  it('lose the users with the engine ID that their keys are for', async () => {
    for (const [wrong, why] of [
      ['80007ED90', 'digits'],
      ['80007ED9', 'must be 10 to 64 digits'],
      ['0'.repeat(10), 'must not be all 0'],
      ['F'.repeat(12), 'must not be all 0 or all F'],
      ['A'.repeat(66), '64'],
    ]) {
      const { error } = await client.set('snmpAgentCtrl', { snmpEngineID: wrong });
      expect([wrong, error.code === 0, error.message]).toEqual([wrong, false, expect.stringContaining(String(why))]);
    }
    expect((await client.set('snmpAgentCtrl', { snmpEngineID: '80007ED90401020304' })).error.code).toBe(0);
    expect(await client.read('usmUserEntry')).toEqual([]);
    expect(await client.read('snmpAgentCtrl')).toMatchObject({ snmpEngineIDInUse: '80007ED90401020304' });
  });

  it('keep communities out of the log', () => {
    expect(JSON.stringify(agent.running.context.log.entries())).not.toContain('told');
  });
});
