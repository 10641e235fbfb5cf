import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { secret } from '../../../model/schema/kinds/secret.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32, unsigned32 } from '../../../model/smi/syntax.ts';
import { say } from '../../../model/values/message.ts';

const page = '/Security/RADIUS';

/** Servers at most (docs/specification/security.md 0.6). */
export const RADIUS_SERVERS_MAXIMUM = 5;

/** Characters that a shared secret has at most. */
export const SECRET_MAXIMUM = 32;

/** Uses of RADIUS beside Port Access Control (docs/specification/security.md, "RADIUS"). */
export const radiusConfig = group('radiusConfig', {
  title: 'RADIUS',
  page,
  fields: {
    radiusLoginStatus: status({
      label: 'RADIUS Login',
      help: 'Administrators log in through these servers, which must respond with Service-Type Administrative (6). If a server responds, its decision is final; local accounts are used only if none responds.',
    }),
    radiusClearStatistics: integer({
      label: 'Clear Statistics',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Sets the counters of all servers to zero.',
    }),
  },
  privateMib: { number: 159, columns: ['radiusLoginStatus', 'radiusClearStatistics'] },
});

const addressType = enumeration({
  label: 'Address Type',
  choices: { ipv4: [1, 'IPv4'], ipv6: [2, 'IPv6'] },
  access: 'create',
  help: "Version of the server's address.",
});

/** The servers, in the order in which they are asked (docs/specification/security.md, "RADIUS"). */
export const radiusServerEntry = table('radiusServerEntry', {
  title: 'RADIUS server',
  page,
  index: {
    radiusServerPriority: integer({
      label: 'Server Priority',
      access: 'create',
      min: 1,
      max: 65_535,
      help: 'Servers are tried in order of priority, lowest first.',
    }),
  },
  columns: {
    radiusServerAddressType: addressType,
    radiusServerAddress: ipAddress({
      label: 'Server IP Address',
      help: 'Destination of the requests; not an address of the switch itself.',
    }),
    radiusServerAuthPort: integer({
      label: 'Authentication Port',
      min: 1,
      max: 65_535,
      default: 1812,
      help: 'UDP port for authentication. Old servers use 1645.',
    }),
    radiusServerAcctPort: integer({
      label: 'Accounting Port',
      min: 1,
      max: 65_535,
      default: 1813,
      help: 'UDP port for accounting; must differ from the authentication port.',
    }),
    radiusServerKey: secret({
      label: 'Shared Secret',
      minLength: 1,
      maxLength: SECRET_MAXIMUM,
      optional: true,
      help: 'It is never shown. Empty when a server is modified: unchanged.',
    }),
    radiusServerTimeout: integer({
      label: 'Timeout',
      unit: 's',
      min: 1,
      max: 120,
      default: 5,
      help: 'Time to wait for a reply before the request is repeated.',
    }),
    radiusServerRetransmit: integer({
      label: 'Retransmit',
      min: 0,
      max: 10,
      default: 3,
      help: 'Number of repetitions before the next server is tried.',
    }),
    radiusServerAccounting: status({
      label: 'Accounting',
      help: 'Sends the server the start and the end of the sessions of Port Access Control.',
    }),
  },
  rows: { max: RADIUS_SERVERS_MAXIMUM },
  rowName: ({ radiusServerPriority }) => say('RADIUS server {{priority}}', { priority: radiusServerPriority }),
  privateMib: {
    number: 160,
    columns: [
      'radiusServerPriority',
      'radiusServerAddressType',
      'radiusServerAddress',
      'radiusServerAuthPort',
      'radiusServerAcctPort',
      'radiusServerKey',
      'radiusServerTimeout',
      'radiusServerRetransmit',
      'radiusServerAccounting',
      'RowStatus',
    ],
  },
});

/** Wire values of `radiusServerAddressType`. */
export const ServerAddressType = addressType.values;

const count = (label: string, column: number) => counter64({ mib: { column, syntax: counter32 }, label });
const index = () => integer({ label: 'Server Priority', access: 'ro', min: 1, max: 65_535 });
const address = () => text({ label: 'Server IP Address', access: 'ro', maxLength: 45 });

