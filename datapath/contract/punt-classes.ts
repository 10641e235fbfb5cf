import { describe, expect, test } from 'vitest';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../protocols/frames/ipv4.ts';
import { buildMld } from '../../protocols/frames/mld.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import type { PuntMatch, PuntPlan, PuntStage } from '../punt.ts';
import type { Bench } from './bench.ts';
import { ipFrame } from './ip-frames.ts';
import { others } from './learning.ts';
import { arpFrame, behindLlc, extended, icmpv6Frame, laterFragment, SENDER, TARGET, udpFrame } from './packets.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';
import { OWN_MAC, ownInterface } from './test-plan.ts';

const EXPERIMENTAL = EtherType.experimental;
const BPDU = '01-80-C2-00-00-00';
const SERIAL = 0x7ffc_0000;
const ARP_REQUEST = 1;
const NEIGHBOUR_SOLICITATION = 135;
const IGMP = 2;

const punt = (stage: PuntStage, action: PuntPlan['action'], ...matches: PuntMatch[]): PuntPlan => ({
  stage,
  action,
  rate: 1000,
  matches,
});
const inspected = (action: PuntPlan['action'], ...matches: PuntMatch[]) => punt('inspection', action, ...matches);

/** Which frames the agent is given, where, how, and what becomes of them. */
export function describePunts(bench: () => Bench): void {
  describe('a class of frames', () => {
    test('that is copied goes on, one that is taken does not; both tell kind and VLAN', async () => {
      const match = { etherType: EXPERIMENTAL };
      await bench().begin({ vlans: { 10: { tagged: '1-3' } }, punts: { copied: inspected('copy', match) } });
      await bench().passes({ port: 1, from: 'A', to: 'B' }, [...others(1), 'punted copied in 1']);
      const tagged = ['2 tagged 10', '3 tagged 10', 'punted copied in 10'];
      await bench().passes({ port: 1, from: 'A', to: 'B', tag: '10' }, tagged);
      await bench().change({ punts: { taken: inspected('take', match) } });
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['punted taken in 1']);
    });

    test('comes exactly as received, however it is tagged', async () => {
      const control = { ...punt('control', 'take', { destination: BPDU }) };
      const inspection = inspected('take', { source: stationMac('A') });
      await bench().begin({ vlans: { 10: { tagged: '1-3' } }, punts: { bpdu: control, every: inspection } });
      for (const tag of [undefined, '10', '10 priority 5', '0', '0 priority 5']) {
        const tagged = tag === undefined ? {} : { tag };
        await bench().passes({ port: 1, from: 'B', to: BPDU, ...tagged }, ['punted bpdu']);
        const vlan = tag?.startsWith('10') ? 10 : 1;
        await bench().passes({ port: 1, from: 'A', to: 'B', ...tagged }, [`punted every in ${vlan}`]);
      }
      const bare = buildTestFrame({ port: 1, from: 'A', to: 'B' }, SERIAL);
      const service = serviceTagged(bare, 10);
      await bench().passesOctets(1, service, ['punted every in 1']);
      await bench().passesOctets(1, pushTag(service, 10), ['punted every in 10']);
    });

    test('at control comes before classification, whatever its destination', async () => {
      const match = { etherType: EXPERIMENTAL };
      await bench().begin({ vlans: { 1: undefined }, punts: { probe: punt('control', 'take', match) } });
      await bench().passes({ port: 4, from: 'A', to: 'all' }, ['punted probe']);
      expect(await bench().table()).toEqual([]);
      await bench().change({ punts: { probe: punt('control', 'copy', match) } });
      await bench().passes({ port: 4, from: 'A', to: 'all' }, [...others(4), 'punted probe']);
    });

    test('at inspection holds nothing that a filter before has dropped', async () => {
      await bench().begin({
        ports: { 2: { acceptableFrameTypes: 'tagged' } },
        destinationFilter: [stationMac('B')],
        punts: { every: inspected('copy', { etherType: EXPERIMENTAL }) },
      });
      await bench().passes({ port: 2, from: 'C', to: 'all' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '99' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'D' }, [...others(1), 'punted every in 1']);
    });

    test('that is taken has taught its source', async () => {
      await bench().begin({ punts: { every: inspected('take', { etherType: EXPERIMENTAL }) } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, ['punted every in 1']);
      expect(await bench().table()).toEqual([`1 ${stationMac('C')} 3 learned`]);
    });

    test('holds what fits every part of any of its matches', async () => {
      const either = inspected(
        'copy',
        { source: stationMac('A'), destination: stationMac('B') },
        { etherType: EXPERIMENTAL, vlan: 10 },
        { etherType: EXPERIMENTAL, ports: 0b100n },
      );
      await bench().begin({ vlans: { 10: { tagged: '1,2' } }, punts: { either } });
      const seen = 'punted either in 1';
      await bench().passes({ port: 1, from: 'A', to: 'B' }, [...others(1), seen]);
      await bench().passes({ port: 1, from: 'A', to: 'C' }, others(1));
      await bench().passes({ port: 1, from: 'D', to: 'B' }, others(1));
      await bench().passes({ port: 2, from: 'E', to: 'all', tag: '10' }, ['1 tagged 10', 'punted either in 10']);
      await bench().passes({ port: 3, from: 'F', to: 'all' }, [...others(3), seen]);
    });

    test('of a protocol holds no later fragment: what it says is in the first one', async () => {
      const igmp = { etherType: EtherType.ipv4, ipProtocol: IGMP };
      const udp = { ipProtocol: IpProtocol.udp };
      await bench().begin({ punts: { messages: inspected('take', igmp, udp) } });
      for (const protocol of [IGMP, IpProtocol.udp]) {
        await bench().passesOctets(1, ipFrame({ protocol, fragment: 0x2000 }), ['punted messages in 1']);
        await bench().passesOctets(1, ipFrame({ protocol, fragment: 100 }), others(1));
      }
      const sixth = { source: '2001:db8::1', destination: '2001:db8::9', protocol: IpProtocol.udp };
      await bench().passesOctets(1, ipFrame(sixth), ['punted messages in 1']);
      await bench().passesOctets(1, ipFrame({ ...sixth, fragment: 100 }), others(1));
    });

    test('may hold a range of addresses by a mask', async () => {
      const range = { destination: '01-00-5E-00-00-00', destinationMask: 'FF-FF-FF-80-00-00' };
      await bench().begin({ punts: { ipv4Groups: inspected('copy', range) } });
      await bench().passes({ port: 1, from: 'A', to: '01-00-5E-7F-01-02' }, [...others(1), 'punted ipv4Groups in 1']);
      await bench().passes({ port: 1, from: 'A', to: '01-00-5E-80-01-02' }, others(1));
    });

    test('may hold a range of sources by a mask, at control too, before its VLAN is known', async () => {
      const stations = { source: stationMac('A'), sourceMask: 'FF-FF-FF-00-00-00', ports: 1n };
      const heard: PuntPlan = { stage: 'control', action: 'copy', rate: 1000, matches: [stations] };
      await bench().begin({ vlans: { 10: { tagged: '3' } }, punts: { heard } });
      await bench().passes({ port: 1, from: 'B', to: 'all' }, [...others(1), 'punted heard']);
      await bench().passes({ port: 1, from: 'B', to: 'all', tag: '10' }, ['punted heard']);
      await bench().passes({ port: 1, from: '02-AB-00-00-00-01', to: 'all' }, others(1));
      await bench().passes({ port: 2, from: 'C', to: 'all' }, others(2));
    });

    test('of several stands first by its kind', async () => {
      const match = { etherType: EXPERIMENTAL };
      await bench().begin({
        punts: { second: inspected('take', match), first: inspected('copy', { ...match, source: stationMac('A') }) },
      });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, [...others(1), 'punted first in 1']);
      await bench().passes({ port: 1, from: 'B', to: 'all' }, ['punted second in 1']);
    });

    test('is told by what is in the packet, behind a tag too', async () => {
      await bench().begin({
        vlans: { 10: { tagged: '1,2' } },
        punts: {
          arp: inspected('copy', { etherType: EtherType.arp, arpOperation: ARP_REQUEST }),
          dhcp: inspected('copy', {
            etherType: EtherType.ipv4,
            ipProtocol: IpProtocol.udp,
            sourcePort: 67,
            destinationPort: 68,
          }),
          discovery: inspected('copy', { etherType: EtherType.ipv6, icmpType: NEIGHBOUR_SOLICITATION }),
        },
      });
      const flooded = others(1);
      await bench().passesOctets(1, arpFrame('request'), [...flooded, 'punted arp in 1']);
      await bench().passesOctets(1, arpFrame('reply'), flooded);
      await bench().passesOctets(1, udpFrame(67, 68), [...flooded, 'punted dhcp in 1']);
      await bench().passesOctets(1, udpFrame(68, 67), flooded);
      await bench().passesOctets(1, icmpv6Frame(NEIGHBOUR_SOLICITATION), [...flooded, 'punted discovery in 1']);
      await bench().passesOctets(1, icmpv6Frame(NEIGHBOUR_SOLICITATION + 1), flooded);
      await bench().passesOctets(1, pushTag(udpFrame(67, 68), 10), ['2 tagged 10', 'punted dhcp in 10']);
      await bench().passesOctets(1, pushTag(arpFrame('request'), 10), ['2 tagged 10', 'punted arp in 10']);
    });

    test('is told by what follows LLC and extension headers of IPv6, however many', async () => {
      const report = buildMld(
        { kind: 'records', records: [{ type: 4, group: 'ff0e::1', sources: [] }] },
        { mac: stationMac('A'), address: 'fe80::1' },
      );
      const punts = { mld: inspected('take', { etherType: EtherType.ipv6, icmpType: 143 }) };
      await bench().begin({ vlans: { 10: { tagged: '1,2' } }, punts });
      await bench().passesOctets(1, report, ['punted mld in 1']);
      await bench().passesOctets(1, pushTag(report, 10), ['punted mld in 10']);
      // Neither destination options nor a fragment that is the whole packet hide a message.
      await bench().passesOctets(1, extended(report, 60), ['punted mld in 1']);
      await bench().passesOctets(1, extended(report, 44), ['punted mld in 1']);
      await bench().passesOctets(1, behindLlc(report), ['punted mld in 1']);
      await bench().change({ punts: { mld: inspected('take', { etherType: EtherType.ipv6, icmpType: 130 }) } });
      await bench().passesOctets(1, report, others(1));
    });

    test('is told by the address that an ARP packet claims', async () => {
      const claims = (arpSender: string) => ({ punts: { claims: inspected('copy', { arpSender }) } });
      await bench().begin(claims(SENDER));
      for (const operation of ['request', 'reply'] as const) {
        await bench().passesOctets(1, arpFrame(operation), [...others(1), 'punted claims in 1']);
      }
      await bench().passesOctets(1, udpFrame(67, 68), others(1));
      await bench().begin(claims(TARGET));
      await bench().passesOctets(1, arpFrame('request'), others(1));
    });

    test('by UDP port holds no later fragment', async () => {
      const match = { etherType: EtherType.ipv4, ipProtocol: IpProtocol.udp, destinationPort: 68 };
      await bench().begin({ interfaces: [ownInterface(1)], punts: { dhcp: punt('delivery', 'copy', match) } });
      await bench().passesOctets(1, udpFrame(67, 68), [...others(1), 'punted dhcp in 1']);
      await bench().passesOctets(1, laterFragment(udpFrame(67, 68)), others(1));
    });

    test('at delivery holds what the interface of a VLAN gets, and nothing where there is none', async () => {
      const match = { etherType: EXPERIMENTAL };
      await bench().begin({
        vlans: { 10: { tagged: '1,2' } },
        interfaces: [ownInterface(1)],
        punts: { delivered: punt('delivery', 'copy', match) },
      });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, [...others(1), 'punted delivered in 1']);
      await bench().passes({ port: 1, from: 'A', to: OWN_MAC }, ['punted delivered in 1']);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, others(1));
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10']);
    });

    test('at control that is not there any more leaves its frames dropped', async () => {
      await bench().begin();
      const other = '01-80-C2-00-00-0D';
      await bench().passes({ port: 1, from: 'A', to: other }, []);
      await bench().change({ punts: { other: punt('control', 'take', { destination: other }) } });
      await bench().passes({ port: 1, from: 'A', to: other }, ['punted other']);
      await bench().change({});
      await bench().passes({ port: 1, from: 'A', to: other }, []);
    });
  });
}

