import fc from 'fast-check';
import type { AccessRulePlan } from '../../model/access-control/access-rule.ts';
import { firstPorts, type PortList, portListOf } from '../../model/values/port-list.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { encodeTag, pushTag } from '../../protocols/frames/vlan-tag.ts';
import { type Attack, attacks, fragmentAttacks } from '../attack.ts';
import { bridgePortOf } from '../bridge-ports.ts';
import {
  addressKey,
  type ClassifierPlan,
  defaultPortPlan,
  emptyPlan,
  type ForwardingPlan,
  type InterfacePlan,
  type MirrorPlan,
  type PortPlan,
  type PortSecurityPlan,
  type RatePlan,
  type TrunkPlan,
} from '../plan.ts';
import type { PortAccess } from '../port-access.ts';
import type { PuntMatch, PuntPlan } from '../punt.ts';
import type { QueueingPlan } from '../queueing.ts';
import { EVERY_VLAN, emptyState, type ForwardingState } from '../state.ts';
import { attackFrame, TcpFlag, type TestPacket } from './attack-packets.ts';
import type { PortFrame } from './harness.ts';
import { randomAccessControl, randomPacket } from './random-access.ts';
import { randomLongShape, randomShape, type Shape } from './random-shapes.ts';
import { packet, stationMac } from './test-frame.ts';
import { controlClasses, groupRange, OWN_MAC } from './test-plan.ts';

/** Parts of random switches. */
export interface RandomSwitch {
  readonly plan: fc.Arbitrary<ForwardingPlan>;
  readonly state: fc.Arbitrary<ForwardingState>;
  readonly frame: fc.Arbitrary<PortFrame>;
}

/**
 * Sections of plan and state that a test may leave out: `interfaces` where the host behind them would send frames of its
 * own.
 */
export type LeftOut =
  | 'interfaces'
  | 'trunks'
  | 'groups'
  | 'destinationFilter'
  | 'inspection'
  | 'packetContent'
  | 'serviceTag'
  | 'mirrors'
  | 'longFrames';

const VLANS = [1, 2, 40];
const STREAM_VLAN = 60;
const UNKNOWN_VLAN = 99;
/** A MAC address as a number. */
const macValue = (mac: string) => BigInt(`0x${mac.replaceAll('-', '')}`);
const STATIONS = ['A', 'B', 'C', 'D'].map(stationMac);
const GROUPS = ['01-00-5E-01-01-01', '33-33-00-00-00-77'];
/** Packets whose frames go to `GROUPS`, some of them to addresses of `STREAMS`. */
const PACKETS: readonly (readonly [to: string, mac: string])[] = [
  ['239.1.1.1', '01-00-5E-01-01-01'],
  ['238.1.1.1', '01-00-5E-01-01-01'],
  ['ff05::77', '33-33-00-00-00-77'],
  ['ff05::8:77', '33-33-00-08-00-77'],
];
const STREAMS = [groupRange(['239.1.0.200', '239.1.2.9']), groupRange(['ff05::33', 'ff05::101'])];
const BROADCAST = 'FF-FF-FF-FF-FF-FF';
const CONTROL = [
  '01-80-C2-00-00-00',
  '01-80-C2-00-00-01',
  '01-80-C2-00-00-03',
  '01-80-C2-00-00-0E',
  '01-80-C2-00-00-21',
  '01-80-C2-00-00-2F',
];
const PASSABLE = ['01-80-C2-00-00-21'];
const TRUNKS = [5001, 5002];
/** High enough that no test reaches it: rates are the matter of scenarios. */
const RATE = 100_000;
const S_TAG = 0x88a8;
const NO_LIMIT = {
  ingressKilobits: undefined,
  egressKilobits: undefined,
  broadcasts: undefined,
  multicasts: undefined,
  unknownUnicasts: undefined,
};
const QUEUEINGS: readonly QueueingPlan[] = [
  { priorities: [2, 0, 1, 3, 4, 5, 6, 7], codePoints: undefined, trafficClasses: new Map(), weights: undefined },
  {
    priorities: [0, 1, 2, 3, 4, 5, 6, 7],
    codePoints: Array.from({ length: 64 }, (_, dscp) => dscp >>> 3),
    trafficClasses: new Map([[0, 6]]),
    weights: [1, 2, 4, 8, 16, 32, 64, 127],
  },
  {
    priorities: [7, 6, 5, 4, 3, 2, 1, 0],
    codePoints: Array.from({ length: 64 }, (_, dscp) => dscp & 7),
    trafficClasses: new Map([0, 46 << 2, (46 << 2) | 1, 255].map((value, at) => [value, at + 1])),
    weights: undefined,
  },
];
const RATES: readonly RatePlan[] = [
  { ...NO_LIMIT, ingressKilobits: 1_000_000 },
  { ...NO_LIMIT, broadcasts: RATE, unknownUnicasts: RATE },
  { ...NO_LIMIT, ingressKilobits: 1_000_000, multicasts: RATE },
  { ...NO_LIMIT, egressKilobits: 1_000_000 },
];

