import { EVERY_VLAN } from '../../../datapath/state.ts';
import type { StateContribution } from '../../../device/contribution.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { NO_PORTS, type PortList, portListOf } from '../../../model/values/port-list.ts';
import { poePortExtEntry } from '../power-over-ethernet/objects.ts';
import { AliveAction, pdAliveConfig, pdAliveEntry } from './objects.ts';

/** For the guard: a port that may lose its power by itself, by its hours or for a device that is silent, will. */
export const powerAtRisk: StateContribution = {
  reads: [pdAliveConfig, pdAliveEntry, poePortExtEntry],
  compile: () => ({}),
  foresee(configuration, _hardware, _slots, former) {
    const ports = portsAtRisk(configuration) & ~portsAtRisk(former);
    return ports === NO_PORTS ? {} : { blocked: new Map([[EVERY_VLAN, { ports }]]) };
  },
};

function portsAtRisk(configuration: Configuration): PortList {
  const isWatching = configuration.group(pdAliveConfig).pdAliveGlobalState === Status.enabled;
  const reset = configuration
    .rows(pdAliveEntry)
    .filter((row) => isWatching && row.pdAliveState === Status.enabled && row.pdAliveAction !== AliveAction.notify);
  const timed = configuration.rows(poePortExtEntry).filter(({ poePortTimeRange }) => poePortTimeRange !== '');
  return portListOf([...reset, ...timed].map(({ pethPsePortIndex }) => pethPsePortIndex));
}
