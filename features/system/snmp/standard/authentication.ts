import type { DeviceContext } from '../../../../device/feature.ts';
import { ipAddress } from '../../../../model/schema/kinds/ip-address.ts';
import { group, table } from '../../../../model/schema/object.ts';
import { inetAddress, namedBits, timeTicks, unsigned32 } from '../../../../model/smi/syntax.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { dot1xAuthConfigEntry, dot1xExtConfig } from '../../../security/port-access-control/objects.ts';
import { RADIUS_SERVERS_MAXIMUM, radiusServerEntry } from '../../../security/radius/objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { counter, FALSE, hidden, number, UNSEEN, words } from './columns.ts';

/** dot1xPaePortNumber (IEEE8021-PAE-MIB). */
const PAE_PORT = '1.0.8802.1.1.1.1.1.2.1.1';
/** The authenticator's highest version (IEEE 802.1X-2004), and its ports' capabilities: the first of the bits. */
const PROTOCOL_VERSION = 2;
const AUTHENTICATES = 1;

const dot1xPaePortAbility = table('dot1xPaePortAbility', {
  title: UNSEEN,
  oid: '1.0.8802.1.1.1.1.1.2.1',
  index: { dot1xPaePortNumber: hidden(PAE_PORT) },
  columns: { dot1xPaePortProtocolVersion: number(2, unsigned32), dot1xPaePortCapabilities: number(3, namedBits) },
  rows: { max: 64 },
});

const dot1xAuthInForce = table('dot1xAuthInForce', {
  title: UNSEEN,
  oid: '1.0.8802.1.1.1.1.2.1.1',
  index: { dot1xPaePortNumber: hidden(PAE_PORT) },
  columns: { dot1xAuthOperControlledDirections: number(4), dot1xAuthKeyTxEnabled: number(14) },
  rows: { max: 64 },
});

/**
 * Addresses of the servers of the client of RFC 4668 or RFC 4670: the two have these columns in common, except for the
 * last one's number.
 */
const serverPlaces = (name: string, client: string, last: number) =>
  table(name, {
    title: UNSEEN,
    oid: `${client}.4.1`,
    index: { server: hidden(1) },
    columns: {
      addressType: number(2),
      address: ipAddress({ label: UNSEEN, access: 'ro', mib: { column: 3, syntax: inetAddress } }),
      port: number(4, unsigned32),
      discontinuity: number(last, timeTicks),
    },
    rows: { max: RADIUS_SERVERS_MAXIMUM },
  });

/** Sockets receive only from their servers, so packets never come from unknown addresses. */
const clientScalars = (name: string, client: string) =>
  group(name, { title: UNSEEN, oid: client, fields: { invalidServerAddresses: counter(1), identifier: words(2) } });

const AUTHENTICATION = '1.3.6.1.2.1.67.1.2.1.1';
const ACCOUNTING = '1.3.6.1.2.1.67.2.2.1.1';

function clientRow(context: DeviceContext): readonly Values[] {
  const { dot1xNasId: identifier } = context.configuration().group(dot1xExtConfig);
  return [{ invalidServerAddresses: '0', identifier }];
}

function placesBy(way: 'radiusServerAuthPort' | 'radiusServerAcctPort') {
  return ({ configuration }: DeviceContext): readonly Values[] =>
    configuration()
      .rows(radiusServerEntry)
      .filter((row) => way === 'radiusServerAuthPort' || row.radiusServerAccounting === 1)
      .map((row) => ({
        server: row.radiusServerPriority,
        addressType: row.radiusServerAddressType,
        address: row.radiusServerAddress,
        port: row[way],
        // Counters begin with the switch.
        discontinuity: 0,
      }));
}

/** Objects of IEEE8021-PAE-MIB and the RADIUS clients' MIBs beside those of the pages. */
export const authenticationObjects: readonly StandardObject[] = [
  {
    object: dot1xPaePortAbility,
    rows: ({ hardware }) =>
      [...hardware.ports.keys()].map((dot1xPaePortNumber) => ({
        dot1xPaePortNumber,
        dot1xPaePortProtocolVersion: PROTOCOL_VERSION,
        dot1xPaePortCapabilities: AUTHENTICATES,
      })),
  },
  {
    object: dot1xAuthInForce,
    // The chosen value holds: no port waits for a bridge behind it. Keys do not depend on a cable.
    rows: ({ configuration }) =>
      configuration()
        .rows(dot1xAuthConfigEntry)
        .map(({ dot1xPaePortNumber, dot1xAuthAdminControlledDirections }) => ({
          dot1xPaePortNumber,
          dot1xAuthOperControlledDirections: dot1xAuthAdminControlledDirections,
          dot1xAuthKeyTxEnabled: FALSE,
        })),
  },
  { object: clientScalars('radiusAuthClient', AUTHENTICATION), rows: clientRow },
  { object: clientScalars('radiusAccClient', ACCOUNTING), rows: clientRow },
  { object: serverPlaces('radiusAuthServerPlace', AUTHENTICATION, 17), rows: placesBy('radiusServerAuthPort') },
  { object: serverPlaces('radiusAccServerPlace', ACCOUNTING, 15), rows: placesBy('radiusServerAcctPort') },
];
