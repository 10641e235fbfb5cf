import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../datapath/clock.ts';
import type { Datapath } from '../datapath/datapath.ts';
import { createOpenVSwitchDatapath } from '../datapath/openvswitch/create-openvswitch-datapath.ts';
import { withDevices } from './veth.ts';

/** Throws in one sentence where this host can have no Open vSwitch with ports of its own. */
export function needOpenVSwitch(): void {
  if (!existsSync('/usr/sbin/ovs-vswitchd')) throw new Error('Open vSwitch is not installed.');
  if (process.getuid?.() !== 0) throw new Error('making ports needs root.');
}

/**
 * Starts the driver on an Open vSwitch of its own with so many ports, does the work with it and the address of its bridge for
 * `ovs-ofctl`, and ends both. Throws if this host cannot have it.
 */
export async function withDriver<Result>(
  count: number,
  work: (datapath: Datapath, bridge: string) => Promise<Result>,
): Promise<Result> {
  needOpenVSwitch();
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
  const directory = join(folder, 'ovs');
  try {
    return await withDevices(count, async (ports) => {
      const datapath = createOpenVSwitchDatapath({ ports, directory, clock: systemClock });
      await datapath.start({ portChanged() {}, framePunted() {}, report() {} });
      try {
        return await work(datapath, `unix:${join(directory, 'faceplate.mgmt')}`);
      } finally {
        await datapath.stop();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
