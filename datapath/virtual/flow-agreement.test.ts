import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccessRulePlan, accessRuleKey } from '../../model/access-control/access-rule.ts';
import { firstPorts } from '../../model/values/port-list.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { encodeTag, pushTag } from '../../protocols/frames/vlan-tag.ts';
import { ManualClock } from '../clock.ts';
import { EventLog } from '../contract/event-log.ts';
import type { PortFrame } from '../contract/harness.ts';
import { ipFrame } from '../contract/ip-frames.ts';
import { randomSwitch } from '../contract/random-switch.ts';
import { stationMac } from '../contract/test-frame.ts';
import { groupRange, OWN_MAC, testPlan } from '../contract/test-plan.ts';
import type { FlushSelection, PuntedFrame } from '../datapath.ts';
import { addressKey, defaultPortPlan, type ForwardingPlan, planSections, type RatePlan } from '../plan.ts';
import type { PuntMatch, PuntPlan } from '../punt.ts';
import { emptyState, type ForwardingState, stateSections } from '../state.ts';
import { VirtualDatapath } from './virtual-datapath.ts';
import { copperPorts } from './virtual-harness.ts';

const PORTS = 6;
const random = randomSwitch(PORTS);
const every = firstPorts(PORTS);
/** Slow enough for frames of a weight to fill a line. */
const ABILITY = { speeds: [10], duplex: 'full', negotiates: true } as const;

/** Stations A to D at ports 1 to 4, in VLAN 1 untagged and in 2 and 40 tagged. */
const plainPlan: ForwardingPlan = {
  ...testPlan(),
  ports: new Map(
    copperPorts(PORTS).map(({ number }) => [number, { ...defaultPortPlan(every), flowControl: number === 1 }]),
  ),
  vlans: new Map([1, 2, 40].map((vlan) => [vlan, { members: every, untagged: vlan === 1 ? every : 0n }])),
};

const stations = ['A', 'B', 'C', 'D'];
/** Frames between the stations, each from its port. */
const plainFrames: readonly PortFrame[] = stations.flatMap((from, at) =>
  stations
    .filter((to) => to !== from)
    .flatMap((to) => {
      const untagged = ipFrame({ from: stationMac(from), to: stationMac(to), protocol: 17, destinationPort: 999 });
      const tagged = pushTag(untagged, encodeTag({ vid: 2, priority: 5, dropEligible: false }));
      return [untagged, tagged].map((frame) => ({ port: at + 1, frame }));
    }),
);

interface Side {
  readonly datapath: VirtualDatapath;
  send(sent: PortFrame, weight: number): void;
  setLink(port: number, link: 'up' | 'down'): void;
  advance(milliseconds: number): void;
  /** What came out since the last call, as text: thousands of frames are compared. */
  take(): { readonly left: string; readonly punted: PuntedFrame[]; readonly links: string };
}

async function side(keepsFlows: boolean): Promise<Side> {
  const clock = new ManualClock();
  const events = new EventLog();
  const ports = copperPorts(PORTS, [10]);
  const datapath = new VirtualDatapath({ ports, forwardingDatabaseSize: 9, mirrorSessions: 2, clock, keepsFlows });
  await datapath.start(events);
  let left = '';
  const cables = ports.map(({ number: port }) =>
    datapath.attach(port, {
      ability: ABILITY,
      receive: (frame, weight) => {
        left += `${weight} at ${port}: ${hex(frame)}\n`;
      },
    }),
  );
  return {
    datapath,
    send: ({ port, frame }, weight) => cables[port - 1]?.send(frame, weight),
    setLink: (port, link) => cables[port - 1]?.setLink(link),
    advance: (milliseconds) => clock.advance(milliseconds),
    take() {
      const taken = { left, punted: events.takePunted(), links: JSON.stringify(events.portChanges.splice(0)) };
      left = '';
      return taken;
    },
  };
}

/** Two switches that differ by nothing but whether they keep flows, and have to be alike in everything. */
class Twins {
  readonly #sides: readonly [Side, Side];
  #plan = plainPlan;
  #state = emptyState;

  private constructor(sides: readonly [Side, Side]) {
    this.#sides = sides;
  }