/** Classes of frames from some ports, of which some are trunks. */
export function describeTrunkPunts(bench: () => Bench): void {
  describe('a class of frames', () => {
    test('by ports of a trunk names the lowest member, at inspection', async () => {
      const match = { etherType: EXPERIMENTAL, ports: 0b10n };
      await bench().begin({ trunks: { 5001: '2,3' }, punts: { trunked: inspected('take', match) } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, ['punted trunked in 1']);
      await bench().passes({ port: 4, from: 'D', to: 'all' }, [
        '1 untagged',
        '2|3 untagged',
        '5 untagged',
        '6 untagged',
      ]);
    });

    test('from a trunk says which member they came by, at delivery too', async () => {
      const delivered = punt('delivery', 'copy', { etherType: EXPERIMENTAL });
      await bench().begin({ trunks: { 5001: '2,3' }, interfaces: [ownInterface(1)], punts: { delivered } });
      await bench().passes({ port: 3, from: 'C', to: OWN_MAC }, ['punted delivered in 1']);
      await bench().passes({ port: 2, from: 'C', to: OWN_MAC }, ['punted delivered in 1']);
    });
  });
}

/** The frame with a service tag (IEEE 802.1ad) of `vlan`. */
function serviceTagged(frame: Uint8Array, vlan: number): Uint8Array {
  const tagged = pushTag(frame, vlan);
  tagged[12] = 0x88;
  tagged[13] = 0xa8;
  return tagged;
}
