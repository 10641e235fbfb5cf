import { page } from '../../../console/navigation/page.ts';

const under = ['System', 'SNMP'];

/** System > SNMP > Settings: whether the switch answers SNMP, and what it tells by itself (reference). */
export const snmpSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'SNMP Settings',
  sentence: 'Whether management systems can ask this switch by SNMP, and what it tells them by itself.',
  keywords: 'snmp agent engine id port trap notification',
  reads: ['snmpAgentCtrl'],
  page: () => import('./settings-parts.ts'),
});

/** System > SNMP > View: named parts of the MIB (reference). */
export const snmpViewPage = page({
  under,
  title: 'View',
  heading: 'SNMP View',
  sentence: 'Named parts of everything there is to ask, which groups are given.',
  keywords: 'snmp mib oid subtree mask vacm',
  reads: ['vacmViewTreeFamilyEntry'],
  page: () => import('./view-parts.ts'),
});

/** System > SNMP > Group: what groups may do (reference). */
export const snmpGroupPage = page({
  under,
  title: 'Group',
  heading: 'SNMP Group',
  sentence: 'What the members of a group may read, set and be told of.',
  keywords: 'snmp vacm access read write notify',
  reads: ['vacmAccessEntry', 'vacmViewTreeFamilyEntry'],
  page: () => import('./group-parts.ts'),
});

/** System > SNMP > User: the users of version 3 with their keys (reference). */
export const snmpUserPage = page({
  under,
  title: 'User',
  heading: 'SNMP User',
  sentence: 'Who asks by version 3, how he proves himself, and how his messages are encrypted.',
  keywords: 'snmp v3 usm authentication privacy key password',
  reads: ['usmUserEntry', 'vacmAccessEntry'],
  page: () => import('./user-parts.tsx'),
});

/** System > SNMP > Community: what versions 1 and 2c know instead of users (reference). */
export const snmpCommunityPage = page({
  under,
  title: 'Community',
  heading: 'SNMP Community',
  sentence: 'The words by which versions 1 and 2c ask. They travel unencrypted: prefer version 3.',
  keywords: 'snmp v1 v2c public private read only write',
  reads: ['snmpCommunityEntry', 'vacmAccessEntry'],
  page: () => import('./community-parts.tsx'),
});

/** System > SNMP > Trap: who is told (reference). */
export const snmpTrapPage = page({
  under,
  title: 'Trap',
  heading: 'SNMP Trap',
  sentence: 'Who is told when something happens.',
  keywords: 'snmp inform notification receiver host manager',
  reads: ['snmpTargetAddrEntry', 'snmpCommunityEntry', 'usmUserEntry'],
  page: () => import('./trap-parts.tsx'),
});
