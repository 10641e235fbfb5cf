import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../datapath/clock.ts';
import type { Datapath } from '../../datapath/datapath.ts';
import { reasonOf } from '../../device/flash/failure-reason.ts';
import type { SwitchModel } from './models.ts';
import type { AgentOptions } from './options.ts';

/** Makes the datapath that the options name, and loads no other one. Rejects with one clear sentence where it cannot be. */
export async function createDatapath(options: AgentOptions, model: SwitchModel, clock: Clock): Promise<Datapath> {
  if (options.datapath === 'openvswitch') {
    const { createOpenVSwitchDatapath } = await import('../../datapath/openvswitch/create-openvswitch-datapath.ts');
    const { interfaces, takesUsedPorts: takesUsed, dataDirectory, ovsdb, forwarder } = options;
    const directory = openVSwitchIn(dataDirectory);
    return createOpenVSwitchDatapath({
      ports: interfaces,
      directory,
      takesUsed,
      forwarder,
      outlives: true,
      reasonOf,
      ...(ovsdb && { ovsdb }),
      clock,
    });
  }
  const { createVirtualDatapath } = await import('../../datapath/virtual/create-virtual-datapath.ts');
  const { cables } = options;
  return createVirtualDatapath({ ...model, clock, cables, scenario: await scenarioText(options.scenario) });
}

/** Takes away what an agent with this data folder left forwarding. Rejects with one sentence. */
export async function removeLeft(
  dataDirectory: string,
  ports: readonly string[],
  ovsdb: string | undefined,
): Promise<void> {
  const { removeOpenVSwitch } = await import('../../datapath/openvswitch/remove-openvswitch.ts');
  await removeOpenVSwitch({ ports, directory: openVSwitchIn(dataDirectory), ...(ovsdb && { ovsdb }) });
}

/** Whether an agent with this data folder left a private Open vSwitch there. */
export function isLeft(dataDirectory: string): boolean {
  return existsSync(openVSwitchIn(dataDirectory));
}

/** Folder of the files of a private Open vSwitch. */
const openVSwitchIn = (dataDirectory: string) => join(dataDirectory, 'openvswitch');

/** Contents of a scenario's file; undefined for the built-in office. Rejects with one sentence if it cannot be read. */
export async function scenarioText(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(`--scenario ${file}: the file cannot be read.`);
  }
}
