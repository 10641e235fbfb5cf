import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cable } from '../../../../datapath/virtual/virtual-datapath.ts';
import { question } from '../../../../protocols/ipv6-addresses/testing.ts';
import type { AgentClient } from '../../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../../tests/agent/test-agent.ts';

const OWN = '2001:db8::10';
const MAC = '02-00-00-00-00-66';
const OTHER = '02-00-00-00-00-67';

let agent: TestAgent;
let client: AgentClient;
let cable: Cable;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  cable = agent.attach(3, { ability: { speeds: [1000], duplex: 'full', negotiates: true }, receive() {} });
  await client.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_001, ipIfVlanId: 1, RowStatus: 4 });
  await client.set('ipv6IfAddressEntry', { ifIndex: 10_001, ipv6Address: OWN, RowStatus: 4 });
  for (let second = 0; second < 4; second += 1) {
    agent.clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(async () => (await known()).length).toBe(2);
});

afterEach(() => agent.close());

/** The table in words, without what is the switch's own by type. */
async function known(): Promise<string[]> {
  const rows = await client.read('ipNetToPhysicalEntry');
  return (Array.isArray(rows) ? rows : [])
    .filter((row) => row.ipNetToPhysicalNetAddressType === 2)
    .map((row) => `${row.ipNetToPhysicalNetAddress} ${row.ipNetToPhysicalType} port ${row.arpPort}`);
}

const others = async () => (await known()).filter((row) => !row.includes(' 5 '));
const count = async () => Object(await client.read('ipv6NeighborCtrl')).ipv6NeighborDynamicCount;

const entry = (ipNetToPhysicalNetAddress: string, columns: object) =>
  client.set('ipv6NeighborStaticEntry', { ipNetToPhysicalIfIndex: 10_001, ipNetToPhysicalNetAddress, ...columns });
const said = async (address: string, ipNetToPhysicalPhysAddress = MAC) =>
  (await entry(address, { ipNetToPhysicalPhysAddress, RowStatus: 4 })).error;

describe('the IPv6 neighbours', () => {
  it('are who asked for the switch, with the port that they are behind, until they are cleared', async () => {
    cable.send(question(OWN, '2001:db8::66', MAC));
    expect(await others()).toEqual(['2001:db8::66 3 port 3']);
    expect(await count()).toBe(1);
    expect((await client.set('ipv6NeighborCtrl', { ipv6NeighborClear: 1 })).error.code).toBe(0);
    expect(await others()).toEqual([]);
    expect(await count()).toBe(0);
  });

  it('are in force while the interface has an address, and wait for its first one', async () => {
    const inPlan = () => [...(agent.plans.at(-1)?.neighbours.keys() ?? [])];
    expect(await said('2001:db8::66')).toMatchObject({ code: 0 });
    await expect.poll(inPlan).toEqual(['1 2001:db8::66']);
    expect((await client.set('ipv6Ctrl', { ipv6GlobalState: 2 })).error.code).toBe(0);
    await expect.poll(inPlan).toEqual([]);
    expect((await client.set('ipv6Ctrl', { ipv6GlobalState: 1 })).error.code).toBe(0);
    expect(inPlan()).toEqual([]);
    for (let second = 0; second < 4; second += 1) {
      agent.clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(inPlan).toEqual(['1 2001:db8::66']);
  });

  it('are as they are said, whatever another station says, and stay when the learnt ones are cleared', async () => {
    expect(await said('2001:db8::66')).toMatchObject({ code: 0 });
    cable.send(question(OWN, '2001:db8::66', OTHER));
    expect(await others()).toEqual(['2001:db8::66 1 port 0']);
    expect((await entry('2001:db8::66', { ipNetToPhysicalPhysAddress: OTHER })).error.code).toBe(0);
    await client.set('ipv6NeighborCtrl', { ipv6NeighborClear: 1 });
    expect([...(agent.plans.at(-1)?.neighbours.values() ?? [])]).toEqual([
      { vlan: 1, address: '2001:db8::66', mac: OTHER },
    ]);
    expect(await others()).toEqual(['2001:db8::66 1 port 3']);
    expect((await entry('2001:db8::66', { RowStatus: 6 })).error.code).toBe(0);
    expect(await others()).toEqual([]);
  });

  it.each([
    ['2001:db8:7::1', MAC, 'No interface has the subnet of 2001:db8:7::1.'],
    [OWN, MAC, `${OWN} is an address of the switch itself.`],
    ['ff02::1', MAC, 'Invalid IPv6 address.'],
    ['2001:db8::66', '33-33-00-00-00-01', 'MAC address'],
  ])('are no %s at %s', async (address, mac, message) => {
    expect((await said(address, mac)).message).toContain(message);
  });

  it('are link-local ones too, and of any network that a router may name', async () => {
    expect(await said('fe80::66')).toMatchObject({ code: 0 });
    await client.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_001, ipv6AcceptRa: 1 });
    expect(await said('2001:db8:7::1')).toMatchObject({ code: 0 });
  });

  it('go with the interface only when they are deleted first', async () => {
    await said('2001:db8::66');
    const gone = await client.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_001, RowStatus: 6 });
    expect(gone.error.message).toContain('is in use by');
  });
});
