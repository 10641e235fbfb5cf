import { text as textSyntax } from '../../../model/mib/syntax.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { name } from './fields.ts';
import { READ_ONLY } from './group-objects.ts';

/** Communities at most (reference 0.7). */
export const COMMUNITIES = 8;

/**
 * What versions 1 and 2c know instead of users (RFC 3584; reference: SNMP > Community). The log names a row by its index, so that
 * no community stands in it.
 */
export const snmpCommunityEntry = table('snmpCommunityEntry', {
  title: 'SNMP community',
  page: '/System/SNMP/Community',
  oid: '1.3.6.1.6.3.18.1.1.1',
  mib: { rowStatus: 8, isImplied: true },
  index: { snmpCommunityIndex: name({ label: 'Index', access: 'create' }) },
  columns: {
    snmpCommunityName: name({ mib: { column: 2, isWriteOnly: true }, label: 'Community', access: 'create' }),
    snmpCommunitySecurityName: name({ mib: { column: 3 }, label: 'Group', default: READ_ONLY }),
    snmpCommunityTransportTag: ipAddress({
      mib: { column: 6, syntax: textSyntax },
      label: 'Allowed host',
      optional: true,
      help: 'The only address that requests are taken from; empty for any.',
    }),
    snmpCommunityStatus: enumeration({ label: 'Status', choices: { 1: 'Active' }, access: 'ro' }),
  },
  rows: { max: COMMUNITIES },
  rowName: ({ snmpCommunityIndex }) => say('SNMP community {{index}}', { index: snmpCommunityIndex }),
});
