import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cable } from '../../../../datapath/virtual/virtual-datapath.ts';
import { linkLocalOf } from '../../../../model/values/ipv6.ts';
import { identifierText } from '../../../../protocols/dhcpv6/identifier.ts';
import { DHCPV6_SERVER_PORT, type Dhcpv6Message, Dhcpv6Type, messageIn } from '../../../../protocols/dhcpv6/message.ts';
import { Dhcpv6Option, optionOf } from '../../../../protocols/dhcpv6/options.ts';
import { answer, association, LEASED, SERVER } from '../../../../protocols/dhcpv6/testing.ts';
import { advertised, claim, prefix, ROUTER } from '../../../../protocols/ipv6-addresses/testing.ts';
import type { AgentClient } from '../../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let cable: Cable;
let asked: Dhcpv6Message[];

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  asked = [];
  cable = agent.attach(3, {
    ability: { speeds: [1000], duplex: 'full', negotiates: true },
    receive: (frame) => {
      const message = messageIn(frame, DHCPV6_SERVER_PORT);
      if (message) asked.push(message);
    },
  });
  await client.set('ipv6InterfaceEntry', row({ ipIfVlanId: 1, RowStatus: 4, dhcpv6State: 1 }));
});
afterEach(() => agent.close());

const row = (columns: object = {}) => ({ ipv6InterfaceIfIndex: 10_001, ...columns });
const settings = () => ({
  mac: agent.running.context.hardware.baseMacAddress,
  linkLocal: linkLocalOf(agent.running.context.hardware.baseMacAddress),
});
const shown = async () => {
  const rows = await client.read('ipv6InterfaceEntry', row());
  return (Array.isArray(rows) ? rows[0] : rows) ?? {};
};
const inUse = () =>
  (agent.plans.at(-1)?.interfaces.get(1)?.addresses ?? [])
    .filter(({ address }) => address.startsWith('2001:'))
    .map(({ address, prefix: length }) => `${address}/${length}`);
const log = async () => JSON.stringify(await client.read('syslogMsgEntry'));
const last = () => {
  const message = asked.at(-1);
  if (!message) throw new Error('the switch has asked for nothing');
  return message;
};
const say = (type: number, given = association()) => cable.send(answer(last(), type, given, [], SERVER, settings()));

/** Lets time pass until the switch has sent a message of that type, which is then the last one. */
async function until(type: number): Promise<void> {
  for (let second = 0; second < 30 && asked.at(-1)?.type !== type; second += 1) await pass(1);
  expect(last().type).toBe(type);
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    agent.clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The switch takes the address of the one server. */
async function lease(given = association()): Promise<void> {
  await until(Dhcpv6Type.solicit);
  say(Dhcpv6Type.advertise, given);
  await until(Dhcpv6Type.request);
  say(Dhcpv6Type.reply, given);
}

describe('an interface with a DHCPv6 client', () => {
  it('has the address that a server gives once nobody else was found to have it, with the prefix that a router says', async () => {
    await lease();
    expect(inUse()).toEqual([]);
    await pass(3);
    await expect.poll(inUse).toEqual([`${LEASED}/128`]);
    cable.send(advertised([prefix('2001:db8::', { autonomous: false })]));
    await expect.poll(inUse).toEqual([`${LEASED}/64`]);
    expect([...(agent.plans.at(-1)?.routes.values() ?? [])]).toMatchObject([{ destination: '::/0', gateway: ROUTER }]);
    expect(await shown()).toMatchObject({ globalAddresses: `${LEASED}/64`, dhcpv6LeaseServer: SERVER });
    expect(Number((await shown()).dhcpv6LeaseRemaining)).toBeGreaterThan(3500);
    const all = await client.read('ipAddressEntry');
    expect(all).toContainEqual(
      expect.objectContaining({ ipAddressAddr: LEASED, ipAddressOrigin: 4, ipAddressStatus: 1 }),
    );
    expect(await log()).toContain(`vlan1: address ${LEASED} from a DHCPv6 server.`);
  });

  it('is known by its MAC address, which its page shows, and takes rapid commit where that is set', async () => {
    await client.set('ipv6InterfaceEntry', row({ dhcpv6RapidCommit: 1 }));
    await until(Dhcpv6Type.solicit);
    const identifier = optionOf(last().options, Dhcpv6Option.clientIdentifier) ?? new Uint8Array();
    expect((await shown()).dhcpv6Identifier).toBe(identifierText(identifier));
    expect(optionOf(last().options, Dhcpv6Option.rapidCommit)).toBeDefined();
    const committed = [[Dhcpv6Option.rapidCommit, new Uint8Array()]] as const;
    cable.send(answer(last(), Dhcpv6Type.reply, association(), committed, SERVER, settings()));
    await pass(3);
    await expect.poll(inUse).toEqual([`${LEASED}/128`]);
  });

  it('declines an address that another station has, and never uses it', async () => {
    await lease();
    const tentative = { ipAddressAddr: LEASED, ipAddressStatus: 6 };
    await expect.poll(() => client.read('ipAddressEntry')).toContainEqual(expect.objectContaining(tentative));
    cable.send(claim(LEASED));
    await until(Dhcpv6Type.decline);
    expect(inUse()).toEqual([]);
    expect(await log()).toContain('another station uses it');
    say(Dhcpv6Type.reply);
    await until(Dhcpv6Type.solicit);
  });

  it('asks anew at once where the administrator wants that, and gives the address back when it is switched off', async () => {
    await lease();
    await pass(3);
    await client.set('ipv6InterfaceEntry', row({ dhcpv6ClientAction: 1 }));
    await until(Dhcpv6Type.renew);
    await client.set('ipv6InterfaceEntry', row({ dhcpv6State: 2 }));
    expect(last().type).toBe(Dhcpv6Type.release);
    await expect.poll(inUse).toEqual([]);
    const { error } = await client.set('ipv6InterfaceEntry', row({ dhcpv6ClientAction: 1 }));
    expect(error.message).toBe('Renew requires an interface with an enabled DHCPv6 client.');
  });

  it('ends the address with its lease, and hears nobody while the client is off', async () => {
    const short = association({
      addresses: [{ address: LEASED, preferredLifetime: 30, validLifetime: 60 }],
      renewalTime: 20,
      rebindingTime: 30,
    });
    await lease(short);
    await pass(3);
    await expect.poll(inUse).toEqual([`${LEASED}/128`]);
    await pass(60);
    await expect.poll(inUse).toEqual([]);
    expect(await log()).toContain('the lease has expired');
    const count = asked.length;
    await client.set('ipv6InterfaceEntry', row({ dhcpv6State: 2 }));
    await pass(120);
    expect(asked).toHaveLength(count);
  });
});
