import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';

/** Characters of the administrator's public keys together. */
const USER_KEYS = 16_384;

const page = '/System/SSH';

/** The SSH server (docs/specification/system.md, "SSH"; RFC 4251 to 4254). */
export const sshCtrl = group('sshCtrl', {
  title: 'SSH',
  page,
  fields: {
    sshState: status({ label: 'SSH', default: 2, help: 'Encrypted command line and file transfer (SFTP).' }),
    sshServicePort: integer({
      label: 'TCP port',
      min: 1,
      max: 6656,
      default: 22,
      help: 'Port that clients connect to. A change keeps existing sessions.',
    }),
    /**
     * Addresses where connections are accepted: "192.168.10.200:22", one after the other; empty while the server is
     * disabled.
     */
    sshListening: text({
      label: 'Listening at',
      maxLength: 1024,
      access: 'ro',
      help: 'Addresses and port at which connections are accepted now.',
    }),
    sshVersion: enumeration({
      label: 'Version',
      access: 'ro',
      choices: { 2: 'SSH 2' },
      help: 'Older versions are not supported.',
    }),
    sshPollInterval: integer({
      label: 'Keep-alive interval',
      unit: 's',
      min: 1,
      max: 65_535,
      default: 60,
      help: 'Interval between checks of a silent client; the session ends after three unanswered checks.',
    }),
    sshRekeyInterval: integer({
      label: 'Rekey interval',
      unit: 's',
      min: 600,
      max: 86_400,
      default: 3600,
      help: 'Time after which a new session key is negotiated.',
    }),
    sshVlan: vlanId({
      label: 'Management VLAN',
      min: 2,
      fixed: [0],
      default: 0,
      help: 'The only VLAN with SSH access; 0 for any.',
      references: { table: dot1qVlanStaticEntry, except: [0] },
    }),
    sshAuthTimeout: integer({
      label: 'Login grace time',
      unit: 's',
      min: 30,
      max: 600,
      default: 120,
      help: 'Time that a client has to log in.',
    }),
    sshAuthRetries: integer({
      label: 'Authentication retries',
      min: 1,
      max: 32,
      default: 3,
      help: 'Failed attempts after which a connection is closed. After three wrong passwords, the address is also blocked for 10 minutes.',
    }),
    sshMaxSessions: integer({ label: 'Sessions', min: 1, max: 4, default: 4, help: 'Further clients are refused.' }),
    sshAuthMethods: enumeration({
      label: 'Log in by',
      choices: {
        both: [3, 'Password or public key'],
        password: [1, 'Password'],
        publicKey: [2, 'Public key'],
      },
      help: 'Public key requires one of the keys below.',
    }),
    sshUserKeyFile: text({
      label: 'Public keys',
      access: 'wo',
      maxLength: USER_KEYS,
      characters: /[\t\r\n\x20-\x7e]/,
      help: 'Lines as in an OpenSSH .pub or authorized_keys file; empty for none.',
    }),
    sshGenerateKeys: integer({
      label: 'Generate host keys',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Generates new host keys. Clients that know the former ones will warn.',
    }),
    sshDisconnect: integer({
      label: 'Disconnect session',
      access: 'action',
      min: 1,
      max: 4,
      help: 'Ends the session of this number.',
    }),
  },
  privateMib: {
    number: 103,
    columns: [
      'sshState',
      'sshServicePort',
      'sshListening',
      'sshVersion',
      'sshPollInterval',
      'sshRekeyInterval',
      'sshVlan',
      'sshAuthTimeout',
      'sshAuthRetries',
      'sshMaxSessions',
      'sshAuthMethods',
      'sshUserKeyFile',
      'sshGenerateKeys',
      'sshDisconnect',
    ],
  },
});

/** Bits of `sshAuthMethods`. */
export const AuthMethod = { password: 1, publicKey: 2 } as const;

/** The switch's host keys (docs/specification/system.md, "SSH"). */
export const sshHostKeyEntry = table('sshHostKeyEntry', {
  title: 'Host key',
  help: 'Keys by which clients recognize this switch; compare the fingerprint at the first login.',
  page,
  index: {
    sshKeyType: enumeration({
      label: 'Type',
      access: 'ro',
      choices: { rsa: [1, 'RSA'], ecdsa: [2, 'ECDSA'], ed25519: [3, 'Ed25519'] },
    }),
  },
  columns: {
    sshKeyBits: gauge({ label: 'Bits', access: 'ro' }),
    sshKeyFingerprint: text({ label: 'Fingerprint', access: 'ro', maxLength: 64 }),
    sshKeyCreated: dateTime({ label: 'Created' }),
  },
  rows: { max: 3 },
  rowName: ({ sshKeyType }) => say('host key {{type}}', { type: sshKeyType }),
  privateMib: { number: 104, columns: ['sshKeyType', 'sshKeyBits', 'sshKeyFingerprint', 'sshKeyCreated'] },
});

/** Wire values of `sshKeyType`. */
export const HostKeyType = sshHostKeyEntry.fields.sshKeyType.values;

/** The public keys by which the administrator signs in. */
export const sshUserKeyEntry = table('sshUserKeyEntry', {
  title: 'Public key',
  help: 'Keys with which the administrator may log in.',
  page,
  index: { sshUserKeyIndex: integer({ label: 'No.', access: 'ro', min: 1, max: 64 }) },
  columns: {
    sshUserKeyType: text({ label: 'Type', access: 'ro', maxLength: 32 }),
    sshUserKeyFingerprint: text({ label: 'Fingerprint', access: 'ro', maxLength: 64 }),
    sshUserKeyComment: text({ label: 'Comment', access: 'ro', maxLength: 255 }),
  },
  rows: { max: 64 },
  privateMib: {
    number: 105,
    columns: ['sshUserKeyIndex', 'sshUserKeyType', 'sshUserKeyFingerprint', 'sshUserKeyComment'],
  },
});

/** Current SSH sessions (docs/specification/system.md, "SSH"). */
export const sshSessionEntry = table('sshSessionEntry', {
  title: 'SSH session',
  help: 'SSH sessions now.',
  page,
  index: { sshSessionId: integer({ label: 'No.', access: 'ro', min: 1, max: 4 }) },
  columns: {
    sshSessionUser: text({ label: 'User name', access: 'ro', maxLength: 32 }),
    sshSessionAddr: text({ label: 'Address', access: 'ro', maxLength: 64 }),
    sshSessionCipher: text({ label: 'Cipher', access: 'ro', maxLength: 64 }),
    sshSessionSince: dateTime({ label: 'Since' }),
  },
  rows: { max: 4 },
  rowName: ({ sshSessionId }) => say('SSH session {{number}}', { number: sshSessionId }),
  privateMib: {
    number: 106,
    columns: ['sshSessionId', 'sshSessionUser', 'sshSessionAddr', 'sshSessionCipher', 'sshSessionSince'],
  },
});
