import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { buildAnnouncement } from '../../protocols/mdns/announcement.ts';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent({ scenario: 'office', model: 'TPE-2840WS' });
  client = await agent.signedIn();
  // LLDP speaks every 30 s.
  await agent.clock.advance(60_000);
});

afterAll(() => agent.close());

const found = async (asked: object) => {
  const { result } = await client.call('CommonGet', { Template: 'hostEntry', Page: 1, ...asked });
  return result as { total: number; rows: Record<string, unknown>[] };
};

describe('the hosts of an office', () => {
  it('have the name that they tell, their port, their address and their power', async () => {
    const { rows } = await found({ hostFilterText: 'phone port 4' });
    expect(rows).toMatchObject([
      { hostName: 'phone 4', hostNameSource: 2, hostPort: 4, hostVlans: '1', hostIpv4: '192.168.10.16', hostState: 1 },
    ]);
    expect(Number(rows[0]?.hostPower)).toBeGreaterThan(0);
  });

  it('stand behind their access point as a number, until all are asked for', async () => {
    const grouped = await found({ hostFilterShow: 0, hostFilterPort: 2 });
    expect(grouped.rows).toMatchObject([{ hostName: 'access point 2', hostClients: 3 }]);
    expect((await found({ hostFilterShow: 1, hostFilterPort: 2 })).total).toBe(4);
  });
});

describe('a label', () => {
  const host = '00-40-8C-00-00-08';
  const label = (columns: object) => client.set('hostLabelEntry', { hostLabelAddress: host, ...columns });

  it('is the name of its host', async () => {
    expect((await label({ hostLabelName: ' camera yard ', RowStatus: 4 })).error.code).toBe(0);
    expect(await client.read('hostEntry', { hostAddress: host })).toMatchObject([
      { hostName: 'camera yard', hostNameSource: 1 },
    ]);
    expect((await found({ hostFilterText: 'yard' })).total).toBe(1);
  });

  it.each([
    ['', 'Label must be 1 to 32 characters.'],
    ['x'.repeat(33), 'Label must be 1 to 32 characters.'],
    ['<b>', 'Label has a character that is not allowed.'],
  ])('of "%s" is refused', async (hostLabelName, words) => {
    expect((await label({ hostLabelName })).error.message).toContain(words);
  });

  it('belongs to one station', async () => {
    const group = { hostLabelAddress: '01-00-5E-00-00-01', hostLabelName: 'group', RowStatus: 4 };
    expect((await client.set('hostLabelEntry', group)).error.message).toContain('Invalid MAC address.');
  });
});

describe('a host that is plugged in', () => {
  const mac = '00-1B-A9-00-00-11';
  const address = '192.168.10.77';
  const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
  const received: Uint8Array[] = [];
  const port = 6;

  beforeAll(async () => {
    const cable = agent.attach(port, { ability, receive: (frame) => received.push(frame) });
    await agent.clock.advance(5000);
    const packet = { operation: 'request', senderMac: mac, targetMac: mac } as const;
    const payload = buildArp({ ...packet, senderAddress: address, targetAddress: '192.168.10.1' });
    cable.send(buildEthernet({ destination: BROADCAST_MAC, source: mac, etherType: EtherType.arp, payload }));
    const announced = buildAnnouncement({ hostName: 'printer-10', model: 'x', address, mac });
    if (announced) cable.send(announced);
    await agent.clock.advance(61_000);
  });

  const row = async () => (await client.read('hostEntry', { hostAddress: mac })) as Record<string, unknown>[];

  it('has the address and the name that it announces, and the maker of its address', async () => {
    expect(await row()).toMatchObject([
      { hostName: 'printer-10', hostIpv4: address, hostPort: port, hostVendor: 'Brother industries', hostState: 1 },
    ]);
  });

  it('has its name in the address table and at its port', async () => {
    const { result } = await client.call('CommonGet', { Template: 'dot1qTpFdbEntry', fdbFilterMac: mac, Page: 1 });
    expect(result).toMatchObject({
      rows: [{ fdbHost: 'printer-10', fdbVendor: 'Brother industries', fdbIpv4: address }],
    });
    expect(await client.read('portAddressEntry', { ifIndex: port })).toMatchObject([{ portAddressHost: 'printer-10' }]);
  });

  it('is named to pages that show its addresses, and only what they ask for', async () => {
    const asked = { hostNameAddresses: [mac, address, '192.168.10.16', '02-00-00-00-00-99'].join(',') };
    expect(await client.read('hostNameEntry', asked)).toEqual([
      { hostNamedAddress: mac, hostNamedName: 'printer-10', hostNamedMac: mac },
      { hostNamedAddress: '192.168.10.16', hostNamedName: 'phone 4', hostNamedMac: '00-03-6B-00-00-09' },
      { hostNamedAddress: address, hostNamedName: 'printer-10', hostNamedMac: mac },
    ]);
    expect(await client.read('hostNameEntry')).toEqual([]);
  });

  it('gets a magic packet out of its port, and nobody else does', async () => {
    received.length = 0;
    expect((await client.set('hostControl', { hostWake: mac })).error.code).toBe(0);
    const woken = received.map(parseEthernet).filter((frame) => frame?.etherType === 0x0842);
    const digits = mac.replaceAll('-', '').toLowerCase();
    expect(woken.map((frame) => Buffer.from(frame?.payload.subarray(0, 102) ?? []).toString('hex'))).toEqual([
      'ff'.repeat(6) + digits.repeat(16),
    ]);
    received.length = 0;
    await client.set('hostControl', { hostWake: '00-40-8C-00-00-08' });
    expect(received.map(parseEthernet).filter((frame) => frame?.etherType === 0x0842)).toEqual([]);
  });

  it('cannot be woken where nobody has heard it', async () => {
    const { error } = await client.set('hostControl', { hostWake: '00-40-8C-99-99-99' });
    expect(error.message).toContain('The port of 00-40-8C-99-99-99 is not known.');
  });

  it('stays in the list for a day once it is gone, with the place where it was', async () => {
    await client.set('fdbControl', { fdbFilterMac: mac, fdbClear: 1 });
    await agent.clock.advance(1000);
    expect(await row()).toMatchObject([{ hostState: 2, hostPort: port, hostName: 'printer-10', hostRate: 0 }]);
    expect((await found({ hostFilterText: 'printer-10', hostFilterSeen: 0 })).total).toBe(0);
    const [day] = (await client.read('hostDayEntry', { hostAddress: mac })) as { hostDayHeard: string }[];
    expect(day?.hostDayHeard).toMatch(/^0{9}[01]*1[01]*$/);
  });

  it('is in the file for a spreadsheet', async () => {
    const file = await (await client.get(`/iss/specific/cgi/hosts?Gambit=${client.gambit}&_=1`)).text();
    const lines = file.split('\r\n');
    expect(lines[0]).toContain('MAC address,Name,');
    expect(lines.find((line) => line.startsWith(mac))).toContain(`printer-10,mDNS,Brother industries,,${address}`);
  });

  it('is no longer remembered or heard once that is switched off', async () => {
    await client.set('hostControl', { hostWatchStatus: 2 });
    expect((await found({ hostFilterText: 'printer-10' })).total).toBe(0);
    await client.set('hostControl', { hostWatchStatus: 1 });
  });
});
