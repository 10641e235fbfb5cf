import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../datapath/clock.ts';
import { dot1dStp, StpVersion } from '../features/network/spanning-tree/objects.ts';
import { Bench, settled, stationOf } from '../features/network/test-bench.ts';
import { BROADCAST_MAC } from '../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../protocols/frames/ethernet.ts';
import { type Figure, median } from './table.ts';

const ROUNDS = 5;
const SECOND = 1000;
/** Milliseconds within which a tree has settled. */
const SETTLING = 10 * SECOND;

/** The ports of both switches with a cable to the other; the first is the way that the tree takes. */
const CABLES = [5, 6] as const;

/**
 * Loss between two of our switches on the virtual datapath, joined by two cables, after the cable in use was cut, and
 * after it came back: in milliseconds of their own clock, which is driven.
 */
export async function convergenceOnVirtual(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, version] of [
    ['RSTP', StpVersion.rstp],
    ['MSTP', StpVersion.mstp],
  ] as const) {
    const { cut, mended } = await outages(version);
    figures.push({
      what: `way lost by a cut link, ${name} between two switches, virtual`,
      measured: `${median(cut)} ms of their clock; ${median(mended)} ms when it is back`,
      budget: '',
    });
  }
  return figures;
}

async function outages(version: number): Promise<{ readonly cut: number[]; readonly mended: number[] }> {
  const directory = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
  const clock = new ManualClock();
  const switches = [new Bench([], clock), new Bench([], clock)] as const;
  const [near, far] = switches;
  try {
    await near.start(join(directory, 'near'));
    await far.start(join(directory, 'far'));
    for (const one of switches) await one.set(dot1dStp, { stpGlobalStatus: 1, dot1dStpVersion: version });
    const [inUse] = CABLES.map((port) => near.connect(port, far, port));
    await pass(clock, 60 * SECOND);
    const outage = async (link: 'up' | 'down') => {
      inUse?.setLink(link);
      return lost(clock, near, far);
    };
    const [cut, mended]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      cut.push(await outage('down'));
      mended.push(await outage('up'));
    }
    return { cut, mended };
  } finally {
    for (const one of switches) await one.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Of frames a millisecond apart, those that do not get from one switch to the other until the tree has settled. */
async function lost(clock: ManualClock, near: Bench, far: Bench): Promise<number> {
  let count = 0;
  far.received(1);
  for (let passed = 0; passed < SETTLING; passed += 1) {
    near.send(1, frame);
    if (far.received(1).length === 0) count += 1;
    clock.advance(1);
    await settled();
  }
  if (count === SETTLING) throw new Error('The switches found no tree.');
  return count;
}

async function pass(clock: ManualClock, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    clock.advance(100);
    await settled();
  }
}

const frame = buildEthernet({
  destination: BROADCAST_MAC,
  source: stationOf(1),
  etherType: EtherType.experimental,
  payload: new Uint8Array(60),
});