  static async start(): Promise<Twins> {
    const twins = new Twins([await side(true), await side(false)]);
    await twins.apply({});
    // Rows end between two sweeps of the table.
    twins.advance(4000);
    for (const sent of plainFrames) await twins.send(sent, 1);
    return twins;
  }

  /** Puts another plan in force; one that is refused by either is refused by both. */
  async apply(change: Partial<ForwardingPlan>): Promise<void> {
    const plan = { ...this.#plan, ...change };
    const outcomes = await Promise.allSettled(this.#sides.map(({ datapath }) => datapath.apply(plan)));
    expect(outcomes[0]?.status).toBe(outcomes[1]?.status);
    if (outcomes[0]?.status === 'fulfilled') this.#plan = plan;
    this.#compare();
  }

  update(change: Partial<ForwardingState>): void {
    this.#state = { ...this.#state, ...change };
    for (const { datapath } of this.#sides) datapath.update(this.#state);
    this.#compare();
  }

  /** Sends on both, and lets go on what was taken out. */
  async send(sent: PortFrame, weight: number): Promise<void> {
    for (const one of this.#sides) one.send(sent, weight);
    const punted = this.#compare();
    for (const frame of punted) for (const { datapath } of this.#sides) datapath.resume(frame);
    this.#compare();
  }

  async flush(selection: FlushSelection): Promise<void> {
    for (const { datapath } of this.#sides) await datapath.flush(selection);
  }

  setLink(port: number, link: 'up' | 'down'): void {
    for (const one of this.#sides) one.setLink(port, link);
    this.#compare();
  }

  advance(milliseconds: number): void {
    for (const one of this.#sides) one.advance(milliseconds);
    this.#compare();
  }

  get flows(): number {
    return this.#sides[0].datapath.flows;
  }

  #compare(): PuntedFrame[] {
    const [kept, plain] = [this.#sides[0].take(), this.#sides[1].take()];
    expect(kept.left).toBe(plain.left);
    expect(kept.links).toBe(plain.links);
    if (kept.punted.length + plain.punted.length > 0) expect(kept.punted).toEqual(plain.punted);
    return plain.punted;
  }

  /** Holds counters, addresses with their ages, and drops of both against each other. */
  async compareTables(): Promise<void> {
    const [kept, plain] = await Promise.all(this.#sides.map(({ datapath }) => tablesOf(datapath)));
    expect(kept).toEqual(plain);
  }
}

const hex = (octets: Uint8Array) => Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('hex');

async function tablesOf(datapath: VirtualDatapath) {
  return {
    counters: await datapath.portCounters(),
    // With ages.
    addresses: await datapath.forwardingDatabase(),
    rates: await datapath.rateDrops(),
    hits: await datapath.accessHits(),
    mirrors: await datapath.mirrorDrops(),
    sources: await datapath.secureSources(),
    attacks: await datapath.attackDrops(),
  };
}

const planNames = Object.keys(planSections) as readonly (keyof ForwardingPlan)[];
const stateNames = Object.keys(stateSections) as readonly (keyof ForwardingState)[];

function only<Sections extends object>(sections: Sections, name: keyof Sections): Partial<Sections> {
  const one: Partial<Sections> = {};
  one[name] = sections[name];
  return one;
}

const NONE: RatePlan = {
  ...{ ingressKilobits: undefined, egressKilobits: undefined, broadcasts: undefined },
  ...{ multicasts: undefined, unknownUnicasts: undefined },
};
/** Rates that a few frames use up. */
const slowRates = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: PORTS }), fc.constantFrom(8, 64, 400)), {
    selector: ([port]) => port,
    maxLength: 3,
  })
  .map((rates) => ({
    rates: new Map(
      rates.map(([port, rate]) => [port, { ...NONE, ingressKilobits: rate, broadcasts: 3, egressKilobits: rate * 2 }]),
    ),
  }));

const planChange = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...planNames), random.plan).map(([name, plan]) => only(plan, name)),
  },
  { weight: 2, arbitrary: fc.constantFrom(...planNames).map((name) => only(plainPlan, name)) },
  { weight: 2, arbitrary: slowRates },
  { weight: 1, arbitrary: fc.constant({ learning: { constraint: 'independent', ageingTime: 10 } } as const) },
);
const stateChange = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...stateNames), random.state).map(([name, of]) => only(of, name)) },
  { weight: 2, arbitrary: fc.constant(emptyState) },
);
/** Most are sent often enough to be known. */
const traffic = fc.record({
  sent: fc.oneof(fc.constantFrom(...plainFrames), fc.constantFrom(...plainFrames), random.frame),
  times: fc.constantFrom(1, 3, 4),
  weight: fc.constantFrom(1, 1, 1, 2, 20_000),
});
const selection = fc.record(
  { ports: fc.bigInt({ min: 0n, max: every }), vlans: fc.constantFrom(new Set([1]), new Set([2, 40])) },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 12, arbitrary: traffic.map((send) => ({ send })) },
  { weight: 2, arbitrary: planChange.map((plan) => ({ plan })) },
  { weight: 2, arbitrary: stateChange.map((state) => ({ state })) },
  { weight: 2, arbitrary: fc.constantFrom(1, 400, 9_999, 10_000, 299_000, 300_000).map((advance) => ({ advance })) },
  { weight: 1, arbitrary: selection.map((flush) => ({ flush })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ port: fc.integer({ min: 1, max: PORTS }), link: fc.constantFrom('down' as const, 'up' as const) })
      .map((link) => ({ link })),
  },
);

