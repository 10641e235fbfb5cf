import { describe, expect, test } from 'vitest';
import { BROADCAST_MAC } from '../frames/addresses.ts';
import { type ArpPacket, buildArp } from '../frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../frames/ethernet.ts';
import { pushTag } from '../frames/vlan-tag.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type InspectionEvent, stepInspection } from './inspection.ts';
import { type InspectionSettings, idleInspection, type LoggedVlan } from './state.ts';
import { type ArpRule, numberOfAddress, numberOfMac } from './verdict.ts';

const ANNA = '02-00-00-00-00-0A';
const BERT = '02-00-00-00-00-0B';
const NOBODY = '00-00-00-00-00-00';

const plain: LoggedVlan = { list: undefined, logsList: 'deny', logsBindings: 'deny' };
const settings: InspectionSettings = {
  vlans: new Map([[10, plain]]),
  validation: { sourceMac: false, destinationMac: false, address: false },
  limits: new Map(),
  logSize: 32,
  logInterval: 5000,
};

function arp(packet: Partial<ArpPacket>, frame: { source?: string; destination?: string } = {}): Uint8Array {
  const whole: ArpPacket = {
    operation: 'request',
    senderMac: ANNA,
    senderAddress: '192.0.2.10',
    targetMac: NOBODY,
    targetAddress: '192.0.2.1',
    ...packet,
  };
  const isReply = whole.operation === 'reply';
  const destination = frame.destination ?? (isReply ? whole.targetMac : BROADCAST_MAC);
  const source = frame.source ?? whole.senderMac;
  return padFrame(buildEthernet({ source, destination, etherType: EtherType.arp, payload: buildArp(whole) }));
}

function inspection(change: Partial<InspectionSettings> = {}) {
  let own = { ...settings, ...change };
  let state = idleInspection;
  /** Anna has her address behind port 2. */
  const owners = new Map([['10 192.0.2.10', { mac: ANNA, port: 2 }]]);
  const made = {
    /** Milliseconds since the beginning. */
    now: 0,
    news: [] as unknown[],
    feed(event: InspectionEvent) {
      const step = stepInspection(own, state, event, SOME_MOMENT + made.now, (vlan, address) =>
        owners.get(`${vlan} ${address}`),
      );
      state = step.state;
      made.news.push(...step.news);
      return step.passes;
    },
    hears: (port: number, octets: Uint8Array, vlan = 10) => made.feed({ kind: 'frame', vlan, port, octets }),
    configure(next: Partial<InspectionSettings>) {
      own = { ...own, ...next };
      made.feed({ kind: 'configure' });
    },
    counts: () => Object.fromEntries(Object.entries(state.counts.get(10) ?? {}).filter(([, count]) => count > 0)),
    log: () =>
      [...state.log.values()].map(
        ({ index, port, senderAddress, reason, permits, count }) =>
          `${index}: ${port} ${senderAddress} ${reason} ${permits ? 'permit' : 'deny'} ${count}`,
      ),
    state: () => state,
  };
  return made;
}

const listed = (rules: readonly ArpRule[], isStatic = false): Partial<InspectionSettings> => ({
  vlans: new Map([[10, { ...plain, list: { rules, isStatic } }]]),
});

describe('by its binding', () => {
  test('a station says its own address, tagged or not, and nobody else does', () => {
    const made = inspection();
    expect(made.hears(2, arp({}))).toBe(true);
    expect(made.hears(2, pushTag(arp({}), 10))).toBe(true);
    expect(made.hears(3, arp({}))).toBe(false);
    expect(made.hears(2, arp({ senderMac: BERT }))).toBe(false);
    expect(made.hears(2, arp({ senderAddress: '192.0.2.1' }))).toBe(false);
    expect(made.counts()).toEqual({ bindingPermits: 2, bindingDrops: 3 });
  });

  test('a question whether an address is free passes, an answer from nowhere does not', () => {
    const made = inspection();
    expect(made.hears(3, arp({ senderMac: BERT, senderAddress: '0.0.0.0' }))).toBe(true);
    expect(made.hears(3, arp({ operation: 'reply', senderMac: BERT, senderAddress: '0.0.0.0' }))).toBe(false);
  });

  test('an announcement is looked at like any other', () => {
    const made = inspection();
    expect(made.hears(2, arp({ targetAddress: '192.0.2.10' }))).toBe(true);
    expect(made.hears(3, arp({ senderMac: BERT, targetAddress: '192.0.2.10' }))).toBe(false);
  });
});