/** The setting of most ports. */
const everyFrame = ['all', 'all', 'all', 'all', 'all', 'all'] as const;

/** Messages to a service, as snooping takes them out. */
const UDP_MESSAGES: PuntMatch = { etherType: EtherType.ipv4, ipProtocol: 17, destinationPort: 80 };

const { fin, syn, psh, ack, urg } = TcpFlag;
/** Segments, of which many have the shape of an attack. */
const segment: fc.Arbitrary<TestPacket> = fc.record({
  version: fc.constantFrom(4, 6),
  to: fc.constantFrom(1, 2),
  protocol: fc.constantFrom('tcp', 'tcp', 'udp', 'icmp'),
  ports: fc.constantFrom([7, 7], [80, 1024], [1024, 80], [0, 0]),
  flags: fc.constantFrom(0, syn, syn | fin, fin | psh | urg, ack, syn | ack),
  carried: fc.constantFrom(12, 20, 40),
});

/** Small switches, so that frames meet: few ports, VLANs, stations and groups, and every section of plan and state. */
export function randomSwitch(ports: number, leftOut: readonly LeftOut[] = []): RandomSwitch {
  const atMost = (section: LeftOut, count: number) => (leftOut.includes(section) ? 0 : count);
  const port = fc.integer({ min: 1, max: ports });
  const list = fc.bigInt({ min: 0n, max: firstPorts(ports) });
  const most = fc.oneof({ weight: 3, arbitrary: fc.constant(firstPorts(ports)) }, { weight: 1, arbitrary: list });
  const vlan = fc.constantFrom(...VLANS);
  const usually = fc.integer({ min: 0, max: 9 }).map((number) => number > 0);
  const seldom = usually.map((yes) => !yes);
  const map = <Key, Value>(key: fc.Arbitrary<Key>, value: fc.Arbitrary<Value>, maxLength: number) =>
    fc
      .uniqueArray(fc.tuple(key, value), { selector: ([one]) => one, maxLength })
      .map((entries): ReadonlyMap<Key, Value> => new Map(entries));

  const portPlan = fc
    .record({
      admin: usually,
      maximumFrame: leftOut.includes('longFrames') ? fc.constant(1522) : fc.constantFrom(1522, 1522, 1522, 1522, 9216),
      bpduPass: seldom,
      eapPass: seldom,
      pvid: fc.constantFrom(...VLANS, ...VLANS, ...VLANS, UNKNOWN_VLAN),
      priority: fc.constantFrom(0, 0, 3),
      acceptableFrameTypes: fc.constantFrom(...everyFrame, 'tagged', 'untaggedAndPriority'),
      ingressFiltering: fc.boolean(),
      forwardTo: most,
    })
    .map((wanted) => ({ ...defaultPortPlan(wanted.forwardTo), ...wanted }));
  const vlanPlan = fc
    .record({ members: most, untagged: list })
    .map(({ members, untagged }) => ({ members, untagged: untagged & members }));
  const configuredVlan = fc
    .tuple(vlanPlan, fc.oneof(fc.constant(0n), list))
    .map(([membership, forbidden]) => ({ ...membership, forbidden: forbidden & ~membership.members }));
  const trunks = fc
    .shuffledSubarray(Array.from({ length: ports }, (_, at) => at + 1))
    .chain((order) =>
      fc.tuple(
        fc.constant(order),
        fc.constantFrom(0, 0, atMost('trunks', 2), atMost('trunks', 3)),
        fc.constantFrom(0, 0, atMost('trunks', 2)),
      ),
    )
    .map(([order, first, second]): ReadonlyMap<number, TrunkPlan> => {
      const groups = [order.slice(0, first), order.slice(first, first + second)];
      return new Map(
        groups.flatMap((members, at): [number, TrunkPlan][] =>
          members.length === 0
            ? []
            : [[TRUNKS[at] ?? 0, { members: portListOf(members), hash: 'sourceDestinationMac' }]],
        ),
      );
    });
  const pinned = fc.record({ vlan, address: fc.constantFrom(...STATIONS), port });
  const mirror: fc.Arbitrary<MirrorPlan> = fc.record({
    session: fc.constantFrom(1, 2),
    target: port,
    ingress: list,
    egress: list,
  });
  const group = fc.record({ vlan, address: fc.constantFrom(...GROUPS), ports: list, forbidden: fc.constant(0n) });
  const own = vlan.map(
    (each): InterfacePlan => ({
      vlan: each,
      name: `vlan${each}`,
      enabled: true,
      mac: OWN_MAC,
      addresses: [],
      dhcpClient: false,
    }),
  );
  const punt = fc.record({
    stage: fc.constantFrom('inspection', 'inspection', 'delivery', 'learning'),
    action: fc.constantFrom('copy', 'take'),
    rate: fc.constant(RATE),
    eachPort: fc.boolean(),
    matches: fc.oneof(
      fc.constant([UDP_MESSAGES]),
      fc.constantFrom(EtherType.ipv4, EtherType.ipv6).map((etherType) => [{ etherType }]),
      list.map((of) => [{ ports: of, etherType: EtherType.arp }]),
      fc.constantFrom(UDP_MESSAGES, { etherType: EtherType.arp }).map((match) => [{ ...match, behindTwoTags: true }]),
      fc.constant([{ etherType: EtherType.arp, arpOperation: 1, arpSender: '10.0.0.1' }]),
      vlan.map((each) => [{ vlan: each, etherType: EtherType.experimental }]),
      fc.constantFrom(...GROUPS).map((destination) => [{ destination }]),
      list.map((of) => [{ ports: of, etherType: EtherType.experimental }]),
    ),
  });

  const streamVlan = fc
    .record({
      ...{ members: most, untagged: list, sources: list },
      groups: fc.subarray(STREAMS),
      messages: fc.subarray([{ etherType: EtherType.experimental }, { etherType: EtherType.ipv6, ipProtocol: 253 }]),
      priority: fc.constantFrom(undefined, 4),
    })
    .map((wanted) => ({
      ...wanted,
      untagged: wanted.untagged & wanted.members,
      sources: wanted.sources & wanted.members,
    }));

  const into = { vlan, priority: fc.constantFrom(0, 6) };
  const classifier: fc.Arbitrary<ClassifierPlan> = fc.oneof(
    fc.record({ rank: fc.constant('station'), source: fc.constantFrom(...STATIONS), ...into }),
    fc.record({ rank: fc.constant('voice'), prefix: fc.constant(stationMac('A')), ports: list, ...into }),
    fc.record({ rank: fc.constant('surveillance'), source: fc.constantFrom(...STATIONS), ports: list, ...into }),
    fc.record({
      rank: fc.constant('protocol'),
      frameType: fc.constant('ethernet'),
      value: fc.constantFrom(EtherType.experimental, EtherType.ipv4, S_TAG),
      ports: list,
      ...into,
    }),
  );

  const deniable = attacks.filter((attack) => !leftOut.includes('packetContent') || !fragmentAttacks.has(attack));
  const plan = fc
    .record({
      ports: fc.array(portPlan, { minLength: ports, maxLength: ports }),
      vlans: fc.oneof(
        { weight: 3, arbitrary: fc.tuple(...VLANS.map((each) => configuredVlan.map((one) => [each, one] as const))) },
        { weight: 1, arbitrary: map(vlan, configuredVlan, VLANS.length).map((some) => [...some]) },
      ),
      trunks,
      instances: map(vlan, fc.constant(1), 2),
      constraint: fc.constantFrom('independent' as const, 'shared' as const),
      pinned: fc.uniqueArray(pinned, { selector: ({ address }) => address, maxLength: 2 }),
      groups: fc.array(group, { maxLength: atMost('groups', 2) }),
      filtering: map(vlan, fc.constantFrom('forwardAll', 'filterUnregistered'), atMost('groups', 2)),
      streams: map(fc.constant(STREAM_VLAN), streamVlan, 1),
      secured: fc.oneof(
        { weight: 2, arbitrary: fc.constant<number[]>([]) },
        { weight: 1, arbitrary: fc.uniqueArray(port, { maxLength: 3 }) },
      ),
      denied: fc.oneof(
        { weight: 2, arbitrary: fc.constant<Attack[]>([]) },
        { weight: 1, arbitrary: fc.subarray(deniable) },
      ),
      passed: fc.subarray(PASSABLE),
      filtered: fc.uniqueArray(fc.constantFrom(...STATIONS), { maxLength: atMost('destinationFilter', 1) }),
      mirrors: fc.oneof(
        fc.constant<MirrorPlan[]>([]),
        fc.uniqueArray<MirrorPlan, number>(mirror, {
          selector: ({ session }) => session,
          maxLength: atMost('mirrors', 2),
        }),
      ),
      interfaces: fc.array(own, { maxLength: atMost('interfaces', 1) }),
      classifiers: fc.uniqueArray(classifier, { selector: ({ rank }) => rank, maxLength: 3 }),
      queueing: fc.constantFrom(undefined, ...QUEUEINGS),
      rates: map(port, fc.constantFrom(...RATES), 2),
      access: randomAccessControl(VLANS, STATIONS.map(macValue), most, !leftOut.includes('packetContent')),
      punts: map(fc.constantFrom('firstClass', 'secondClass', 'thirdClass'), punt, atMost('inspection', 3)),
    })
    .map(
      (wanted): ForwardingPlan => ({
        ...emptyPlan,
        ports: new Map(wanted.ports.map((each, at) => [at + 1, withLength(wanted, at + 1, each)])),
        vlans: new Map(wanted.vlans),
        queueing: wanted.queueing,
        rates: wanted.rates,
        classifiers: new Map(wanted.classifiers.map((one) => [one.rank, one])),
        trunks: withoutMirrored(wanted.trunks, wanted.mirrors),
        spanningTreeInstances: wanted.instances,
        learning: { constraint: wanted.constraint, ageingTime: 300 },
        staticUnicast: new Map(
          wanted.pinned.map(({ vlan: of, address, port: to }) => [
            addressKey(of, address),
            { vlan: of, address, port: pinnable(wanted, to) },
          ]),
        ),
        groups: new Map(wanted.groups.map((entry) => [addressKey(entry.vlan, entry.address), entry])),
        multicastFiltering: wanted.filtering,
        multicastVlans: wanted.streams,
        deniedAttacks: new Map(wanted.denied.map((attack) => [attack, true])),
        portSecurity: securedOf(wanted),
        passedGroups: new Map(wanted.passed.map((group) => [group, true])),
        destinationFilter: new Map(wanted.filtered.map((address) => [address, true])),
        mirrors: new Map(wanted.mirrors.map((each) => [each.session, each])),
        accessControl: new Map(wanted.access.map(([key, rule]) => [key, copying(rule, wanted.mirrors)])),
        // Rules see to it that the VLAN of an interface exists.
        interfaces: new Map(
          wanted.interfaces
            .filter((each) => wanted.vlans.some(([id]) => id === each.vlan))
            .map((each) => [each.vlan, each]),
        ),
        punts: new Map<string, PuntPlan>([...Object.entries(classes), ...wanted.punts]),
      }),
    );

  const instance = fc
    .record({ learning: most, forwarding: most })
    .map(({ learning, forwarding }) => ({ learning, forwarding: forwarding & learning }));
  const none = <Key, Value>(): ReadonlyMap<Key, Value> => new Map();
  const portAccess = fc.record<PortAccess>({
    admits: fc.oneof(
      fc.constant('everybody' as const),
      fc.uniqueArray(fc.constantFrom(...STATIONS), { maxLength: 2 }).map((stations) => new Set(stations)),
    ),
    sends: fc.boolean(),
    vlan: fc.oneof(fc.constant(undefined), vlan),
    stationVlans: fc.oneof(fc.constant(none<string, number>()), map(fc.constantFrom(...STATIONS), vlan, 2)),
    isGuest: fc.boolean(),
  });
  const state = fc
    .record({
      instances: map(fc.constantFrom(0, 1), instance, 2),
      trunks: map(fc.constantFrom(...TRUNKS), fc.record({ collecting: most, distributing: most }), 2),
      blocked: fc.oneof(
        fc.constant(none<number, { ports: PortList }>()),
        map(fc.constantFrom(EVERY_VLAN, ...VLANS), fc.record({ ports: port.map((one) => portListOf([one])) }), 1),
      ),
      memberships: map(vlan, vlanPlan, 1),
      groups: map(
        fc
          .tuple(fc.constantFrom(...VLANS, STREAM_VLAN, STREAM_VLAN), fc.constantFrom(...GROUPS))
          .map(([each, address]) => addressKey(each, address)),
        fc.record({ ports: list, forbidden: fc.oneof(fc.constant(0n), list) }),
        2,
      ),
      routerPorts: map(fc.constantFrom(...VLANS, STREAM_VLAN), fc.record({ ports: list }), 1),
      access: fc.oneof(fc.constant(none<number, PortAccess>()), map(port, portAccess, 2)),
      secure: fc.uniqueArray(pinned, { selector: ({ vlan: of, address }) => addressKey(of, address), maxLength: 4 }),
    })
    .map(
      ({ secure, ...wanted }): ForwardingState => ({
        ...emptyState,
        ...wanted,
        secureAddresses: new Map(secure.map((entry) => [addressKey(entry.vlan, entry.address), entry])),
      }),
    );

  const shape = leftOut.includes('longFrames') ? randomShape : randomLongShape;
  const tag = fc.option(
    fc.record({
      vid: fc.constantFrom(0, 0, ...VLANS, ...VLANS, ...VLANS, ...VLANS, STREAM_VLAN, STREAM_VLAN, UNKNOWN_VLAN, 4095),
      priority: fc.constantFrom(0, 0, 5),
      service: seldom.map((yes) => yes && !leftOut.includes('serviceTag')),
    }),
    { nil: undefined, freq: 2 },
  );
  const frame = fc
    .record({
      port,
      source: fc.constantFrom(...STATIONS, ...STATIONS, ...STATIONS, OWN_MAC, '03-AA-00-00-00-01'),
      destination: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...STATIONS) },
        { weight: 2, arbitrary: fc.constantFrom(BROADCAST, OWN_MAC) },
        { weight: 3, arbitrary: fc.constantFrom(...GROUPS) },
        { weight: 1, arbitrary: fc.constantFrom(...CONTROL) },
      ),
      tag,
      packet: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(...PACKETS)),
      outer: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: tag }),
      segment: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: segment }),
      shape,
      seed: fc.nat(),
    })
    .map((wanted): PortFrame => ({ port: wanted.port, frame: octetsOf(wanted) }));
  const access = fc
    .tuple(port, randomPacket(fc.constantFrom(...STATIONS), fc.constantFrom(...STATIONS)), shape, tag)
    .map(([at, untagged, shape, wanted]): PortFrame => ({ port: at, frame: taggedAs(shape(untagged), wanted) }));
  const arp = fc
    .record({
      port,
      source: fc.constantFrom(...STATIONS),
      destination: fc.constantFrom(BROADCAST, ...STATIONS),
      operation: fc.constantFrom('request', 'reply'),
      sender: fc.constantFrom('10.0.0.1', '10.0.0.9'),
      shape,
      tag,
    })
    .map((wanted): PortFrame => ({ port: wanted.port, frame: taggedAs(wanted.shape(arpFrame(wanted)), wanted.tag) }));
  return {
    plan,
    state,
    frame: fc.oneof({ weight: 8, arbitrary: frame }, { weight: 4, arbitrary: access }, { weight: 2, arbitrary: arp }),
  };
}

