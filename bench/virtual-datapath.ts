import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testPlan } from '../datapath/contract/test-plan.ts';
import { defaultPortPlan } from '../datapath/plan.ts';
import { emptyState, type ForwardingState } from '../datapath/state.ts';
import { copperPorts, createVirtualHarness, type VirtualHarness } from '../datapath/virtual/virtual-harness.ts';
import { firstPorts, portBit } from '../model/values/port-list.ts';
import { BROADCAST_MAC } from '../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../protocols/frames/ethernet.ts';
import { pushTag } from '../protocols/frames/vlan-tag.ts';
import { posted } from './posted.ts';
import { type Ratio, ratioFigure } from './ratio.ts';
import { type Figure, median } from './table.ts';

const frameCost = fileURLToPath(new URL('./frame-cost-child.ts', import.meta.url));

const PORTS = 52;
const ROUNDS = 7;

/** Contents of a large, full switch. */
const VLANS = 4094;
const ADDRESSES = 16_384;
const INSTANCES = 64;

/** The stations' frames are not counted. */
const NOTHING = { left: 0, punted: 0 };

const everyPort = firstPorts(PORTS);

/** What the virtual switch needs for a frame, and what a topology change costs it when it is full. */
export async function virtualDatapath(): Promise<Figure[]> {
  const frames = await posted<Ratio[]>(fork(frameCost, { execArgv: ['--import', 'tsx'] }));
  return [...frames.map(ratioFigure), ...(await topologyChange())];
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
