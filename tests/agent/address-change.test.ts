import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leases } from '../../features/system/l3-feature/slots.ts';
import type { AgentClient } from './agent-client.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

const OLD = '192.168.10.200';
const NEW = '192.168.10.201';
const LEASED = '192.168.10.77';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent({ locate: async () => ADMINISTRATOR });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

/** The epoch of a connection that is opened after everything. */
const LATE = Number.MAX_SAFE_INTEGER;

/** A call over a connection opened just now to one of the switch's own addresses. */
async function callAt(localAddress: string, params: object, by = client) {
  const { gambit, cookie } = by;
  const { text } = await agent.running.backend.call({
    gambit,
    cookie: cookie.slice(cookie.indexOf('=') + 1),
    rpc: JSON.stringify({ method: methodOf(params), id: 0, params }),
    arrival: { localAddress, localPort: 443, remoteAddress: '192.168.10.9', secure: true, epoch: LATE },
  });
  return JSON.parse(text);
}

/** What a call with these values is: one that sets something has more than names. */
function methodOf(params: object): string {
  return Object.keys(params).length > 1 ? 'CommonSet' : 'CommonGet';
}

const guardAt = async (address: string, by = client) =>
  (await callAt(address, { Template: 'managementGuard' }, by)).result;
const set = (columns: object, at = OLD) =>
  callAt(at, { Template: 'ipv4InterfaceEntry', ipv4InterfaceIfIndex: 10_001, ...columns });
const takeBack = { Template: 'managementGuard', managementGuardTakeBack: 1 };
const inForce = () =>
  agent.plans
    .at(-1)
    ?.interfaces.get(1)
    ?.addresses.map(({ address }) => address);
const giveLease = (address = LEASED) =>
  agent.running.context.slots.update(leases, () => {
    const lease = { prefix: 24, gateway: undefined, dnsServers: [], server: '192.168.10.1', leaseTime: 3600 };
    return new Map([[1, { ...lease, address, since: 0 }]]);
  });

describe('a change of the address of this session', () => {
  test('keeps the former address until it is decided, and is not confirmed over that', async () => {
    expect((await set({ ipAddressAddr: NEW })).error.code).toBe(8710);
    expect((await set({ ipAddressAddr: NEW, Force: 1 })).error.code).toBe(0);
    await expect.poll(inForce).toEqual([NEW, OLD]);
    expect(await client.read('ipAddressEntry')).toMatchObject([
      { ipAddressAddr: OLD, ipAddressStatus: 2 },
      { ipAddressAddr: NEW, ipAddressStatus: 1 },
    ]);
    expect(await guardAt(OLD)).toMatchObject({ managementGuardState: 2, managementGuardAddress: NEW });
    expect(await guardAt(OLD)).toMatchObject({ managementGuardState: 2 });
    expect((await guardAt(NEW)).managementGuardAddress).toBe('');
    expect(await guardAt(NEW)).toMatchObject({ managementGuardState: 1 });
    await expect.poll(inForce).toEqual([NEW]);
  });

  test('leaves no trace of either where it is taken back', async () => {
    await set({ ipAddressAddr: NEW, Force: 1 });
    await expect.poll(inForce).toEqual([NEW, OLD]);
    agent.clock.advance(60_000);
    await expect.poll(inForce).toEqual([OLD]);
    await expect.poll(() => guardAt(OLD)).toMatchObject({ managementGuardState: 1, managementGuardAddress: '' });
  });

  test('is followed by the session with a ticket, which is good for once', async () => {
    await set({ ipAddressAddr: NEW, Force: 1 });
    const { managementGuardTicket: ticket } = await guardAt(OLD);
    expect(ticket).toMatch(/^[\w-]{32}$/);
    expect((await guardAt(OLD)).managementGuardTicket).toBe(ticket);
    const there = agent.client();
    expect(await there.login(ticket, 'someone')).toBe(8702);
    expect(await there.login(ticket)).toBe(0);
    expect(await guardAt(NEW, there)).toMatchObject({ managementGuardState: 1 });
    expect(await agent.client().login(ticket)).toBe(8702);
    // The session went there with it.
    expect((await callAt(NEW, { Template: 'sysConfig' })).error).toMatchObject({
      code: 8701,
      message: 'The session goes on at the new address of the switch.',
    });
    expect((await there.call('CommonGet', { Template: 'snmpCommunityEntry' })).error.code).toBe(0);
  });

  test('gives a ticket to nobody else, and none for longer than it waits', async () => {
    const other = await agent.signedIn();
    expect(await guardAt(OLD)).toMatchObject({ managementGuardTicket: '' });
    await set({ ipAddressAddr: NEW, Force: 1 });
    const own = (await guardAt(OLD)).managementGuardTicket;
    expect((await guardAt(OLD, other)).managementGuardTicket).not.toBe(own);
    expect(await client.read('managementGuard')).toMatchObject({ managementGuardTicket: '' });
    agent.clock.advance(60_000);
    expect(await agent.client().login(own)).toBe(8702);
  });

  test('leaves no ticket that still logs in where it is taken back', async () => {
    await set({ ipAddressAddr: NEW, Force: 1 });
    const { managementGuardTicket: ticket } = await guardAt(OLD);
    expect((await callAt(OLD, takeBack)).error.code).toBe(0);
    await expect.poll(inForce).toEqual([OLD]);
    expect(await agent.client().login(ticket)).toBe(8702);
  });

  test('has a way back from the new address too, which is there until the browser has left', async () => {
    await set({ ipAddressAddr: NEW, Force: 1 });
    await expect.poll(inForce).toEqual([NEW, OLD]);
    expect(await guardAt(NEW)).toMatchObject({ managementGuardState: 1, managementGuardAddress: '' });
    await expect.poll(inForce).toEqual([NEW]);
    const { error, result } = await callAt(NEW, takeBack);
    expect(error.code).toBe(0);
    expect(result).toMatchObject({
      managementGuardAddress: OLD,
      managementGuardTicket: expect.stringMatching(/^[\w-]{32}$/),
    });
    await expect.poll(inForce).toEqual([OLD, NEW]);
    expect(await agent.client().login(result.managementGuardTicket)).toBe(0);
    agent.clock.advance(60_000);
    await expect.poll(inForce).toEqual([OLD]);
  });

  test('keeps no other address after it was taken back', async () => {
    await set({ ipAddressAddr: NEW, Force: 1 });
    await guardAt(NEW);
    await expect.poll(inForce).toEqual([NEW]);
    expect((await callAt(OLD, takeBack)).error.code).toBe(0);
    await expect.poll(inForce).toEqual([OLD]);
  });

  test('needs no session to be free', async () => {
    for (let sessions = 1; sessions < 4; sessions += 1) await agent.signedIn();
    await set({ ipAddressAddr: NEW, Force: 1 });
    expect(await agent.client().login((await guardAt(OLD)).managementGuardTicket)).toBe(0);
  });
});