/** A plain permit copies if there is a mirror target. */
function copying(rule: AccessRulePlan, [mirror]: readonly MirrorPlan[]): AccessRulePlan {
  const isPlain = rule.priority === undefined && rule.dscp === undefined && rule.precedence === undefined;
  return mirror && rule.action === 'permit' && isPlain ? { ...rule, copyTo: mirror.target } : rule;
}

const classes: Readonly<Record<string, PuntPlan>> = Object.fromEntries(
  Object.entries(controlClasses).map(([kind, of]) => [kind, { ...of, rate: RATE }]),
);

/** A port is no mirror's target and a trunk's member at once: rules refuse it. */
function withoutMirrored(
  trunks: ReadonlyMap<number, TrunkPlan>,
  mirrors: readonly { readonly target: number }[],
): ReadonlyMap<number, TrunkPlan> {
  const targets = portListOf(mirrors.map(({ target }) => target));
  return new Map([...trunks].filter(([, { members }]) => (members & targets) === 0n));
}

/** Rules pin an address to a trunk, never to a member of one. */
function pinnable(
  wanted: Parameters<typeof bridgePortOf>[0] & { readonly mirrors: readonly MirrorPlan[] },
  port: number,
): number {
  return bridgePortOf({ trunks: withoutMirrored(wanted.trunks, wanted.mirrors) }, port);
}

