import { useRows } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { offNotice } from '../../off-notice.tsx';
import { GroupLevel, GroupModel, vacmAccessEntry } from './group-objects.ts';
import { snmpAgentCtrl } from './objects.ts';
import { UserGroupControl } from './row-choice.tsx';
import { AuthProtocol, PrivProtocol, usmUserEntry } from './user-objects.ts';

type User = RowOf<typeof usmUserEntry>;

const passwords = ['usmUserAuthPassword', 'usmUserPrivPassword'];

export default [
  offNotice(snmpAgentCtrl, 'snmpAgentState'),

  list(usmUserEntry, {
    title: 'Users',
    filter: 'User or group',
    notice: UselessUsers,
    columns: [
      'usmUserName',
      { name: 'usmUserEngineID', text: (row) => row.usmUserEngineID || '–' },
      'vacmGroupName',
      'usmUserAuthProtocol',
      'usmUserPrivProtocol',
      'usmUserStatus',
    ],
    add: {
      title: 'New user',
      what: 'Add SNMP user',
      button: 'Add user',
      fields: [
        ['usmUserName', { name: 'vacmGroupName', control: UserGroupControl }],
        ['usmUserAuthProtocol', 'usmUserAuthPassword'],
        ['usmUserPrivProtocol', 'usmUserPrivPassword'],
        [{ name: 'usmUserEngineID', wide: true }],
      ],
    },
    modify: {
      title: ({ usmUserName: name }, t) => t('User {{name}}', { name }),
      what: 'Modify SNMP user',
      fields: [[{ name: 'vacmGroupName', control: UserGroupControl }], passwords],
    },
  }),
];

/** The level that a user's protocols come to. */
function levelOf({ usmUserAuthProtocol, usmUserPrivProtocol }: User): number {
  if (usmUserAuthProtocol === AuthProtocol.none) return GroupLevel.noAuthNoPriv;
  return usmUserPrivProtocol === PrivProtocol.none ? GroupLevel.authNoPriv : GroupLevel.authPriv;
}

/** Names the users whose group wants more of them than their keys give. */
function UselessUsers({ rows = [] }: { readonly rows: readonly User[] | undefined }) {
  const t = useText();
  const { data: groups } = useRows(vacmAccessEntry);
  const useless = rows.filter((user) => {
    const entries = groups?.filter(
      (entry) => entry.vacmGroupName === user.vacmGroupName && entry.vacmAccessSecurityModel === GroupModel.usm,
    );
    return entries?.every((entry) => entry.vacmAccessSecurityLevel > levelOf(user));
  });
  return useless.map(({ usmUserEngineID, usmUserName: name, vacmGroupName: group }) => (
    <Notice key={`${usmUserEngineID} ${name}`} tone="warn">
      {t('{{name}}: group {{group}} has no access that this user can use.', { name, group })}
    </Notice>
  ));
}
