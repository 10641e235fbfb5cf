import { describe, expect, it } from 'vitest';
import { buildDhcp } from '../dhcp/message.ts';
import { DhcpOption, encodeOptions } from '../dhcp/options.ts';
import { BROADCAST_MAC } from '../frames/addresses.ts';
import { buildArp } from '../frames/arp.ts';
import { buildEthernet, EtherType } from '../frames/ethernet.ts';
import { buildIpv4, IpProtocol } from '../frames/ipv4.ts';
import { buildUdp } from '../frames/udp.ts';
import { pushTag } from '../frames/vlan-tag.ts';
import { buildAnnouncement } from '../mdns/announcement.ts';
import { CLAIMS_MAXIMUM, HEARD_MAXIMUM, HeardStations } from './heard-stations.ts';
import { readSaid } from './said.ts';

const mac = '00-40-8C-00-00-08';
const other = '00-03-6B-00-00-09';
const address = '192.0.2.9';

function arp(source: string, senderMac: string, senderAddress: string): Uint8Array {
  const packet = {
    operation: 'request',
    senderMac,
    senderAddress,
    targetMac: other,
    targetAddress: '192.0.2.1',
  } as const;
  return buildEthernet({ destination: BROADCAST_MAC, source, etherType: EtherType.arp, payload: buildArp(packet) });
}

function dhcp(source: string, name: string, operation: 'request' | 'reply' = 'request'): Uint8Array {
  const options = new Map([
    [DhcpOption.messageType, Uint8Array.of(3)],
    [DhcpOption.hostName, new TextEncoder().encode(name)],
  ]);
  const content = buildDhcp({
    operation,
    transaction: 1,
    seconds: 0,
    broadcast: false,
    clientAddress: '0.0.0.0',
    yourAddress: '0.0.0.0',
    clientMac: mac,
    relayAddress: undefined,
    bootServer: undefined,
    bootFile: undefined,
    options,
  });
  expect(encodeOptions(options).length).toBeGreaterThan(0);
  const [from, to] = ['0.0.0.0', '255.255.255.255'];
  const payload = buildUdp({ sourcePort: 68, destinationPort: 67, content }, from, to);
  const packet = { source: from, destination: to, protocol: IpProtocol.udp, dscp: 0, timeToLive: 64, payload };
  return buildEthernet({ destination: BROADCAST_MAC, source, etherType: EtherType.ipv4, payload: buildIpv4(packet) });
}

const mdns = () => {
  const frame = buildAnnouncement({ hostName: 'Printer-10', model: 'x', address, mac });
  if (!frame) throw new Error('There is no frame.');
  return frame;
};

describe('what a station says of itself', () => {
  it('is its address by ARP, behind a tag, too', () => {
    expect(readSaid(arp(mac, mac, address))).toEqual({ kind: 'address', mac, address });
    expect(readSaid(pushTag(arp(mac, mac, address), 40))).toEqual({ kind: 'address', mac, address });
  });

  it('is its name by DHCP and by multicast DNS', () => {
    expect(readSaid(dhcp(mac, 'printer-10'))).toEqual({ kind: 'dhcpName', mac, name: 'printer-10' });
    expect(readSaid(mdns())).toEqual({ kind: 'mdnsName', mac, name: 'printer-10', address });
  });

  it.each([
    ['of another station by ARP', arp(mac, other, address)],
    ['while it has no address', arp(mac, mac, '0.0.0.0')],
    ['for a client, as a relay agent', dhcp(other, 'printer-10')],
    ['as a server', dhcp(mac, 'printer-10', 'reply')],
    ['without a name', dhcp(mac, '  ')],
  ])('is nothing %s', (_, frame) => {
    expect(readSaid(frame)).toBeUndefined();
  });

  it('may be cut off or damaged anywhere', () => {
    for (const frame of [arp(mac, mac, address), dhcp(mac, 'printer-10'), mdns()]) {
      for (let length = 0; length < frame.length; length += 1)
        expect(() => readSaid(frame.subarray(0, length))).not.toThrow();
      for (let at = 0; at < frame.length; at += 1) {
        const damaged = frame.map((octet, place) => (place === at ? octet ^ 0xff : octet));
        expect(() => readSaid(damaged)).not.toThrow();
      }
    }
  });
});

