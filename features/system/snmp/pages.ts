import { page } from '../../../console/navigation/page.ts';

const under = ['System', 'SNMP'];

/**
 * System > SNMP > Settings: whether the switch answers SNMP, and which notifications it sends
 * (docs/specification/system.md).
 */
export const snmpSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'SNMP Settings',
  sentence: 'SNMP access, and notifications to send.',
  keywords: 'snmp engine id notification',
  reads: ['snmpAgentCtrl'],
  page: () => import('./settings-parts.ts'),
});

/** System > SNMP > View: named parts of the MIB (docs/specification/system.md). */
export const snmpViewPage = page({
  under,
  title: 'View',
  heading: 'SNMP View',
  sentence: 'Named parts of the MIB.',
  keywords: 'snmp oid subtree mask',
  reads: ['vacmViewTreeFamilyEntry', 'snmpAgentCtrl'],
  page: () => import('./view-parts.ts'),
});

/** System > SNMP > Group: what groups may do (docs/specification/system.md). */
export const snmpGroupPage = page({
  under,
  title: 'Group',
  heading: 'SNMP Group',
  sentence: 'Access rights of groups: read, write and notify views.',
  keywords: 'snmp vacm access',
  reads: ['vacmAccessEntry', 'vacmViewTreeFamilyEntry', 'snmpAgentCtrl'],
  page: () => import('./group-parts.ts'),
});

/** System > SNMP > User: the users of version 3 with their keys (docs/specification/system.md). */
export const snmpUserPage = page({
  under,
  title: 'User',
  heading: 'SNMP User',
  sentence: 'SNMPv3 users and their keys.',
  keywords: 'snmp v3 usm password',
  reads: ['usmUserEntry', 'vacmAccessEntry', 'snmpAgentCtrl'],
  page: () => import('./user-parts.tsx'),
});

/** System > SNMP > Community: what versions 1 and 2c know instead of users (docs/specification/system.md). */
export const snmpCommunityPage = page({
  under,
  title: 'Community',
  heading: 'SNMP Community',
  sentence: 'Community strings for SNMPv1 and v2c (sent in clear text).',
  keywords: 'snmp public private',
  reads: ['snmpCommunityEntry', 'vacmAccessEntry', 'snmpAgentCtrl'],
  page: () => import('./community-parts.tsx'),
});

/** System > SNMP > Trap: receivers of notifications (docs/specification/system.md). */
export const snmpTrapPage = page({
  under,
  title: 'Trap',
  heading: 'SNMP Trap',
  sentence: 'Hosts that receive traps and informs.',
  keywords: 'snmp inform receiver',
  reads: ['snmpTargetAddrEntry', 'snmpCommunityEntry', 'usmUserEntry', 'snmpAgentCtrl'],
  page: () => import('./trap-parts.tsx'),
});
