import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cable } from '../../../../datapath/virtual/virtual-datapath.ts';
import {
  formatIpv6,
  interfaceIdentifierOf,
  linkLocalOf,
  parseIpv6,
  withIdentifier,
} from '../../../../model/values/ipv6.ts';
import { parseEthernet } from '../../../../protocols/frames/ethernet.ts';
import { advertised, claim, prefix } from '../../../../protocols/ipv6-addresses/testing.ts';
import type { AgentClient } from '../../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let cable: Cable;
let heard: Uint8Array[];

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  heard = [];
  cable = agent.attach(3, {
    ability: { speeds: [1000], duplex: 'full', negotiates: true },
    receive: (frame) => heard.push(frame),
  });
});

afterEach(() => agent.close());

const mac = () => agent.running.context.hardware.baseMacAddress;
const row = (columns: object = {}) => ({ ipv6InterfaceIfIndex: 10_001, ...columns });
const add = (columns: object = {}) =>
  client.set('ipv6InterfaceEntry', row({ ipIfVlanId: 1, RowStatus: 4, ...columns }));
const address = (ipv6Address: string, columns: object = {}) =>
  client.set('ipv6IfAddressEntry', { ifIndex: 10_001, ipv6Address, RowStatus: 4, ...columns });
const inPlan = () =>
  (agent.plans.at(-1)?.interfaces.get(1)?.addresses ?? []).filter((one) => one.address.includes(':'));
const standings = async () => {
  const rows = await client.read('ipAddressEntry');
  const all = Array.isArray(rows) ? rows : [];
  return all
    .filter(({ ipAddressAddrType }) => ipAddressAddrType === 2)
    .map((one) => [one.ipAddressAddr, one.ipAddressOrigin, one.ipAddressStatus]);
};
const log = async () => JSON.stringify(await client.read('syslogMsgEntry'));