test('elsewhere everything passes, and is not counted', () => {
  const made = inspection();
  expect(made.hears(3, arp({ senderMac: BERT }), 20)).toBe(true);
  expect(made.state().counts.size).toBe(0);
});

describe('a list', () => {
  const host = (address: string) => ({ value: numberOfAddress(address), mask: 0xffff_ffffn });
  const subnet = { value: numberOfAddress('198.51.100.77'), mask: 0xffff_ff00n };

  test('is asked before bindings, its first rule that fits deciding', () => {
    const made = inspection(
      listed([
        { permits: false, address: host('192.0.2.10') },
        { permits: true, address: subnet },
        { permits: false, address: host('198.51.100.1') },
      ]),
    );
    expect(made.hears(2, arp({}))).toBe(false);
    expect(made.hears(3, arp({ senderMac: BERT, senderAddress: '198.51.100.1' }))).toBe(true);
    expect(made.hears(3, arp({ senderMac: BERT, senderAddress: '198.51.101.1' }))).toBe(false);
    expect(made.counts()).toEqual({ listDrops: 1, listPermits: 1, bindingDrops: 1 });
  });

  test('asks for senders by MAC address, whole or by some bits', () => {
    const maker = { value: numberOfMac('02-00-00-FF-FF-FF'), mask: numberOfMac('FF-FF-FF-00-00-00') };
    const made = inspection(listed([{ permits: true, mac: maker }]));
    expect(made.hears(3, arp({ senderMac: BERT, senderAddress: '192.0.2.99' }))).toBe(true);
    expect(made.hears(3, arp({ senderMac: '02-00-01-00-00-0B', senderAddress: '192.0.2.99' }))).toBe(false);
  });

  test('that is static denies what it does not name, bindings or not', () => {
    const made = inspection(listed([{ permits: true, address: subnet }], true));
    expect(made.hears(2, arp({}))).toBe(false);
    expect(made.hears(2, arp({ senderAddress: '0.0.0.0' }))).toBe(false);
    expect(made.counts()).toEqual({ listDrops: 2 });
  });
});

describe('validation', () => {
  const validating = (name: keyof InspectionSettings['validation']) =>
    inspection({ ...listed([{ permits: true }]), validation: { ...settings.validation, [name]: true } });

  test('of the source looks at requests and replies', () => {
    const made = validating('sourceMac');
    for (const operation of ['request', 'reply'] as const) {
      expect(made.hears(2, arp({ operation }))).toBe(true);
      expect(made.hears(2, arp({ operation }, { source: BERT }))).toBe(false);
    }
    expect(made.counts()).toEqual({ listPermits: 2, sourceMacFailures: 2 });
  });

  test('of the destination looks at replies', () => {
    const made = validating('destinationMac');
    expect(made.hears(2, arp({}))).toBe(true);
    expect(made.hears(2, arp({ operation: 'reply', targetMac: BERT }))).toBe(true);
    expect(made.hears(2, arp({ operation: 'reply', targetMac: BERT }, { destination: BROADCAST_MAC }))).toBe(false);
    expect(made.counts()).toEqual({ listPermits: 2, destinationMacFailures: 1 });
  });

  test.each(['0.0.0.0', '255.255.255.255', '224.0.0.1', '239.255.255.255'])(
    'of addresses lets no host be %s',
    (none) => {
      const made = validating('address');
      expect(made.hears(2, arp({ senderAddress: none }))).toBe(false);
      expect(made.hears(2, arp({ targetAddress: none }))).toBe(true);
      expect(made.hears(2, arp({ operation: 'reply', targetAddress: none }))).toBe(false);
      for (const targetAddress of ['223.255.255.254', '240.0.0.1']) {
        expect(made.hears(2, arp({ operation: 'reply', targetAddress }))).toBe(true);
      }
      expect(made.counts()).toEqual({ listPermits: 3, addressFailures: 2 });
    },
  );

  test.each([
    ['cut short', arp({}).subarray(0, 40)],
    ['of another hardware', Object.assign(arp({}), { 15: 6 })],
    ['of another kind of address', Object.assign(arp({}), { 16: 0x86, 17: 0xdd })],
    ['neither question nor answer', Object.assign(arp({}), { 21: 9 })],
    ['nothing', new Uint8Array(4)],
  ])('or none, a packet that is %s is dropped', (_, octets) => {
    const made = inspection(listed([{ permits: true }]));
    expect(made.hears(2, octets)).toBe(false);
    expect(made.counts()).toEqual({ addressFailures: 1 });
  });
});