/** Members of a trunk are alike in what they let pass. */
function withLength(wanted: Parameters<typeof pinnable>[0], port: number, plan: PortPlan): PortPlan {
  return pinnable(wanted, port) === port
    ? plan
    : { ...plan, maximumFrame: defaultPortPlan(plan.forwardTo).maximumFrame };
}

/** No member of a trunk is secured: rules refuse it. */
function securedOf(
  wanted: Parameters<typeof pinnable>[0] & { readonly secured: readonly number[] },
): ReadonlyMap<number, PortSecurityPlan> {
  const single = wanted.secured.filter((port) => pinnable(wanted, port) === port);
  return new Map(single.map((port) => [port, { maximum: 8 }]));
}

interface WantedTag {
  readonly vid: number;
  readonly priority: number;
  readonly service: boolean;
}

function octetsOf(wanted: {
  readonly source: string;
  readonly destination: string;
  readonly tag: WantedTag | undefined;
  /** In front of it. */
  readonly outer: WantedTag | undefined;
  readonly packet: readonly [to: string, mac: string] | undefined;
  readonly segment: TestPacket | undefined;
  readonly shape: Shape;
  readonly seed: number;
}): Uint8Array {
  const payload = new Uint8Array(86);
  for (let index = 0; index < payload.length; index += 1) payload[index] = (wanted.seed * 31 + index * 7) & 0xff;
  const { source, destination, tag, outer } = wanted;
  const untagged = wanted.segment
    ? attackFrame({ ...wanted.segment, source, destination })
    : wanted.packet
      ? packet(...wanted.packet, 253, source)
      : buildEthernet({ destination, source, etherType: EtherType.experimental, payload });
  return taggedAs(taggedAs(wanted.shape(untagged), tag), outer);
}

function arpFrame(wanted: {
  readonly source: string;
  readonly destination: string;
  readonly operation: 'request' | 'reply';
  readonly sender: string;
}): Uint8Array {
  const { source, destination, operation, sender: senderAddress } = wanted;
  const [targetMac, targetAddress] = ['00-00-00-00-00-00', '10.0.0.200'];
  const payload = new Uint8Array(60);
  payload.set(buildArp({ operation, senderMac: source, senderAddress, targetMac, targetAddress }));
  return buildEthernet({ destination, source, etherType: EtherType.arp, payload });
}

function taggedAs(untagged: Uint8Array, tag: WantedTag | undefined): Uint8Array {
  if (!tag) return untagged;
  const tagged = pushTag(untagged, encodeTag({ vid: tag.vid, priority: tag.priority, dropEligible: false }));
  if (tag.service) new DataView(tagged.buffer).setUint16(12, S_TAG);
  return tagged;
}
