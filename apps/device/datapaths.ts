import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../datapath/clock.ts';
import type { Datapath } from '../../datapath/datapath.ts';
import { reasonOf } from '../../device/flash/failure-reason.ts';
import { Severity } from '../../device/log/log.ts';
import type { Report } from '../../device/switch/switch.ts';
import { say } from '../../model/values/message.ts';
import type { SwitchModel } from './models.ts';
import type { AgentOptions } from './options.ts';

/**
 * Makes the datapath that the options name, and loads no other one; `report` hears what should be known of it. Rejects with one
 * clear sentence where it cannot be.
 */
export async function createDatapath(
  options: AgentOptions,
  model: SwitchModel,
  clock: Clock,
  report: (report: Report) => void,
): Promise<Datapath> {
  if (options.datapath === 'openvswitch') {
    const { createOpenVSwitchDatapath } = await import('../../datapath/openvswitch/create-openvswitch-datapath.ts');
    const { privateDaemons } = await import('../../datapath/openvswitch/daemons.ts');
    const { runtimeFolder } = await import('../../datapath/openvswitch/runtime-folder.ts');
    const { interfaces, dataDirectory, ovsdb } = options;
    const wanted = join(dataDirectory, 'openvswitch');
    const { folder: directory, obstacle, isAbandoned } = await runtimeFolder(wanted);
    if (isAbandoned) await privateDaemons(wanted).stop();
    if (obstacle !== undefined) {
      const reason = reasonOf(obstacle);
      const message = say('Open vSwitch keeps its files outside of the agent’s folder, because {{reason}}.', {
        reason,
      });
      report({ severity: Severity.warning, message });
    }
    return createOpenVSwitchDatapath({ ports: interfaces, directory, ...(ovsdb && { ovsdb }), clock });
  }
  const { createVirtualDatapath } = await import('../../datapath/virtual/create-virtual-datapath.ts');
  const { cables } = options;
  return createVirtualDatapath({ ...model, clock, cables, scenario: await scenarioText(options.scenario) });
}

/** What the file of a scenario says; undefined for the built-in office. Rejects with one sentence where it cannot be read. */
export async function scenarioText(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(`--scenario ${file}: the file cannot be read.`);
  }
}
