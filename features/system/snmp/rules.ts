import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { say } from '../../../model/values/message.ts';
import { snmpCommunityEntry } from './community-objects.ts';
import { GroupLevel, GroupModel, vacmAccessEntry } from './group-objects.ts';
import { NotifyType, snmpTargetAddrEntry, TrapAddressType, TrapVersion } from './trap-objects.ts';
import { AuthProtocol, PrivProtocol, usmUserEntry } from './user-objects.ts';
import { vacmViewTreeFamilyEntry } from './view-objects.ts';

const viewColumns = ['vacmAccessReadViewName', 'vacmAccessWriteViewName', 'vacmAccessNotifyViewName'] as const;

function viewNames(configuration: Configuration): ReadonlySet<string> {
  return new Set(configuration.rows(vacmViewTreeFamilyEntry).map((row) => row.vacmViewTreeFamilyViewName));
}

/** Whether a group has an entry for one of these versions. */
function hasGroup(configuration: Configuration, name: string, models: readonly number[]): boolean {
  return configuration
    .rows(vacmAccessEntry)
    .some((row) => row.vacmGroupName === name && models.includes(row.vacmAccessSecurityModel));
}

const communityModels = [GroupModel.v1, GroupModel.v2c];

/** The views of a group exist, and stay while it names them; versions 1 and 2c have one level only. */
const groupRule: Rule = {
  concerns: [vacmAccessEntry, vacmViewTreeFamilyEntry],
  *check({ before, after }) {
    const [had, has] = [viewNames(before), viewNames(after)];
    for (const row of after.rows(vacmAccessEntry)) {
      const group = row.vacmGroupName;
      for (const column of viewColumns) {
        const name = row[column];
        if (name === '' || has.has(name)) continue;
        yield had.has(name)
          ? conflict(vacmViewTreeFamilyEntry, say('View {{name}} is used by group {{group}}.', { name, group }))
          : conflict(vacmAccessEntry, say('View {{name}} does not exist.', { name }), { row, column });
      }
      if (row.vacmAccessSecurityModel !== GroupModel.usm && row.vacmAccessSecurityLevel !== GroupLevel.noAuthNoPriv) {
        const message = say('Versions 1 and 2c have only the level noAuthNoPriv.');
        yield conflict(vacmAccessEntry, message, { row, column: 'vacmAccessSecurityLevel' });
      }
    }
  },
};

/** The group that a community or user is in exists for its version, and stays while he is in it. */
const memberRule: Rule = {
  concerns: [vacmAccessEntry, snmpCommunityEntry, usmUserEntry],
  *check({ before, after }) {
    for (const row of after.rows(snmpCommunityEntry)) {
      const group = row.snmpCommunitySecurityName;
      if (hasGroup(after, group, communityModels)) continue;
      yield hasGroup(before, group, communityModels)
        ? conflict(
            vacmAccessEntry,
            say('Group {{group}} is used by {{member}}.', { group, member: snmpCommunityEntry.rowName(row) }),
          )
        : conflict(snmpCommunityEntry, say('Group {{group}} does not exist for versions 1 and 2c.', { group }), {
            row,
            column: 'snmpCommunitySecurityName',
          });
    }
    for (const row of after.rows(usmUserEntry)) {
      const group = row.vacmGroupName;
      if (hasGroup(after, group, [GroupModel.usm])) continue;
      yield hasGroup(before, group, [GroupModel.usm])
        ? conflict(
            vacmAccessEntry,
            say('Group {{group}} is used by {{member}}.', { group, member: usmUserEntry.rowName(row) }),
          )
        : conflict(usmUserEntry, say('Group {{group}} does not exist for version 3.', { group }), {
            row,
            column: 'vacmGroupName',
          });
    }
  },
};

/** A message identifies its sender only by community and address: no two rows may match the same ones. */
const communityRule: Rule = {
  concerns: [snmpCommunityEntry],
  *check({ after }) {
    const seen = new Set<string>();
    for (const row of after.rows(snmpCommunityEntry)) {
      if (row.snmpCommunityName === '') continue;
      const key = `${row.snmpCommunityTransportTag} ${row.snmpCommunityName}`;
      const place = { row, column: 'snmpCommunityName' };
      if (seen.has(key)) yield conflict(snmpCommunityEntry, say('This community already exists for this host.'), place);
      seen.add(key);
    }
  },
};

/** Nothing is encrypted whose sender is not proved (RFC 3411 3.4.3). */
const privacyRule: Rule = {
  concerns: [usmUserEntry],
  *check({ after }) {
    for (const row of after.rows(usmUserEntry)) {
      if (row.usmUserAuthProtocol !== AuthProtocol.none || row.usmUserPrivProtocol === PrivProtocol.none) continue;
      const message = say('Privacy needs authentication: choose a protocol for it, or no privacy.');
      yield conflict(usmUserEntry, message, { row, column: 'usmUserPrivProtocol' });
    }
  },
};

/** A receiver's address is of its type, its community or user exists and stays, and version 1 knows no informs. */
const receiverRule: Rule = {
  concerns: [snmpTargetAddrEntry, snmpCommunityEntry, usmUserEntry],
  *check({ before, after }) {
    const isThere = (configuration: Configuration, version: number, name: string) =>
      version === TrapVersion.v3
        ? configuration.rows(usmUserEntry).some((row) => row.usmUserName === name)
        : configuration.rows(snmpCommunityEntry).some((row) => row.snmpCommunityIndex === name);
    for (const row of after.rows(snmpTargetAddrEntry)) {
      const isIpv4 = parseIpv4(row.snmpTargetAddrTAddress) !== undefined;
      if (isIpv4 !== (row.trapAddrType === TrapAddressType.ipv4)) {
        const message = isIpv4 ? say('Invalid IPv6 address.') : say('Invalid IPv4 address.');
        yield conflict(snmpTargetAddrEntry, message, { row, column: 'snmpTargetAddrTAddress' });
      }
      if (row.snmpTargetParamsMPModel === TrapVersion.v1 && row.snmpNotifyType === NotifyType.inform) {
        const message = say('Version 1 has no informs.');
        yield conflict(snmpTargetAddrEntry, message, { row, column: 'snmpNotifyType' });
      }
      const name = row.snmpTargetParamsSecurityName;
      const version = row.snmpTargetParamsMPModel;
      if (isThere(after, version, name)) continue;
      const isUser = version === TrapVersion.v3;
      const receiver = snmpTargetAddrEntry.rowName(row);
      if (isThere(before, version, name)) {
        yield isUser
          ? conflict(usmUserEntry, say('User {{name}} is used by {{receiver}}.', { name, receiver }))
          : conflict(snmpCommunityEntry, say('Community {{name}} is used by {{receiver}}.', { name, receiver }));
        continue;
      }
      const message = isUser
        ? say('User {{name}} does not exist.', { name })
        : say('Community {{name}} does not exist.', { name });
      yield conflict(snmpTargetAddrEntry, message, { row, column: 'snmpTargetParamsSecurityName' });
    }
  },
};

/** Rules of SNMP settings. */
export const snmpRules: readonly Rule[] = [groupRule, memberRule, communityRule, privacyRule, receiverRule];