describe('stations that were heard', () => {
  const claim = (by: string) => ({ kind: 'address', mac: by, address }) as const;
  const holders = (heard: HeardStations, now: number) => [...heard.holders(now)].map((one) => one.mac);

  it('leave an address to whoever claims it next', () => {
    const heard = new HeardStations();
    heard.hear(claim(mac), 0);
    heard.hear(claim(other), 1000);
    heard.hear(claim(other), 2000);
    expect(holders(heard, 3000)).toEqual([other]);
  });

  it('have it both while they go on claiming it', () => {
    const heard = new HeardStations();
    heard.hear(claim(mac), 0);
    heard.hear(claim(other), 1000);
    heard.hear(claim(mac), 2000);
    expect(holders(heard, 3000).sort()).toEqual([mac, other].sort());
    expect([...heard.contested(3000)]).toEqual([{ address, macs: [mac, other].sort() }]);
    heard.hear(claim(mac), 3000);
    expect(holders(heard, 3_600_000)).toEqual([mac]);
    expect([...heard.contested(3_600_000)]).toEqual([]);
  });

  it('are in a quarrel where they take an address back within ten minutes', () => {
    const both = (later: number) => {
      const heard = new HeardStations();
      heard.hear(claim(mac), 7);
      heard.hear(claim(other), 8);
      heard.hear(claim(mac), 7 + later);
      return holders(heard, 7 + later).length;
    };
    expect([599_999, 600_000].map(both)).toEqual([2, 1]);
  });

  it('keep both names of a station', () => {
    const heard = new HeardStations();
    heard.hear({ kind: 'dhcpName', mac, name: 'a' }, 0);
    heard.hear({ kind: 'mdnsName', mac, name: 'b', address }, 0);
    expect(heard.names().get(mac)).toEqual({ dhcp: 'a', mdns: 'b' });
  });

  it('are no more than there is room for; the one heard longest ago goes', () => {
    const heard = new HeardStations();
    const name = (number: number) => ({ kind: 'dhcpName', mac: `mac ${number}`, name: 'x' }) as const;
    for (let number = 0; number < HEARD_MAXIMUM; number += 1) heard.hear(name(number), 0);
    heard.hear(name(0), 1);
    heard.hear(name(HEARD_MAXIMUM), 2);
    expect(heard.names().size).toBe(HEARD_MAXIMUM);
    expect(heard.names().has('mac 0')).toBe(true);
    expect(heard.names().has('mac 1')).toBe(false);
  });

  it('keep their addresses whatever one station makes up', () => {
    const heard = new HeardStations();
    heard.hear(claim(mac), 0);
    for (let number = 0; number <= HEARD_MAXIMUM; number += 1) {
      heard.hear({ kind: 'address', mac: other, address: `10.0.${number >> 8}.${number & 0xff}` }, 1);
    }
    expect(holders(heard, 2)).toEqual([mac, ...Array.from({ length: CLAIMS_MAXIMUM }, () => other)]);
    // The one that it claimed last is there, and one that is taken over by another station is no longer its own.
    expect([...heard.holders(2)].at(-1)?.address).toBe('10.0.16.0');
    heard.hear({ kind: 'address', mac, address: '10.0.16.0' }, 2);
    expect(holders(heard, 2).filter((one) => one === other)).toHaveLength(CLAIMS_MAXIMUM - 1);
  });

  it('are no more than there is room for where many claim an address each', () => {
    const heard = new HeardStations();
    for (let number = 0; number <= HEARD_MAXIMUM; number += 1) {
      heard.hear({ kind: 'address', mac: `mac ${number}`, address: `10.0.${number >> 8}.${number & 0xff}` }, 1);
    }
    const kept = holders(heard, 2);
    expect([kept.length, kept[0]]).toEqual([HEARD_MAXIMUM, 'mac 1']);
  });
});
