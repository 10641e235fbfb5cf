import { afterEach, describe, expect, test } from 'vitest';
import { firstPorts } from '../../../model/values/port-list.ts';
import { parseSlowFrame } from '../../../protocols/lacp/lacpdu.ts';
import { lldpduIn, NEAREST_BRIDGE, readLldpdu } from '../../../protocols/lldp/lldpdu.ts';
import { parseBpduFrame } from '../../../protocols/spanning-tree/bpdu-frame.ts';
import { ManualClock } from '../../clock.ts';
import type { PortCounters, PuntedFrame } from '../../datapath.ts';
import { defaultPortPlan, emptyPlan, type ForwardingPlan } from '../../plan.ts';
import type { PuntPlan } from '../../punt.ts';
import { createVirtualDatapath } from '../create-virtual-datapath.ts';
import type { ScenarioInput } from '../scenario/scenario.ts';
import type { VirtualDatapath } from '../virtual-datapath.ts';
import { copperPorts } from '../virtual-harness.ts';

const PORTS = 8;
const control = (destination: string): PuntPlan => ({
  stage: 'control',
  action: 'take',
  rate: 1000,
  matches: [{ destination }],
});

function plan(): ForwardingPlan {
  const all = firstPorts(PORTS);
  return {
    ...emptyPlan,
    ports: new Map(copperPorts(PORTS).map(({ number }) => [number, defaultPortPlan(all)])),
    vlans: new Map([[1, { members: all, untagged: all }]]),
    punts: new Map([
      ['bpdu', control('01-80-C2-00-00-00')],
      ['slow', control('01-80-C2-00-00-02')],
      ['lldp', control(NEAREST_BRIDGE)],
    ]),
  };
}

/** Two cables that the neighbor would aggregate at ports 6 and 7, and one in reserve at port 8. */
const scenario: ScenarioInput = {
  switches: [
    {
      name: 'core',
      mac: '02-00-00-00-00-C0',
      address: '192.0.2.100',
      cables: [
        { port: 6, to: 1 },
        { port: 7, to: 2 },
        { port: 8, to: 3 },
      ],
      trunk: [1, 2],
      priority: 4096,
    },
  ],
  stations: [
    {
      name: 'desk',
      port: 1,
      mac: '02-00-00-00-00-01',
      address: '192.0.2.1',
      traffic: [{ to: 'archive', kilobits: 8000, back: 8000 }],
    },
    { name: 'archive', switch: 'core', port: 4, mac: '02-00-00-00-00-04', address: '192.0.2.4' },
  ],
};

let datapath: VirtualDatapath;
let clock: ManualClock;
let punted: PuntedFrame[];

afterEach(() => datapath.stop());

async function play(more: Partial<ScenarioInput> = {}): Promise<void> {
  clock = new ManualClock();
  punted = [];
  datapath = await createVirtualDatapath({
    ports: copperPorts(PORTS),
    forwardingDatabaseSize: 1024,
    mirrorSessions: 1,
    powerBudget: 0,
    scenario: JSON.stringify({ ...scenario, ...more }),
    clock,
  });
  await datapath.start({ portChanged() {}, framePunted: (frame) => punted.push(frame), report() {} });
  await datapath.apply(plan());
}

const counter = async (port: number, name: keyof PortCounters) =>
  Number((await datapath.portCounters()).get(port)?.[name] ?? 0n);

/** Frames that each of the neighbor's cables brought to stations in a while. */
async function carried(seconds: number): Promise<Record<number, number>> {
  const before = [await counter(6, 'inUnicast'), await counter(7, 'inUnicast'), await counter(8, 'inUnicast')];
  clock.advance(seconds * 1000);
  const now = [await counter(6, 'inUnicast'), await counter(7, 'inUnicast'), await counter(8, 'inUnicast')];
  return Object.fromEntries(now.map((count, at) => [at + 6, count - (before[at] ?? 0)]));
}

describe('a neighbour switch', () => {
  test('uses one of its cables where nobody speaks spanning tree with it, so that nothing loops', async () => {
    await play();
    clock.advance(20_000);
    const used = await carried(60);
    expect(used[6]).toBeGreaterThan(1000);
    expect([used[7], used[8]]).toEqual([0, 0]);
    expect(await counter(1, 'outUnicast')).toBeGreaterThan(1000);
    for (const port of [1, 6, 7, 8]) expect(await counter(port, 'outDiscards'), `port ${port}`).toBe(0);
    // Beside its own control frames the network is asked for addresses now and then.
    expect(await counter(1, 'outBroadcast')).toBeLessThan(50);
  });

  test('takes the cable in reserve when the others are cut, and goes back without a loop', async () => {
    const cut = (port: number) => ({ kind: 'linkFlap' as const, port, at: 30, lasts: 59, period: 60 });
    await play({ faults: [cut(6), cut(7)] });
    clock.advance(60_000);
    const used = await carried(20);
    expect(used[8]).toBeGreaterThan(500);
    clock.advance(60_000);
    const again = await carried(20);
    expect(Object.values(again).filter((count) => count > 0)).toHaveLength(1);
    expect(await counter(1, 'outBroadcast')).toBeLessThan(100);
  });

  test('says by LLDP, LACP and BPDUs who it is, on each of its cables', async () => {
    await play();
    clock.advance(40_000);
    const ports = (kind: string, says: (frame: Uint8Array) => unknown) => {
      const spoken = punted.filter((one) => one.kind === kind && says(one.frame) !== undefined);
      return [...new Set(spoken.map(({ port }) => port))].sort();
    };
    const systemName = (frame: Uint8Array) => readLldpdu(lldpduIn(frame) ?? frame)?.information.systemName;
    expect(ports('lldp', (frame) => (systemName(frame) === 'core' ? 'core' : undefined))).toEqual([6, 7, 8]);
    expect(ports('slow', (frame) => (parseSlowFrame(frame)?.kind === 'lacpdu' ? 'lacpdu' : undefined))).toEqual([6, 7]);
    // The trunk is one bridge port, of which one member is in use without a partner.
    expect(ports('bpdu', parseBpduFrame)).toEqual([6, 8]);
  });
});