/** Lets time pass in steps, so that what was set off meanwhile is done. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    agent.clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('an IPv6 interface', () => {
  it('is made in a VLAN that exists, has a link-local address, and is silent before', async () => {
    await pass(5);
    expect(heard.map((frame) => parseEthernet(frame)?.etherType)).not.toContain(0x86dd);
    const other = { ipv6InterfaceIfIndex: 10_040, ipIfVlanId: 40, RowStatus: 4 };
    expect((await client.set('ipv6InterfaceEntry', other)).error.message).toBe('VLAN 40 does not exist.');
    expect((await add()).error.code).toBe(0);
    await pass(3);
    const linkLocal = linkLocalOf(mac());
    await expect.poll(inPlan).toEqual([{ address: linkLocal, prefix: 64 }]);
    expect(await client.read('ipv6InterfaceEntry')).toMatchObject([
      { ifName: 'vlan1', linkLocalInUse: linkLocal, globalAddresses: '' },
    ]);
    expect(await standings()).toEqual([[linkLocal, 5, 1]]);
  });

  it('has the addresses that are set, and loses them when they go, or IPv6 is disabled', async () => {
    await add({ ipv6AutoLinkLocal: 2, linkLocalAddress: 'fe80::10' });
    await address('2001:DB8::10');
    await address('2001:db8:5::', { ipv6Eui64: 1 });
    await address('2001:db8:6::', { ipv6AddressType: 2, ipv6AddressPrefixLength: 128 });
    await pass(4);
    await expect.poll(() => inPlan().length).toBe(4);
    expect(inPlan()).toContainEqual({ address: '2001:db8:6::', prefix: 128, isNoSource: true, isAnycast: true });
    expect(inPlan()).toContainEqual({ address: 'fe80::10', prefix: 64 });
    const eui64 = formatIpv6(withIdentifier(parseIpv6('2001:db8:5::') ?? 0n, interfaceIdentifierOf(mac())));
    expect(inPlan()).toContainEqual({ address: eui64, prefix: 64 });
    await client.set('ipv6IfAddressEntry', { ifIndex: 10_001, ipv6Address: '2001:db8::10', RowStatus: 6 });
    expect(inPlan().map((one) => one.address)).not.toContain('2001:db8::10');
    await client.set('ipv6Ctrl', { ipv6GlobalState: 2 });
    expect(inPlan()).toEqual([]);
    await expect.poll(standings).toEqual([]);
    await client.set('ipv6Ctrl', { ipv6GlobalState: 1 });
    await pass(4);
    await expect.poll(() => inPlan().length).toBe(3);
  });

  it('does not use an address that another station has, until that is gone', async () => {
    await add();
    await address('2001:db8::10');
    await pass(0);
    cable.send(claim('2001:db8::10'));
    await pass(5);
    expect(inPlan().map((one) => one.address)).not.toContain('2001:db8::10');
    await expect.poll(standings).toContainEqual(['2001:db8::10', 2, 7]);
    expect(await log()).toContain('vlan1: address 2001:db8::10 is not used, station 02-00-00-00-00-66 has it.');
    await pass(65);
    await expect.poll(() => inPlan().map((one) => one.address)).toContain('2001:db8::10');
    expect(await log()).toContain('vlan1: no other station has address 2001:db8::10 now; it is used.');
  });

  it('makes itself an address of what a router advertises where it is told to', async () => {
    await add();
    await pass(3);
    cable.send(advertised([prefix('2001:db8:1::')]));
    await pass(3);
    expect(inPlan()).toHaveLength(1);
    await client.set('ipv6InterfaceEntry', row({ ipv6AcceptRa: 1 }));
    await pass(3);
    cable.send(advertised([prefix('2001:db8:1::')]));
    await pass(3);
    await expect.poll(() => inPlan().map((one) => one.address)).toContainEqual(expect.stringMatching(/^2001:db8:1:/));
    expect(await log()).toContain('from a router advertisement.');
    await client.set('ipv6InterfaceEntry', row({ ipv6AcceptRa: 2 }));
    expect(inPlan()).toHaveLength(1);
  });

  it('goes with its addresses, and keeps its VLAN from being deleted', async () => {
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2-3', RowStatus: 4 });
    await client.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_020, ipIfVlanId: 20, RowStatus: 4 });
    await pass(4);
    await expect.poll(() => agent.plans.at(-1)?.interfaces.get(20)?.addresses.length).toBe(1);
    const { error } = await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 6 });
    expect(error.message).toBe('VLAN 20 is in use by IPv6 interface vlan20.');
    await client.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_020, RowStatus: 6 });
    expect(agent.plans.at(-1)?.interfaces.get(20)).toBeUndefined();
  });
});

describe('what is set of IPv6 addresses', () => {
  beforeEach(() => add());

  it.each([['ff02::1'], ['::1'], ['::'], ['::ffff:10.0.0.1'], ['::10.0.0.1'], ['2001:db8::1/64'], ['2001::db8::1']])(
    'is no address such as %s',
    async (text) => {
      expect((await address(text)).error).toMatchObject({ message: expect.stringContaining('Invalid IPv6 address.') });
    },
  );

  it('has a prefix of 1 to 128 bits', async () => {
    for (const ipv6AddressPrefixLength of [0, 129]) {
      const { error } = await address('2001:db8::1', { ipv6AddressPrefixLength });
      expect(error.message).toContain('between 1 ~ 128');
    }
    for (const ipv6AddressPrefixLength of [1, 128]) {
      expect((await address(`2001:db8::${ipv6AddressPrefixLength}`, { ipv6AddressPrefixLength })).error.code).toBe(0);
    }
  });

  it('says link-local addresses as such, and at no two interfaces the same network', async () => {
    expect((await address('fe80::5')).error.message).toBe('An address of fe80::/10 is of the type link-local.');
    expect((await address('fe80::5', { ipv6AddressType: 3 })).error.code).toBe(0);
    const wrong = 'A link-local address is one of fe80::/10.';
    expect((await address('2001:db8::5', { ipv6AddressType: 3 })).error.message).toBe(wrong);
    await client.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_020, ipIfVlanId: 20, RowStatus: 4 });
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2-3', RowStatus: 4 });
    await client.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_020, ipIfVlanId: 20, RowStatus: 4 });
    await address('2001:db8::5');
    const second = { ifIndex: 10_020, ipv6Address: '2001:db8::6', RowStatus: 4 };
    expect((await client.set('ipv6IfAddressEntry', second)).error.message).toBe('The subnet overlaps vlan1.');
  });

  it('takes EUI-64 with 64 bits that are left to it', async () => {
    const { error } = await address('2001:db8::1', { ipv6Eui64: 1 });
    expect(error.message).toBe('With EUI-64, leave the lower 64 bits of the address zero.');
    const other = await address('2001:db8::', { ipv6Eui64: 1, ipv6AddressPrefixLength: 48 });
    expect(other.error.message).toBe('EUI-64 needs a prefix length of 64.');
  });

  it('is eight addresses an interface', async () => {
    for (let last = 1; last <= 8; last += 1) expect((await address(`2001:db8::${last}`)).error.code).toBe(0);
    expect((await address('2001:db8::9')).error.message).toBe('The table is full (maximum 8 entries).');
  });

  it('has a link-local address at every interface', async () => {
    const { error } = await client.set('ipv6InterfaceEntry', row({ ipv6AutoLinkLocal: 2 }));
    expect(error.message).toBe('Without an automatic one, a link-local address must be set.');
    const global = await client.set('ipv6InterfaceEntry', row({ linkLocalAddress: '2001:db8::1' }));
    expect(global.error.message).toBe('Link-local address must be an address of fe80::/10.');
  });
});

describe('the last address', () => {
  it('may be one of IPv6', async () => {
    await add();
    await address('2001:db8::10');
    await pass(4);
    await expect.poll(() => inPlan().length).toBe(2);
    const off = await client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '' });
    expect(off.error.code).toBe(0);
    const { error } = await client.set('ipv6Ctrl', { ipv6GlobalState: 2 });
    expect(error.message).toContain('The last enabled interface that has an address');
  });
});
