import { expect, test } from 'vitest';
import type { DeviceContext } from '../../../device/feature.ts';
import { theDevice } from '../../../device/management.ts';
import type { Slot } from '../../../device/slot.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import type { RadiusWay } from '../../../protocols/radius/question.ts';
import type { RadiusStatistics } from '../../../protocols/radius/statistics.ts';
import { testHardware } from '../../network/testing.ts';
import { radius } from './device.ts';
import { radiusAccServerExtEntry, radiusAuthServerExtEntry, radiusServerEntry, ServerState } from './objects.ts';
import { type RadiusClient, radiusClient } from './slots.ts';

const configuration = ([1, 2] as const).reduce(
  (next, at) =>
    next.withRow(radiusServerEntry, {
      ...{ radiusServerPriority: at, radiusServerAddress: `192.0.2.${at}`, radiusServerAccounting: at },
    }),
  factoryConfiguration([radiusServerEntry], testHardware),
);
/** Another number in each column, of each server and port. */
const counted = (server: number, way: RadiusWay): RadiusStatistics => {
  const first = server * 1000 + (way === 'accounting' ? 500 : 0);
  return {
    ...{
      roundTrip: first + 6,
      requests: first + 1,
      retransmissions: first + 2,
      accepts: first + 3,
      rejects: first + 4,
    },
    ...{ challenges: first + 5, responses: first + 7, malformed: first + 8, badAuthenticators: first + 9 },
    ...{ pending: first + 10, timeouts: first + 11, unknownTypes: first + 12, dropped: first + 13 },
  };
};
const client: Pick<RadiusClient, 'statistics' | 'state'> = {
  statistics: counted,
  state: (server) => (server === 1 ? 'up' : 'dead'),
};

function rows(object: ObjectDeclaration, isRunning = true) {
  const slots = { get: <Value>(of: Slot<Value>) => (isRunning && Object.is(of, radiusClient) ? client : of.empty) };
  const answer = radius.live?.find((one) => one.object === object);
  if (!answer || !('rows' in answer)) throw new Error('There are no live rows.');
  // Nothing else is read.
  const context = { configuration: () => configuration, slots } as unknown as DeviceContext;
  return answer.rows(context, {}, theDevice);
}

test('each counter of authentication is in its own column, of its own server', async () => {
  expect(await rows(radiusAuthServerExtEntry)).toEqual(
    [1, 2].map((server) => ({
      ...{ radiusAuthServerIndex: server, radiusAuthServerAddress: `192.0.2.${server}` },
      ...{ radiusAuthServerState: server === 1 ? ServerState.up : ServerState.dead },
      ...{ radiusAuthClientRoundTripTime: server * 100 + 1, radiusAuthClientAccessRequests: `${server}001` },
      ...{ radiusAuthClientAccessRetransmissions: `${server}002`, radiusAuthClientAccessAccepts: `${server}003` },
      ...{ radiusAuthClientAccessRejects: `${server}004`, radiusAuthClientAccessChallenges: `${server}005` },
      ...{
        radiusAuthClientMalformedAccessResponses: `${server}008`,
        radiusAuthClientBadAuthenticators: `${server}009`,
      },
      ...{ radiusAuthClientPendingRequests: `${server}010`, radiusAuthClientTimeouts: `${server}011` },
      ...{ radiusAuthClientUnknownTypes: `${server}012`, radiusAuthClientPacketsDropped: `${server}013` },
    })),
  );
});

test('each counter of accounting is in its own column, of servers that keep account', async () => {
  expect(await rows(radiusAccServerExtEntry)).toEqual([
    {
      ...{ radiusAccServerIndex: 1, radiusAccServerAddress: '192.0.2.1', radiusAccClientRoundTripTime: 151 },
      ...{ radiusAccClientRequests: '1501', radiusAccClientRetransmissions: '1502', radiusAccClientResponses: '1507' },
      ...{ radiusAccClientMalformedResponses: '1508', radiusAccClientBadAuthenticators: '1509' },
      ...{ radiusAccClientPendingRequests: '1510', radiusAccClientTimeouts: '1511' },
      ...{ radiusAccClientUnknownTypes: '1512', radiusAccClientPacketsDropped: '1513' },
    },
  ]);
});

test('a server that was never asked has counted nothing', async () => {
  const [row] = await rows(radiusAuthServerExtEntry, false);
  expect(row).toMatchObject({ radiusAuthServerState: ServerState.unknown, radiusAuthClientAccessRequests: '0' });
});
