import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { enumeration, status, truth } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32, macAddressOrZeros, unsigned32 } from '../../../model/smi/syntax.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';

const page = '/Security/PortAccessControl';

/** Whether ports authenticate at all (IEEE8021-PAE-MIB; docs/specification/security.md, "Port Access Control"). */
export const dot1xPaeSystem = group('dot1xPaeSystem', {
  title: 'Port access control',
  page,
  oid: '1.0.8802.1.1.1.1.1',
  fields: {
    dot1xPaeSystemAuthControl: status({
      label: 'Port Access Control',
      mib: { column: 1 },
      help: 'While it is disabled, every port forwards.',
    }),
  },
});

/** How stations are authenticated (docs/specification/security.md, "Port Access Control"). */
export const dot1xExtConfig = group('dot1xExtConfig', {
  title: 'Authentication',
  page,
  fields: {
    dot1xAuthMethod: enumeration({
      label: 'Authentication Method',
      choices: { radius: [1, 'RADIUS'], local: [2, 'Local'] },
      help: 'Local: against the list of dial-in users, with PEAP, TTLS or EAP-MD5. Stations check the certificate of System > SSL.',
    }),
    dot1xNasId: text({
      label: 'NAS ID',
      minLength: 1,
      maxLength: 16,
      default: 'Nas1',
      help: 'Name of the switch for RADIUS servers (NAS-Identifier).',
    }),
    dot1xFwdEapolWhenOff: status({
      label: 'Forward EAPOL when disabled',
      help: 'While Port Access Control is disabled, EAPOL frames are forwarded to an authenticator behind the switch.',
    }),
    dot1xClearStatistics: integer({
      label: 'Clear Statistics',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Sets the EAPOL counters of all ports to zero.',
    }),
  },
  privateMib: {
    number: 156,
    columns: ['dot1xAuthMethod', 'dot1xNasId', 'dot1xFwdEapolWhenOff', 'dot1xClearStatistics'],
  },
});

/** Wire values of `dot1xAuthMethod`. */
export const AuthMethod = dot1xExtConfig.fields.dot1xAuthMethod.values;

const rows = { max: PORT_LIST_MAXIMUM, fixed: true } as const;
const port = () => integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM });
const livePort = () => integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM });
const rowName = ({ dot1xPaePortNumber }: { readonly dot1xPaePortNumber: number }) =>
  say('port {{port}}', { port: dot1xPaePortNumber });

/** Seconds of one of the timers (docs/specification/product.md 9). */
const seconds = (label: string, value: number, column: number, help: string) =>
  integer({ label, unit: 's', min: 1, max: 65_535, default: value, mib: { column, syntax: unsigned32 }, help });

/**
 * Authentication settings and state of each port (IEEE8021-PAE-MIB; docs/specification/security.md, "Port Access
 * Control").
 */
export const dot1xAuthConfigEntry = table('dot1xAuthConfigEntry', {
  title: 'Port access control of port',
  page,
  oid: '1.0.8802.1.1.1.1.2.1.1',
  index: { dot1xPaePortNumber: port() },
  columns: {
    dot1xAuthAuthControlledPortControl: enumeration({
      label: 'Port Control',
      mib: { column: 6 },
      choices: {
        forceUnauthorized: [1, 'Force Unauthorized'],
        auto: [2, 'Auto'],
        forceAuthorized: [3, 'Force Authorized'],
      },
      default: 3,
      help: 'Auto: closed until a station behind the port authenticates. The others: always closed, always open.',
    }),
    dot1xAuthAdminControlledDirections: enumeration({
      label: 'Control Direction',
      mib: { column: 3 },
      choices: { both: [0, 'Both'], in: [1, 'In'] },
      help: 'In: a port that is closed still sends.',
    }),
    dot1xAuthTxPeriod: seconds('Transmission Period', 30, 8, 'Time after which an identity request is repeated.'),
    dot1xAuthQuietPeriod: seconds('Quiet Period', 60, 7, 'Time that a refused station is ignored.'),
    dot1xAuthSuppTimeout: seconds('Supplicant Timeout', 30, 9, 'Time after which a request to a station is repeated.'),
    dot1xAuthServerTimeout: seconds('Server Timeout', 30, 10, 'Time to wait for the servers.'),
    dot1xAuthMaxReq: integer({
      label: 'Max Request',
      min: 1,
      max: 10,
      default: 2,
      mib: { column: 11, syntax: unsigned32 },
      help: 'Number of requests to a station before it counts as not responding.',
    }),
    dot1xAuthReAuthEnabled: truth({
      label: 'Re-authentication',
      mib: { column: 13 },
      help: 'Authenticates stations again at the period below. A station that then fails loses access.',
    }),
    dot1xAuthReAuthPeriod: seconds(
      'Re-authentication Period',
      3600,
      12,
      'Time after which authenticated stations are authenticated again.',
    ),
    dot1xAuthAuthControlledPortStatus: enumeration({
      label: 'Status',
      access: 'ro',
      mib: { column: 5 },
      choices: { authorized: [1, 'Authorized'], unauthorized: [2, 'Unauthorized'] },
      help: 'Whether the port forwards.',
    }),
    dot1xAuthPaeState: enumeration({
      label: 'PAE State',
      access: 'ro',
      mib: { column: 1 },
      choices: {
        1: 'Initialize',
        2: 'Disconnected',
        3: 'Connecting',
        4: 'Authenticating',
        5: 'Authenticated',
        6: 'Aborting',
        7: 'Held',
        8: 'Force Authorized',
        9: 'Force Unauthorized',
        10: 'Restart',
      },
      help: 'State of the exchange with the station (IEEE 802.1X).',
    }),
    dot1xAuthBackendAuthState: enumeration({
      label: 'Backend State',
      access: 'ro',
      mib: { column: 2 },
      choices: {
        1: 'Request',
        2: 'Response',
        3: 'Success',
        4: 'Fail',
        5: 'Timeout',
        6: 'Idle',
        7: 'Initialize',
        8: 'Ignore',
      },
      default: 6,
      help: 'State of the exchange with the server (IEEE 802.1X).',
    }),
  },
  rows,
  factory: ({ ports }) => [...ports.keys()].map((number) => ({ dot1xPaePortNumber: number })),
  rowName,
});

