import type { AccessContribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { LossRefusal, placeIn } from '../../../device/refusal.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { withKeptSecret } from '../../kept-secret.ts';
import { TacacsStatus, tacacsConfig, tacacsServerEntry } from './objects.ts';
import { tacacsRules } from './rules.ts';
import { tacacsServers } from './slots.ts';

const logins: Service = {
  name: 'TACACS+',
  reads: [tacacsConfig, tacacsServerEntry],
  wanted: (configuration) =>
    configuration.group(tacacsConfig).tacacsLoginStatus === Status.enabled &&
    configuration.rows(tacacsServerEntry).length > 0,
  start: async (context) => (await import('./running-login.ts')).startLogins(context),
};

/** The servers that say who may sign in. */
const asked: AccessContribution = {
  reads: [tacacsConfig, tacacsServerEntry],
  compile(configuration) {
    if (configuration.group(tacacsConfig).tacacsLoginStatus !== Status.enabled) return {};
    const rows = configuration.rows(tacacsServerEntry);
    return { servers: new Map(rows.map(({ tacacsServerAddress }) => [tacacsServerAddress, true])) };
  },
};

/** A new server needs a key. */
const changeServer = operation(tacacsServerEntry, {
  grantsAccess: ({ kind }) => kind === 'create' || kind === 'set',
  prepare: async (context, request) =>
    request.kind === 'create' || request.kind === 'set'
      ? withKeptSecret(context, request, 'tacacsServerKey', say('Enter a shared key.'))
      : request.values,
});

/** Login through servers cannot be tested without a password: enabling it has to be confirmed. */
const changeLogin = operation(tacacsConfig, {
  grantsAccess: ({ values }) => values.tacacsLoginStatus === Status.enabled,
  async prepare(context, { values, forced }) {
    const isOn = context.configuration().group(tacacsConfig).tacacsLoginStatus === Status.enabled;
    if (values.tacacsLoginStatus === Status.enabled && !isOn && !forced) {
      const message = say(
        'From now on, TACACS+ servers that respond decide on logins; local accounts are used only if none responds.',
      );
      throw new LossRefusal(message, { place: placeIn(tacacsConfig, undefined, 'tacacsLoginStatus'), isFinal: true });
    }
    return values;
  },
});

function liveServers({ configuration, slots }: DeviceContext): LiveColumnsOf<typeof tacacsServerEntry> {
  const known = slots.get(tacacsServers);
  return new Map(
    configuration()
      .rows(tacacsServerEntry)
      .map((row) => [
        rowKey(tacacsServerEntry, row),
        { tacacsServerStatus: TacacsStatus[known.get(row.tacacsServerPriority) ?? 'unknown'] },
      ]),
  );
}

/** Security > TACACS+. */
export const tacacs: DeviceFeature = {
  objects: [tacacsConfig, tacacsServerEntry],
  rules: tacacsRules,
  live: [live(tacacsServerEntry, { columns: liveServers })],
  accessContributions: [asked],
  operations: [changeServer, changeLogin],
  services: [logins],
};
