import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { secret } from '../../../model/schema/kinds/secret.ts';
import { table } from '../../../model/schema/object.ts';
import { text as textSyntax } from '../../../model/smi/syntax.ts';
import { say } from '../../../model/values/message.ts';
import { name } from './fields.ts';
import { READ_ONLY } from './group-objects.ts';

/** Communities at most (docs/specification/system.md 0.7). */
export const COMMUNITIES = 8;

/** Characters of a community string at most. */
const COMMUNITY_LENGTH = 32;

/**
 * Used by versions 1 and 2c instead of users (RFC 3584; docs/specification/system.md, "SNMP > Community"). The log
 * names a row by its index, so that it contains no community. A row without a string, as after a restore without
 * secrets, accepts no requests.
 */
export const snmpCommunityEntry = table('snmpCommunityEntry', {
  title: 'SNMP community',
  page: '/System/SNMP/Community',
  oid: '1.3.6.1.6.3.18.1.1.1',
  mib: { rowStatus: 8, statusColumn: 'snmpCommunityStatus', isImplied: true },
  index: { snmpCommunityIndex: name({ label: 'Index', access: 'create' }) },
  columns: {
    snmpCommunityName: secret({
      mib: { column: 2 },
      label: 'Community',
      minLength: 1,
      maxLength: COMMUNITY_LENGTH,
      optional: true,
      help: 'Empty when a community is modified: unchanged.',
    }),
    snmpCommunitySecurityName: name({
      mib: { column: 3 },
      label: 'Group',
      default: READ_ONLY,
      help: 'Existing v1 or v2c group, which decides what may be read and changed.',
    }),
    snmpCommunityTransportTag: ipAddress({
      mib: { column: 6, syntax: textSyntax },
      label: 'Allowed host',
      optional: true,
      help: 'The only address that requests are accepted from; empty for any.',
    }),
    snmpCommunityStatus: enumeration({
      label: 'Status',
      choices: { active: [1, 'Active'], notReady: [3, 'Community string missing'] },
      access: 'ro',
      help: 'A community without its string accepts no requests.',
    }),
  },
  rows: { max: COMMUNITIES },
  rowName: ({ snmpCommunityIndex }) => say('SNMP community {{index}}', { index: snmpCommunityIndex }),
  privateMib: { number: 99, columns: ['snmpCommunityStatus retired'] },
});

/** Wire values of `snmpCommunityStatus`. */
export const CommunityStatus = snmpCommunityEntry.fields.snmpCommunityStatus.values;

/** The strings of communities, for a console whose user has entered the password again; other callers read no rows. */
export const snmpCommunityStringEntry = table('snmpCommunityStringEntry', {
  title: 'SNMP community string',
  help: 'Community strings, shown only after the password was entered again.',
  page: '/System/SNMP/Community',
  index: { snmpCommunityStringIndex: name({ label: 'Index', access: 'ro' }) },
  columns: { snmpCommunityString: name({ label: 'Community', access: 'ro' }) },
  rows: { max: COMMUNITIES },
  privateMib: { number: 199, columns: ['snmpCommunityStringIndex', 'snmpCommunityString'] },
});
