import { describe, expect, test } from 'vitest';
import { BROADCAST_MAC, putUint16 } from '../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../protocols/frames/arp.ts';
import { internetChecksum } from '../../protocols/frames/checksum.ts';
import { buildEthernet, EtherType, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { buildIcmpEcho, parseIcmpEcho } from '../../protocols/frames/icmp.ts';
import { buildIpv4, IpProtocol, parseIpv4 } from '../../protocols/frames/ipv4.ts';
import { buildUdp } from '../../protocols/frames/udp.ts';
import { popTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import type { PuntPlan } from '../punt.ts';
import { type Bench, describeRow } from './bench.ts';
import type { PortFrame } from './harness.ts';
import { buildTestFrame, sameOctets, stationMac } from './test-frame.ts';
import { OWN_MAC, ownInterface } from './test-plan.ts';

const OWN_ADDRESS = '192.0.2.1';
const OTHER_ADDRESS = '198.51.100.1';
const STATION_ADDRESS = '192.0.2.77';
/** Room enough that no frame needs padding. */
const CONTENT = new Uint8Array(56).fill(0x5a);
const SERIAL = 0x7ffe_0000;

/** The switch as a station in its own VLANs. */
export function describeOwnInterface(bench: () => Bench): void {
  const ask = async (port: number, frame: Uint8Array, answers: number) => {
    await bench().harness.send(port, frame);
    return bench().harness.collect({ left: answers, punted: 0 });
  };

  describe("the switch's own interface", () => {
    test('frames to its address are not flooded, and its row is in the table', async () => {
      await bench().begin({ interfaces: [own(1)] });
      await bench().passes({ port: 1, from: 'A', to: OWN_MAC }, []);
      const rows = await bench().datapath.forwardingDatabase();
      expect(rows.map(describeRow)).toContain(`1 ${OWN_MAC} 0 self`);
    });

    test('under shared learning its address has one row, in whichever VLAN somebody claims it', async () => {
      await bench().begin({
        learning: { constraint: 'shared' },
        vlans: { 10: { tagged: '3' } },
        interfaces: [own(1)],
      });
      await bench().hears(3, OWN_MAC, '10');
      const rows = await bench().datapath.forwardingDatabase();
      const self = rows.filter(({ address }) => address === OWN_MAC);
      expect(self.map(describeRow)).toEqual([`1 ${OWN_MAC} 0 self`]);
    });

    test('its address takes the place of what was learnt of it, under shared learning in another VLAN, too', async () => {
      await bench().begin({ learning: { constraint: 'shared' }, vlans: { 10: { tagged: '3' } } });
      await bench().hears(3, OWN_MAC, '10');
      await bench().change({
        learning: { constraint: 'shared' },
        vlans: { 10: { tagged: '3' } },
        interfaces: [own(1)],
      });
      const rows = await bench().datapath.forwardingDatabase();
      expect(rows.filter(({ address }) => address === OWN_MAC).map(describeRow)).toEqual([`1 ${OWN_MAC} 0 self`]);
    });

    test('it answers ARP and ping, to whom asked alone', async () => {
      await bench().begin({ interfaces: [own(1)] });
      const replies = (await ask(2, arpRequest(), 5)).left.filter(({ frame }) => isFromSwitch(frame));
      expect(replies.map(({ port }) => port)).toEqual([2]);
      expect(parseArp(payloadOf(replies[0]))).toMatchObject({
        operation: 'reply',
        senderMac: OWN_MAC,
        senderAddress: OWN_ADDRESS,
        targetAddress: STATION_ADDRESS,
      });
      const echoes = (await ask(2, echoRequest(), 1)).left;
      expect(echoes.map(({ port }) => port)).toEqual([2]);
      const packet = parseIpv4(payloadOf(echoes[0]));
      expect(packet).toMatchObject({ source: OWN_ADDRESS, destination: STATION_ADDRESS });
      expect(packet && parseIcmpEcho(packet.payload)).toMatchObject({ kind: 'reply', sequence: 7, content: CONTENT });
    });

    test('it answers no station whose address is filtered', async () => {
      await bench().begin({ interfaces: [own(1)], destinationFilter: [stationMac('A')] });
      const { left } = await ask(2, arpRequest(), 5);
      expect(left.filter(({ frame }) => isFromSwitch(frame))).toEqual([]);
      expect((await ask(2, echoRequest(), 0)).left).toEqual([]);
    });

    test('it answers in its VLAN only, with the tag that the port wants', async () => {
      await bench().begin({
        ports: { 1: { pvid: 10 } },
        vlans: { 10: { untagged: '1', tagged: '3' } },
        interfaces: [own(10)],
      });
      const flooded = await ask(2, arpRequest(), 4);
      expect(flooded.left.filter(({ frame }) => isFromSwitch(frame))).toEqual([]);
      const answered = (await ask(1, arpRequest(), 2)).left.filter(({ frame }) => isFromSwitch(frame));
      expect(answered.map(({ port, frame }) => `${port} ${tagOf(frame)?.vid ?? 'untagged'}`)).toEqual(['1 untagged']);
    });

    test('it does not answer for the address of its interface in another VLAN', async () => {
      const elsewhere = { ...own(10), addresses: [{ address: OTHER_ADDRESS, prefix: 24 }] };
      await bench().begin({ vlans: { 10: { tagged: '1-3' } }, interfaces: [own(1), elsewhere] });
      const toOther = ipFrame(OWN_MAC, IpProtocol.icmp, STATION_ADDRESS, OTHER_ADDRESS, echo());
      expect((await ask(2, toOther, 0)).left).toEqual([]);
      const { left } = await ask(2, ipFrame(BROADCAST_MAC, IpProtocol.icmp, STATION_ADDRESS, OTHER_ADDRESS, echo()), 5);
      expect(left.filter(({ frame }) => isFromSwitch(frame))).toEqual([]);
      const asked = await ask(2, arpRequest(OTHER_ADDRESS), 5);
      expect(asked.left.filter(({ frame }) => isFromSwitch(frame))).toEqual([]);
      expect((await ask(2, arpRequest(), 6)).left.filter(({ frame }) => isFromSwitch(frame))).toHaveLength(1);
    });

    test('one that is not enabled is silent, and its address is like any other', async () => {
      await bench().begin({ interfaces: [{ ...own(1), enabled: false }] });
      const { left } = await ask(2, arpRequest(), 5);
      expect(left.filter(({ frame }) => isFromSwitch(frame))).toEqual([]);
      await bench().hears(3, OWN_MAC);
      await bench().change({ interfaces: [{ ...own(1), enabled: false, name: 'renamed' }] });
      expect(await bench().table()).toContain(`1 ${OWN_MAC} 3 learned`);
      await bench().change({ interfaces: [own(1)] });
      await bench().change({ interfaces: [{ ...own(1), enabled: false }] });
      expect(await bench().table()).not.toContain(`1 ${OWN_MAC} 3 learned`);
    });

    test('a forwarding group does not keep a port from the switch itself', async () => {
      await bench().begin({ ports: { 2: { forwardTo: 0n } }, interfaces: [own(1)] });
      const { left } = await ask(2, arpRequest(), 1);
      expect(left.map(({ port }) => port)).toEqual([2]);
    });

    test('what the agent originates in a VLAN is flooded, or goes where the destination is known, tagged as needed', async () => {
      await bench().begin({
        ports: { 1: { pvid: 10 } },
        vlans: { 10: { untagged: '1', tagged: '3,4' } },
        interfaces: [own(10)],
      });
      const everybody = buildTestFrame({ port: 0, from: OWN_MAC, to: 'all' }, SERIAL);
      bench().datapath.originate(10, everybody);
      const flooded = await bench().harness.collect({ left: 3, punted: 0 });
      expect(words(flooded.left, everybody)).toEqual(['1 untagged', '3 tagged 10', '4 tagged 10']);
      await bench().hears(3, 'C', '10');
      const known = buildTestFrame({ port: 0, from: OWN_MAC, to: 'C' }, SERIAL);
      bench().datapath.originate(10, known);
      const delivered = await bench().harness.collect({ left: 1, punted: 0 });
      expect(words(delivered.left, known)).toEqual(['3 tagged 10']);
    });

    test('DHCP answers go to the agent with their VLAN where it asks for an address, and only there', async () => {
      await bench().begin({ vlans: { 10: { tagged: '3' } }, interfaces: [own(1), own(10)], punts: { dhcp } });
      await bench().harness.send(2, dhcpAnswer(OWN_MAC));
      const unicast = await bench().harness.collect({ left: 0, punted: 1 });
      await bench().harness.send(2, dhcpAnswer(BROADCAST_MAC));
      const broadcast = await bench().harness.collect({ left: 5, punted: 1 });
      for (const { punted } of [unicast, broadcast]) expect(punted.map(({ port }) => port)).toEqual([2]);
      await bench().change({ interfaces: [own(1)] });
      await bench().harness.send(2, dhcpAnswer(BROADCAST_MAC));
      expect((await bench().harness.collect({ left: 5, punted: 0 })).punted).toEqual([]);
    });

    test('a later fragment of a datagram has no ports, and is no DHCP answer', async () => {
      await bench().begin({ interfaces: [own(1)], punts: { dhcp } });
      const [fragment, firstFragment] = [dhcpAnswer(BROADCAST_MAC), dhcpAnswer(BROADCAST_MAC)];
      putFragmentation(fragment, 0x0001);
      putFragmentation(firstFragment, 0x2000);
      await bench().harness.send(2, fragment);
      expect((await bench().harness.collect({ left: 5, punted: 0 })).punted).toEqual([]);
      await bench().harness.send(2, firstFragment);
      expect((await bench().harness.collect({ left: 5, punted: 1 })).punted).toHaveLength(1);
    });

    test('what the agent takes out where it is delivered reaches the interface only when it is let go on', async () => {
      const arp: PuntPlan = { ...conflict, action: 'take', matches: [{ etherType: EtherType.arp, vlan: 1 }] };
      await bench().begin({ interfaces: [own(1)], punts: { arp } });
      const { left, punted } = await ask(2, arpRequest(), 5);
      expect(left.map(({ port }) => port).sort()).toEqual([1, 3, 4, 5, 6]);
      expect(punted.map(({ kind, port, vlan }) => `${kind} ${port} ${vlan}`)).toEqual(['arp 2 1']);
      for (const frame of punted) bench().datapath.resume(frame);
      const answered = await bench().harness.collect({ left: 1, punted: 0 });
      expect(answered.left.map(({ port, frame }) => port === 2 && isFromSwitch(frame))).toEqual([true]);
    });

    test('ARP replies to the switch go to the agent where it looks for duplicates', async () => {
      await bench().begin({ interfaces: [own(1)], punts: { conflict } });
      const reply = buildEthernet({
        destination: OWN_MAC,
        source: stationMac('A'),
        etherType: EtherType.arp,
        payload: padded(
          buildArp({
            operation: 'reply',
            senderMac: stationMac('A'),
            senderAddress: OWN_ADDRESS,
            targetMac: OWN_MAC,
            targetAddress: OWN_ADDRESS,
          }),
        ),
      });
      await bench().harness.send(2, reply);
      const { punted } = await bench().harness.collect({ left: 0, punted: 1 });
      expect(punted.map(({ port, frame }) => port === 2 && sameOctets(frame, reply))).toEqual([true]);
    });
  });
}

const dhcp: PuntPlan = {
  stage: 'delivery',
  action: 'copy',
  rate: 100,
  matches: [{ etherType: EtherType.ipv4, ipProtocol: IpProtocol.udp, destinationPort: 68, vlan: 1 }],
};

const conflict: PuntPlan = {
  stage: 'delivery',
  action: 'copy',
  rate: 100,
  matches: [{ etherType: EtherType.arp, destination: OWN_MAC, vlan: 1 }],
};

const own = (vlan: number) => ownInterface(vlan, [{ address: OWN_ADDRESS, prefix: 24 }]);

function arpRequest(targetAddress = OWN_ADDRESS): Uint8Array {
  const payload = buildArp({
    operation: 'request',
    senderMac: stationMac('A'),
    senderAddress: STATION_ADDRESS,
    targetMac: '00-00-00-00-00-00',
    targetAddress,
  });
  const etherType = EtherType.arp;
  return buildEthernet({ destination: BROADCAST_MAC, source: stationMac('A'), etherType, payload: padded(payload) });
}

function echo(): Uint8Array {
  return buildIcmpEcho({ kind: 'request', identifier: 1, sequence: 7, content: CONTENT });
}

function echoRequest(): Uint8Array {
  return ipFrame(OWN_MAC, IpProtocol.icmp, STATION_ADDRESS, OWN_ADDRESS, echo());
}

function dhcpAnswer(destination: string): Uint8Array {
  const source = '192.0.2.9';
  const target = '255.255.255.255';
  const payload = buildUdp({ sourcePort: 67, destinationPort: 68, content: CONTENT }, source, target);
  return ipFrame(destination, IpProtocol.udp, source, target, payload);
}

function ipFrame(mac: string, protocol: number, source: string, destination: string, content: Uint8Array): Uint8Array {
  const payload = buildIpv4({ source, destination, protocol, dscp: 0, timeToLive: 64, payload: content });
  return buildEthernet({ destination: mac, source: stationMac('A'), etherType: EtherType.ipv4, payload });
}

/** Makes an untagged IPv4 frame a fragment: its flags and its offset in units of eight octets. */
function putFragmentation(frame: Uint8Array, flagsAndOffset: number): void {
  const header = frame.subarray(14, 34);
  putUint16(header, 6, flagsAndOffset);
  putUint16(header, 10, 0);
  putUint16(header, 10, internetChecksum(header));
}

/** Long enough that a tag can be taken off without padding. */
function padded(payload: Uint8Array): Uint8Array {
  const longer = new Uint8Array(54);
  longer.set(payload);
  return longer;
}

function isFromSwitch(frame: Uint8Array): boolean {
  return parseEthernet(frame)?.source === OWN_MAC;
}

function payloadOf(arrival: PortFrame | undefined): Uint8Array {
  return (arrival && parseEthernet(arrival.frame)?.payload) ?? new Uint8Array();
}

function words(arrivals: readonly PortFrame[], sent: Uint8Array): string[] {
  return arrivals
    .map(({ port, frame }) => {
      const vid = tagOf(frame)?.vid;
      const same = sameOctets(vid === undefined ? frame : popTag(frame), sent);
      return `${port} ${vid === undefined ? 'untagged' : `tagged ${vid}`}${same ? '' : ' damaged'}`;
    })
    .sort();
}
