import { describe, expect, test } from 'vitest';
import { buildArp, parseArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { buildIcmpEcho, parseIcmpEcho } from '../../protocols/frames/icmp.ts';
import { buildIpv4, type IpPacket, IpProtocol, parseIpv4 } from '../../protocols/frames/ipv4.ts';
import type { RoutePlan } from '../plan.ts';
import type { Bench } from './bench.ts';
import type { PortFrame } from './harness.ts';
import { stationMac } from './test-frame.ts';
import { OWN_MAC, ownInterface, type WantedPlan } from './test-plan.ts';

/** VLAN 1 at port 2 and VLAN 10 at port 3, with a station at each, and the switch in both. */
const near = { address: '192.0.2.77', own: '192.0.2.1', port: 2, mac: stationMac('A') };
const far = { address: '198.51.100.77', own: '198.51.100.1', port: 3, mac: stationMac('C') };
const BEYOND = '203.0.113.9';

const wanted = (change: WantedPlan = {}): WantedPlan => ({
  ports: { 3: { pvid: 10 } },
  vlans: { 1: { untagged: '1,2,4-6' }, 10: { untagged: '3' } },
  interfaces: [
    ownInterface(1, [{ address: near.own, prefix: 24 }]),
    ownInterface(10, [{ address: far.own, prefix: 24 }]),
  ],
  ...change,
});

const via = (destination: string, gateway: string, vlan: number): RoutePlan => ({
  destination,
  gateway,
  vlan,
  metric: 1,
});

/** The switch as a router between its own VLANs. */
export function describeRouting(bench: () => Bench): void {
  /** Sends a frame into a port, and answers what the switch asks the two stations; comes back with the packets that left. */
  const exchange = async (
    port: number,
    frame: Uint8Array,
    packets: number,
  ): Promise<{ at: number; packet: IpPacket }[]> => {
    const came: PortFrame[] = [];
    await bench().harness.send(port, frame);
    for (let turn = 0; turn < 4; turn += 1) {
      const { left } = await bench().harness.collect({ left: packets === 0 ? 0 : 1, punted: 0 });
      came.push(...left);
      const asked = left.flatMap(questionIn);
      for (const station of [near, far]) {
        if (asked.includes(station.address)) await bench().harness.send(station.port, arp('reply', station));
      }
      if (asked.length === 0) break;
    }
    return came.flatMap(({ port: at, frame: octets }) => {
      const ethernet = parseEthernet(octets);
      const packet = ethernet?.source === OWN_MAC ? parseIpv4(ethernet.payload) : undefined;
      return packet ? [{ at, packet }] : [];
    });
  };

  describe('between its VLANs the switch', () => {
    test('hands on nothing where that is not wanted', async () => {
      await bench().begin(wanted());
      expect(await exchange(2, ping(far.address), 0)).toEqual([]);
      expect(await exchange(2, ping(far.own), 0)).toEqual([]);
    });

    test('hands a packet on to the neighbour that it is for, a hop less to live', async () => {
      await bench().begin(wanted({ forwardsIpv4: true }));
      const [sent] = await exchange(2, ping(far.address), 1);
      expect(sent).toMatchObject({
        at: 3,
        packet: { source: near.address, destination: far.address, timeToLive: 63 },
      });
      expect(sent && parseIcmpEcho(sent.packet.payload)).toMatchObject({ kind: 'request', sequence: 7 });
    });

    test('is reached at its address in the other VLAN', async () => {
      await bench().begin(wanted({ forwardsIpv4: true }));
      const [answer] = await exchange(2, ping(far.own), 1);
      expect(answer).toMatchObject({ at: 2, packet: { source: far.own, destination: near.address } });
    });

    test('hands on what it would not take itself', async () => {
      await bench().begin(wanted({ forwardsIpv4: true, stationAccess: { 1: { ports: '' } } }));
      expect(await exchange(2, ping(far.own), 0)).toEqual([]);
      expect(await exchange(2, ping(far.address), 1)).toMatchObject([{ at: 3, packet: { destination: far.address } }]);
    });

    test('takes the route of the longest prefix, and none that is gone', async () => {
      const routes = [via('0.0.0.0/0', near.address, 1), via('203.0.113.0/24', far.address, 10)];
      await bench().begin(wanted({ forwardsIpv4: true, routes }));
      expect(await exchange(2, ping(BEYOND), 1)).toMatchObject([{ at: 3, packet: { destination: BEYOND } }]);
      await bench().change(wanted({ forwardsIpv4: true, routes: [via('203.0.112.0/24', far.address, 10)] }));
      expect(await exchange(2, ping(BEYOND), 1)).toMatchObject([
        { at: 2, packet: { source: near.own, destination: near.address, protocol: IpProtocol.icmp } },
      ]);
    });

    test('tells the sender of a packet that has lived too long, and of one that no way leads on for', async () => {
      await bench().begin(wanted({ forwardsIpv4: true }));
      const [exceeded] = await exchange(2, ping(far.address, 1), 1);
      expect(exceeded).toMatchObject({ at: 2, packet: { source: near.own, destination: near.address } });
      expect(exceeded?.packet.payload[0]).toBe(11);
      const [unreachable] = await exchange(2, ping(BEYOND), 1);
      expect(unreachable).toMatchObject({ at: 2, packet: { source: near.own, destination: near.address } });
      expect(unreachable?.packet.payload.subarray(0, 2)).toEqual(Uint8Array.of(3, 0));
    });

    test('sends to a neighbour as it is said, without a question and against what he says, and lists him', async () => {
      const mac = '02-AA-00-00-00-77';
      const neighbours = [{ vlan: 10, address: far.address, mac }];
      await bench().begin(wanted({ forwardsIpv4: true, neighbours }));
      await bench().harness.send(3, arp('reply', far));
      await bench().harness.collect({ left: 0, punted: 0 });
      await bench().harness.send(2, ping(far.address));
      const { left } = await bench().harness.collect({ left: 1, punted: 0 });
      const sent = left.filter(({ port }) => port === 3).map(({ frame }) => parseEthernet(frame)?.destination);
      expect(sent).toEqual([mac]);
      const known = () => bench().datapath.neighbours();
      expect(await known()).toContainEqual({ ...neighbours[0], origin: 'static', state: 'reachable', age: 0 });
      await bench().change(wanted({ forwardsIpv4: true }));
      expect((await known()).filter(({ origin }) => origin === 'static')).toEqual([]);
      const [again] = await exchange(2, ping(far.address), 1);
      expect(again?.at).toBe(3);
      expect(await known()).toContainEqual(
        expect.objectContaining({ vlan: 10, address: far.address, mac: far.mac, origin: 'learned' }),
      );
    });

    test('forgets whom it learnt on demand, and by itself after the ageing time', async () => {
      await bench().begin(wanted({ forwardsIpv4: true, arpAgeing: { 1: 600, 10: 600 } }));
      await exchange(2, ping(far.address), 1);
      const known = async () =>
        (await bench().datapath.neighbours()).filter(({ address }) => address === far.address).length;
      expect(await known()).toBe(1);
      expect(await bench().datapath.forgetNeighbours({ version: 6 })).toBe(0);
      expect(await bench().datapath.forgetNeighbours({ version: 4, vlan: 10 })).toBe(1);
      expect(await known()).toBe(0);
      await exchange(2, ping(far.address), 1);
      expect(await known()).toBe(1);
      await bench().change(wanted({ forwardsIpv4: true, arpAgeing: { 1: 600, 10: 2 } }));
      for (let waited = 0; waited < 8 && (await known()) > 0; waited += 1) await bench().harness.advance(500);
      expect(await known()).toBe(0);
    });

    test('hands on nothing to groups, to everybody, or from an address of its own', async () => {
      await bench().begin(wanted({ forwardsIpv4: true }));
      for (const destination of ['198.51.100.255', '239.1.1.1', '255.255.255.255', '127.0.0.1']) {
        const left = await exchange(2, ping(destination), 0);
        expect(left.filter(({ at }) => at === 3)).toEqual([]);
      }
      expect(await exchange(2, ping(far.address, 64, far.own), 0)).toEqual([]);
    });
  });
}

/** The address that the switch asks for in a frame that left. */
function questionIn({ frame }: PortFrame): string[] {
  const ethernet = parseEthernet(frame);
  const packet = ethernet?.source === OWN_MAC ? parseArp(ethernet.payload) : undefined;
  return packet?.operation === 'request' ? [packet.targetAddress] : [];
}

function arp(operation: 'reply', station: typeof near): Uint8Array {
  const payload = new Uint8Array(54);
  payload.set(
    buildArp({
      operation,
      senderMac: station.mac,
      senderAddress: station.address,
      targetMac: OWN_MAC,
      targetAddress: station.own,
    }),
  );
  return buildEthernet({ destination: OWN_MAC, source: station.mac, etherType: EtherType.arp, payload });
}

/** An echo request that the near station hands to the switch. */
function ping(destination: string, timeToLive = 64, source = near.address): Uint8Array {
  const echo = buildIcmpEcho({ kind: 'request', identifier: 1, sequence: 7, content: new Uint8Array(56) });
  const packet = { source, destination, protocol: IpProtocol.icmp, dscp: 0, timeToLive, payload: echo };
  return buildEthernet({
    destination: OWN_MAC,
    source: near.mac,
    etherType: EtherType.ipv4,
    payload: buildIpv4(packet),
  });
}
