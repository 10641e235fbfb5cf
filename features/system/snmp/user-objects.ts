import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { secret } from '../../../model/schema/kinds/secret.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { engineId, name } from './fields.ts';

/** An entered password is never stored: the key made of it is, in another column. */
const password = { minLength: 8, maxLength: 32, optional: true } as const;

/**
 * The users of version 3 (RFC 3414; docs/specification/system.md, "SNMP > User"). Passwords are not kept: setting one stores the
 * key that it makes for the row's engine.
 */
export const usmUserEntry = table('usmUserEntry', {
  title: 'SNMP user',
  page: '/System/SNMP/User',
  // Keys are made of a password and an engine ID: they are no use on another switch (RFC 3414 2.6).
  isOwn: true,
  index: {
    usmUserEngineID: engineId({
      label: 'Engine ID',
      access: 'create',
      help: "Empty for users of this switch; the receiver's engine ID for users of informs.",
    }),
    usmUserName: name({ label: 'User name', access: 'create' }),
  },
  columns: {
    vacmGroupName: name({
      label: 'Group',
      help: 'Existing v3 group, which decides what the user may read and change.',
    }),
    usmUserAuthProtocol: enumeration({
      label: 'Authentication',
      choices: { none: [1, 'None'], md5: [2, 'MD5 (weak)'], sha1: [3, 'SHA-1'], sha256: [4, 'SHA-256'] },
      default: 3,
      access: 'create',
      help: 'Proves that requests are of the user and unchanged. Without it, there is no privacy either.',
    }),
    usmUserAuthPassword: secret({
      ...password,
      label: 'Authentication password',
      shownWhen: { usmUserAuthProtocol: [2, 3, 4] },
      help: 'Empty when a user is modified: unchanged. Only the key made of it is stored.',
    }),
    usmUserPrivProtocol: enumeration({
      label: 'Privacy',
      choices: { none: [1, 'None'], des: [2, 'DES (weak)'], aes128: [3, 'AES-128'] },
      default: 3,
      access: 'create',
      help: 'Encrypts requests and answers; needs authentication.',
    }),
    usmUserPrivPassword: secret({
      ...password,
      label: 'Privacy password',
      shownWhen: { usmUserPrivProtocol: [2, 3] },
      help: 'Empty when a user is modified: unchanged. Only the key made of it is stored.',
    }),
    /** In hexadecimal digits; no call sets it. */
    usmUserAuthKey: secret({
      label: 'Authentication key',
      minLength: 0,
      maxLength: 64,
      shownWhen: { usmUserAuthProtocol: [2, 3, 4] },
      help: 'Made of the password and the engine ID; it cannot be set.',
    }),
    /** The same. */
    usmUserPrivKey: secret({
      label: 'Privacy key',
      minLength: 0,
      maxLength: 64,
      shownWhen: { usmUserPrivProtocol: [2, 3] },
      help: 'Made of the password and the engine ID; it cannot be set.',
    }),
    /** The engine that the keys are of; no call sets it. */
    usmUserKeyEngineID: secret({
      label: 'Engine ID of the keys',
      minLength: 0,
      maxLength: 64,
      help: 'Engine that the keys belong to; it cannot be set.',
    }),
    usmUserStatus: enumeration({
      label: 'Status',
      choices: { active: [1, 'Active'], notInService: [2, 'Keys of another engine ID'] },
      access: 'ro',
      help: 'The user works only with keys of the present engine ID.',
    }),
  },
  rows: { max: 8 },
  rowName: ({ usmUserName }) => say('SNMP user {{name}}', { name: usmUserName }),
  privateMib: {
    number: 98,
    columns: [
      'usmUserEngineID retired',
      'usmUserName retired',
      'vacmGroupName',
      'usmUserAuthProtocol',
      'usmUserAuthPassword',
      'usmUserPrivProtocol',
      'usmUserPrivPassword',
      'usmUserAuthKey',
      'usmUserPrivKey',
      'usmUserKeyEngineID',
      'usmUserStatus retired',
      'RowStatus',
    ],
  },
});

/** Wire values of `usmUserAuthProtocol`. */
export const AuthProtocol = usmUserEntry.fields.usmUserAuthProtocol.values;

/** Wire values of `usmUserPrivProtocol`. */
export const PrivProtocol = usmUserEntry.fields.usmUserPrivProtocol.values;

/** Wire values of `usmUserStatus`. */
export const UserStatus = usmUserEntry.fields.usmUserStatus.values;
