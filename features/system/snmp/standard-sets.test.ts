import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ErrorStatus, type SnmpValue } from '../../../protocols/snmp/pdu.ts';
import { integer, octets, TestManager } from '../../../protocols/snmp/testing.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

/** A camera at port 2, which answers echo requests, and a manager who may write. */
let agent: TestAgent;
let client: AgentClient;
let manager: TestManager;

beforeAll(async () => {
  const camera = { name: 'camera', port: 2, mac: '02-00-00-00-00-02', address: '192.168.10.2' };
  agent = await startTestAgent({ scenario: { stations: [camera] } });
  client = await agent.signedIn();
  const community = { snmpCommunityIndex: '1', snmpCommunityName: 'writes', snmpCommunitySecurityName: 'ReadWrite' };
  await client.set('snmpCommunityEntry', { ...community, RowStatus: 4 });
  await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2', RowStatus: 4 });
  await client.set('snmpAgentCtrl', { snmpAgentState: 1 });
  const port = await vi.waitFor(async () => {
    const listening = /:(\d+)$/.exec(String(Object(await client.read('snmpAgentCtrl')).snmpListening));
    if (!listening) throw new Error('SNMP does not listen yet');
    return Number(listening[1]);
  });
  manager = new TestManager(port, 'writes');
});

afterAll(() => agent.close());

const unsigned = (value: number): SnmpValue => ({ type: 'Unsigned32', value });
const hex = (digits: string): SnmpValue => ({ type: 'OctetString', value: Buffer.from(digits, 'hex') });
const done = [ErrorStatus.noError, 0];
const ROW = { active: 1, createAndGo: 4, createAndWait: 5, destroy: 6 };

describe('ifAlias describes', () => {
  const ALIAS = '1.3.6.1.2.1.31.1.1.1.18';

  test('a port', async () => {
    expect(await manager.set({ [`${ALIAS}.3`]: octets('Camera north') })).toEqual(done);
    expect(await client.read('portCtrlEntry', { ifIndex: 3 })).toMatchObject([{ ifAlias: 'Camera north' }]);
    expect(await manager.get(`${ALIAS}.3`)).toEqual([octets('Camera north')]);
  });

  test('a VLAN interface of the switch, of which the private MIB has none any more', async () => {
    expect(await manager.set({ [`${ALIAS}.10001`]: octets('Management') })).toEqual(done);
    expect(await client.read('ipv4InterfaceEntry')).toMatchObject([{ ifAlias: 'Management' }]);
    expect(await manager.get(`${ALIAS}.10001`)).toEqual([octets('Management')]);
    expect(await manager.get('1.3.6.1.4.1.32473.1.17.1.4.10001')).toMatchObject([{ type: 'noSuchObject' }]);
  });

  test('nothing else, and no port by more than 32 characters', async () => {
    expect(await manager.set({ [`${ALIAS}.5001`]: octets('Trunk') })).toEqual([ErrorStatus.noCreation, 1]);
    expect(await manager.set({ [`${ALIAS}.3`]: octets('x'.repeat(33)) })).toEqual([ErrorStatus.wrongLength, 1]);
  });
});

describe('LLDP-EXT-DOT1-MIB has a switch for each', () => {
  const CONFIG = '1.0.8802.1.1.2.1.5.32962.1.1';
  const settings = async () =>
    Object(await client.read('lldpXdot1ConfigPortVlanEntry', { lldpPortConfigPortNum: 2 }))[0];

  test('VLAN whose name a port sends', async () => {
    expect(await manager.set({ [`${CONFIG}.2.1.1.2.20`]: integer(1), [`${CONFIG}.2.1.1.2.1`]: integer(1) })).toEqual(
      done,
    );
    expect(await settings()).toMatchObject({
      lldpXdot1ConfigVlanNameTxEnable: 1,
      lldpXdot1ConfigVlanNameList: '1,20',
    });
    expect(await manager.set({ [`${CONFIG}.2.1.1.2.1`]: integer(2) })).toEqual(done);
    expect(await settings()).toMatchObject({ lldpXdot1ConfigVlanNameTxEnable: 1, lldpXdot1ConfigVlanNameList: '20' });
    expect([...(await manager.walk(`${CONFIG}.2`))]).toEqual([[`${CONFIG}.2.1.1.2.20`, integer(1)]]);
    expect(await manager.set({ [`${CONFIG}.2.1.1.2.20`]: integer(2) })).toEqual(done);
    expect(await settings()).toMatchObject({ lldpXdot1ConfigVlanNameTxEnable: 2, lldpXdot1ConfigVlanNameList: '' });
    // Port 3 is no member of VLAN 20.
    expect(await manager.set({ [`${CONFIG}.2.1.1.3.20`]: integer(1) })).toEqual([ErrorStatus.noCreation, 1]);
  });

  test('protocol VLAN', async () => {
    expect(await manager.set({ [`${CONFIG}.3.1.1.2.30`]: integer(1) })).toEqual(done);
    expect(await settings()).toMatchObject({
      lldpXdot1ConfigProtoVlanTxEnable: 1,
      lldpXdot1ConfigProtoVlanList: '30',
    });
  });

  test('protocol, of which none else is sent that was off before', async () => {
    expect(await manager.set({ [`${CONFIG}.4.1.1.2.3`]: integer(1) })).toEqual(done);
    expect(await settings()).toMatchObject({
      lldpXdot1ConfigProtocolTxEnable: 1,
      lldpXdot1ProtocolStp: 2,
      lldpXdot1ProtocolLacp: 2,
      lldpXdot1ProtocolEapol: 1,
      lldpXdot1ProtocolGvrp: 2,
    });
    expect([...(await manager.walk(`${CONFIG}.4.1.1.2`)).values()]).toEqual([2, 2, 1, 2].map(integer));
    expect(await manager.set({ [`${CONFIG}.4.1.1.2.5`]: integer(1) })).toEqual([ErrorStatus.noCreation, 1]);
  });
});

