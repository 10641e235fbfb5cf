import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { deviceTimeAt } from '../../system/system-time/objects.ts';
import { needsPower } from '../requirement.ts';
import { devicesRestarted } from '../slots.ts';
import { powerAtRisk } from './device-risk.ts';
import { AliveStatus, pdAliveConfig, pdAliveEntry } from './objects.ts';
import { watchedAddresses } from './rules.ts';
import { aliveRecords } from './slots.ts';

const isWatched = (configuration: Configuration) =>
  configuration.group(pdAliveConfig).pdAliveGlobalState === Status.enabled &&
  configuration.rows(pdAliveEntry).some(({ pdAliveState }) => pdAliveState === Status.enabled);

const vigils: Service = {
  name: 'PD Alive',
  reads: [pdAliveConfig, pdAliveEntry],
  wanted: isWatched,
  decides: [devicesRestarted],
  start: async (context) => (await import('./running-vigils.ts')).startVigils(context),
};

const clearing = operation(pdAliveEntry, {
  operate({ slots }, { values }) {
    if (values.pdAliveClear === undefined) return;
    slots.update(aliveRecords, (present) => {
      const record = present.get(Number(values.pethPsePortIndex));
      if (!record) return present;
      return new Map(present).set(Number(values.pethPsePortIndex), { ...record, resets: 0, lastFailure: undefined });
    });
  },
});

function liveRows({ slots, configuration }: DeviceContext): LiveColumnsOf<typeof pdAliveEntry> {
  return new Map(
    [...slots.get(aliveRecords)].map(([pethPsePortIndex, { phase, resets, lastFailure }]) => [
      rowKey(pdAliveEntry, { pethPsePortIndex }),
      {
        pdAliveStatus: AliveStatus[phase],
        pdAliveResetCount: resets,
        pdAliveLastFailure: lastFailure === undefined ? '' : formatDateTime(deviceTimeAt(configuration(), lastFailure)),
      },
    ]),
  );
}

/** PoE > PD Alive. */
export const pdAlive: DeviceFeature = {
  objects: [pdAliveConfig, pdAliveEntry],
  rules: [watchedAddresses, needsPower([pdAliveConfig])],
  stateContributions: [powerAtRisk],
  live: [live(pdAliveEntry, { columns: liveRows })],
  operations: [clearing],
  services: [vigils],
};
