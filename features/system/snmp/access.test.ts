import { expect, test } from 'vitest';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { SecurityModel } from '../../../protocols/snmp/agent.ts';
import { arcsOf } from '../../../protocols/snmp/oid-order.ts';
import { SecurityLevel } from '../../../protocols/snmp/usm.ts';
import { AccessTables } from './access.ts';
import { snmpCommunityEntry } from './community-objects.ts';
import { vacmAccessEntry } from './group-objects.ts';
import { vacmViewTreeFamilyEntry } from './view-objects.ts';

const view = (vacmViewTreeFamilyViewName: string, vacmViewTreeFamilySubtree: string) => ({
  vacmViewTreeFamilyViewName,
  vacmViewTreeFamilySubtree,
});
const entry = (vacmAccessSecurityLevel: 1 | 2 | 3, vacmAccessReadViewName: string) => ({
  vacmGroupName: 'managers',
  vacmAccessSecurityModel: 3 as const,
  vacmAccessSecurityLevel,
  vacmAccessReadViewName,
  vacmAccessNotifyViewName: vacmAccessReadViewName,
});

test('a group may do what its entry of the highest level says that the request keeps to (RFC 3415 3.2)', () => {
  const tables = new AccessTables(
    Configuration.empty
      .withRow(vacmViewTreeFamilyEntry, view('system', '1.3.6.1.2.1.1'))
      .withRow(vacmViewTreeFamilyEntry, view('all', '1.3.6.1'))
      .withRow(vacmAccessEntry, entry(2, 'system'))
      .withRow(vacmAccessEntry, entry(3, 'all')),
    '',
  );
  const ofUser = (level: SecurityLevel) => ({ group: 'managers', model: SecurityModel.usm, level });
  const [system, ports] = [arcsOf('1.3.6.1.2.1.1.5.0'), arcsOf('1.3.6.1.2.1.2.1.0')];
  const seen = (level: SecurityLevel) => {
    const read = tables.grant(ofUser(level))?.read;
    const told = tables.notifyView(ofUser(level));
    return [read?.includes(system), read?.includes(ports), told.includes(system), told.includes(ports)];
  };
  expect(tables.grant(ofUser(SecurityLevel.noAuthNoPriv))).toBeUndefined();
  expect(seen(SecurityLevel.noAuthNoPriv)).toEqual([undefined, undefined, false, false]);
  expect(seen(SecurityLevel.authNoPriv)).toEqual([true, false, true, false]);
  expect(seen(SecurityLevel.authPriv)).toEqual([true, true, true, true]);
  expect(tables.grant({ ...ofUser(SecurityLevel.authPriv), model: SecurityModel.v2c })).toBeUndefined();
});

test('a community of one host has the group of that row, another host that of the row for any, whichever comes first', () => {
  const groups = ['readers', 'writers'];
  const entryOf = (vacmGroupName: string) => ({ ...entry(1, ''), vacmGroupName, vacmAccessSecurityModel: 2 as const });
  const ruled = groups.reduce((soFar, name) => soFar.withRow(vacmAccessEntry, entryOf(name)), Configuration.empty);
  const community = (
    snmpCommunityIndex: string,
    snmpCommunitySecurityName: string,
    snmpCommunityTransportTag: string,
  ) => ({
    snmpCommunityIndex,
    snmpCommunityName: 'shared',
    snmpCommunitySecurityName,
    snmpCommunityTransportTag,
  });
  for (const [any, host] of [
    ['1', '2'],
    ['2', '1'],
  ] as const) {
    const tables = new AccessTables(
      ruled
        .withRow(snmpCommunityEntry, community(any, 'readers', ''))
        .withRow(snmpCommunityEntry, community(host, 'writers', '192.0.2.7'))
        .withRow(snmpCommunityEntry, community('3', 'writers', '192.0.2.8')),
      '',
    );
    const groupAt = (source: string) => tables.groupOfCommunity(SecurityModel.v2c, 'shared', source);
    expect([groupAt('192.0.2.7'), groupAt('192.0.2.9')]).toEqual(['writers', 'readers']);
    expect(tables.groupOfCommunity(SecurityModel.v2c, 'other', '192.0.2.7')).toBeUndefined();
  }
});
