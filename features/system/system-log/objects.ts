import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { host } from '../../../model/schema/kinds/host.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { severities } from '../../../model/values/severity.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';

const syslogSaveMode = enumeration({
  label: 'Save to flash',
  choices: { onDemand: [1, 'On demand'], interval: [2, 'At an interval'], everyMessage: [3, 'Every message'] },
  help: 'Anything not on flash is lost at a restart.',
});

/** When the log goes to flash. */
export const LogSaveMode = syslogSaveMode.values;

/** How the log is kept (docs/specification/system.md, "System Log"). */
export const syslogCtrl = group('syslogCtrl', {
  title: 'System log',
  page: '/System/SystemLog',
  fields: {
    syslogState: status({ label: 'Syslog (remote)', default: 2, help: 'Sends messages to the servers below.' }),
    syslogTimeStamp: status({
      label: 'Time stamp',
      default: 1,
      help: 'Adds the time to messages sent to servers.',
    }),
    syslogBufferSize: integer({
      label: 'Messages kept',
      min: 1,
      max: 512,
      default: 512,
      help: 'Size of the log on the switch. A smaller value deletes the oldest messages.',
    }),
    syslogBufferFull: enumeration({
      label: 'When full',
      choices: { overwrite: [1, 'Overwrite the oldest'], stop: [2, 'Stop'] },
      help: 'With Stop, new messages are still sent to servers, but not kept.',
    }),
    syslogSaveMode,
    syslogSaveInterval: integer({
      label: 'Interval',
      unit: 'min',
      min: 1,
      max: 65_535,
      default: 60,
      shownWhen: { syslogSaveMode: [LogSaveMode.interval] },
      help: 'Time between two writes to flash.',
    }),
    syslogLocalSeverity: enumeration({
      label: 'Log from level',
      choices: severities,
      default: 6,
      help: 'Less severe messages are neither kept nor sent to servers.',
    }),
    syslogAuthority: text({
      label: 'CA certificate',
      maxLength: 8192,
      trim: true,
      characters: /[A-Za-z0-9+/=\s-]/,
      // What base64 begins with "M" is a sequence in DER, as each certificate is.
      pattern: {
        matches: /^(?:-----BEGIN CERTIFICATE-----\s*M[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/,
        refusal: say('Enter PEM text: "-----BEGIN CERTIFICATE-----" and so on.'),
      },
      help: 'PEM text of the authority that signs the certificates of TLS servers and webhooks. Empty: public authorities.',
    }),
    /** 1 writes the log to flash now. */
    syslogSaveNow: integer({
      label: 'Save log now',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Writes the log to flash.',
    }),
  },
  privateMib: {
    number: 28,
    columns: [
      'syslogState',
      'syslogTimeStamp',
      'syslogBufferSize',
      'syslogBufferFull',
      'syslogSaveMode',
      'syslogSaveInterval',
      'syslogLocalSeverity',
      'syslogSaveNow',
      'syslogAuthority',
    ],
  },
});

/** Behavior of a full buffer. */
export const LogBufferFull = syslogCtrl.fields.syslogBufferFull.values;

/** Log servers at most. */
export const LOG_SERVERS = 4;

/** Destinations of messages (docs/specification/system.md, "System Log"). */
export const syslogServEntry = table('syslogServEntry', {
  title: 'Syslog server',
  page: '/System/SystemLog',
  index: { syslogServIndex: integer({ label: 'No.', min: 1, max: LOG_SERVERS, access: 'create' }) },
  columns: {
    syslogServAddrType: enumeration({
      label: 'Address type',
      choices: { ipv4: [1, 'IPv4'], ipv6: [2, 'IPv6'], name: [16, 'Host name'] },
      access: 'create',
      help: 'How the server is named.',
    }),
    syslogServAddr: host({ label: 'Server', access: 'create', help: 'Address or name of the server.' }),
    syslogServVlan: vlanId({
      label: 'VLAN',
      min: 2,
      fixed: [0],
      default: 0,
      words: { 0: 'any' },
      references: { table: dot1qVlanStaticEntry, except: [0] },
      help: 'The VLAN of a server with a link-local address; 0 for any.',
    }),
    syslogServPort: integer({
      label: 'Port',
      min: 1025,
      max: 65_535,
      fixed: [514],
      default: 514,
      help: 'Servers expect TLS at 6514.',
    }),
    syslogServFacility: enumeration({
      label: 'Facility',
      choices: {
        16: 'local0',
        17: 'local1',
        18: 'local2',
        19: 'local3',
        20: 'local4',
        21: 'local5',
        22: 'local6',
        23: 'local7',
      },
      default: 23,
      help: 'By which the server sorts the messages of this switch.',
    }),
    syslogServSeverity: enumeration({
      label: 'Level',
      choices: severities,
      default: 4,
      help: 'Sends messages of this severity and more severe ones.',
    }),
    syslogServState: status({ label: 'State', default: 1, help: 'Disabled: nothing is sent; the entry is kept.' }),
    syslogServTransport: enumeration({
      label: 'Transport',
      choices: { udp: [1, 'UDP'], tcp: [2, 'TCP'], tls: [3, 'TLS'] },
      help: 'TCP and TLS keep up to 512 messages while the server is unreachable. TLS checks the certificate of the server.',
    }),
  },
  rows: { max: LOG_SERVERS },
  rowName: (row) => say('syslog server {{index}}', { index: row.syslogServIndex }),
  privateMib: {
    number: 29,
    columns: [
      'syslogServIndex',
      'syslogServAddrType',
      'syslogServAddr',
      'syslogServVlan',
      'syslogServPort',
      'syslogServFacility',
      'syslogServSeverity',
      'syslogServState',
      'RowStatus',
      'syslogServTransport',
    ],
  },
});

/** How a log server is named (RFC 4001 InetAddressType). */
export const AddressType = syslogServEntry.fields.syslogServAddrType.values;

/** How messages travel to a server. */
export const LogTransport = syslogServEntry.fields.syslogServTransport.values;

/** The CGI name under which the log is fetched as a text file. */
export const LOG_DOWNLOAD = 'system_log';
