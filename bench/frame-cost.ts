import { attacks } from '../datapath/attack.ts';
import { ManualClock } from '../datapath/clock.ts';
import { EventLog } from '../datapath/contract/event-log.ts';
import { ipFrame } from '../datapath/contract/ip-frames.ts';
import { testPlan } from '../datapath/contract/test-plan.ts';
import { addressKey, defaultPortPlan, type ForwardingPlan, type RatePlan } from '../datapath/plan.ts';
import { openPort } from '../datapath/port-access.ts';
import { emptyState } from '../datapath/state.ts';
import { VirtualDatapath } from '../datapath/virtual/virtual-datapath.ts';
import { copperPorts } from '../datapath/virtual/virtual-harness.ts';
import { type AccessRulePlan, accessRuleKey } from '../model/access-control/access-rule.ts';
import { firstPorts } from '../model/values/port-list.ts';
import { BROADCAST_MAC, macNumberAt } from '../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../protocols/frames/ethernet.ts';
import { frameBudget } from './budgets.ts';
import { type Ratio, ratioOf } from './ratio.ts';

/** Frames of one work. */
const FRAMES = 40_000;
/** Rounds after which the compiler is done with every check: until then it throws away and makes again what it made. */
const CHECKS_WARMING = 16;
/** Frames in a millisecond of the switch's clock: less than what a line of a gigabit takes. */
const A_MILLISECOND = 512;
const GIGABIT = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;

/**
 * What the virtual switch needs for a frame, against the least that forwarding is: to look up the destination in a map, and to hand
 * the frame over to the station there. Of a flood, each frame that leaves is held against a hand-over.
 */
export async function frameRatios(rounds: number): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const ports of [8, 52]) {
    const plain = await switchOf(ports);
    const unicast = plain.sends(frame(1, 2));
    const ratio = (what: string, ours: () => void, leaving: number, budget: number) =>
      ratioOf({ what: `${what}, ${ports} ports`, floor: handOver, ours, things: leaving, budget }, rounds);
    ratios.push(await ratio('known unicast through virtual', unicast, FRAMES, frameBudget.unicast));
    const flood = plain.sends(frame(1, undefined), Math.round(FRAMES / (ports - 1)));
    ratios.push(await ratio('frame flooded by virtual, each that leaves', flood, FRAMES, frameBudget.flood));
    const stream = plain.sends(group, Math.round(FRAMES / (ports - 1)));
    ratios.push(await ratio('multicast through virtual, each that leaves', stream, FRAMES, frameBudget.flood));
  }
  const [free, guarded] = [await switchOf(52), await switchOf(52)];
  await guard(guarded.datapath);
  guarded.greet();
  ratios.push(
    await ratioOf(
      {
        what: 'packet past every kind of check, against the same without any',
        floor: free.sends(packet),
        ours: guarded.sends(packet),
        things: FRAMES,
        budget: frameBudget.checked,
        warming: CHECKS_WARMING,
      },
      rounds,
    ),
  );
  return ratios;
}

const address = (station: number) => `02-00-00-00-00-${station.toString(16).padStart(2, '0').toUpperCase()}`;

function frame(from: number, to: number | undefined): Uint8Array {
  return buildEthernet({
    destination: to === undefined ? BROADCAST_MAC : address(to),
    source: address(from),
    etherType: EtherType.experimental,
    payload: new Uint8Array(46),
  });
}

/** To a group that is not for IP. */
const group = buildEthernet({
  ...{ destination: '03-00-00-00-00-77', source: address(1), etherType: EtherType.experimental },
  payload: new Uint8Array(46),
});

const packet = ipFrame({ from: address(1), to: address(2), protocol: 17, destinationPort: 999 });

let handedOver = 0;
const stations = new Map(
  Array.from({ length: 64 }, (_, at) => [
    macNumberAt(frame(1, at), 0),
    {
      receive(octets: Uint8Array) {
        handedOver += octets.length;
      },
    },
  ]),
);

function handOver(): void {
  const sent = frame(1, 2);
  const before = handedOver;
  for (let count = 0; count < FRAMES; count += 1) stations.get(macNumberAt(sent, 0))?.receive(sent);
  if (handedOver - before !== FRAMES * sent.length) throw new Error('A frame was not handed over.');
}

/** A switch with a station at every port, of which two have been heard. */
async function switchOf(count: number) {
  const clock = new ManualClock();
  const ports = copperPorts(count);
  const datapath = new VirtualDatapath({ ports, forwardingDatabaseSize: 16_384, mirrorSessions: 4, clock });
  await datapath.start(new EventLog());
  const every = firstPorts(count);
  await datapath.apply({
    ...testPlan(),
    ports: new Map(ports.map(({ number }) => [number, defaultPortPlan(every)])),
    vlans: new Map([[1, { members: every, untagged: every }]]),
  });
  let left = 0;
  const cables = ports.map(({ number }) =>
    datapath.attach(number, {
      ability: GIGABIT,
      receive() {
        left += 1;
      },
    }),
  );
  const greet = () => {
    cables[1]?.send(frame(2, 1));
    cables[0]?.send(frame(1, 2));
  };
  greet();
  /** Sends a frame into port 1 so many times; its receiver stays known. */
  const sends =
    (sent: Uint8Array, times = FRAMES) =>
    () => {
      const cable = cables[0];
      if (!cable) return;
      const before = left;
      for (let done = 0; done < times; done += 1) {
        if (done % A_MILLISECOND === 0) {
          clock.advance(1);
          greet();
        }
        cable.send(sent);
      }
      if (left - before < times) throw new Error(`${left - before} frames left of ${times}.`);
    };
  return { datapath, sends, greet };
}

/**
 * Lets a switch check everything it can: stations at authenticated and secured ports, every shape of attacks, rates and storms,
 * whose VLAN a frame is of, rules, filtered addresses, ARP and DHCP for the agent, queues.
 */
async function guard(datapath: VirtualDatapath): Promise<void> {
  const everyPort = firstPorts(52);
  const known = [1, 2].map((port) => ({ vlan: 1, address: address(port), port }));
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
  const dhcp = { etherType: EtherType.ipv4, ipProtocol: 17 };
  const plan: ForwardingPlan = {
    ...datapath.plan,
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
          matches: [67, 68].map((destinationPort) => ({ ...dhcp, destinationPort })),
        },
      ],
    ]),
    staticUnicast: new Map(known.map((station) => [addressKey(1, station.address), station])),
    queueing: {
      priorities: [2, 0, 1, 3, 4, 5, 6, 7],
      codePoints: Array.from({ length: 64 }, (_, dscp) => dscp >> 3),
      trafficClasses: new Map(),
      weights: undefined,
    },
  };
  await datapath.apply(plan);
  const admitted = { ...openPort, admits: new Set(known.map((station) => station.address)) };
  datapath.update({ ...emptyState, access: new Map([1, 2].map((port) => [port, admitted])) });
}

/** Beyond what passes here. */
const LIMITS: RatePlan = {
  ingressKilobits: 1_000_000_000,
  egressKilobits: undefined,
  broadcasts: 1_000_000,
  multicasts: 1_000_000,
  unknownUnicasts: 1_000_000,
};
