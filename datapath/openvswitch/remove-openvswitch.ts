import { access } from 'node:fs/promises';
import { BRIDGE, Bridge, type PortDevices } from './bridge.ts';
import { privateDaemons, runningDaemons } from './daemons.ts';
import { HostMemory } from './host-memory.ts';
import { HostSide } from './host-side.ts';
import type { OpenVSwitchOptions } from './open-vswitch-datapath.ts';
import { Ovsdb } from './ovsdb.ts';

/**
 * Takes away what a driver with these options left forwarding: its bridge with the switch's own interfaces, its shapers and queues,
 * and its Open vSwitch; the host's devices are as they were found. Nothing left is no matter. Rejects with one sentence.
 */
export async function removeOpenVSwitch({
  ports,
  directory,
  ovsdb,
}: Pick<OpenVSwitchOptions, 'ports' | 'directory' | 'ovsdb'>): Promise<void> {
  const daemons = ovsdb ? runningDaemons(ovsdb, directory) : privateDaemons(directory);
  await daemons.find();
  const failures: unknown[] = [];
  const memory = new HostMemory(
    () => daemons.folder,
    (error) => failures.push(error),
  );
  // Whatever the options name now.
  const taken = new Set([...ports, ...(await memory.names())]);
  const devices: PortDevices = new Map([...taken].map((device, index) => [index + 1, device]));
  const isThere = await access(daemons.database).then(
    () => true,
    () => false,
  );
  // A database that does not answer goes with its process.
  const database = isThere ? await Ovsdb.open(daemons.database).catch(() => undefined) : undefined;
  try {
    if (database) await new Bridge(database, BRIDGE, devices).remove().catch(() => {});
  } finally {
    database?.close();
  }
  const settable = { mode: false, flowControl: false, energyEfficient: new Set<number>() };
  await new HostSide(devices, settable, memory, () => {}).release();
  await memory.restore();
  await daemons.stop();
  const [failure] = failures;
  if (failure !== undefined) throw failure;
}