describe('an address that comes from a DHCP server', () => {
  test('is told once there is one, with the former address beside it', async () => {
    expect((await set({ ipAddrCfgMode: 2, Force: 1 })).error.code).toBe(0);
    expect(await guardAt(OLD)).toMatchObject({ managementGuardState: 2, managementGuardAddress: '' });
    giveLease();
    await expect.poll(inForce).toEqual([LEASED, OLD]);
    expect(await guardAt(OLD)).toMatchObject({ managementGuardState: 2, managementGuardAddress: LEASED });
    expect(await guardAt(LEASED)).toMatchObject({ managementGuardState: 1 });
    await expect.poll(inForce).toEqual([LEASED]);
  });

  test('is not given back to the server before a manual one is confirmed', async () => {
    await set({ ipAddrCfgMode: 2, Force: 1 });
    giveLease();
    await guardAt(LEASED);
    expect((await set({ ipAddrCfgMode: 1, ipAddressAddr: NEW, Force: 1 }, LEASED)).error.code).toBe(0);
    await expect.poll(inForce).toEqual([NEW, LEASED]);
    expect(agent.running.context.slots.get(leases).has(1)).toBe(true);
    expect(await guardAt(LEASED)).toMatchObject({ managementGuardState: 2, managementGuardAddress: NEW });
    expect(await guardAt(NEW)).toMatchObject({ managementGuardState: 1 });
    await expect.poll(inForce).toEqual([NEW]);
  });
});

test('an address in the network of another interface is not kept beside the new one', async () => {
  const vlan = { dot1qVlanIndex: 20, dot1qVlanStaticName: 'other', dot1qVlanStaticEgressPorts: '5' };
  expect((await client.set('dot1qVlanStaticEntry', { RowStatus: 4, ...vlan })).error.code).toBe(0);
  const calls = [
    { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.30.1' },
    {
      RowStatus: 4,
      ipv4InterfaceIfIndex: 10_020,
      ipIfVlanId: 20,
      ipAddressAddr: '192.168.10.9',
      ipAddressMask: '255.255.255.0',
    },
  ].map((params) => ({ method: 'CommonSet', params: { Template: 'ipv4InterfaceEntry', ...params } }));
  expect((await client.call('BatchPost', { FuncName: 'test', calls, Force: 1 })).error.code).toBe(0);
  await expect.poll(inForce).toEqual(['192.168.30.1']);
});
