import type { FleetFeature } from '../../cloud/fleet/fleet-feature.ts';
import type { AlarmQuery, KeptAlarm } from '../../cloud/store/alarms.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { formatMessage, say } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { secondsOf } from '../moment.ts';
import { fleetAlarmEntry } from './objects.ts';

/** Rows that a read without pages gives at most. */
const WHOLE = 1000;

const shown: Readonly<Record<string, AlarmQuery['standing']>> = { 1: 'standing', 2: 'open', 3: 'cleared' };

const orders: Readonly<Record<string, AlarmQuery['orderBy']>> = {
  fleetAlarmSeverity: 'severity',
  fleetAlarmSwitch: 'serial',
};

/** The alarms of the fleet, and acknowledging them. */
export const alarms: FleetFeature = {
  answers: [
    {
      object: fleetAlarmEntry,
      async read({ store }, query, { user: { tenant } }) {
        const serial = query.fleetAlarmSwitch === undefined ? undefined : String(query.fleetAlarmSwitch);
        const { rows } = await store.alarms.list({ ...asked(query, tenant), serial, offset: 0, limit: WHOLE });
        const wanted = query.fleetAlarmNumber;
        return rows.filter(({ number }) => wanted === undefined || number === wanted).map(rowOf);
      },
      async readPage({ store }, query, { page, size, orderBy, descending }, { user: { tenant } }) {
        const { total, rows } = await store.alarms.list({
          ...asked(query, tenant),
          orderBy: orders[orderBy ?? ''] ?? 'raisedAt',
          // The latest alarm comes first.
          descending: orderBy === undefined || descending,
          offset: (page - 1) * size,
          limit: size,
        });
        return { total, rows: rows.map(rowOf) };
      },
      async perform({ store, wallClock }, { kind, values }, { user, did }) {
        const serial = String(values.fleetAlarmSwitch);
        const by = { user: user.name, at: wallClock.now() };
        const number = Number(values.fleetAlarmNumber);
        const isAsked = kind === 'set' && values.fleetAlarmAcknowledge === 1;
        if (!isAsked || !(await store.alarms.acknowledge(user.tenant, serial, number, by))) {
          const message = say('There is no such alarm to acknowledge.');
          throw new Refusal(ErrorCode.noSuchName, message, placeIn(fleetAlarmEntry, values));
        }
        await did(say('Acknowledged alarm {{number}} of switch {{serial}}.', { number, serial }), serial);
      },
    },
  ],
};

function asked({ search, standing }: Readonly<Record<string, Value | undefined>>, tenant: string): AlarmQuery {
  return {
    tenant,
    search: search === undefined ? '' : String(search),
    standing: shown[String(standing ?? '')],
    severity: undefined,
    serial: undefined,
    orderBy: 'raisedAt',
    descending: true,
    offset: 0,
    limit: WHOLE,
  };
}

function rowOf(alarm: KeptAlarm): Values {
  return {
    fleetAlarmSwitch: alarm.serial,
    fleetAlarmNumber: alarm.number,
    fleetAlarmSeverity: alarm.severity,
    fleetAlarmName: alarm.name,
    fleetAlarmSaid: formatMessage(alarm.said),
    fleetAlarmRaised: secondsOf(alarm.raisedAt),
    fleetAlarmLast: secondsOf(alarm.lastAt),
    fleetAlarmCount: alarm.count,
    fleetAlarmCleared: secondsOf(alarm.clearedAt),
    fleetAlarmBy: alarm.acknowledgedBy,
  };
}