/** Wire values of `dot1xAuthAuthControlledPortControl`. */
export const PortControl = dot1xAuthConfigEntry.fields.dot1xAuthAuthControlledPortControl.values;

/** Wire values of `dot1xAuthAdminControlledDirections`. */
export const ControlDirection = dot1xAuthConfigEntry.fields.dot1xAuthAdminControlledDirections.values;

/** Wire values of `dot1xAuthAuthControlledPortStatus`. */
export const PortStatus = dot1xAuthConfigEntry.fields.dot1xAuthAuthControlledPortStatus.values;

/** Columns beside the standard's table of ports (docs/specification/security.md, "Port Access Control"). */
export const dot1xPortExtEntry = table('dot1xPortExtEntry', {
  title: 'Port access control of port',
  page,
  index: { dot1xPaePortNumber: port() },
  columns: {
    dot1xPortAuthMode: enumeration({
      label: 'Authentication Mode',
      choices: { portBased: [1, 'Port-based'], macBased: [2, 'MAC-based'] },
      help: 'Port-based: one success opens the port for all stations behind it. MAC-based: each station authenticates separately.',
    }),
    dot1xPortGuestVlan: vlanId({
      label: 'Guest VLAN',
      optional: true,
      words: { 0: 'None' },
      references: { table: dot1qVlanStaticEntry, except: [0] },
      help: 'VLAN of a port without authenticated station: untagged, and the only one. Port-based mode only. Empty: none.',
    }),
    dot1xPortDynamicVlan: status({
      label: 'Dynamic VLAN',
      help: 'Assigns the VLAN that the server or the user list names: to the port, in MAC-based mode to the station. A port whose stations have different VLANs receives the broadcasts of all of them.',
    }),
    dot1xPortAssignedVlan: vlanId({
      label: 'Current VLAN',
      access: 'ro',
      fixed: [0],
      default: 0,
      help: 'VLAN of untagged frames of the port now.',
    }),
    dot1xPortVlanSource: enumeration({
      label: 'VLAN Source',
      access: 'ro',
      choices: { pvid: [1, 'PVID'], guest: [2, 'Guest'], dynamic: [3, 'Dynamic'] },
      help: 'Why the port is in this VLAN.',
    }),
    dot1xPortStations: text({
      label: 'Stations',
      access: 'ro',
      maxLength: 512,
      help: 'Stations that authenticated at the port.',
    }),
  },
  rows,
  factory: ({ ports }) => [...ports.keys()].map((number) => ({ dot1xPaePortNumber: number })),
  rowName,
  privateMib: {
    number: 157,
    columns: [
      'dot1xPaePortNumber retired',
      'dot1xPortAuthMode',
      'dot1xPortGuestVlan',
      'dot1xPortDynamicVlan',
      'dot1xPortAssignedVlan',
      'dot1xPortVlanSource',
      'dot1xPortStations',
    ],
  },
});

/** Wire values of `dot1xPortAuthMode`. */
export const AuthMode = dot1xPortExtEntry.fields.dot1xPortAuthMode.values;

/** Wire values of `dot1xPortVlanSource`. */
export const VlanSource = dot1xPortExtEntry.fields.dot1xPortVlanSource.values;