describe('a flood', () => {
  const limited = (rate: number, burst: number) => inspection({ limits: new Map([[2, { rate, burst }]]) });
  const sends = (made: ReturnType<typeof inspection>, packets: number) =>
    Array.from({ length: packets }, () => made.hears(2, arp({}))).filter(Boolean).length;
  const floods = ({ news }: ReturnType<typeof inspection>) =>
    news.filter((one) => (one as { kind: string }).kind === 'flood');

  test('is cut to the rate, and told of once it lasts as long as is borne', () => {
    const made = limited(15, 3);
    expect([15, 0, 0, 0].map((packets) => sends(made, packets))).toEqual([15, 0, 0, 0]);
    expect(sends(made, 100)).toBe(0);
    made.now = 1000;
    expect(sends(made, 16)).toBe(15);
    expect(floods(made)).toEqual([]);
    made.now = 2000;
    expect(sends(made, 100)).toBe(15);
    expect(floods(made)).toEqual([{ kind: 'flood', port: 2, rate: 15 }]);
    expect(made.counts()).toEqual({ bindingPermits: 45 });
    expect(made.log()).toEqual(['1: 2 192.0.2.10 rate deny 186']);
  });

  test('that pauses for a second begins anew', () => {
    const made = limited(15, 2);
    for (const second of [0, 2, 4, 6]) {
      made.now = second * 1000;
      expect(sends(made, 100)).toBe(15);
    }
    made.now = 7000;
    sends(made, 15);
    made.now = 8000;
    sends(made, 16);
    expect(floods(made)).toEqual([]);
    made.now = 9000;
    sends(made, 16);
    expect(floods(made)).toHaveLength(1);
  });

  test('is one line of the log, whatever its packets say', () => {
    const made = limited(15, 3);
    sends(made, 15);
    for (const senderAddress of ['192.0.2.10', '192.0.2.11', '192.0.2.12']) made.hears(2, arp({ senderAddress }));
    expect(made.log()).toEqual(['1: 2 192.0.2.12 rate deny 3']);
  });

  test('is forgotten where the port is limited no more', () => {
    const made = limited(15, 2);
    const limits = new Map([[2, { rate: 15, burst: 2 }]]);
    expect(sends(made, 100)).toBe(15);
    made.configure({ limits });
    expect(sends(made, 100)).toBe(0);
    made.configure({ limits: new Map() });
    made.configure({ limits });
    expect(sends(made, 100)).toBe(15);
  });

  test('at one port is none at another', () => {
    const made = limited(15, 1);
    sends(made, 100);
    expect(made.hears(3, arp({ senderAddress: '0.0.0.0' }))).toBe(true);
  });
});

