import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { oid } from '../../../model/schema/kinds/oid.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { name } from './fields.ts';

/** The view of everything, which read and write access begins with. */
export const EVERYTHING = 'ReadWrite';

/** The view of what anybody may know. */
export const RESTRICTED = 'restricted';

/** Named parts of the MIB (RFC 3415; docs/specification/system.md, "SNMP > View"). */
export const vacmViewTreeFamilyEntry = table('vacmViewTreeFamilyEntry', {
  title: 'SNMP view',
  page: '/System/SNMP/View',
  oid: '1.3.6.1.6.3.16.1.5.2.1',
  mib: { rowStatus: 6 },
  index: {
    vacmViewTreeFamilyViewName: name({ label: 'View name', access: 'create' }),
    vacmViewTreeFamilySubtree: oid({
      label: 'Subtree OID',
      access: 'create',
      help: 'Root of the part of the MIB, such as 1.3.6.1.2.1.2 for interfaces.',
    }),
  },
  columns: {
    vacmViewTreeFamilyMask: hex({
      mib: { column: 3 },
      label: 'OID mask',
      maxLength: 32,
      octets: true,
      help: 'One bit per sub-identifier of the subtree, in hexadecimal octets: 0 matches any number. Empty: exact match.',
    }),
    vacmViewTreeFamilyType: enumeration({
      mib: { column: 4 },
      label: 'Type',
      choices: { included: [1, 'Included'], excluded: [2, 'Excluded'] },
      help: 'Of several subtrees of the view that match, the longest decides.',
    }),
  },
  rows: { max: 16 },
  factory: () => [
    { vacmViewTreeFamilyViewName: EVERYTHING, vacmViewTreeFamilySubtree: '1' },
    { vacmViewTreeFamilyViewName: RESTRICTED, vacmViewTreeFamilySubtree: '1.3.6.1.2.1.1' },
    { vacmViewTreeFamilyViewName: RESTRICTED, vacmViewTreeFamilySubtree: '1.3.6.1.2.1.11' },
  ],
  rowName: (row) =>
    say('SNMP view {{name}} of {{subtree}}', {
      name: row.vacmViewTreeFamilyViewName,
      subtree: row.vacmViewTreeFamilySubtree,
    }),
});

/** Wire values of `vacmViewTreeFamilyType`. */
export const ViewType = vacmViewTreeFamilyEntry.fields.vacmViewTreeFamilyType.values;