/**
 * Commands of an administrator for a port (IEEE8021-PAE-MIB; docs/specification/security.md, "Port Access Control").
 */
export const dot1xPaePortEntry = table('dot1xPaePortEntry', {
  title: 'Port access control of port',
  page,
  oid: '1.0.8802.1.1.1.1.1.2.1',
  index: { dot1xPaePortNumber: { ...port(), mib: { column: 1, isNotAccessible: true } } },
  columns: {
    // Reads return that nothing is in progress.
    dot1xPaePortInitialize: truth({
      label: 'Initialize',
      access: 'action',
      mib: { column: 4 },
      help: 'Ends all sessions of the port; stations have to authenticate again.',
    }),
    dot1xPaePortReauthenticate: truth({
      label: 'Re-authenticate',
      access: 'action',
      mib: { column: 5 },
      help: 'Authenticates the stations again now; access stays open meanwhile.',
    }),
  },
  rows,
  factory: ({ ports }) => [...ports.keys()].map((number) => ({ dot1xPaePortNumber: number })),
  rowName,
});

const count = (label: string, column: number) => counter64({ mib: { column, syntax: counter32 }, label });

/** EAPOL counters of each port (IEEE8021-PAE-MIB; docs/specification/security.md, "Port Access Control"). */
export const dot1xAuthStatsEntry = table('dot1xAuthStatsEntry', {
  title: 'EAPOL statistics of port',
  help: 'EAPOL frames since the start or the last clearing.',
  page,
  oid: '1.0.8802.1.1.1.1.2.2.1',
  index: { dot1xPaePortNumber: livePort() },
  columns: {
    dot1xAuthEapolFramesRx: count('Received', 1),
    dot1xAuthEapolFramesTx: count('Sent', 2),
    dot1xAuthEapolStartFramesRx: count('Start', 3),
    dot1xAuthEapolLogoffFramesRx: count('Logoff', 4),
    dot1xAuthEapolRespIdFramesRx: count('Identities', 5),
    dot1xAuthEapolRespFramesRx: count('Responses', 6),
    dot1xAuthEapolReqIdFramesTx: count('Identity Requests', 7),
    dot1xAuthEapolReqFramesTx: count('Requests', 8),
    dot1xAuthInvalidEapolFramesRx: count('Invalid', 9),
    dot1xAuthEapLengthErrorFramesRx: count('Length Errors', 10),
    dot1xAuthLastEapolFrameVersion: integer({
      label: 'Last Version',
      access: 'ro',
      min: 0,
      max: 255,
      words: { 0: '–' },
      mib: { column: 11, syntax: unsigned32 },
    }),
    dot1xAuthLastEapolFrameSource: mac({
      label: 'Last Source',
      access: 'ro',
      optional: true,
      mib: { column: 12, syntax: macAddressOrZeros },
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  rowName,
});

/**
 * The session under way at each port, or its last one (IEEE8021-PAE-MIB; docs/specification/security.md, "Port Access Control").
 */
export const dot1xAuthSessionStatsEntry = table('dot1xAuthSessionStatsEntry', {
  title: 'Session at port',
  help: 'The present session of the port, or its last one.',
  page,
  oid: '1.0.8802.1.1.1.1.2.4.1',
  index: { dot1xPaePortNumber: livePort() },
  columns: {
    dot1xAuthSessionUserName: text({ label: 'User Name', access: 'ro', maxLength: 255, mib: { column: 9 } }),
    dot1xAuthSessionId: text({ label: 'Session', access: 'ro', maxLength: 32, mib: { column: 5 } }),
    dot1xAuthSessionAuthenticMethod: enumeration({
      label: 'Authenticated by',
      access: 'ro',
      mib: { column: 6 },
      choices: { remoteAuthServer: [1, 'RADIUS'], localAuthServer: [2, 'Local'] },
    }),
    dot1xAuthSessionTime: { ...ticks({ label: 'Time' }), mib: { column: 7 } },
    dot1xAuthSessionTerminateCause: enumeration({
      label: 'Ended by',
      access: 'ro',
      mib: { column: 8 },
      choices: {
        1: 'Logoff',
        2: 'Port failure',
        3: 'Restart',
        4: 'Re-authentication failed',
        5: 'Force Unauthorized',
        6: 'Port initialized',
        7: 'Port disabled',
        999: 'Not ended',
      },
      default: 999,
    }),
    dot1xAuthSessionOctetsRx: counter64({ mib: { column: 1 }, label: 'Octets In' }),
    dot1xAuthSessionOctetsTx: counter64({ mib: { column: 2 }, label: 'Octets Out' }),
    dot1xAuthSessionFramesRx: count('Frames In', 3),
    dot1xAuthSessionFramesTx: count('Frames Out', 4),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  rowName,
});