describe('the log', () => {
  test('holds alike packets as one, of which the first is told, and others once an interval', () => {
    const made = inspection();
    const spoof = () => made.hears(3, arp({ senderMac: BERT }));
    for (let at = 0; at < 10; at += 1) spoof();
    made.now = 4999;
    spoof();
    expect(made.news).toHaveLength(1);
    made.now = 5000;
    spoof();
    expect(made.news).toHaveLength(2);
    expect(made.log()).toEqual(['1: 3 192.0.2.10 binding deny 12']);
    const said = { index: 1, port: 3, vlan: 10, senderAddress: '192.0.2.10', senderMac: BERT };
    const when = { at: SOME_MOMENT + 5000, saidAt: SOME_MOMENT + 5000 };
    const decided = { targetAddress: '192.0.2.1', permits: false, reason: 'binding', count: 12 };
    expect(made.news[1]).toEqual({ kind: 'entry', entry: { ...said, ...decided, ...when } });
    made.hears(4, arp({ senderMac: BERT }));
    expect(made.log()[1]).toBe('2: 4 192.0.2.10 binding deny 1');
  });

  test('that is full takes nothing new, and says so once an interval', () => {
    const made = inspection({ logSize: 2 });
    for (let at = 1; at < 100; at += 1) made.hears(3, arp({ senderAddress: `198.51.100.${at}` }));
    expect(made.log()).toHaveLength(2);
    expect(made.news).toHaveLength(3);
    expect(made.news[2]).toEqual({ kind: 'full' });
    made.now = 5000;
    made.hears(3, arp({ senderAddress: '198.51.100.99' }));
    expect(made.news).toHaveLength(4);
    made.feed({ kind: 'clearLog' });
    made.hears(3, arp({ senderAddress: '198.51.100.99' }));
    expect(made.log()).toEqual(['3: 3 198.51.100.99 binding deny 1']);
  });

  test('begins anew where it is made smaller than what it holds', () => {
    const made = inspection();
    for (let at = 1; at < 10; at += 1) made.hears(3, arp({ senderAddress: `198.51.100.${at}` }));
    made.configure({ logSize: 9 });
    expect(made.log()).toHaveLength(9);
    made.configure({ logSize: 8 });
    expect(made.log()).toEqual([]);
  });

  test.each([
    ['deny', ['3']],
    ['permit', ['2']],
    ['all', ['2', '3']],
    ['none', []],
  ] as const)('keeps of bindings and of lists what is wanted: %s', (wanted, ports) => {
    const kept = (change: Partial<InspectionSettings>) => {
      const made = inspection(change);
      made.hears(2, arp({}));
      made.hears(3, arp({ senderAddress: '198.51.100.1' }));
      return made.log().map((line) => line.split(' ')[1]);
    };
    expect(kept({ vlans: new Map([[10, { ...plain, logsBindings: wanted }]]) })).toEqual(ports);
    const rule = { permits: true, address: { value: numberOfAddress('192.0.2.10'), mask: 0xffff_ffffn } };
    const list = { rules: [rule], isStatic: true };
    expect(kept({ vlans: new Map([[10, { ...plain, list, logsList: wanted }]]) })).toEqual(ports);
  });
});

test('counters begin anew, of some VLANs or of all, and outlast the inspection of their VLAN', () => {
  const made = inspection({
    vlans: new Map([
      [10, plain],
      [20, plain],
    ]),
  });
  const count = () => [10, 20].map((vlan) => made.hears(2, arp({}), vlan));
  count();
  made.feed({ kind: 'clearCounts', vlans: new Set([20]) });
  expect([...made.state().counts.keys()]).toEqual([10]);
  count();
  made.feed({ kind: 'clearCounts' });
  expect(made.state().counts.size).toBe(0);
  count();
  made.configure({ vlans: new Map([[20, plain]]) });
  expect([...made.state().counts.keys()]).toEqual([10, 20]);
});

