import { attacks } from '../datapath/attack.ts';
import { ipFrame } from '../datapath/contract/ip-frames.ts';
import { testPlan } from '../datapath/contract/test-plan.ts';
import { addressKey, defaultPortPlan, type RatePlan } from '../datapath/plan.ts';
import { openPort } from '../datapath/port-access.ts';
import { emptyState, type ForwardingState } from '../datapath/state.ts';
import { copperPorts, createVirtualHarness, type VirtualHarness } from '../datapath/virtual/virtual-harness.ts';
import { type AccessRulePlan, accessRuleKey } from '../model/access-control/access-rule.ts';
import { firstPorts, portBit } from '../model/values/port-list.ts';
import { BROADCAST_MAC, macAt } from '../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../protocols/frames/ethernet.ts';
import { pushTag } from '../protocols/frames/vlan-tag.ts';
import { type Figure, median } from './table.ts';

const PORTS = 52;
const ROUNDS = 7;
const FRAMES = 20_000;

/** Contents of a large, full switch. */
const VLANS = 4094;
const ADDRESSES = 16_384;
const INSTANCES = 64;

/** The stations' frames are not counted. */
const NOTHING = { left: 0, punted: 0 };

const everyPort = firstPorts(PORTS);

/** Frames that the virtual switch forwards in a second of processor time, and what a topology change costs it when it is full. */
export async function virtualDatapath(): Promise<Figure[]> {
  return [...(await frames()), ...(await topologyChange())];
}

/** Known unicast from port to port, and a broadcast to all others, in frames that leave; against a bare copy of each. */
async function frames(): Promise<Figure[]> {
  const harness = await started(1);
  const [one, other] = [frame(1, 2), frame(2, 1)];
  await harness.send(2, other);
  const copies = () => {
    const kept: Uint8Array[] = [];
    for (let count = 0; count < FRAMES; count += 1) kept[count % 64] = one.slice();
    return kept;
  };
  const forwarded =
    (sent: Uint8Array, times: number, leave: number, by: VirtualHarness = harness) =>
    async () => {
      let left = 0;
      for (let count = 1; count <= times; count += 1) {
        await by.send(1, sent);
        if (count % 20 === 0 || count === times) left += (await by.collect(NOTHING)).left.length;
      }
      if (left !== times * leave) throw new Error(`${left} frames left of ${times * leave}.`);
    };
  const unicast = forwarded(one, FRAMES, 1);
  const broadcast = forwarded(frame(1, undefined), FRAMES / 50, PORTS - 1);
  const armed = await guarded();
  await armed.send(2, other);
  await armed.collect(NOTHING);
  const packet = ipFrame({ from: macAt(one, 6), to: macAt(one, 0), protocol: 17, destinationPort: 999 });
  const free = forwarded(packet, FRAMES, 1);
  const checked = forwarded(packet, FRAMES, 1, armed);
  const cost = await inTurns([copies, unicast, broadcast, free, checked], harness);
  await armed.close();
  const [bare = 0, known = 0, flood = 0, plain = 0, all = 0] = cost.map((milliseconds, index) => {
    const left = index === 2 ? (FRAMES / 50) * (PORTS - 1) : FRAMES;
    return left / (milliseconds / 1000);
  });
  await harness.close();
  const figure = (what: string, rate: number): Figure => ({
    what: `${what}, virtual, a second of processor time (bare copies: ${(bare / 1e6).toFixed(1)} M)`,
    measured: `${(rate / 1e3).toFixed(0)} k`,
    budget: '',
  });
  return [
    figure('known unicasts forwarded', known),
    figure('frames flooded, as they leave', flood),
    {
      ...figure('packets forwarded past every kind of check', all),
      measured: `${(all / 1e3).toFixed(0)} k, ${(all / plain).toFixed(2)} of those without any`,
    },
  ];
}

/**
 * A port of one instance of 64 closes, and its learned addresses are forgotten: on a full switch, and on one with few
 * rows.
 */
async function topologyChange(): Promise<Figure[]> {
  const [full, small] = [await filled(VLANS, ADDRESSES), await filled(64, 256)];
  const change = (harness: VirtualHarness, vlans: number) => {
    let round = 0;
    return async () => {
      round += 1;
      harness.datapath.update(stateWithout(1, (round % 2) + 2));
      await harness.datapath.flush({ ports: portBit(2), vlans: vlansOf(1, vlans) });
    };
  };
  const update = (harness: VirtualHarness) => {
    let round = 0;
    return () => {
      round += 1;
      harness.datapath.update(stateWithout(1, (round % 2) + 2));
    };
  };
  const [whole = 0, states = 0, few = 0] = await inTurns([change(full, VLANS), update(full), change(small, 64)], full);
  await Promise.all([full.close(), small.close()]);
  return [
    {
      what: `topology change, ${PORTS} ports × ${VLANS} VLANs × ${ADDRESSES} addresses × ${INSTANCES} trees, virtual`,
      measured: `${whole.toFixed(2)} ms, of it ${states.toFixed(2)} ms the ports’ states; ${few.toFixed(2)} ms where few rows are`,
      budget: '',
    },
  ];
}

/**
 * A virtual switch that checks everything it can: stations at authenticated and secured ports, every shape of attacks, rates and
 * storms, whose VLAN a frame is of, rules, filtered addresses, ARP and DHCP for the agent, queues.
 */