test('frames fare alike whether flows are kept or not, whatever changes between them', async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const twins = await Twins.start();
      for (const next of steps) {
        if ('send' in next) {
          for (let time = 0; time < next.send.times; time += 1) await twins.send(next.send.sent, next.send.weight);
        } else if ('plan' in next) await twins.apply(next.plan);
        else if ('state' in next) twins.update(next.state);
        else if ('advance' in next) twins.advance(next.advance);
        else if ('flush' in next) await twins.flush(next.flush);
        else twins.setLink(next.link.port, next.link.link);
        await twins.compareTables();
      }
      kept += twins.flows;
    }),
    { numRuns: 80 },
  );
  expect(kept).toBeGreaterThan(80);
});

describe('between two equal frames', () => {
  /** Puts a change between frames that are known. */
  async function between(change: (twins: Twins) => unknown, before: Partial<ForwardingPlan> = {}): Promise<void> {
    const twins = await Twins.start();
    await twins.apply(before);
    for (let time = 0; time < 3; time += 1) for (const sent of plainFrames) await twins.send(sent, 1);
    await twins.compareTables();
    expect(twins.flows).toBeGreaterThan(plainFrames.length / 2);
    await change(twins);
    for (let time = 0; time < 2; time += 1) for (const sent of plainFrames) await twins.send(sent, 1);
    await twins.compareTables();
  }

  test.each(planNames)('another %s in the plan is followed at once', async (name) => {
    for (const plan of fc.sample(random.plan, 3)) await between((twins) => twins.apply(only(plan, name)));
  });

  test.each(stateNames)('another %s in the state is followed at once', async (name) => {
    for (const state of fc.sample(random.state, 3)) await between((twins) => twins.update(only(state, name)));
  });

  test.each([1n, 2n, 5n, every])('addresses at ports %s are forgotten', async (ports) => {
    await between((twins) => twins.flush({ ports }));
  });

  test.each([9_999, 10_000, 60_000])('%s ms pass, in which one station sends', async (milliseconds) => {
    const learning = { constraint: 'independent', ageingTime: 10 } as const;
    await between(
      async (twins) => {
        for (let passed = 0; passed < milliseconds; passed += 3333) {
          twins.advance(3333);
          for (const sent of plainFrames.slice(0, 3)) await twins.send(sent, 1);
        }
        await twins.compareTables();
      },
      { learning },
    );
  });

  test('a station moves to another port', async () => {
    await between((twins) => twins.send({ port: 5, frame: plainFrames[0]?.frame ?? new Uint8Array() }, 1));
  });

  test('a station is heard in another VLAN that shares its addresses', async () => {
    const learning = { constraint: 'shared', ageingTime: 300 } as const;
    const elsewhere = plainFrames.map(({ port, frame }) => ({ port, frame: pushTag(frame, 40) }));
    await between(
      async (twins) => {
        for (const sent of elsewhere) await twins.send(sent, 1);
        for (const sent of plainFrames) await twins.send(sent, 1);
        await twins.flush({ vlans: new Set([40]) });
        await twins.compareTables();
      },
      { learning },
    );
  });

  test.each([2, 5, 6])('the link of port %s, of which two are a trunk, goes and comes back', async (port) => {
    const trunks = new Map([[5001, { members: 0b11_0000n, hash: 'sourceDestinationMac' as const }]]);
    const toTrunk = plainFrames.slice(0, 6);
    await between(
      async (twins) => {
        // Station D moves behind the trunk.
        for (const link of ['up', 'down', 'up'] as const) {
          twins.setLink(port, link);
          for (const { frame } of plainFrames.slice(-6)) await twins.send({ port: 5, frame }, 1);
          for (let time = 0; time < 3; time += 1) for (const sent of toTrunk) await twins.send(sent, 1);
        }
      },
      { trunks },
    );
  });

  test('rules and secured ports go on counting', async () => {
    const pinned = [1, 2].map((vlan) => ({ vlan, address: stationMac('B'), port: 2 }));
    await between(() => {}, {
      accessControl: new Map([
        [
          accessRuleKey(1, 1),
          {
            match: [{ field: 'destinationPort', value: 999n, mask: 0xffffn }],
            ...{ ports: every, action: 'permit', priority: 5 },
          },
        ],
      ]),
      portSecurity: new Map([[2, { maximum: 8 }]]),
      staticUnicast: new Map(pinned.map((entry) => [addressKey(entry.vlan, entry.address), entry])),
    });
  });

  test('frames are longer than before', async () => {
    const longer = plainFrames.map(({ port, frame }) => {
      const long = new Uint8Array(1600);
      long.set(frame);
      return { port, frame: long };
    });
    await between(async (twins) => {
      for (const sent of longer) await twins.send(sent, 1);
    });
  });

  /** Packets that differ by nothing but what stages look for in them, and frames to groups. */
  const alike: readonly PortFrame[] = [
    ipFrame({ protocol: 17, destinationPort: 999 }),
    ipFrame({ protocol: 17, destinationPort: 80 }),
    ipFrame({ protocol: 17, destinationPort: 999, fragment: 2 }),
    ipFrame({ protocol: 17, destinationPort: 999, dscp: 46 }),
    ipFrame({ protocol: 6, destinationPort: 999, sourcePort: 4000, tcpFlags: 0x02 }),
    ipFrame({ protocol: 6, destinationPort: 999, sourcePort: 4000, tcpFlags: 0x03 }),
    ipFrame({ protocol: 6, destinationPort: 80 }),
    // The same, its packet ending within the header of TCP.
    withOctet(ipFrame({ protocol: 6, destinationPort: 80 }), 17, 30),
    ipFrame({ protocol: 1, type: 8 }),
    // Behind an extension header.
    ipFrame({ destination: '2001:db8::9', protocol: 17, destinationPort: 999, fragment: 0 }),
    ipFrame({ destination: '2001:db8::9', protocol: 17, destinationPort: 80, fragment: 0 }),
    ipFrame({ destination: '2001:db8::9', source: '2001:db8::1', protocol: 17, destinationPort: 80 }),
    ipFrame({ destination: '2001:db8::9', source: '2001:db8::1', protocol: 17, destinationPort: 999 }),
    ipFrame({ to: '01-00-5E-01-01-01', destination: '239.1.1.1', protocol: 17, destinationPort: 80 }),
    ipFrame({ to: '01-00-5E-01-01-01', destination: '238.1.1.1', protocol: 17, destinationPort: 999 }),
    ipFrame({ to: 'FF-FF-FF-FF-FF-FF', destination: '10.0.0.255', protocol: 17, destinationPort: 999 }),
    ipFrame({ to: OWN_MAC, destination: '10.0.0.1', protocol: 17, destinationPort: 999 }),
    ipFrame({ to: '01-00-5E-01-01-01', destination: '224.0.0.5', protocol: 17, destinationPort: 999 }),
    withOctet(ipFrame({ protocol: 17, destinationPort: 999 }), 63, 1),
    arp('10.0.0.1'),
    arp('10.0.0.9'),
    request,
  ].flatMap((frame) => [
    { port: 1, frame },
    { port: 1, frame: pushTag(frame, encodeTag({ vid: 2, priority: 5, dropEligible: false })) },
  ]);
  const UDP = { etherType: 0x0800, ipProtocol: 17 };
  const punt = (match: PuntMatch, action: PuntPlan['action']) => ({
    punts: new Map<string, PuntPlan>([['class', { stage: 'inspection', action, rate: 100_000, matches: [match] }]]),
  });
  const rule = (match: AccessRulePlan['match'], does: Partial<AccessRulePlan>) => ({
    accessControl: new Map<number, AccessRulePlan>([
      [accessRuleKey(1, 1), { match, ports: every, action: 'permit', ...does }],
    ]),
  });
  const toPort = (value: bigint) => [{ field: 'destinationPort', value, mask: 0xffffn }] as const;
  const own = {
    name: 'own',
    enabled: true,
    mac: OWN_MAC,
    addresses: [{ address: OWN_ADDRESS, prefix: 24 }],
    dhcpClient: false,
  };
  const settings: Readonly<Record<string, Partial<ForwardingPlan>>> = {
    'an attack is denied': { deniedAttacks: new Map([['tcpSynFin', true]]) },
    'a rule drops a port': rule(toPort(80n), { action: 'deny' }),
    'a rule drops by octets': rule([{ field: 'l2+60', value: 1n, mask: 0xffn }], { action: 'deny' }),
    'a rule gives a priority': rule([], { priority: 3 }),
    'a rule gives a DSCP': rule([], { dscp: 46 }),
    'a rule has a rate': rule(toPort(999n), { rateKilobits: 8 }),
    'a rule copies': {
      ...rule(toPort(999n), { copyTo: 6 }),
      mirrors: new Map([[1, { session: 1, target: 6, ingress: 0n, egress: 0n }]]),
    },
    'the agent gets copies': punt({ ...UDP, destinationPort: 999 }, 'copy'),
    'the agent takes out packets': punt({ ...UDP, destinationPort: 80 }, 'take'),
    'the agent takes out ARP of a sender': punt({ etherType: 0x0806, arpSender: '10.0.0.1' }, 'take'),
    'the switch listens': { interfaces: new Map([[1, { ...own, vlan: 1 }]]) },
    'groups are filtered': { multicastFiltering: new Map([[1, 'filterUnregistered']]) },
    'a multicast VLAN takes packets of its groups': {
      multicastVlans: new Map([
        [
          60,
          {
            ...{ members: every, untagged: every, sources: 1n, messages: [], priority: undefined },
            groups: [groupRange(['239.1.0.0', '239.1.255.255'])],
          },
        ],
      ]),
    },
    'packets wait by their DSCP': {
      queueing: {
        priorities: [0, 1, 2, 3, 4, 5, 6, 7],
        codePoints: Array.from({ length: 64 }, (_, dscp) => dscp >>> 3),
        trafficClasses: new Map(),
        weights: undefined,
      },
    },
  };

  test.each(Object.entries(settings))('packets that differ little fare as they should when %s', async (_name, plan) => {
    const twins = await Twins.start();
    await twins.apply(plan);
    for (let time = 0; time < 4; time += 1) {
      for (const sent of alike) for (let again = 0; again < 3; again += 1) await twins.send(sent, 150);
      twins.advance(100);
    }
    twins.advance(5000);
    await twins.compareTables();
  });
});

function withOctet(frame: Uint8Array, at: number, octet: number): Uint8Array {
  const changed = frame.slice();
  changed[at] = octet;
  return changed;
}

const OWN_ADDRESS = '10.0.0.77';

/** From A, who asks for the switch. */
const request = padFrame(
  buildEthernet({
    ...{ destination: 'FF-FF-FF-FF-FF-FF', source: stationMac('A'), etherType: EtherType.arp },
    payload: buildArp({
      ...{ operation: 'request', senderMac: stationMac('A'), senderAddress: '10.0.0.1' },
      ...{ targetMac: '00-00-00-00-00-00', targetAddress: OWN_ADDRESS },
    }),
  }),
);

/** ARP from A to B whose sender says that this is its address. */
function arp(senderAddress: string): Uint8Array {
  return padFrame(
    buildEthernet({
      ...{ destination: stationMac('B'), source: stationMac('A'), etherType: EtherType.arp },
      payload: buildArp({
        ...{ operation: 'reply', senderMac: stationMac('A'), senderAddress },
        ...{ targetMac: stationMac('B'), targetAddress: '10.0.0.2' },
      }),
    }),
  );
}
