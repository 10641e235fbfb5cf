import { describe, test } from 'vitest';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import type { PuntPlan } from '../punt.ts';
import { TURNED_AWAY } from '../station-access.ts';
import type { Bench } from './bench.ts';
import { ipFrame, type WantedPacket } from './ip-frames.ts';
import { others } from './learning.ts';
import { OWN_MAC, ownInterface, type WantedPlan } from './test-plan.ts';

const UDP = 17;
const TCP = 6;
const SERVICE = 4161;
const own = { address: '192.0.2.1', six: '2001:db8::1', elsewhere: '198.51.100.1' };
const near = '192.0.2.77';
const other = '192.0.2.78';

const turnedAway: PuntPlan = { stage: 'delivery', action: 'take', rate: 1000, matches: [] };
const service = { ipProtocol: UDP, destinationPort: SERVICE };

/** One host may use a service through ports 1 and 2, its network only through port 3; an IPv6 host through port 3. */
const guarded: WantedPlan = {
  interfaces: [
    ownInterface(1, [
      { address: own.address, prefix: 24 },
      { address: own.six, prefix: 64 },
    ]),
  ],
  stationAccess: {
    10: { match: { ipv4Source: 0xc000_024d, ...service }, ports: '1,2' },
    20: { match: { ipv4Source: [0xc000_0200, 0xffff_ff00], ...service }, ports: '3' },
    30: { match: { ipv6Source: (0x2001_0db8n << 96n) | 0x77n, ...service }, ports: '3' },
  },
  punts: { [TURNED_AWAY]: turnedAway },
};

/** Which packets the switch itself takes by which ports. */
export function describeStationAccess(bench: () => Bench): void {
  const packet = (wanted: WantedPacket) =>
    ipFrame({
      to: OWN_MAC,
      source: near,
      destination: own.address,
      protocol: UDP,
      destinationPort: SERVICE,
      ...wanted,
    });
  const away = [`punted ${TURNED_AWAY} in 1`];
  const six = { source: '2001:db8::77', destination: own.six };

  describe('of packets for itself the switch', () => {
    test('turns away those that came in by another port, the first entry deciding', async () => {
      await bench().begin(guarded);
      await bench().passesOctets(1, packet({}), []);
      await bench().passesOctets(3, packet({}), away);
      await bench().passesOctets(1, packet({ source: other }), away);
      await bench().passesOctets(3, packet({ source: other }), []);
      await bench().passesOctets(1, packet(six), away);
      await bench().passesOctets(3, packet(six), []);
    });

    test('takes what no entry holds: other sources, services and protocols, and fragments behind the first', async () => {
      await bench().begin(guarded);
      await bench().passesOctets(3, packet({ source: '203.0.113.9' }), []);
      await bench().passesOctets(3, packet({ destinationPort: SERVICE + 1 }), []);
      await bench().passesOctets(3, packet({ protocol: TCP }), []);
      await bench().passesOctets(3, packet({ fragment: 2 }), []);
    });

    test('turns away what goes to everybody, which is flooded all the same, and passes on what is for others', async () => {
      await bench().begin(guarded);
      const broadcast = packet({ to: BROADCAST_MAC, destination: '255.255.255.255' });
      await bench().passesOctets(4, broadcast, [...others(4), ...away]);
      await bench().passesOctets(4, packet({ to: BROADCAST_MAC, destination: '192.0.2.255' }), [...others(4), ...away]);
      await bench().hears(5, 'B');
      await bench().passesOctets(
        4,
        ipFrame({ source: near, destination: own.address, protocol: UDP, destinationPort: SERVICE }),
        ['5 untagged'],
      );
    });

    test('asks for its address in another VLAN as well', async () => {
      const elsewhere = ownInterface(10, [{ address: own.elsewhere, prefix: 24 }]);
      const interfaces = [...(guarded.interfaces ?? []), elsewhere];
      await bench().begin({ ...guarded, vlans: { 10: { tagged: '6' } }, interfaces, forwardsIpv4: true });
      await bench().passesOctets(3, packet({ destination: own.elsewhere }), away);
      await bench().passesOctets(3, packet({}), away);
      await bench().passesOctets(1, packet({ destination: own.elsewhere }), []);
    });

    test('asks tagged ones, too, and takes a trunk for its lowest member', async () => {
      const trunks = { 5001: '4,5' };
      const stationAccess = { 1: { match: service, ports: '4' } };
      const vlans = { 1: { untagged: '1-6' }, 10: { tagged: '1-5' } };
      const interfaces = [ownInterface(10, [{ address: own.address, prefix: 24 }])];
      await bench().begin({ ...guarded, vlans, interfaces, trunks, stationAccess });
      await bench().decide({ trunks: { 5001: { collecting: '4,5', distributing: '4,5' } } });
      await bench().passesOctets(5, packet({ tag: { vid: 10 } }), []);
      await bench().passesOctets(1, packet({ tag: { vid: 10 } }), [`punted ${TURNED_AWAY} in 10`]);
    });

    test('says nothing of what it turns away where no class asks for it, and turns nothing away where nothing is said', async () => {
      await bench().begin({ ...guarded, punts: {} });
      await bench().passesOctets(3, packet({}), []);
      await bench().change({ ...guarded, stationAccess: {} });
      await bench().passesOctets(3, packet({}), []);
    });
  });
}
