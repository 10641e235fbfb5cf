import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../datapath/clock.ts';
import type { Datapath } from '../../datapath/datapath.ts';
import { createOpenVSwitchDatapath } from '../../datapath/openvswitch/create-openvswitch-datapath.ts';
import { createVirtualDatapath } from '../../datapath/virtual/create-virtual-datapath.ts';
import type { SwitchModel } from './models.ts';
import type { AgentOptions } from './options.ts';

/** Makes the datapath that the options name. Rejects with one clear sentence where it cannot be. */
export async function createDatapath(options: AgentOptions, model: SwitchModel, clock: Clock): Promise<Datapath> {
  if (options.datapath === 'openvswitch') {
    const { interfaces, dataDirectory, ovsdb } = options;
    const directory = join(dataDirectory, 'openvswitch');
    return createOpenVSwitchDatapath({ ports: interfaces, directory, ...(ovsdb && { ovsdb }), clock });
  }
  return createVirtualDatapath({ ...model, clock, scenario: await scenarioText(options.scenario) });
}

async function scenarioText(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(`--scenario ${file}: the file cannot be read.`);
  }
}
