import { EVERY_VLAN } from '../../../datapath/state.ts';
import type { StateContribution } from '../../../device/contribution.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { NO_PORTS, portListOf } from '../../../model/values/port-list.ts';
import { poePortExtEntry } from '../power-over-ethernet/objects.ts';
import { timeRangeEntry } from '../time-range/objects.ts';
import { AliveAction, pdAliveConfig, pdAliveEntry } from './objects.ts';

/** For the guard: a port that may lose its power by itself, by its hours or for a device that is silent, will. */
export const powerAtRisk: StateContribution = {
  reads: [pdAliveConfig, pdAliveEntry, poePortExtEntry, timeRangeEntry],
  compile: () => ({}),
  foresee(configuration, _hardware, _slots, former) {
    const known = risksOf(former);
    const ports = portListOf([...risksOf(configuration)].filter(([risk]) => !known.has(risk)).map(([, port]) => port));
    return ports === NO_PORTS ? {} : { blocked: new Map([[EVERY_VLAN, { ports }]]) };
  },
};

/**
 * Functions that may cut the power of ports: the monitoring of powered devices, and schedules. Neither depends on the
 * other.
 */
function risksOf(configuration: Configuration): ReadonlyMap<string, number> {
  const risks = new Map<string, number>();
  const isWatching = configuration.group(pdAliveConfig).pdAliveGlobalState === Status.enabled;
  for (const row of isWatching ? configuration.rows(pdAliveEntry) : []) {
    const { pethPsePortIndex: port, pdAliveState, pdAliveAction, pdAliveIpAddress } = row;
    const isReset = pdAliveState === Status.enabled && pdAliveAction !== AliveAction.notify;
    if (isReset) risks.set(`${port} ${pdAliveIpAddress}`, port);
  }
  for (const { pethPsePortIndex: port, poePortTimeRange: timeRangeName } of configuration.rows(poePortExtEntry)) {
    const range = timeRangeName === '' ? undefined : configuration.row(timeRangeEntry, { timeRangeName });
    if (range) risks.set(`${port} ${JSON.stringify(range)}`, port);
  }
  return risks;
}