async function guarded(): Promise<VirtualHarness> {
  const harness = await started(1);
  const stations = [1, 2].map((port) => ({ vlan: 1, address: macAt(frame(port, undefined), 6), port }));
  const hexadecimal = (number: number) => number.toString(16).padStart(2, '0').toUpperCase();
  const rule = (at: number): AccessRulePlan => ({
    match: [
      { field: 'etherType', value: 0x0800n, mask: 0xffffn },
      { field: 'ipProtocol', value: at % 2 === 0 ? 6n : 17n, mask: 0xffn },
      { field: 'destinationPort', value: BigInt(1000 + at), mask: 0xffffn },
    ],
    ports: everyPort,
    action: 'deny',
  });
  await harness.datapath.apply({
    ...harness.datapath.plan,
    deniedAttacks: new Map(attacks.map((attack) => [attack, true])),
    accessControl: new Map(Array.from({ length: 256 }, (_, at) => [accessRuleKey(1, at + 1), rule(at)])),
    destinationFilter: new Map(Array.from({ length: 128 }, (_, at) => [`02-00-00-FF-01-${hexadecimal(at)}`, true])),
    portSecurity: new Map([1, 2].map((port) => [port, { maximum: 8 }])),
    rates: new Map([1, 2].map((port) => [port, LIMITS])),
    classifiers: new Map([
      ['voice', { rank: 'voice', prefix: '00-00-5E-00-00-00', ports: everyPort, vlan: 1, priority: 6 }],
      ['protocol', { rank: 'protocol', frameType: 'ethernet', value: 0x8137, ports: everyPort, vlan: 1, priority: 0 }],
    ]),
    punts: new Map([
      ['arp', { stage: 'inspection', action: 'take', rate: 300, matches: [{ etherType: EtherType.arp }] }],
      [
        'dhcp',
        {
          ...{ stage: 'inspection', action: 'take', rate: 300 },
          matches: [67, 68].map((destinationPort) => ({
            etherType: EtherType.ipv4,
            ipProtocol: 17,
            destinationPort,
          })),
        },
      ],
    ]),
    staticUnicast: new Map(stations.map((station) => [addressKey(1, station.address), station])),
    queueing: {
      priorities: [2, 0, 1, 3, 4, 5, 6, 7],
      codePoints: Array.from({ length: 64 }, (_, dscp) => dscp >> 3),
      trafficClasses: new Map(),
      weights: undefined,
    },
  });
  const admitted = { ...openPort, admits: new Set(stations.map(({ address }) => address)) };
  harness.datapath.update({ ...emptyState, access: new Map([1, 2].map((port) => [port, admitted])) });
  return harness;
}

/** Beyond what passes here. */
const LIMITS: RatePlan = {
  ingressKilobits: 1_000_000_000,
  egressKilobits: undefined,
  broadcasts: 1_000_000,
  multicasts: 1_000_000,
  unknownUnicasts: 1_000_000,
};

/** A virtual switch whose every port is a tagged member of VLANs 2 up, each in one of 64 trees. */
async function started(vlans: number): Promise<VirtualHarness> {
  const harness = await createVirtualHarness({ ports: PORTS, forwardingDatabaseSize: ADDRESSES });
  const port = defaultPortPlan(everyPort);
  await harness.datapath.apply({
    ...testPlan(),
    ports: new Map(copperPorts(PORTS).map(({ number }) => [number, port])),
    vlans: new Map(
      Array.from({ length: vlans }, (_, index) => [
        index + 1,
        { members: everyPort, untagged: index === 0 ? everyPort : 0n },
      ]),
    ),
    spanningTreeInstances: new Map(Array.from({ length: vlans }, (_, index) => [index + 1, treeOf(index + 1)])),
  });
  return harness;
}

async function filled(vlans: number, addresses: number): Promise<VirtualHarness> {
  const harness = await started(vlans);
  harness.datapath.update(stateWithout(1, 2));
  for (let index = 0; index < addresses; index += 1) {
    const vlan = (index % vlans) + 1;
    const port = (index % (PORTS - 2)) + 3;
    const sent = frame(1000 + index, undefined);
    // To one nonexistent station: it goes to one port at most.
    await harness.send(port, vlan === 1 ? sent : pushTag(sent, vlan));
    if (index % 64 === 0) await harness.collect(NOTHING);
    harness.clock.advance(1);
  }
  await harness.collect(NOTHING);
  const learnt = (await harness.datapath.forwardingDatabase()).length;
  if (learnt < addresses) throw new Error(`${learnt} addresses were learnt of ${addresses}.`);
  return harness;
}

/** Every tree lets every port forward, but for one port of one tree. */
function stateWithout(tree: number, port: number): ForwardingState {
  const instances = Array.from({ length: INSTANCES }, (_, index) => {
    const open = index === tree ? everyPort & ~portBit(port) : everyPort;
    return [index, { learning: open, forwarding: open }] as const;
  });
  return { ...emptyState, instances: new Map(instances) };
}

const treeOf = (vlan: number) => vlan % INSTANCES;

function vlansOf(tree: number, vlans: number): ReadonlySet<number> {
  return new Set(Array.from({ length: vlans }, (_, index) => index + 1).filter((vlan) => treeOf(vlan) === tree));
}

function frame(from: number, to: number | undefined): Uint8Array {
  const address = (station: number) =>
    `02-00-${(station + 0x1_0000_0000)
      .toString(16)
      .slice(-8)
      .toUpperCase()
      .replace(/..(?=.)/g, '$&-')}`;
  const destination = to === undefined ? BROADCAST_MAC : address(to);
  return buildEthernet({
    destination,
    source: address(from),
    etherType: EtherType.experimental,
    payload: new Uint8Array(46),
  });
}

/** The median processor time of each work in milliseconds, taken in turns, so that whatever else runs weighs on all. */
async function inTurns(works: readonly (() => unknown)[], harness: VirtualHarness): Promise<number[]> {
  const times = works.map(() => [] as number[]);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      // The first round warms all of them up.
      if (round > 0) times[index]?.push((user + system) / 1000);
      await harness.collect(NOTHING);
    }
  }
  return times.map(median);
}
