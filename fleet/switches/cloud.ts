import type { FleetFeature } from '../../cloud/fleet/fleet-feature.ts';
import { dropSwitch } from '../../cloud/gateway/switch-subjects.ts';
import type { KeptSwitch, SwitchColumn } from '../../cloud/store/switches.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { formatMessage, say } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { secondsOf } from '../moment.ts';
import { act } from './actions.ts';
import { differences } from './differences.ts';
import { fleetSwitchEntry, SwitchCondition, SwitchStanding } from './objects.ts';
import { ownSwitch } from './own-switch.ts';

/** Rows that a read without pages gives at most. */
const WHOLE = 1000;

/** Sort columns. */
const orders: Readonly<Record<string, SwitchColumn>> = {
  fleetSwitchName: 'name',
  fleetSwitchModel: 'model',
  fleetSwitchAddress: 'address',
  fleetSwitchVersion: 'version',
  fleetSwitchLastSeen: 'lastSeen',
  fleetSwitchCondition: 'condition',
  fleetSwitchAlarms: 'alarms',
};

const textOf = (value: Value | undefined) => (value === undefined ? '' : String(value));

/** The list of switches, what is known of each, and what can be done about it. */
export const switches: FleetFeature = {
  answers: [
    {
      object: fleetSwitchEntry,
      async read(context, query, { user: { tenant } }) {
        const { store, wallClock } = context;
        const now = wallClock.now();
        if (query.fleetSwitchSerial !== undefined) {
          return [rowOf(await ownSwitch(context, query.fleetSwitchSerial, tenant), now)];
        }
        const all = {
          tenant,
          search: '',
          condition: undefined,
          drifted: false,
          isAlarmed: false,
          offset: 0,
          limit: WHOLE,
        };
        const { rows } = await store.listSwitches({ ...all, orderBy: 'serial', descending: false });
        return rows.map((kept) => rowOf(kept, now));
      },
      async readPage({ store, wallClock }, query, { page, size, orderBy, descending }, { user: { tenant } }) {
        const now = wallClock.now();
        const { total, rows } = await store.listSwitches({
          tenant,
          search: textOf(query.search),
          condition: query.condition === undefined ? undefined : query.condition === 1 ? 'connected' : 'away',
          drifted: query.drifted === 1,
          isAlarmed: query.alarmed === 1,
          except: query.except === undefined ? undefined : textOf(query.except),
          models: query.models === undefined ? undefined : textOf(query.models).split(' '),
          orderBy: orders[orderBy ?? ''] ?? 'serial',
          descending,
          offset: (page - 1) * size,
          limit: size,
        });
        return { total, rows: rows.map((kept) => rowOf(kept, now)) };
      },
      async perform(context, { kind, values }, caller) {
        const { store, bus } = context;
        if (kind !== 'destroy' && kind !== 'set') {
          throw new Refusal(
            ErrorCode.noCreation,
            say('Switches are claimed by their code.'),
            placeIn(fleetSwitchEntry),
          );
        }
        const kept = await ownSwitch(context, values.fleetSwitchSerial, caller.user.tenant);
        if (kind === 'set') return act(context, kept, values.fleetSwitchAction, caller);
        const { serial } = kept;
        await store.releaseSwitch(serial);
        dropSwitch(bus, serial);
        return caller.did(say('Released switch {{serial}}: its certificates are revoked.', { serial }), serial);
      },
    },
    differences,
  ],
};

function rowOf(kept: KeptSwitch, now: number): Values {
  const isConnected = kept.gateway !== '';
  const { last } = kept.report ?? {};
  // Also where it was never wanted: a change that is made in the switch's own console is so only once it was confirmed.
  const reason =
    last?.status === 'reverted' && last.revision >= kept.desiredRevision
      ? last.reason
      : kept.badRevisions.includes(kept.desiredRevision)
        ? kept.refusal
        : undefined;
  return {
    fleetSwitchSerial: kept.serial,
    fleetSwitchCondition: isConnected ? SwitchCondition.connected : SwitchCondition.away,
    fleetSwitchName: kept.name,
    fleetSwitchModel: kept.model,
    fleetSwitchAddress: kept.address,
    fleetSwitchVersion: kept.version,
    fleetSwitchStanding: standingOf(kept),
    fleetSwitchAlarms: kept.alarms,
    fleetSwitchLastSeen: secondsOf(isConnected ? now : kept.lastSeen),
    fleetSwitchConnectedSince: isConnected ? secondsOf(kept.connectedAt) : 0,
    fleetSwitchClaimedAt: secondsOf(kept.claimedAt),
    fleetSwitchClaimedBy: kept.claimedBy,
    fleetSwitchWanted: kept.desiredRevision,
    fleetSwitchPresent: kept.report?.revision ?? 0,
    fleetSwitchSafe: kept.safeRevision,
    fleetSwitchReasonSaid: formatMessage(reason),
  };
}

function standingOf({ report, desiredRevision, badRevisions }: KeptSwitch): number {
  if (!report) return SwitchStanding.unknown;
  if (report.owner === 'local') return report.awaitsSetup ? SwitchStanding.awaitsSetup : SwitchStanding.local;
  if (badRevisions.includes(desiredRevision)) return SwitchStanding.cameBack;
  if (desiredRevision === 0 || report.pending || report.revision !== desiredRevision) return SwitchStanding.underWay;
  const isSame = report.revisionHash === undefined || report.revisionHash === report.hash;
  return isSame ? SwitchStanding.asWanted : SwitchStanding.differs;
}
