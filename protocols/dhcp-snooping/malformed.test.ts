import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DhcpMessageType } from '../dhcp/message.ts';
import { addressOption, DhcpOption } from '../dhcp/options.ts';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { parseSnoopedPacket } from './packet.ts';
import { type SnoopingEvent, stepSnooping } from './snooping.ts';
import { type Binding, bridgePortOf, idleSnooping, type SnoopingSettings, stationKey } from './state.ts';
import { clientSays, number, serverSays } from './testing.ts';

const EACH = 60;
const RUNS = Math.ceil(framesToTry(6000) / EACH);
const CAPACITY = 12;

/** Port 1 leads to the server; 5001 is a trunk of 6 and 7. */
const UNTRUSTED = [2, 3, 4, 5001];
const statics = [{ vlan: 10, mac: '02-00-00-00-00-05', address: '192.0.2.5', port: 3 }].map(
  (one): [string, Binding] => [
    stationKey(one.vlan, one.mac),
    { ...one, leaseTime: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY },
  ],
);
const settings: SnoopingSettings = {
  vlans: new Set([10, 20]),
  bridgePorts: new Map([
    ...[1, 2, 3, 4, 5].map((port): [number, number] => [port, port]),
    ...[6, 7].map((port): [number, number] => [port, 5001]),
  ]),
  trusted: new Set([1]),
  rates: new Map([[4, 3]]),
  verifiesMac: true,
  acceptsRelayed: false,
  statics: new Map(statics),
  capacity: CAPACITY,
};

const mac = fc.nat(20).map((at) => `02-00-00-00-00-${at.toString(16).padStart(2, '0').toUpperCase()}`);
const address = fc.nat(20).map((at) => `192.0.2.${at}`);
const type = fc.constantFrom(...(Object.keys(DhcpMessageType) as (keyof typeof DhcpMessageType)[]));
const transaction = fc.nat(3);
const lease = fc.constantFrom(0, 1, 30, 3600, 0xffff_ffff);
const option = fc.tuple(fc.nat(255), fc.uint8Array({ maxLength: 20 }));
const client = fc
  .record({
    type,
    mac,
    sender: fc.option(mac, { nil: undefined }),
    transaction,
    address,
    more: fc.array(option, { maxLength: 2 }),
  })
  .map((one) =>
    clientSays(one.type, one.mac, {
      transaction: one.transaction,
      options: [[DhcpOption.requestedAddress, addressOption(one.address)], ...one.more],
      message: { clientAddress: one.address },
      ...(one.sender !== undefined && { sender: one.sender }),
    }),
  );
const server = fc
  .record({ type, mac, address, transaction, lease, more: fc.array(option, { maxLength: 2 }) })
  .map((one) =>
    serverSays(one.type, one.mac, one.address, {
      transaction: one.transaction,
      options: [[DhcpOption.leaseTime, number(one.lease)], ...one.more],
    }),
  );
const whole = fc.oneof({ weight: 3, arbitrary: client }, { weight: 2, arbitrary: server });
const mutated = fc
  .tuple(whole, fc.array(fc.tuple(fc.nat(340), fc.nat(255)), { maxLength: 4 }), fc.nat(340))
  .map(([frame, changes, length]) => {
    const next = frame.slice();
    for (const [at, value] of changes) if (at < next.length) next[at] = value;
    return length % 4 === 0 ? next.slice(0, length) : next;
  });
const octets = fc.oneof(
  { weight: 6, arbitrary: whole },
  { weight: 3, arbitrary: mutated },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
);
const vlan = fc.constantFrom(10, 10, 20, 30);
const frame = fc.record({
  kind: fc.constant('frame' as const),
  vlan,
  port: fc.constantFrom(1, 1, ...UNTRUSTED),
  octets,
});
const other = fc.constantFrom<SnoopingEvent>({ kind: 'wake' }, { kind: 'configure' }, { kind: 'clearDrops' });
const given = fc.record({
  event: fc.oneof({ weight: 12, arbitrary: frame }, { weight: 1, arbitrary: other }),
  later: fc.constantFrom(0, 1, 200, 2000, 40_000),
});

test(
  `of ${RUNS * EACH} frames none throws, passes for a server's, teaches by itself, or makes it grow (FACEPLATE_SEED=${seed})`,
  () => {
    fc.assert(
      fc.property(fc.array(given, { minLength: EACH, maxLength: EACH }), (all) => {
        let state = idleSnooping;
        let now = 0;
        for (const { event, later } of all) {
          now += later;
          const before = state;
          const { state: next, forward } = stepSnooping(settings, before, event, now);
          state = next;
          const isSnooped = event.kind === 'frame' && settings.vlans.has(event.vlan);
          if (event.kind === 'frame' && !isSnooped) expect(forward).toBe('everywhere');
          if (isSnooped && event.port !== 1) {
            // Untrusted clients speak only to trusted ports, and their messages by themselves bind no address.
            expect(['trusted', 'nowhere']).toContain(forward);
            const packet = parseSnoopedPacket(event.octets);
            if (!packet || packet.message.operation === 'reply') expect(forward).toBe('nowhere');
            for (const [key, binding] of next.bindings) expect(before.bindings.get(key)).toBe(binding);
          }
          const stated = Object.values(next.drops).reduce((sum, count) => sum + count, 0);
          if (event.kind === 'frame') {
            const counted = Object.values(before.drops).reduce((sum, count) => sum + count, 0);
            expect(stated).toBe(counted + (forward === 'nowhere' ? 1 : 0));
          }
          expect(next.bindings.size + settings.statics.size).toBeLessThanOrEqual(CAPACITY);
          const owned = new Set<string>();
          for (const binding of [...next.bindings.values(), ...settings.statics.values()]) {
            owned.add(`${binding.vlan} ${binding.address}`);
            expect(UNTRUSTED).toContain(bridgePortOf(settings, binding));
            expect(binding.expiresAt).toBeGreaterThan(now);
          }
          expect(owned.size).toBe(next.bindings.size + settings.statics.size);
          for (const waiting of next.requests.values()) expect(waiting.size).toBeLessThanOrEqual(64);
          expect(next.requests.size).toBeLessThanOrEqual(UNTRUSTED.length);
          if (next.bindings !== before.bindings) expect(next.revision).toBeGreaterThan(before.revision);
        }
      }),
      { numRuns: RUNS, seed },
    );
  },
  patience(RUNS * EACH),
);