describe('at its edges', () => {
  const denies = arp({ senderMac: BERT });

  test('what is no packet at all is denied, in the name of the frame’s source as far as it has one', () => {
    const made = inspection();
    const broken = buildEthernet({
      ...{ source: BERT, destination: BROADCAST_MAC, etherType: EtherType.arp },
      payload: Uint8Array.of(1, 2, 3),
    });
    expect([made.hears(3, broken), made.hears(3, Uint8Array.of(1, 2))]).toEqual([false, false]);
    expect([...made.state().log.values()]).toMatchObject([
      { senderMac: BERT, senderAddress: '0.0.0.0', targetAddress: '0.0.0.0', reason: 'address', count: 1 },
      { senderMac: '', senderAddress: '0.0.0.0', reason: 'address', count: 1 },
    ]);
    expect(made.counts()).toEqual({ addressFailures: 2 });
  });

  test('RARP is looked at in its own frame: its source is logged, its destination validated', () => {
    const made = inspection({ validation: { sourceMac: false, destinationMac: true, address: false } });
    const broken = buildEthernet({
      ...{ source: BERT, destination: BROADCAST_MAC, etherType: EtherType.reverseArp },
      payload: Uint8Array.of(1, 2, 3),
    });
    expect(made.hears(3, broken)).toBe(false);
    expect([...made.state().log.values()]).toMatchObject([{ senderMac: BERT, reason: 'address' }]);
    const reply = (destination: string) => {
      const octets = arp({ operation: 'reply', targetMac: BERT }, { destination });
      octets.set([0x80, 0x35], 12);
      octets.set([0, 4], 20);
      return made.hears(2, octets);
    };
    expect([reply(BERT), reply(ANNA)]).toEqual([true, false]);
    expect(made.counts()).toEqual({ addressFailures: 1, bindingPermits: 1, destinationMacFailures: 1 });
  });

  test('an entry says who asked for whom, where, and when', () => {
    const made = inspection();
    made.now = 10;
    made.hears(3, denies);
    made.now = 20;
    made.hears(3, denies);
    expect([...made.state().log.values()]).toEqual([
      {
        ...{ index: 1, port: 3, vlan: 10, senderMac: BERT, senderAddress: '192.0.2.10', targetAddress: '192.0.2.1' },
        ...{ permits: false, reason: 'binding', count: 2, at: SOME_MOMENT + 20, saidAt: SOME_MOMENT + 10 },
      },
    ]);
  });

  test('an entry is told again at the end of the interval, not a moment before', () => {
    const made = inspection();
    for (const now of [0, 4999, 5000, 9999, 10_000]) {
      made.now = now;
      made.hears(3, denies);
    }
    expect(made.news).toMatchObject([1, 3, 5].map((count) => ({ kind: 'entry', entry: { count } })));
  });

  test('that the log is full is told again at the end of the interval', () => {
    const made = inspection({ logSize: 1 });
    made.hears(3, denies);
    made.news.length = 0;
    for (const now of [0, 4999, 5000]) {
      made.now = now;
      made.hears(4, denies);
    }
    expect(made.news).toEqual([{ kind: 'full' }, { kind: 'full' }]);
    expect(made.log()).toHaveLength(1);
  });

  test('packets differ by port, VLAN, address, MAC address, reason and fate', () => {
    const made = inspection({
      ...{ validation: { sourceMac: true, destinationMac: false, address: false } },
      vlans: new Map([10, 20].map((vlan) => [vlan, { ...plain, logsBindings: 'all' as const }])),
    });
    made.hears(2, arp({}));
    made.hears(3, arp({}));
    made.hears(3, arp({}), 20);
    made.hears(3, arp({ senderAddress: '192.0.2.11' }));
    made.hears(3, denies);
    made.hears(3, arp({}, { source: BERT }));
    made.hears(3, arp({ targetAddress: '192.0.2.77' }));
    const entries = [...made.state().log.values()].map(({ index, count }) => [index, count]);
    expect(entries).toEqual([1, 2, 3, 4, 5, 6].map((index) => [index, index === 2 ? 2 : 1]));
  });

  test('a cleared log goes on with its numbers', () => {
    const made = inspection();
    made.hears(3, denies);
    made.feed({ kind: 'clearLog' });
    expect(made.log()).toEqual([]);
    made.hears(3, denies);
    expect(made.log()).toEqual(['2: 3 192.0.2.10 binding deny 1']);
    expect(made.counts()).toEqual({ bindingDrops: 2 });
  });

  test('each reason is logged as its own setting says, and what validation denies always', () => {
    const rules = [{ permits: false, address: { value: numberOfAddress('198.51.100.1'), mask: 0xffff_ffffn } }];
    const reasons = (logsList: LoggedVlan['logsList'], logsBindings: LoggedVlan['logsBindings']) => {
      const made = inspection({
        ...{ validation: { sourceMac: true, destinationMac: false, address: false } },
        vlans: new Map([[10, { list: { rules, isStatic: false }, logsList, logsBindings }]]),
      });
      made.hears(3, arp({ senderAddress: '198.51.100.1' }));
      made.hears(2, arp({}));
      made.hears(3, arp({}));
      made.hears(3, arp({}, { source: BERT }));
      return made.log().map((line) => line.split(' ').slice(3, 5).join(' '));
    };
    expect(reasons('none', 'none')).toEqual(['sourceMac deny']);
    expect(reasons('deny', 'none')).toEqual(['list deny', 'sourceMac deny']);
    expect(reasons('permit', 'permit')).toEqual(['binding permit', 'sourceMac deny']);
    expect(reasons('all', 'all')).toEqual(['list deny', 'binding permit', 'binding deny', 'sourceMac deny']);
    expect(reasons('none', 'deny')).toEqual(['binding deny', 'sourceMac deny']);
  });

  test('each fate counts in its own column of its own VLAN', () => {
    const rules = [true, false].map((permits, at) => ({
      permits,
      address: { value: numberOfAddress(`198.51.100.${at}`), mask: 0xffff_ffffn },
    }));
    const made = inspection({
      validation: { sourceMac: true, destinationMac: true, address: true },
      vlans: new Map([10, 20].map((vlan) => [vlan, { ...plain, list: { rules, isStatic: false } }])),
    });
    const reply = { operation: 'reply', targetMac: BERT, targetAddress: '192.0.2.1' } as const;
    made.hears(3, arp({ senderAddress: '198.51.100.0' }));
    for (let at = 0; at < 2; at += 1) made.hears(3, arp({ senderAddress: '198.51.100.1' }));
    for (let at = 0; at < 3; at += 1) made.hears(2, arp({}));
    for (let at = 0; at < 4; at += 1) made.hears(3, arp({}));
    for (let at = 0; at < 5; at += 1) made.hears(3, arp({}, { source: BERT }));
    for (let at = 0; at < 6; at += 1) made.hears(2, arp(reply, { destination: ANNA }));
    for (let at = 0; at < 7; at += 1) made.hears(2, arp({ senderAddress: '224.0.0.1' }));
    expect(made.counts()).toEqual({
      ...{ listPermits: 1, listDrops: 2, bindingPermits: 3, bindingDrops: 4 },
      ...{ sourceMacFailures: 5, destinationMacFailures: 6, addressFailures: 7 },
    });
    expect(made.state().counts.has(20)).toBe(false);
  });

  test('validation of addresses ends at groups and everybody, and looks at targets of replies only', () => {
    const passes = (packet: Partial<ArpPacket>) => {
      const made = inspection({ validation: { sourceMac: false, destinationMac: false, address: true } });
      made.hears(3, arp(packet));
      return made.counts().addressFailures === undefined;
    };
    const senders = ['223.255.255.255', '224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255', '0.0.0.0'];
    expect(senders.map((senderAddress) => passes({ senderAddress }))).toEqual([true, false, false, true, false, false]);
    expect(passes({ targetAddress: '224.0.0.1' })).toBe(true);
    expect(passes({ operation: 'reply', targetAddress: '224.0.0.1' })).toBe(false);
  });

  test('the second of a rate ends exactly, and a streak with the first second that is within it', () => {
    const limits = new Map([[2, { rate: 2, burst: 2 }]]);
    const flood = (...times: readonly number[]) => {
      const made = inspection({ limits });
      const passed = times.map((now) => {
        made.now = now;
        return made.hears(2, arp({}));
      });
      const floods = made.news.filter((news) => (news as { kind: string }).kind === 'flood');
      return [passed.filter(Boolean).length, floods.length];
    };
    expect(flood(0, 0, 0, 999)).toEqual([2, 0]);
    expect(flood(0, 0, 1000, 1000)).toEqual([4, 0]);
    expect(flood(0, 0, 0, 1000, 1000, 1000)).toEqual([4, 1]);
    expect(flood(0, 0, 0, 1999, 1999, 1999)).toEqual([4, 1]);
    expect(flood(0, 0, 0, 2000, 2000, 2000)).toEqual([4, 0]);
    expect(flood(0, 0, 0, 1000, 1000, 2000, 2000, 2000)).toEqual([6, 0]);
    expect(flood(0, 0, 0, 1500, 1999, 2000, 2000, 2000)).toEqual([6, 0]);
  });

  test('a flood that is borne for one second only is told with its entry', () => {
    const made = inspection({ limits: new Map([[2, { rate: 1, burst: 1 }]]) });
    for (let at = 0; at < 4; at += 1) made.hears(2, arp({}));
    expect(made.news).toMatchObject([
      { kind: 'entry', entry: { reason: 'rate', port: 2, permits: false } },
      { kind: 'flood', port: 2, rate: 1 },
    ]);
    expect(made.counts()).toEqual({ bindingPermits: 1 });
  });

  test('the log stays where it is made as small as what it holds, and so does the pace of a port', () => {
    const limits = new Map([2, 3].map((port) => [port, { rate: 1, burst: 9 }]));
    const made = inspection({ limits });
    for (const port of [2, 3]) for (let at = 0; at < 2; at += 1) made.hears(port, denies);
    const size = made.log().length;
    made.configure({ logSize: size });
    expect(made.log()).toHaveLength(size);
    expect(made.hears(2, arp({}))).toBe(false);
    made.configure({ logSize: size - 1 });
    expect(made.log()).toEqual([]);
  });
});
