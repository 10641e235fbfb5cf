import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ManagementPath } from '../../../datapath/datapath.ts';
import type { LinkAbility } from '../../../datapath/virtual/negotiation.ts';
import { DhcpServer } from '../../../datapath/virtual/stations/dhcp-server.ts';
import type { Cable } from '../../../datapath/virtual/virtual-datapath.ts';
import { englishOf } from '../../../device/log/log.ts';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame, parseEthernet } from '../../../protocols/frames/ethernet.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { freshCall } from '../../../tests/agent/fresh-call.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let cable: Cable;
/** Entry of sessions; undefined for past the switch. */
let path: ManagementPath | undefined;

const ability: LinkAbility = { speeds: [1000], duplex: 'full', negotiates: true };
const SERVER_MAC = '02-00-00-00-00-99';

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const vlan1 = async () => {
  const rows = await client.read('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001 });
  return Array.isArray(rows) ? rows[0] : undefined;
};
const set = (columns: object) => client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001, ...columns });
const inPlan = () =>
  agent.plans
    .at(-1)
    ?.interfaces.get(1)
    ?.addresses.map(({ address }) => address);
const log = async () => JSON.stringify(await client.read('syslogMsgEntry'));

/** Lets time pass in steps, so that what was set off meanwhile is done. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    agent.clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('an address from DHCP', () => {
  const server = new DhcpServer({
    mac: SERVER_MAC,
    address: '192.168.77.1',
    first: '192.168.77.100',
    count: 5,
    prefix: 24,
    leaseTime: 3600,
  });

  const plugServer = () => {
    cable = agent.attach(3, {
      ability,
      receive(frame) {
        const answer = server.answer(frame);
        if (answer) cable.send(answer);
      },
    });
  };

  it('takes the place of the manual one, with gateway and name server; Release brings that back', async () => {
    plugServer();
    expect((await set({ ipAddrCfgMode: 2 })).error.code).toBe(0);
    await expect.poll(inPlan).toEqual(['192.168.77.100']);
    expect(await vlan1()).toMatchObject({
      ipAddressInUse: '192.168.77.100',
      ipAddressOrigin: 4,
      dhcpLeaseServer: '192.168.77.1',
      dhcpLeaseTime: 3600,
    });
    expect(agent.plans.at(-1)?.routes.get('0.0.0.0/0')).toMatchObject({ gateway: '192.168.77.1', vlan: 1 });
    // A further address of the interface is still a manual one.
    const further = { ifIndex: 10_001, secondaryAddr: '10.9.0.1', secondaryMask: '255.255.255.0' };
    expect((await client.set('ipIfSecondaryEntry', { ...further, RowStatus: 4 })).error.message).toBe('');
    const origins = (await client.read('ipAddressEntry')) as { ipAddressAddr: string; ipAddressOrigin: number }[];
    expect(origins.map((row) => `${row.ipAddressAddr} ${row.ipAddressOrigin}`)).toEqual([
      '10.9.0.1 2',
      '192.168.77.100 4',
    ]);
    expect((await client.set('ipIfSecondaryEntry', { ...further, RowStatus: 6 })).error.message).toBe('');
    await client.set('dnsResolverCtrl', { dnsOrigin: 2 });
    expect(await client.read('dnsResolverCtrl')).toMatchObject({ dnsServerInUse: '192.168.77.1' });
    await set({ dhcpClientAction: 2 });
    await expect.poll(inPlan).toEqual(['192.168.10.200']);
    await set({ dhcpClientAction: 1 });
    await expect.poll(inPlan).toEqual(['192.168.77.100']);
    await set({ ipAddrCfgMode: 1 });
    await expect.poll(inPlan).toEqual(['192.168.10.200']);
  });

  describe('of the session that asks', () => {
    const guard = () => client.read('managementGuard');
    const release = (force: object = {}) => set({ dhcpClientAction: 2, ...force });

    beforeEach(async () => {
      await agent.close();
      agent = await startTestAgent({ locate: () => path });
      client = await agent.signedIn();
      plugServer();
      path = undefined;
      await set({ ipAddrCfgMode: 2 });
      await expect.poll(inPlan).toEqual([expect.stringMatching(/^192\.168\.77\./)]);
      path = ADMINISTRATOR;
    });

    it('is given back only where that is forced', async () => {
      const { error } = await release();
      expect(error).toMatchObject({ code: 8710, message: /would no longer answer at 192\.168\.77\./ });
      expect(inPlan()).toEqual([expect.stringMatching(/^192\.168\.77\./)]);
      expect(await guard()).toMatchObject({ managementGuardState: 1 });
    });

    it('stays given back where that is confirmed at another one', async () => {
      expect((await release({ Force: 1 })).error.code).toBe(0);
      await expect.poll(inPlan).toEqual(['192.168.10.200']);
      expect(await guard()).toMatchObject({ managementGuardState: 2 });
      await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
      expect(await guard()).toMatchObject({ managementGuardState: 1 });
      await pass(70);
      expect(inPlan()).toEqual(['192.168.10.200']);
    });

    it('is asked for again where nobody confirms it', async () => {
      await release({ Force: 1 });
      await expect.poll(inPlan).toEqual(['192.168.10.200']);
      await pass(70);
      await expect.poll(inPlan).toEqual([expect.stringMatching(/^192\.168\.77\./)]);
      await expect.poll(log).toContain('The forced change was not confirmed within 60 s and is reverted.');
    });

    it('is not given back combined with a change that must be confirmed', async () => {
      const calls = [
        { Template: 'dot1qPortVlanEntry', dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2 },
        { Template: 'ipv4InterfaceEntry', ipv4InterfaceIfIndex: 10_001, dhcpClientAction: 2 },
      ].map((params) => ({ method: 'CommonSet', params }));
      const { error } = await client.call('BatchPost', { FuncName: 'test', Force: 1, calls });
      expect(error).toMatchObject({ code: 12, message: /combined with a change that must be confirmed/ });
      expect(inPlan()).toEqual([expect.stringMatching(/^192\.168\.77\./)]);
      expect(await guard()).toMatchObject({ managementGuardState: 1 });
    });
  });

  it('is not there where nobody answers: the manual address stays and the log says so', async () => {
    await set({ ipAddrCfgMode: 2, dhcpRetryTimes: 5 });
    await pass(200);
    expect(inPlan()).toEqual(['192.168.10.200']);
    expect(await log()).toContain('vlan1: no DHCP server answers; the manual address 192.168.10.200 is used');
  });

  it('cannot be renewed where the address is manual', async () => {
    expect((await set({ dhcpClientAction: 1 })).error.message).toContain('require an address from DHCP');
  });
});

describe('an address that another station claims', () => {
  /** The switch's own announcements: "<address>" for each (RFC 5227 2.3). */
  let announced: string[] = [];
  /** Whether the station answers questions for an address. */
  let answers = (_address: string) => false;

  const claim = (address: string, targetMac = BROADCAST_MAC, senderMac = SERVER_MAC) => {
    const reply = {
      operation: 'reply',
      senderMac,
      senderAddress: address,
      targetMac,
      targetAddress: '0.0.0.0',
    } as const;
    const frame = { destination: targetMac, source: SERVER_MAC, etherType: EtherType.arp, payload: buildArp(reply) };
    cable.send(padFrame(buildEthernet(frame)));
  };

  beforeEach(() => {
    announced = [];
    answers = () => false;
    cable = agent.attach(4, {
      ability,
      receive(frame) {
        const ethernet = parseEthernet(frame);
        const arp = ethernet?.etherType === EtherType.arp ? parseArp(ethernet.payload) : undefined;
        if (arp?.operation !== 'request') return;
        if (arp.senderAddress === arp.targetAddress) announced.push(arp.senderAddress);
        else if (answers(arp.targetAddress)) claim(arp.targetAddress, arp.senderMac);
      },
    });
  });

  it('is kept, marked and logged, and no more once nobody claims it', async () => {
    answers = (address) => address === '192.168.10.9';
    await set({ ipAddressAddr: '192.168.10.9' });
    const claimed = 'vlan1: station 02-00-00-00-00-99 claims address 192.168.10.9 of the switch, which keeps it.';
    await expect.poll(log).toContain(claimed);
    expect(inPlan()).toEqual(['192.168.10.9']);
    expect(await vlan1()).toMatchObject({ ipAddressInUse: '192.168.10.9', ipAddressStatus: 7 });
    cable.unplug();
    await pass(70);
    expect(await vlan1()).toMatchObject({ ipAddressInUse: '192.168.10.9', ipAddressStatus: 1 });
    expect(await log()).toContain('vlan1: no other station claims address 192.168.10.9 now.');
  });

  it('is announced once for claims that follow each other closely', async () => {
    await pass(5);
    for (let times = 0; times < 20; times += 1) {
      claim('192.168.10.200');
      await pass(1);
    }
    expect(announced).toEqual(['192.168.10.200']);
    await pass(20);
    claim('192.168.10.200', agent.running.context.hardware.baseMacAddress);
    await pass(1);
    expect(announced).toEqual(['192.168.10.200', '192.168.10.200']);
    expect(inPlan()).toEqual(['192.168.10.200']);
    const entries = agent.running.context.log.entries().map(englishOf);
    expect(entries.filter((entry) => entry.includes('claims address'))).toHaveLength(1);
  });

  it('is announced again for a claim ten seconds after the last one, and not a moment sooner', async () => {
    await pass(5);
    const announcedFor = async (milliseconds: number) => {
      agent.clock.advance(milliseconds);
      claim('192.168.10.200');
      await new Promise((resolve) => setImmediate(resolve));
      return announced.splice(0).length;
    };
    expect(await announcedFor(0)).toBe(1);
    expect(await announcedFor(9_999)).toBe(0);
    expect(await announcedFor(10_000)).toBe(1);
  });

  it('is no other one where what the switch announced itself comes back to it', async () => {
    await pass(5);
    claim('192.168.10.200', BROADCAST_MAC, agent.running.context.hardware.baseMacAddress);
    await pass(1);
    expect(announced).toEqual([]);
    expect(await vlan1()).toMatchObject({ ipAddressStatus: 1 });
    expect(await log()).not.toContain('claims');
    claim('192.168.10.200');
    await pass(1);
    expect(await log()).toContain('claims address 192.168.10.200');
  });

  it('is nothing to the switch where it has another one', async () => {
    await pass(5);
    claim('192.168.10.201');
    await pass(1);
    expect(announced).toEqual([]);
    expect(await log()).not.toContain('claims');
  });

  describe('and that a DHCP server gave', () => {
    const given = new DhcpServer({
      mac: '02-00-00-00-00-98',
      address: '192.168.77.1',
      first: '192.168.77.100',
      count: 5,
      prefix: 24,
      leaseTime: 3600,
    });

    beforeEach(() => {
      const server = agent.attach(3, {
        ability,
        receive(frame) {
          const answer = given.answer(frame);
          if (answer) server.send(answer);
        },
      });
    });

    it('is refused while it is new', async () => {
      answers = (address) => address === '192.168.77.100';
      await set({ ipAddrCfgMode: 2 });
      await pass(30);
      expect(await log()).toContain('vlan1: address 192.168.77.100 is not used, station 02-00-00-00-00-99 has it');
      expect(inPlan()).not.toContain('192.168.77.100');
    });

    it('is not used again before nobody answers for it, so that the switch stays where it can be found', async () => {
      let contests = true;
      answers = (address) => contests && address.startsWith('192.168.77.');
      await set({ ipAddrCfgMode: 2 });
      await pass(5);
      expect(inPlan()).toEqual(['192.168.10.200']);
      const before = agent.plans.length;
      await pass(1500);
      const places = agent.plans.slice(before).map((plan) => plan.interfaces.get(1)?.addresses[0]?.address);
      expect(new Set(places)).toEqual(new Set(['192.168.10.200']));
      const entries = agent.running.context.log.entries().map(englishOf);
      const refused = entries.filter((entry) => entry.includes('is not used, station 02-00-00-00-00-99 has it'));
      // It is asked for at ever longer pauses, of up to five minutes.
      expect(refused.length).toBeGreaterThan(5);
      expect(refused.length).toBeLessThan(14);
      contests = false;
      await pass(310);
      await expect.poll(inPlan).toEqual([expect.stringMatching(/^192\.168\.77\./)]);
    });

    it('is kept once it is in use', async () => {
      await set({ ipAddrCfgMode: 2 });
      await expect.poll(inPlan).toEqual([expect.stringMatching(/^192\.168\.77\./)]);
      await pass(5);
      const [address = ''] = inPlan() ?? [];
      claim(address);
      answers = (asked) => asked === address;
      await pass(130);
      expect(inPlan()).toEqual([address]);
      expect(announced).toContain(address);
    });
  });
});
