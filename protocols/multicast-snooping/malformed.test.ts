import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MembershipMessage } from '../frames/membership-message.ts';
import { decodeTime, encodeTime } from '../frames/membership-message.ts';
import { pushTag } from '../frames/vlan-tag.ts';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { igmp, type MulticastFamily, mld } from './family.ts';
import { stepSnooping } from './snooping.ts';
import { idleSnooping, type SnoopingSettings, type SnoopingState } from './state.ts';

const FRAMES = framesToTry(2000);
const sender = {
  IGMP: { mac: '02-AA-00-00-00-01', address: '192.0.2.1' },
  MLD: { mac: '02-AA-00-00-00-01', address: 'fe80::1' },
};
const groups = { IGMP: ['239.1.2.3', '224.0.0.251', '225.1.2.3'], MLD: ['ff0e::1', 'ff02::fb', 'ff05::1'] };

function messages({ name }: MulticastFamily): fc.Arbitrary<MembershipMessage> {
  const group = fc.constantFrom(...groups[name]);
  const source = fc.constantFrom(...(name === 'IGMP' ? ['198.51.100.1', '198.51.100.2'] : ['2001:db8::1']));
  const record = fc.record({
    type: fc.integer({ min: 0, max: 8 }),
    group,
    sources: fc.array(source, { maxLength: 3 }),
  });
  const version = fc.integer({ min: 1, max: name === 'IGMP' ? 3 : 2 });
  return fc.oneof(
    fc.record({ kind: fc.constant('report' as const), version: fc.constantFrom(1, name === 'IGMP' ? 2 : 1), group }),
    fc.record({ kind: fc.constant('leave' as const), group }),
    fc.record({ kind: fc.constant('records' as const), records: fc.array(record, { maxLength: 4 }) }),
    fc.record({
      kind: fc.constant('query' as const),
      version,
      group: fc.option(group, { nil: undefined }),
      maxResponse: fc.constantFrom(1000, 10_000, 24_800),
      suppress: fc.boolean(),
      sources: fc.constant(0),
    }),
  );
}

/** A frame as built, with octets changed, cut or tagged, or nothing but noise. */
function frames(family: MulticastFamily): fc.Arbitrary<Uint8Array> {
  const built = messages(family).map((message) => family.build(message, sender[family.name]));
  const changed = fc
    .tuple(built, fc.array(fc.tuple(fc.nat(90), fc.nat(255)), { maxLength: 4 }), fc.nat(100), fc.boolean())
    .map(([frame, changes, cut, tagged]) => {
      const octets = (tagged ? pushTag(frame, 1) : frame).slice();
      for (const [at, value] of changes) if (at < octets.length) octets[at] = value;
      return cut < 20 ? octets.subarray(0, octets.length - cut) : octets;
    });
  return fc.oneof(
    { weight: 4, arbitrary: built },
    { weight: 4, arbitrary: changed },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
}

function settingsOf(family: MulticastFamily, querier: boolean, fastLeave: boolean): SnoopingSettings {
  const place = { members: 0b1111n, routers: 0b1000n, address: family.name === 'IGMP' ? '192.0.2.200' : 'fe80::200' };
  return {
    family,
    mac: '02-FA-CE-00-00-01',
    vlans: new Map([
      [1, place],
      [20, { ...place, routers: 0n }],
    ]),
    hostTimeout: 260_000,
    routerTimeout: 250_000,
    queryInterval: 125_000,
    maxResponse: 10_000,
    robustness: 2,
    lastMemberInterval: 1000,
    fastLeave,
    querier,
    version: 2,
    capacity: 3,
  };
}

/** Faults of a state. */
function faultsOf(settings: SnoopingSettings, { groups: known, vlans, wakeAt }: SnoopingState, now: number): string[] {
  const faults: string[] = [];
  const need = (holds: boolean, what: string) => {
    if (!holds) faults.push(what);
  };
  need(known.size <= settings.capacity, 'more groups than there is room for');
  for (const { vlan, group, listeners } of known.values()) {
    need(listeners.size > 0, `${group} without listeners`);
    need(settings.vlans.has(vlan) && !settings.family.staysOnLink(group), `${group} is followed`);
    for (const [port, { expiresAt, asked }] of listeners) {
      need(port <= 4, `port ${port}`);
      need(wakeAt <= expiresAt, `port ${port} is forgotten to be woken for`);
      need(!asked || asked.left === 0 || wakeAt <= asked.at, `port ${port} is forgotten to be asked`);
      need(expiresAt <= now + settings.hostTimeout, `port ${port} stays longer than the host timeout`);
    }
  }
  need([...vlans.keys()].join() === [...settings.vlans.keys()].join(), 'other VLANs');
  for (const { routers } of vlans.values()) need(routers.size <= 4, 'routers at ports that are not there');
  return faults;
}

describe.each([igmp, mld])(`$name (FACEPLATE_SEED=${seed})`, (family) => {
  it(
    'keeps legal, bounded states whatever frames come, and ends empty when none come',
    () => {
      const step = fc.record({
        vlan: fc.constantFrom(1, 1, 20, 30),
        port: fc.integer({ min: 1, max: 5 }),
        octets: frames(family),
        pause: fc.constantFrom(0, 0, 500, 5000, 200_000),
        other: fc.constantFrom('', '', '', '', 'lost', 'topologyChange', 'clear', 'configure'),
      });
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), fc.boolean(), (steps, querier, fastLeave) => {
          const settings = settingsOf(family, querier, fastLeave);
          let now = 0;
          let state = stepSnooping(settings, idleSnooping, { kind: 'configure' }, now).state;
          const wakeUntil = (end: number) => {
            while (state.wakeAt <= end) {
              now = Math.max(now, state.wakeAt);
              const next = stepSnooping(settings, state, { kind: 'wake' }, now).state;
              // It is never woken twice for the same.
              expect(next.wakeAt).toBeGreaterThan(now);
              state = next;
              expect(faultsOf(settings, state, now)).toEqual([]);
            }
            now = end;
          };
          for (const { vlan, port, octets, pause, other } of steps) {
            wakeUntil(now + pause);
            if (other === 'lost' || other === 'topologyChange') {
              state = stepSnooping(settings, state, { kind: other, ports: 1n << BigInt(port - 1) }, now).state;
            } else if (other !== '') state = stepSnooping(settings, state, { kind: other as 'clear' }, now).state;
            const { state: next, forward } = stepSnooping(settings, state, { kind: 'frame', vlan, port, octets }, now);
            expect(['everywhere', 'routers', 'nowhere']).toContain(forward);
            state = next;
            expect(faultsOf(settings, state, now)).toEqual([]);
          }
          wakeUntil(now + 600_000);
          expect(state.groups.size).toBe(0);
          for (const { routers, other } of state.vlans.values()) expect([routers.size, other]).toEqual([0, undefined]);
        }),
        { numRuns: Math.ceil(FRAMES / 10), seed },
      );
    },
    patience(FRAMES),
  );

  it(
    'reads what it writes, and nothing with an octet of its message changed',
    () => {
      fc.assert(
        fc.property(messages(family), fc.nat(), fc.integer({ min: 1, max: 255 }), (message, place, change) => {
          const frame = family.build(message, sender[family.name]);
          const heard = family.parse(frame);
          expect(heard?.source).toBe(sender[family.name].address);
          const isPlainQuery = message.kind === 'query' && (message.version === 1 || message.version === 2);
          if (!isPlainQuery) expect(heard).toMatchObject(message);
          const broken = frame.slice();
          const at = 14 + (place % (frame.length - 14));
          broken[at] = (broken[at] ?? 0) ^ change;
          // The checksum finds any one octet, but for those that no checksum covers.
          const covered = family.name === 'IGMP' || at >= 14 + 8;
          const isOption = family.name === 'MLD' && at >= 54 && at < 62;
          if (covered && !isOption) expect(family.parse(broken)).toBeUndefined();
        }),
        { numRuns: FRAMES, seed },
      );
    },
    patience(FRAMES),
  );
});

