import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BROADCAST_MAC } from '../frames/addresses.ts';
import { buildArp } from '../frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../frames/ethernet.ts';
import { pushTag } from '../frames/vlan-tag.ts';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { type InspectionEvent, stepInspection } from './inspection.ts';
import { type InspectionSettings, idleInspection, type LoggedVlan, noCounts } from './state.ts';
import { numberOfAddress, parseFramedArp } from './verdict.ts';

const EACH = 60;
const RUNS = Math.ceil(framesToTry(6000) / EACH);
const LOG = 8;
const PORTS = [1, 2, 3];

/** Owners of addresses behind ports, in every VLAN; the list of VLAN 20 always permits 192.0.2.1. */
const owners = new Map([
  ['192.0.2.2', { mac: '02-00-00-00-00-02', port: 2 }],
  ['192.0.2.3', { mac: '02-00-00-00-00-03', port: 3 }],
]);
const inspected: LoggedVlan = { list: undefined, logsList: 'all', logsBindings: 'all' };
const listed: LoggedVlan = {
  ...inspected,
  list: {
    rules: [{ permits: true, address: { value: numberOfAddress('192.0.2.1'), mask: 0xffff_ffffn } }],
    isStatic: true,
  },
};
const settings: InspectionSettings = {
  vlans: new Map([
    [10, inspected],
    [20, listed],
  ]),
  validation: { sourceMac: true, destinationMac: true, address: true },
  limits: new Map([[3, { rate: 2, burst: 2 }]]),
  logSize: LOG,
  logInterval: 5000,
};

const mac = fc.nat(4).map((at) => `02-00-00-00-00-0${at}`);
const address = fc.constantFrom('0.0.0.0', '192.0.2.1', '192.0.2.2', '192.0.2.3', '224.0.0.1', '255.255.255.255');
const whole = fc
  .record({
    operation: fc.constantFrom('request' as const, 'reply' as const),
    senderMac: mac,
    senderAddress: address,
    targetMac: mac,
    targetAddress: address,
    source: fc.option(mac, { nil: undefined }),
    destination: fc.constantFrom(BROADCAST_MAC, '02-00-00-00-00-01'),
    tag: fc.option(fc.constantFrom(0, 10), { nil: undefined }),
  })
  .map(({ source, destination, tag, ...packet }) => {
    const payload = buildArp(packet);
    const frame = buildEthernet({ source: source ?? packet.senderMac, destination, etherType: EtherType.arp, payload });
    return padFrame(tag === undefined ? frame : pushTag(frame, tag));
  });
const mutated = fc
  .tuple(whole, fc.array(fc.tuple(fc.nat(63), fc.nat(255)), { maxLength: 4 }), fc.nat(63))
  .map(([frame, changes, length]) => {
    const next = frame.slice();
    for (const [at, value] of changes) if (at < next.length) next[at] = value;
    return length % 4 === 0 ? next.slice(0, length) : next;
  });
const frame = fc.record({
  kind: fc.constant('frame' as const),
  vlan: fc.constantFrom(10, 20, 30),
  port: fc.constantFrom(...PORTS),
  octets: fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 3, arbitrary: mutated },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }) },
  ),
});
const other = fc.constantFrom<InspectionEvent>({ kind: 'configure' }, { kind: 'clearLog' });
const given = fc.record({
  event: fc.oneof({ weight: 20, arbitrary: frame }, { weight: 1, arbitrary: other }),
  later: fc.constantFrom(0, 10, 400, 1000, 6000),
});

test(
  `of ${RUNS * EACH} frames none throws, passes without a ground, or makes it grow (FACEPLATE_SEED=${seed})`,
  () => {
    fc.assert(
      fc.property(fc.array(given, { minLength: EACH, maxLength: EACH }), (all) => {
        let state = idleInspection;
        let now = 0;
        for (const { event, later } of all) {
          now += later;
          const step = stepInspection(settings, state, event, now, (_, asked) => owners.get(asked));
          const before = state;
          state = step.state;
          expect(state.log.size).toBeLessThanOrEqual(LOG);
          expect(state.counts.size).toBeLessThanOrEqual(settings.vlans.size);
          expect(state.paces.size).toBeLessThanOrEqual(settings.limits.size);
          expect(step.news.length).toBeLessThanOrEqual(2);
          if (event.kind !== 'frame') continue;
          const isInspected = settings.vlans.has(event.vlan);
          if (!isInspected) {
            expect(step.passes).toBe(true);
            expect(state).toBe(before);
            continue;
          }
          const [sum, former] = [state, before].map(({ counts }) =>
            Object.values(counts.get(event.vlan) ?? noCounts).reduce((all, count) => all + count, 0),
          );
          // Packets over the rate are counted in the log; all others once, by their fate.
          expect([0, 1]).toContain((sum ?? 0) - (former ?? 0));
          if (!step.passes) continue;
          const framed = parseFramedArp(event.octets);
          const { senderAddress = '', senderMac } = framed?.packet ?? {};
          expect(framed?.source).toBe(senderMac);
          if (event.vlan === 20) expect(senderAddress).toBe('192.0.2.1');
          else expect(owners.get(senderAddress)).toEqual({ mac: senderMac, port: event.port });
        }
      }),
      { numRuns: RUNS, seed },
    );
  },
  patience(RUNS * EACH),
);
