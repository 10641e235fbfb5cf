import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { name, securityLevel, securityModel } from './fields.ts';
import { EVERYTHING, RESTRICTED } from './view-objects.ts';

/** The group of communities that may read. */
export const READ_ONLY = 'ReadOnly';

/** The group of communities that may set, too. */
export const READ_WRITE = 'ReadWrite';

/** The groups that communities of both versions are in, at the one level that these have. */
const communityGroups = ([1, 2] as const).flatMap((vacmAccessSecurityModel) => {
  const version = { vacmAccessSecurityModel, vacmAccessSecurityLevel: 1 } as const;
  return [
    { ...version, vacmGroupName: READ_ONLY, vacmAccessWriteViewName: '' },
    { ...version, vacmGroupName: READ_WRITE, vacmAccessWriteViewName: EVERYTHING },
  ];
});

/** Objects that users may read before they have keys (RFC 3415 A.1). */
const initialGroup = {
  vacmGroupName: 'initial',
  vacmAccessSecurityModel: 3,
  vacmAccessSecurityLevel: 1,
  vacmAccessReadViewName: RESTRICTED,
  vacmAccessNotifyViewName: RESTRICTED,
} as const;

/**
 * Read, write and notify rights of groups, by version and level (RFC 3415; docs/specification/system.md, "SNMP >
 * Group").
 */
export const vacmAccessEntry = table('vacmAccessEntry', {
  title: 'SNMP group',
  page: '/System/SNMP/Group',
  oid: '1.3.6.1.6.3.16.1.4.1',
  // The context prefix, which is always empty, is in the index only with its length.
  mib: { index: ['vacmGroupName', 0, 'vacmAccessSecurityModel', 'vacmAccessSecurityLevel'], rowStatus: 9 },
  index: {
    vacmGroupName: name({ label: 'Group name', access: 'create' }),
    vacmAccessSecurityModel: securityModel({
      label: 'Security model',
      access: 'create',
      help: 'Version of SNMP; communities use v1 and v2c, users v3.',
    }),
    vacmAccessSecurityLevel: securityLevel({
      label: 'Security level',
      access: 'create',
      default: 3,
      help: 'Least protection of requests; with v1 and v2c always none.',
    }),
  },
  columns: {
    vacmAccessReadViewName: name({
      mib: { column: 5 },
      label: 'Read view',
      minLength: 0,
      default: EVERYTHING,
      help: 'View that members may read; empty for none.',
    }),
    vacmAccessWriteViewName: name({
      mib: { column: 6 },
      label: 'Write view',
      minLength: 0,
      help: 'View that members may change; empty for none.',
    }),
    vacmAccessNotifyViewName: name({
      mib: { column: 7 },
      label: 'Notify view',
      minLength: 0,
      default: EVERYTHING,
      help: 'View that traps to members may contain; empty for none.',
    }),
  },
  rows: { max: 16 },
  factory: () => [...communityGroups, initialGroup],
  rowName: ({ vacmGroupName, vacmAccessSecurityModel, vacmAccessSecurityLevel }) =>
    say('SNMP group {{name}} ({{version}}, {{level}})', {
      name: vacmGroupName,
      version: securityModel({ label: 'Security model' }).show(vacmAccessSecurityModel),
      level: securityLevel({ label: 'Security level' }).show(vacmAccessSecurityLevel),
    }),
});

/** Wire values of `vacmAccessSecurityModel`. */
export const GroupModel = vacmAccessEntry.fields.vacmAccessSecurityModel.values;

/** Wire values of `vacmAccessSecurityLevel`. */
export const GroupLevel = vacmAccessEntry.fields.vacmAccessSecurityLevel.values;