it('times beyond the plain code are said as floats, never longer than they are (RFC 3376 4.1.1, RFC 3810 5.1.3)', () => {
  expect([127, 128, 255, 31_744].map((time) => decodeTime(encodeTime(time, 4), 4))).toEqual([127, 128, 248, 31_744]);
  expect([32_767, 32_768, 100_000].map((time) => decodeTime(encodeTime(time, 12), 12))).toEqual([
    32_767,
    32_768,
    99_968 + 32,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 31_744 }), (time) => {
      const said = decodeTime(encodeTime(time, 4), 4);
      expect(said <= time && said > time * 0.93 - 1).toBe(true);
    }),
  );
});

const ipv4 = (change: (frame: Uint8Array) => void) => {
  const frame = igmp.build({ kind: 'report', version: 2, group: '239.1.2.3' }, sender.IGMP);
  change(frame);
  // The header's checksum is right again.
  frame.fill(0, 24, 26);
  let sum = 0;
  for (let at = 14; at < 38; at += 2) sum += ((frame[at] ?? 0) << 8) | (frame[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  frame[24] = (~sum >> 8) & 0xff;
  frame[25] = ~sum & 0xff;
  return igmp.parse(frame);
};

it('IGMP is read with a time to live of 1 alone, with the router alert option, and to its own address', () => {
  expect(ipv4(() => undefined)).toMatchObject({ kind: 'report' });
  expect(ipv4((frame) => frame.set([2], 22))).toBeUndefined();
  expect(ipv4((frame) => frame.set([1, 1, 1, 1], 34))).toBeUndefined();
  expect(ipv4((frame) => frame.set([5], 5))).toBeUndefined();
  expect(ipv4((frame) => frame.set([224, 0, 0, 1], 30))).toBeUndefined();
});

it('MLD is read with a hop limit of 1 alone, the router alert option, and a source on the link', () => {
  const report: MembershipMessage = { kind: 'report', version: 1, group: 'ff0e::1' };
  const from = (address: string, message: MembershipMessage = report) =>
    mld.parse(mld.build(message, { mac: '02-AA-00-00-00-01', address }));
  expect(from('fe80::1')).toMatchObject(report);
  expect(from('::')).toMatchObject(report);
  expect(from('2001:db8::1')).toBeUndefined();
  const query: MembershipMessage = {
    kind: 'query',
    version: 1,
    group: undefined,
    maxResponse: 1000,
    suppress: false,
    sources: 0,
  };
  expect(from('::', query)).toBeUndefined();
  const frame = mld.build(report, sender.MLD);
  const having = (at: number, value: number) => mld.parse(Object.assign(frame.slice(), { [at]: value }));
  expect(having(21, 2)).toBeUndefined();
  expect(having(56, 6)).toBeUndefined();
  expect(having(20, 58)).toBeUndefined();
});
