import { type Recipe, recipe } from '../../console/page/recipe.tsx';
import { enumeration, Status } from '../../model/schema/kinds/enumeration.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { group } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { GroupLevel, GroupModel, vacmAccessEntry } from '../system/snmp/group-objects.ts';
import { snmpAgentCtrl } from '../system/snmp/objects.ts';
import { AuthProtocol, PrivProtocol, usmUserEntry } from '../system/snmp/user-objects.ts';
import { EVERYTHING } from '../system/snmp/view-objects.ts';

const Access = { read: 1, write: 2 } as const;
const password = { minLength: 8, maxLength: 32 } as const;

const asks = group('recipeSnmpManager', {
  title: 'SNMPv3 for a manager',
  fields: {
    recipeUser: { ...usmUserEntry.fields.usmUserName, access: 'rw', label: 'User name' },
    recipeAccess: enumeration({
      label: 'Access',
      choices: { read: [Access.read, 'Read'], write: [Access.write, 'Read and write'] },
    }),
    recipeAuthPassword: secret({ ...password, label: 'Authentication password', help: 'SHA-256.' }),
    recipePrivPassword: secret({ ...password, label: 'Privacy password', help: 'AES-128.' }),
  },
});

/** Groups of users with authentication and privacy, by what they may do. */
const groups = { [Access.read]: 'managersRead', [Access.write]: 'managersWrite' } as const;

/** Adds a user of this switch in a group that may see everything, and enables SNMP. */
export const snmpManager: Recipe<typeof asks> = {
  asks,
  objects: [snmpAgentCtrl, vacmAccessEntry, usmUserEntry],
  leadsTo: '/System/SNMP/User',
  change(before, { recipeUser, recipeAccess, recipeAuthPassword, recipePrivPassword }) {
    const vacmGroupName = groups[recipeAccess];
    return before
      .withGroup(snmpAgentCtrl, { snmpAgentState: Status.enabled })
      .withRow(vacmAccessEntry, {
        vacmGroupName,
        vacmAccessSecurityModel: GroupModel.usm,
        vacmAccessSecurityLevel: GroupLevel.authPriv,
        vacmAccessReadViewName: EVERYTHING,
        vacmAccessNotifyViewName: EVERYTHING,
        vacmAccessWriteViewName: recipeAccess === Access.write ? EVERYTHING : '',
      })
      .withRow(usmUserEntry, {
        usmUserEngineID: '',
        usmUserName: recipeUser,
        vacmGroupName,
        usmUserAuthProtocol: AuthProtocol.sha256,
        usmUserAuthPassword: recipeAuthPassword,
        usmUserPrivProtocol: PrivProtocol.aes128,
        usmUserPrivPassword: recipePrivPassword,
      });
  },
  problems: (before, { recipeUser }) =>
    before.row(usmUserEntry, { usmUserEngineID: '', usmUserName: recipeUser })
      ? { recipeUser: say('There is a user of this name already.') }
      : {},
};

export default recipe(snmpManager);
