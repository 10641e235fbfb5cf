import type { Clock } from '../../datapath/clock.ts';
import type { Datapath } from '../../datapath/datapath.ts';
import { VirtualDatapath } from '../../datapath/virtual/virtual-datapath.ts';
import type { SwitchModel } from './models.ts';
import type { AgentOptions } from './options.ts';

/** Makes the datapath that the options name. Rejects with one clear sentence where it cannot be. */
export async function createDatapath(options: AgentOptions, model: SwitchModel, clock: Clock): Promise<Datapath> {
  if (options.datapath === 'openvswitch') throw new Error('Open vSwitch is not supported by this build.');
  const { ports, forwardingDatabaseSize, mirrorSessions } = model;
  return new VirtualDatapath({ ports, forwardingDatabaseSize, mirrorSessions, clock });
}
