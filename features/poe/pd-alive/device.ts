import type { DeviceContext, DeviceFeature, Operation, Service } from '../../../device/feature.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { deviceTimeAt } from '../../system/system-time/objects.ts';
import { needsPower } from '../requirement.ts';
import { powerAtRisk } from './device-risk.ts';
import { AliveStatus, pdAliveConfig, pdAliveEntry } from './objects.ts';
import { aliveRecords } from './slots.ts';

/** Whoever is to be watched has an address, and it is not the switch's own. */
const addresses: Rule = {
  reads: [pdAliveEntry],
  *check({ after }) {
    const own = new Set(after.rows(ipv4InterfaceEntry).map(({ ipAddressAddr }) => ipAddressAddr));
    for (const row of after.rows(pdAliveEntry)) {
      const place = { row, column: 'pdAliveIpAddress' };
      if (row.pdAliveIpAddress === '') {
        if (row.pdAliveState !== Status.enabled) continue;
        yield conflict(pdAliveEntry, say('Enter the PD address before enabling.'), place);
      } else if (own.has(row.pdAliveIpAddress)) {
        yield conflict(pdAliveEntry, say("The PD address is one of the switch's own."), place);
      } else if (classOfIpv6(row.pdAliveIpAddress) === Ipv6Class.linkLocal) {
        yield conflict(pdAliveEntry, say('The PD address must not be link-local: it would need a VLAN.'), place);
      }
    }
  },
};

const isWatched = (configuration: Configuration) =>
  configuration.group(pdAliveConfig).pdAliveGlobalState === Status.enabled &&
  configuration.rows(pdAliveEntry).some(({ pdAliveState }) => pdAliveState === Status.enabled);

const vigils: Service = {
  name: 'PD Alive',
  reads: [pdAliveConfig, pdAliveEntry],
  wanted: isWatched,
  start: async (context) => (await import('./running-vigils.ts')).startVigils(context),
};

const clearing: Operation = {
  object: pdAliveEntry,
  operate({ slots }, { values }) {
    if (values.pdAliveClear === undefined) return;
    slots.update(aliveRecords, (present) => {
      const record = present.get(Number(values.pethPsePortIndex));
      if (!record) return present;
      return new Map(present).set(Number(values.pethPsePortIndex), { ...record, resets: 0, lastFailure: undefined });
    });
  },
};

function liveRows({ slots, configuration }: DeviceContext): ReadonlyMap<string, Values> {
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
  rules: [addresses, needsPower([pdAliveConfig])],
  stateContributions: [powerAtRisk],
  live: [{ object: pdAliveEntry, columns: liveRows }],
  operations: [clearing],
  services: [vigils],
};
