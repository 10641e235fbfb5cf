import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classOfIpv6, Ipv6Class } from '../../model/values/ipv6.ts';
import { framesToTry, patience, seed } from '../random-frames.ts';
import type { Dhcpv6Event } from './events.ts';
import { Dhcpv6Type } from './message.ts';
import { Dhcpv6Option, numberContent } from './options.ts';
import { answer, association, Dhcpv6Bench, LEASED } from './testing.ts';

const count = framesToTry(3000);
/** Octets before the content of the datagram: Ethernet, IPv6 and UDP. */
const CONTENT = 14 + 40 + 8;

const type = fc.oneof(fc.constantFrom(Dhcpv6Type.advertise, Dhcpv6Type.reply), fc.nat(13));
const option = fc.tuple(
  fc.oneof(fc.constantFrom(1, 2, 3, 5, 7, 13, 14, 23, 82), fc.nat(0xffff)),
  fc.uint8Array({ maxLength: 60 }),
);
const lifetime = fc.oneof(fc.nat(5), fc.nat(100_000), fc.constantFrom(0xffff_ffff, Number.POSITIVE_INFINITY));
const address = fc.record({
  address: fc.constantFrom(LEASED, '2001:db8::78', 'ff02::1', 'fe80::1', '::1', '::', '::ffff:192.0.2.1'),
  preferredLifetime: lifetime,
  validLifetime: lifetime,
});
const given = fc.record({
  id: fc.constantFrom(1, 1, 1, 2),
  renewalTime: lifetime,
  rebindingTime: lifetime,
  addresses: fc.array(address, { maxLength: 10 }),
  status: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(6)),
});
const happening = fc.oneof(
  fc.record({
    kind: fc.constant('answer' as const),
    type,
    given: fc.option(given),
    options: fc.array(option, { maxLength: 4 }),
    damage: fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.oneof(fc.nat(3), fc.nat(4000)) }),
  fc.record({ kind: fc.constantFrom('start' as const, 'renew' as const, 'release' as const, 'linkUp' as const) }),
  fc.record({ kind: fc.constant('conflict' as const), address: fc.constant(LEASED) }),
);

/** Writes the UDP checksum as none, so that damage reaches the reader. */
function damaged(frame: Uint8Array, changes: readonly (readonly [number, number])[]): Uint8Array {
  if (changes.length === 0) return frame;
  const octets = Uint8Array.from(frame);
  for (const [at, octet] of changes) if (CONTENT + at < octets.length) octets[CONTENT + at] = octet;
  octets.set([0, 0], CONTENT - 2);
  return octets;
}

test(
  `whatever servers say, a client has addresses that a station can have, and asks in measure, FACEPLATE_SEED=${seed}`,
  () => {
    let tried = 0;
    fc.assert(
      fc.property(fc.boolean(), fc.array(happening, { minLength: 1, maxLength: 20 }), (rapidCommit, happenings) => {
        const bench = new Dhcpv6Bench({ rapidCommit });
        const began = bench.now;
        bench.tell({ kind: 'start' });
        for (const one of happenings) {
          tried += 1;
          if (one.kind === 'answer') {
            if (bench.sent.length === 0) continue;
            bench.hear(damaged(answer(bench.last, one.type, one.given, one.options), one.damage));
          } else if (one.kind === 'pass') bench.pass(one.seconds);
          else bench.tell(one as Dhcpv6Event);
          const { lease, phase, wakeAt } = bench.state;
          for (const held of lease?.addresses ?? []) {
            expect(classOfIpv6(held.address)).toBe(Ipv6Class.global);
            expect(held.preferredUntil).toBeLessThanOrEqual(held.validUntil);
          }
          if (lease) expect(lease.addresses.length).toBeGreaterThan(0);
          if (lease) expect(lease.addresses.length).toBeLessThanOrEqual(8);
          if (lease) expect(lease.renewAt).toBeLessThanOrEqual(lease.rebindAt);
          if (phase !== 'stopped' && phase !== 'bound') expect(wakeAt).toBeLessThan(Number.POSITIVE_INFINITY);
        }
        // One message a second in the mean, and one for each thing that happened.
        expect(bench.sent.length).toBeLessThanOrEqual((bench.now - began) / 1000 + 2 * happenings.length + 5);
      }),
      { numRuns: Math.ceil(count / 10), seed },
    );
    expect(tried).toBeGreaterThan(0);
  },
  patience(count),
);

test(
  `no octets make a client stumble, FACEPLATE_SEED=${seed}`,
  () => {
    const bench = new Dhcpv6Bench();
    bench.tell({ kind: 'start' });
    bench.pass(1);
    const honest = answer(bench.last, Dhcpv6Type.advertise, association(), [
      [Dhcpv6Option.preference, Uint8Array.of(255)],
      [Dhcpv6Option.status, numberContent(0)],
    ]);
    const { state } = bench;
    const changes = fc.array(fc.tuple(fc.nat(honest.length), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.oneof(changes, fc.uint8Array({ maxLength: 200 })), fc.nat(honest.length), (change, cut) => {
        bench.state = state;
        const octets =
          change instanceof Uint8Array ? change : damaged(honest.subarray(0, Math.max(CONTENT, cut)), change);
        bench.hear(octets);
        expect(['soliciting', 'requesting']).toContain(bench.state.phase);
      }),
      { numRuns: count, seed },
    );
  },
  patience(count),
);