/** Results of Access-Requests (RFC 4668; docs/specification/security.md, "RADIUS"). */
export const radiusAuthServerExtEntry = table('radiusAuthServerExtEntry', {
  title: 'Authentication at RADIUS server',
  help: 'Requests of logins and stations to each server. Many bad authenticators: the shared secret is wrong.',
  page,
  oid: '1.3.6.1.2.1.67.1.2.1.1.4.1',
  index: { radiusAuthServerIndex: { ...index(), mib: { column: 1, isNotAccessible: true } } },
  columns: {
    radiusAuthServerAddress: address(),
    radiusAuthServerState: enumeration({
      label: 'Status',
      access: 'ro',
      choices: { unknown: [0, 'Not checked'], up: [1, 'Responding'], dead: [2, 'Not responding'] },
    }),
    radiusAuthClientRoundTripTime: { ...ticks({ label: 'Round Trip Time' }), mib: { column: 5 } },
    radiusAuthClientAccessRequests: count('Access Requests', 6),
    radiusAuthClientAccessRetransmissions: count('Retransmissions', 7),
    radiusAuthClientAccessAccepts: count('Accepts', 8),
    radiusAuthClientAccessRejects: count('Rejects', 9),
    radiusAuthClientAccessChallenges: count('Challenges', 10),
    radiusAuthClientMalformedAccessResponses: count('Malformed Responses', 11),
    radiusAuthClientBadAuthenticators: count('Bad Authenticators', 12),
    radiusAuthClientPendingRequests: counter64({ mib: { column: 13, syntax: unsigned32 }, label: 'Pending Requests' }),
    radiusAuthClientTimeouts: count('Timeouts', 14),
    radiusAuthClientUnknownTypes: count('Unknown Types', 15),
    radiusAuthClientPacketsDropped: count('Packets Dropped', 16),
  },
  rows: { max: RADIUS_SERVERS_MAXIMUM },
  rowName: ({ radiusAuthServerIndex }) => say('RADIUS server {{priority}}', { priority: radiusAuthServerIndex }),
  privateMib: { number: 161, columns: ['radiusAuthServerAddress retired', 'radiusAuthServerState'] },
});

/** Wire values of `radiusAuthServerState`. */
export const ServerState = radiusAuthServerExtEntry.fields.radiusAuthServerState.values;

/** Results of Accounting-Requests (RFC 4670; docs/specification/security.md, "RADIUS"). */
export const radiusAccServerExtEntry = table('radiusAccServerExtEntry', {
  title: 'Accounting at RADIUS server',
  help: 'Reports of sessions to each server. Many bad authenticators: the shared secret is wrong.',
  page,
  oid: '1.3.6.1.2.1.67.2.2.1.1.4.1',
  index: { radiusAccServerIndex: { ...index(), mib: { column: 1, isNotAccessible: true } } },
  columns: {
    radiusAccServerAddress: address(),
    radiusAccClientRoundTripTime: { ...ticks({ label: 'Round Trip Time' }), mib: { column: 5 } },
    radiusAccClientRequests: count('Requests', 6),
    radiusAccClientRetransmissions: count('Retransmissions', 7),
    radiusAccClientResponses: count('Responses', 8),
    radiusAccClientMalformedResponses: count('Malformed Responses', 9),
    radiusAccClientBadAuthenticators: count('Bad Authenticators', 10),
    radiusAccClientPendingRequests: counter64({ mib: { column: 11, syntax: unsigned32 }, label: 'Pending Requests' }),
    radiusAccClientTimeouts: count('Timeouts', 12),
    radiusAccClientUnknownTypes: count('Unknown Types', 13),
    radiusAccClientPacketsDropped: count('Packets Dropped', 14),
  },
  rows: { max: RADIUS_SERVERS_MAXIMUM },
  rowName: ({ radiusAccServerIndex }) => say('RADIUS server {{priority}}', { priority: radiusAccServerIndex }),
  privateMib: { number: 162, columns: ['radiusAccServerAddress retired'] },
});
