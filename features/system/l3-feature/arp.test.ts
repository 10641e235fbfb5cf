import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cable } from '../../../datapath/virtual/virtual-datapath.ts';
import { englishOf } from '../../../device/log/log.ts';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { buildArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../../protocols/frames/ethernet.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let cable: Cable;

const MINUTE = 60_000;
const macOf = (last: number) =>
  `02-00-00-00-${(last >> 8).toString(16).padStart(2, '0')}-${(last & 255).toString(16).padStart(2, '0')}`.toUpperCase();

/** A station asks for the switch, by which that learns it. */
function asks(senderAddress: string, senderMac: string): void {
  const targetMac = '00-00-00-00-00-00';
  const request = buildArp({
    operation: 'request',
    senderMac,
    senderAddress,
    targetMac,
    targetAddress: '192.168.10.200',
  });
  const frame = { destination: BROADCAST_MAC, source: senderMac, etherType: EtherType.arp, payload: request };
  cable.send(padFrame(buildEthernet(frame)));
}

/** The table in words: "192.168.10.9 02-… 3 port 4". */
async function shown(): Promise<string[]> {
  const rows = await client.read('ipNetToPhysicalEntry');
  return (Array.isArray(rows) ? rows : [])
    .filter((row) => row.ipNetToPhysicalNetAddressType === 1)
    .map(
      (row) =>
        `${row.ipNetToPhysicalNetAddress} ${row.ipNetToPhysicalPhysAddress} ${row.ipNetToPhysicalType} port ${row.arpPort}`,
    );
}

const learnt = async () => {
  const values = await client.read('ipArpCtrl');
  return Number(Reflect.get(Object(values), 'ipArpDynamicCount'));
};

const entry = (ipNetToPhysicalNetAddress: string, columns: object) =>
  client.set('ipArpStaticEntry', { ipNetToPhysicalIfIndex: 10_001, ipNetToPhysicalNetAddress, ...columns });
const say = (address: string, ipNetToPhysicalPhysAddress: string) =>
  entry(address, { ipNetToPhysicalPhysAddress, RowStatus: 4 });

let own: string;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  cable = agent.attach(4, {
    ability: { speeds: [1000], duplex: 'full', negotiates: true },
    receive: () => {},
  });
  own = `192.168.10.200 ${agent.running.context.hardware.baseMacAddress} 5 port 0`;
});

afterEach(() => agent.close());

describe('the ARP table', () => {
  it('has the switch itself and who asked for it, with the port that he is behind', async () => {
    expect(await shown()).toEqual([own]);
    asks('192.168.10.9', macOf(9));
    expect(await shown()).toEqual([own, `192.168.10.9 ${macOf(9)} 3 port 4`]);
    expect(await learnt()).toBe(1);
  });

  it('believes what is said of a neighbour, not what he or another says', async () => {
    asks('192.168.10.9', macOf(9));
    expect((await say('192.168.10.9', macOf(7))).error.code).toBe(0);
    expect(await shown()).toEqual([own, `192.168.10.9 ${macOf(7)} 1 port 0`]);
    asks('192.168.10.9', macOf(66));
    expect(await shown()).toEqual([own, `192.168.10.9 ${macOf(7)} 1 port 0`]);
    expect((await entry('192.168.10.9', { ipNetToPhysicalPhysAddress: macOf(8) })).error.code).toBe(0);
    expect(await shown()).toEqual([own, `192.168.10.9 ${macOf(8)} 1 port 0`]);
    expect((await entry('192.168.10.9', { RowStatus: 6 })).error.code).toBe(0);
    expect(await shown()).toEqual([own]);
  });

  it('takes only neighbours of the interface, and only single stations', async () => {
    const said = async (...given: Parameters<typeof say>) => (await say(...given)).error.message;
    expect(await said('10.9.9.9', macOf(9))).toBe('No interface has the subnet of 10.9.9.9.');
    expect(await said('192.168.10.200', macOf(9))).toBe('192.168.10.200 is an address of the switch itself.');
    for (const wrong of ['01-00-5E-00-00-01', 'FF-FF-FF-FF-FF-FF', '00-00-00-00-00-00']) {
      expect((await say('192.168.10.9', wrong)).error.code).not.toBe(0);
    }
    expect(await said('192.168.10.9', agent.running.context.hardware.baseMacAddress)).toBe('Invalid MAC address.');
    expect(await shown()).toEqual([own]);
  });

  it('keeps 1024 learnt entries however many stations speak, and what is said beside them', async () => {
    await say('192.168.10.8', macOf(8));
    await client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001, ipAddressMask: '255.255.0.0' });
    for (let host = 0; host < 3000; host += 1) {
      asks(`192.168.${100 + (host >> 8)}.${host & 255}`, macOf(0x1000 + host));
      // The switch's processor takes so many frames at once.
      if (host % 50 === 0) agent.clock.advance(1000);
    }
    expect(await learnt()).toBeLessThanOrEqual(1024);
    expect(await learnt()).toBeGreaterThan(500);
    expect(await shown()).toContain(`192.168.10.8 ${macOf(8)} 1 port 0`);
  });

  it('is cleared of what was learnt, which the log says, and keeps what is said', async () => {
    asks('192.168.10.9', macOf(9));
    await say('192.168.10.8', macOf(8));
    expect((await client.set('ipArpCtrl', { ipArpClear: 1 })).error.code).toBe(0);
    expect(await shown()).toEqual([own, `192.168.10.8 ${macOf(8)} 1 port 0`]);
    expect(agent.running.context.log.entries().map(englishOf)).toContain('1 learned ARP entries were cleared.');
  });
});

describe('ARP aging', () => {
  it('forgets who did not speak for 20 minutes', async () => {
    asks('192.168.10.9', macOf(9));
    // The session is idle for no longer than it may be.
    for (let waited = 0; waited < 19; waited += 1) {
      agent.clock.advance(MINUTE);
      expect(await learnt()).toBe(1);
    }
    agent.clock.advance(MINUTE);
    expect(await learnt()).toBe(0);
  });

  it('is as long as it is set, for all interfaces and for one', async () => {
    await client.set('ipArpCtrl', { ipArpAgingTime: 2 });
    asks('192.168.10.9', macOf(9));
    agent.clock.advance(2 * MINUTE);
    expect(await learnt()).toBe(0);
    await client.set('ipArpIfEntry', { ifIndex: 10_001, ipArpIfAgingTime: 5 });
    asks('192.168.10.9', macOf(9));
    agent.clock.advance(4 * MINUTE);
    expect(await learnt()).toBe(1);
    await client.set('ipArpIfEntry', { ifIndex: 10_001, ipArpIfAgingTime: 0 });
    expect(await learnt()).toBe(0);
  });
});
