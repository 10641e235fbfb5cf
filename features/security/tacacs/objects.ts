import { enumeration, status, truth } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { secret } from '../../../model/schema/kinds/secret.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

const page = '/Security/TACACS';

/** Servers at most (docs/specification/security.md 0.6). */
export const TACACS_SERVERS_MAXIMUM = 5;

/** Signing in by TACACS+ (RFC 8907; docs/specification/security.md, "TACACS+"). */
export const tacacsConfig = group('tacacsConfig', {
  title: 'TACACS+',
  page,
  fields: {
    tacacsLoginStatus: status({
      label: 'TACACS+ Login',
      help: 'Users that these servers accept with privilege level 15 (priv-lvl) or without a level log in as administrators. If a server responds, its decision is final; local accounts are used only if none responds.',
    }),
    tacacsDeadTime: integer({
      label: 'Dead Time',
      unit: 'min',
      min: 3,
      max: 60,
      default: 5,
      help: 'Time that an unreachable server is not used.',
    }),
  },
  privateMib: { number: 163, columns: ['tacacsLoginStatus', 'tacacsDeadTime'] },
});

/** The servers, in the order in which they are asked (docs/specification/security.md, "TACACS+"). */
export const tacacsServerEntry = table('tacacsServerEntry', {
  title: 'TACACS+ server',
  page,
  index: {
    tacacsServerPriority: integer({
      label: 'Server Priority',
      access: 'create',
      min: 1,
      max: TACACS_SERVERS_MAXIMUM,
      help: 'Servers are tried in order of priority, lowest first.',
    }),
  },
  columns: {
    tacacsServerAddressType: enumeration({
      label: 'Address Type',
      choices: { ipv4: [1, 'IPv4'], ipv6: [2, 'IPv6'] },
      access: 'create',
      help: "Version of the server's address.",
    }),
    tacacsServerAddress: ipAddress({
      label: 'Server IP Address',
      help: 'Destination of the requests; not an address of the switch itself.',
    }),
    tacacsServerPort: integer({
      label: 'Server Port',
      min: 1,
      max: 65_535,
      default: 49,
      help: 'TCP port of the server.',
    }),
    tacacsServerTimeout: integer({
      label: 'Timeout',
      unit: 's',
      min: 1,
      max: 255,
      default: 5,
      help: 'Time to wait for the server before the next one is tried.',
    }),
    tacacsServerKey: secret({
      label: 'Shared Key',
      minLength: 1,
      maxLength: 64,
      optional: true,
      help: 'It is never shown. Empty when a server is modified: unchanged.',
    }),
    tacacsServerMethod: enumeration({
      label: 'Password Exchange',
      choices: { pap: [1, 'PAP'], ascii: [2, 'ASCII'] },
      help: "PAP sends name and password at once, ASCII answers the server's prompts.",
    }),
    tacacsServerSingleConnect: truth({
      label: 'Single Connection',
      help: 'The connection stays open for the next login if the server allows it.',
    }),
    tacacsServerStatus: enumeration({
      label: 'Status',
      access: 'ro',
      choices: { unknown: [0, 'Not checked'], up: [1, 'Responding'], dead: [2, 'Not responding'] },
      help: 'Outcome of the last attempt to reach the server.',
    }),
  },
  rows: { max: TACACS_SERVERS_MAXIMUM },
  rowName: ({ tacacsServerPriority }) => say('TACACS+ server {{priority}}', { priority: tacacsServerPriority }),
  privateMib: {
    number: 164,
    columns: [
      'tacacsServerPriority',
      'tacacsServerAddressType',
      'tacacsServerAddress',
      'tacacsServerPort',
      'tacacsServerTimeout',
      'tacacsServerKey',
      'tacacsServerMethod',
      'tacacsServerSingleConnect',
      'tacacsServerStatus',
      'RowStatus',
    ],
  },
});

/** Wire values of `tacacsServerMethod`. */
export const LoginMethod = tacacsServerEntry.fields.tacacsServerMethod.values;

/** Wire values of `tacacsServerAddressType`. */
export const TacacsAddressType = tacacsServerEntry.fields.tacacsServerAddressType.values;

/** Wire values of `tacacsServerStatus`. */
export const TacacsStatus = tacacsServerEntry.fields.tacacsServerStatus.values;
