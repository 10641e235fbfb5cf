import { page } from '../../../console/navigation/page.ts';

const under = ['System', 'SNMP'];

/** System > SNMP > Settings: whether the switch answers SNMP, and what it tells by itself (reference). */
export const snmpSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'SNMP Settings',
  sentence: 'What the switch answers by SNMP, and tells by itself.',
  keywords: 'snmp engine id notification',
  reads: ['snmpAgentCtrl'],
  page: () => import('./settings-parts.ts'),
});

/** System > SNMP > View: named parts of the MIB (reference). */
export const snmpViewPage = page({
  under,
  title: 'View',
  heading: 'SNMP View',
  sentence: 'Named parts of the MIB.',
  keywords: 'snmp oid subtree mask',
  reads: ['vacmViewTreeFamilyEntry'],
  page: () => import('./view-parts.ts'),
});

/** System > SNMP > Group: what groups may do (reference). */
export const snmpGroupPage = page({
  under,
  title: 'Group',
  heading: 'SNMP Group',
  sentence: 'What groups may read, set and be told of.',
  keywords: 'snmp vacm access',
  reads: ['vacmAccessEntry', 'vacmViewTreeFamilyEntry'],
  page: () => import('./group-parts.ts'),
});

/** System > SNMP > User: the users of version 3 with their keys (reference). */
export const snmpUserPage = page({
  under,
  title: 'User',
  heading: 'SNMP User',
  sentence: 'Who asks by version 3, and by which keys.',
  keywords: 'snmp v3 usm password',
  reads: ['usmUserEntry', 'vacmAccessEntry'],
  page: () => import('./user-parts.tsx'),
});

/** System > SNMP > Community: what versions 1 and 2c know instead of users (reference). */
export const snmpCommunityPage = page({
  under,
  title: 'Community',
  heading: 'SNMP Community',
  sentence: 'The words by which versions 1 and 2c ask, unencrypted.',
  keywords: 'snmp public private',
  reads: ['snmpCommunityEntry', 'vacmAccessEntry'],
  page: () => import('./community-parts.tsx'),
});

/** System > SNMP > Trap: who is told (reference). */
export const snmpTrapPage = page({
  under,
  title: 'Trap',
  heading: 'SNMP Trap',
  sentence: 'Who is told when something happens.',
  keywords: 'snmp inform receiver',
  reads: ['snmpTargetAddrEntry', 'snmpCommunityEntry', 'usmUserEntry', 'snmpAgentCtrl'],
  page: () => import('./trap-parts.tsx'),
});
