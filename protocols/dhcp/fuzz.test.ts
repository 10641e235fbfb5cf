import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { parseDhcpFrame } from './frame.ts';
import { leaseOf } from './lease.ts';
import { buildDhcp, DhcpMessageType, parseDhcp } from './message.ts';
import { addressOption, DhcpOption } from './options.ts';
import { clientOf, reply } from './testing.ts';

const count = framesToTry(3000);
const text = (words: string) => new TextEncoder().encode(words);

/** The answer of an honest server, with everything that is read. */
const asked = clientOf();
asked.feed({ kind: 'start' });
const honest = parseDhcpFrame(
  reply(
    asked.last(),
    DhcpMessageType.ack,
    new Map([
      [DhcpOption.bootServerName, text('tftp.example')],
      [DhcpOption.bootFileName, text('switch.cfg')],
      [DhcpOption.tftpServers, addressOption('192.168.10.9')],
      [DhcpOption.overload, Uint8Array.of(3)],
    ]),
  ),
);
if (!honest) throw new Error('no DHCP frame');
const octets = buildDhcp(honest.message);
const option = fc.oneof(fc.constantFrom(0, 1, 3, 6, 12, 15, 50, 51, 52, 53, 54, 58, 59, 66, 67, 150, 255), fc.nat(255));

test(
  `whatever a server puts into its answer, a lease of it is one that a station can live by, seed ${seed}`,
  () => {
    const damage = fc.array(fc.tuple(fc.nat(octets.length - 1), fc.oneof(option, fc.nat(255))), { maxLength: 12 });
    // Options of any length behind the magic cookie, whole and torn.
    const options = fc.array(fc.tuple(option, fc.uint8Array({ maxLength: 40 }), fc.nat(3)), { maxLength: 12 });
    const tail = options.map((list) =>
      list.flatMap(([code, content, torn]) => [code, torn === 0 ? content.length + 3 : content.length, ...content]),
    );
    fc.assert(
      fc.property(damage, fc.option(tail), fc.option(fc.nat(octets.length)), (changes, more, cut) => {
        const damaged = Uint8Array.from(more ? [...octets.subarray(0, 240), ...more] : octets);
        for (const [at, octet] of changes) if (at < damaged.length) damaged[at] = octet;
        const message = parseDhcp(cut === null ? damaged : damaged.subarray(0, cut));
        const lease = message && leaseOf({ ...honest, message }, 0);
        if (!lease) return;
        const first = (address: string | undefined) => Number((address ?? '1').split('.')[0]);
        for (const address of [lease.address, lease.gateway, ...lease.dnsServers]) {
          expect([0, 127].includes(first(address)) || first(address) >= 224, address).toBe(false);
        }
        expect(lease.prefix).toBeGreaterThanOrEqual(1);
        expect(lease.prefix).toBeLessThanOrEqual(32);
        expect(lease.renewalTime).toBeLessThanOrEqual(lease.rebindingTime);
        expect(lease.rebindingTime).toBeLessThanOrEqual(lease.leaseTime);
        for (const words of [lease.domainName, lease.bootServer ?? '', lease.bootFile ?? '']) {
          expect(words).toMatch(/^[\x20-\x7e]*$/);
        }
      }),
      { numRuns: count, seed },
    );
  },
  patience(count),
);
