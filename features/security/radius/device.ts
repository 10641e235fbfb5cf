import type { AccessContribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveAnswer,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { LossRefusal, placeIn } from '../../../device/refusal.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import type { RadiusWay } from '../../../protocols/radius/question.ts';
import type { RadiusStatistics } from '../../../protocols/radius/statistics.ts';
import { withKeptSecret } from '../../kept-secret.ts';
import { AuthMethod, dot1xExtConfig, dot1xPaeSystem } from '../port-access-control/objects.ts';
import {
  radiusAccServerExtEntry,
  radiusAuthServerExtEntry,
  radiusConfig,
  radiusServerEntry,
  ServerState,
} from './objects.ts';
import { radiusRules } from './rules.ts';
import { radiusClient } from './slots.ts';

const client: Service = {
  name: 'RADIUS',
  reads: [radiusServerEntry],
  wanted: (configuration) => configuration.rows(radiusServerEntry).length > 0,
  start: async (context) => (await import('./running-client.ts')).startClient(context),
};

/** The servers that say who may come in at ports, or sign in. */
const asked: AccessContribution = {
  reads: [radiusServerEntry, radiusConfig, dot1xPaeSystem, dot1xExtConfig],
  compile(configuration) {
    const admits =
      configuration.group(dot1xPaeSystem).dot1xPaeSystemAuthControl === Status.enabled &&
      configuration.group(dot1xExtConfig).dot1xAuthMethod === AuthMethod.radius;
    const signsIn = configuration.group(radiusConfig).radiusLoginStatus === Status.enabled;
    if (!admits && !signsIn) return {};
    const rows = configuration.rows(radiusServerEntry);
    return { servers: new Map(rows.map(({ radiusServerAddress }) => [radiusServerAddress, true])) };
  },
};

/** A new server needs a secret; the last one is removed only if the administrator confirms the consequences. */
const changeServer = operation(radiusServerEntry, {
  grantsAccess: ({ kind }) => kind === 'create' || kind === 'set',
  async prepare(context, request) {
    const { kind, values, forced } = request;
    if (kind === 'create' || kind === 'set') {
      return withKeptSecret(context, request, 'radiusServerKey', say('Enter a shared secret.'));
    }
    const configuration = context.configuration();
    const left = configuration
      .rows(radiusServerEntry)
      .filter((row) => kind === 'destroy' && row.radiusServerPriority !== values.radiusServerPriority);
    const isUsed =
      configuration.group(dot1xPaeSystem).dot1xPaeSystemAuthControl === Status.enabled &&
      configuration.group(dot1xExtConfig).dot1xAuthMethod === AuthMethod.radius;
    if (isUsed && left.length === 0 && !forced) {
      const message = say('Without a RADIUS server no station can authenticate at Port Access Control.');
      throw new LossRefusal(message, { place: placeIn(radiusServerEntry), isFinal: true });
    }
    return values;
  },
});

/** Login through servers cannot be tested without a password: enabling it has to be confirmed. */
const changeLogin = operation(radiusConfig, {
  grantsAccess: ({ values }) => values.radiusLoginStatus === Status.enabled,
  async prepare(context, { values, forced }) {
    const isOn = context.configuration().group(radiusConfig).radiusLoginStatus === Status.enabled;
    if (values.radiusLoginStatus === Status.enabled && !isOn && !forced) {
      const message = say(
        'From now on, RADIUS servers that respond decide on logins; local accounts are used only if none responds.',
      );
      throw new LossRefusal(message, { place: placeIn(radiusConfig, undefined, 'radiusLoginStatus'), isFinal: true });
    }
    return values;
  },
  operate({ slots }, { values }) {
    if (values.radiusClearStatistics !== undefined) slots.get(radiusClient)?.clear();
  },
});

function rowsOf<Row>(
  { configuration, slots }: DeviceContext,
  way: RadiusWay,
  row: (server: number, address: string, statistics: RadiusStatistics | undefined) => Row,
): readonly Row[] {
  const present = slots.get(radiusClient);
  return configuration()
    .rows(radiusServerEntry)
    .filter(({ radiusServerAccounting }) => way === 'authentication' || radiusServerAccounting === Status.enabled)
    .map(({ radiusServerPriority: server, radiusServerAddress: address }) =>
      row(server, address, present?.statistics(server, way)),
    );
}

const text = (count: number | undefined) => String(count ?? 0);
/** Milliseconds in hundredths of a second. */
const hundredths = (time: number | undefined) => Math.round((time ?? 0) / 10);

const liveAnswers: readonly LiveAnswer[] = [
  live(radiusAuthServerExtEntry, {
    rows: (context) =>
      rowsOf(context, 'authentication', (server, address, counted) => ({
        radiusAuthServerIndex: server,
        radiusAuthServerAddress: address,
        radiusAuthServerState: ServerState[context.slots.get(radiusClient)?.state(server) ?? 'unknown'],
        radiusAuthClientRoundTripTime: hundredths(counted?.roundTrip),
        radiusAuthClientAccessRequests: text(counted?.requests),
        radiusAuthClientAccessRetransmissions: text(counted?.retransmissions),
        radiusAuthClientAccessAccepts: text(counted?.accepts),
        radiusAuthClientAccessRejects: text(counted?.rejects),
        radiusAuthClientAccessChallenges: text(counted?.challenges),
        radiusAuthClientMalformedAccessResponses: text(counted?.malformed),
        radiusAuthClientBadAuthenticators: text(counted?.badAuthenticators),
        radiusAuthClientPendingRequests: text(counted?.pending),
        radiusAuthClientTimeouts: text(counted?.timeouts),
        radiusAuthClientUnknownTypes: text(counted?.unknownTypes),
        radiusAuthClientPacketsDropped: text(counted?.dropped),
      })),
  }),
  live(radiusAccServerExtEntry, {
    rows: (context) =>
      rowsOf(context, 'accounting', (server, address, counted) => ({
        radiusAccServerIndex: server,
        radiusAccServerAddress: address,
        radiusAccClientRoundTripTime: hundredths(counted?.roundTrip),
        radiusAccClientRequests: text(counted?.requests),
        radiusAccClientRetransmissions: text(counted?.retransmissions),
        radiusAccClientResponses: text(counted?.responses),
        radiusAccClientMalformedResponses: text(counted?.malformed),
        radiusAccClientBadAuthenticators: text(counted?.badAuthenticators),
        radiusAccClientPendingRequests: text(counted?.pending),
        radiusAccClientTimeouts: text(counted?.timeouts),
        radiusAccClientUnknownTypes: text(counted?.unknownTypes),
        radiusAccClientPacketsDropped: text(counted?.dropped),
      })),
  }),
];

/** Security > RADIUS. */
export const radius: DeviceFeature = {
  objects: [radiusConfig, radiusServerEntry, radiusAuthServerExtEntry, radiusAccServerExtEntry],
  rules: radiusRules,
  live: liveAnswers,
  accessContributions: [asked],
  operations: [changeServer, changeLogin],
  services: [client],
};