describe('DISMAN-PING-MIB', () => {
  const CONTROL = '1.3.6.1.2.1.80.1.2.1';
  const RESULTS = '1.3.6.1.2.1.80.1.3.1';
  const HISTORY = '1.3.6.1.2.1.80.1.4.1';
  /** The test "t" of the owner "m". */
  const NAME = '1.109.1.116';
  const target = (digits: string, type = 1) => ({
    [`${CONTROL}.3.${NAME}`]: integer(type),
    [`${CONTROL}.4.${NAME}`]: hex(digits),
  });
  const status = (value: number, name = NAME) => ({ [`${CONTROL}.23.${name}`]: integer(value) });
  const start = { [`${CONTROL}.8.${NAME}`]: integer(1) };

  /** Lets time pass until the test is over. */
  async function completed(): Promise<void> {
    for (;;) {
      const [state] = await manager.get(`${RESULTS}.1.${NAME}`);
      if (state && 'value' in state && state.value === 3) return;
      agent.clock.advance(100);
    }
  }

  test('makes a row, sends echo requests, and has their results until the row is deleted', async () => {
    const probes = { [`${CONTROL}.7.${NAME}`]: unsigned(2), [`${CONTROL}.6.${NAME}`]: unsigned(1) };
    expect(await manager.set({ ...target('c0a80a02'), ...probes, ...start, ...status(ROW.createAndGo) })).toEqual(done);
    await completed();
    const column = async (root: string, number: number) => [...(await manager.walk(`${root}.${number}`)).values()];
    expect(await column(RESULTS, 2)).toEqual([integer(1)]);
    expect(await column(RESULTS, 3)).toEqual([hex('c0a80a02')]);
    expect(await column(RESULTS, 7)).toEqual([unsigned(2)]);
    expect(await column(RESULTS, 8)).toEqual([unsigned(2)]);
    expect(await column(HISTORY, 3)).toEqual([integer(1), integer(1)]);
    expect(await manager.set(status(ROW.destroy))).toEqual(done);
    expect((await manager.walk('1.3.6.1.2.1.80.1.2')).size + (await manager.walk('1.3.6.1.2.1.80.1.3')).size).toBe(0);
  });

  test('says of a host that does not answer that it was waited for', async () => {
    const probes = { [`${CONTROL}.7.${NAME}`]: unsigned(1), [`${CONTROL}.6.${NAME}`]: unsigned(1) };
    expect(await manager.set({ ...target('c0a80a63'), ...probes, ...start, ...status(ROW.createAndGo) })).toEqual(done);
    await completed();
    expect(await manager.get(`${RESULTS}.4.${NAME}`, `${RESULTS}.7.${NAME}`)).toEqual([unsigned(0), unsigned(0)]);
    expect(await manager.get(`${HISTORY}.2.${NAME}.1`)).toEqual([unsigned(1000)]);
    await manager.set(status(ROW.destroy));
  });

  test('starts nothing before a row is active and has an address', async () => {
    expect(await manager.set(start)).toEqual([ErrorStatus.inconsistentName, 1]);
    expect(await manager.set(status(ROW.createAndWait))).toEqual(done);
    expect(await manager.get(`${CONTROL}.23.${NAME}`)).toEqual([integer(2)]);
    expect(await manager.set({ ...target('c0a80a02'), ...start })).toEqual([ErrorStatus.inconsistentValue, 3]);
    expect(await manager.set(status(ROW.active))).toEqual(done);
    expect(await manager.set(start)).toEqual([ErrorStatus.inconsistentValue, 1]);
    // A group, and an IPv4 address that is said to be one of IPv6.
    for (const wrong of [target('e0000001'), target('c0a80a02', 2)]) {
      expect(await manager.set({ ...wrong, ...start })).toEqual([ErrorStatus.inconsistentValue, 3]);
    }
    expect(await manager.set(target('c0a80a02'))).toEqual(done);
    expect(await manager.set(start)).toEqual(done);
    // Nothing of it is changed meanwhile, nor is a second row of its name made.
    expect(await manager.set(target('c0a80a03'))).toEqual([ErrorStatus.inconsistentValue, 1]);
    expect(await manager.set(status(ROW.createAndGo))).toEqual([ErrorStatus.inconsistentValue, 1]);
    expect(await manager.set({ [`${CONTROL}.8.${NAME}`]: integer(2) })).toEqual(done);
    expect(await manager.get(`${RESULTS}.1.${NAME}`)).toEqual([integer(3)]);
    await manager.set(status(ROW.destroy));
  });

  test('has room for sixteen rows', async () => {
    const names = Array.from({ length: 16 }, (_, at) => `1.109.1.${at + 65}`);
    for (const name of names) expect(await manager.set(status(ROW.createAndWait, name))).toEqual(done);
    expect(await manager.set(status(ROW.createAndWait))).toEqual([ErrorStatus.resourceUnavailable, 1]);
    for (const name of names) expect(await manager.set(status(ROW.destroy, name))).toEqual(done);
  });
});
