import { describe, expect, test } from 'vitest';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import { type Attack, attacks, fragmentAttacks } from '../attack.ts';
import { attackFrame, TcpFlag, type TestPacket } from './attack-packets.ts';
import { type Bench, PATIENCE } from './bench.ts';
import { others } from './learning.ts';
import { behindLlc, extended } from './packets.ts';
import { ownInterface } from './test-plan.ts';

const { fin, syn, psh, ack, urg } = TcpFlag;
const tcp = (flags: number, more: Partial<TestPacket> = {}): TestPacket => ({ protocol: 'tcp', flags, ...more });
/** An IPv6 extension header, and the position of its length. */
const DESTINATION_OPTIONS = 60;
const LENGTH_OF_OPTIONS = 14 + 40 + 1;
const both = (packet: TestPacket): TestPacket[] => [packet, { ...packet, version: 6 }];

/** Of each shape packets that have it, and honest ones that come close. */
export const attackShapes: Readonly<
  Record<Attack, { readonly hostile: readonly TestPacket[]; readonly honest: readonly TestPacket[] }>
> = {
  land: {
    hostile: [...both(tcp(ack, { to: 1 })), ...both({ protocol: 'icmp', to: 1 })],
    honest: [...both(tcp(ack, { to: 0 })), ...both(tcp(ack, { nobody: true }))],
  },
  blat: {
    hostile: [...both(tcp(ack, { ports: [139, 139] })), ...both({ protocol: 'udp', ports: [7, 7] })],
    honest: [
      ...both(tcp(ack, { ports: [139, 138] })),
      ...both({ protocol: 'udp', ports: [7, 0x8007] }),
      ...both({ protocol: 'udp', ports: [0, 0] }),
    ],
  },
  smurf: {
    hostile: [
      { protocol: 'icmp', to: '255.255.255.255' },
      { protocol: 'icmp', to: '192.0.2.255' },
    ],
    honest: [
      { protocol: 'icmp', to: '192.0.3.255' },
      { protocol: 'udp', to: '192.0.2.255' },
    ],
  },
  tcpNullScan: { hostile: both(tcp(0)), honest: both(tcp(psh)) },
  tcpXmasScan: { hostile: both(tcp(fin | urg | psh)), honest: both(tcp(fin | psh | ack)) },
  tcpSynFin: { hostile: both(tcp(syn | fin)), honest: [...both(tcp(syn)), ...both(tcp(fin | ack))] },
  tcpSynSrcPortLess1024: {
    hostile: both(tcp(syn, { ports: [1023, 80] })),
    honest: [
      ...both(tcp(syn, { ports: [1024, 80] })),
      ...both(tcp(syn | ack, { ports: [80, 1024] })),
      ...both(tcp(ack, { ports: [80, 1024] })),
    ],
  },
  pingOfDeath: {
    hostile: both({ protocol: 'icmp', fragment: { offset: 65_512, more: false }, carried: 40 }),
    honest: both({ protocol: 'icmp', fragment: { offset: 65_488, more: false }, carried: 40 }),
  },
  tcpTinyFragment: {
    hostile: [
      ...both(tcp(syn, { fragment: { offset: 0, more: true }, carried: 16 })),
      ...both(tcp(syn, { fragment: { offset: 8, more: false } })),
    ],
    honest: [
      ...both(tcp(syn, { fragment: { offset: 0, more: true } })),
      ...both(tcp(syn, { fragment: { offset: 1480, more: false } })),
    ],
  },
};

/** Packets of the shapes of attacks. */
export function describeAttacks(bench: () => Bench): void {
  const dropped = async (attack: Attack): Promise<bigint> => (await bench().datapath.attackDrops()).get(attack) ?? 0n;
  const interfaces = [ownInterface(1, [{ address: '192.0.2.10', prefix: 24 }])];

  describe('a packet of the shape', () => {
    for (const attack of attacks) {
      test(`${attack} is dropped and counted where that is denied, tagged or not; others pass`, async () => {
        const isLacking = fragmentAttacks.has(attack) && bench().datapath.facts.lacking.has('fragmentOffsets');
        if (isLacking) {
          await expect(bench().change({ deniedAttacks: [attack] })).rejects.toThrow('fragment');
          return;
        }
        const { hostile, honest } = attackShapes[attack];
        await bench().begin({ vlans: { 10: { tagged: '1,2' } }, deniedAttacks: [attack], interfaces });
        const before = await dropped(attack);
        for (const packet of hostile) {
          await bench().passesOctets(1, attackFrame(packet), []);
          await bench().passesOctets(2, pushTag(attackFrame(packet), 10), []);
        }
        for (const packet of honest) {
          await bench().passesOctets(1, attackFrame(packet), others(1));
          await bench().passesOctets(1, pushTag(attackFrame(packet), 10), ['2 tagged 10']);
        }
        const count = BigInt(2 * hostile.length);
        await expect.poll(async () => (await dropped(attack)) - before, PATIENCE).toBe(count);
      });
    }

    test('is one behind LLC, too, and by its addresses where its extension headers are broken', async () => {
      await bench().begin({ deniedAttacks: ['land', 'blat'] });
      for (const packet of [...attackShapes.land.hostile, ...attackShapes.blat.hostile]) {
        await bench().passesOctets(1, behindLlc(attackFrame(packet)), []);
      }
      const broken = extended(attackFrame({ protocol: 'tcp', version: 6, to: 1 }), DESTINATION_OPTIONS);
      broken[LENGTH_OF_OPTIONS] = 0xff;
      await bench().passesOctets(1, broken, []);
      const honest = attackFrame({ protocol: 'tcp' });
      await bench().passesOctets(1, behindLlc(honest), others(1));
    });

    test('teaches nothing, and passes where nothing is denied', async () => {
      const [packet = tcp(0)] = attackShapes.land.hostile;
      await bench().begin({ deniedAttacks: ['land'] });
      await bench().passesOctets(1, attackFrame(packet), []);
      expect(await bench().table()).toEqual([]);
      await bench().change({});
      await bench().passesOctets(1, attackFrame(packet), others(1));
    });

    test('of several shapes counts as the first', async () => {
      await bench().begin({ deniedAttacks: ['land', 'blat', 'tcpNullScan'] });
      const before = await bench().datapath.attackDrops();
      const since = async () => {
        const now = await bench().datapath.attackDrops();
        return (['land', 'blat', 'tcpNullScan'] as const).map((one) => (now.get(one) ?? 0n) - (before.get(one) ?? 0n));
      };
      await bench().passesOctets(1, attackFrame(tcp(0, { to: 1, ports: [7, 7] })), []);
      await bench().passesOctets(1, attackFrame(tcp(0, { ports: [7, 7] })), []);
      await expect.poll(since, PATIENCE).toEqual([1n, 1n, 0n]);
    });
  });
}
