import type { MenuEntry } from '../../console/navigation/menu-entry.ts';
import { page } from '../../console/navigation/page.ts';

/** Reads at the start of the steps. */
const reads = [
  'sysUserEntry',
  'sysTimeCtrl',
  'sysTimeSntpServerEntry',
  'ipv4InterfaceEntry',
  'ipDefaultRouter',
  'dnsResolverCtrl',
  'dnsServerEntry',
  'sysCloudCtrl',
  'system',
];

/** A step: hidden from the menu, in a layout of its own. */
function step(path: string, name: string, title: string, load: MenuEntry['page']): MenuEntry {
  const place = { under: ['Wizard'], path: `/Wizard/${path}`, hidden: true, layout: 'wizard' } as const;
  return page({ ...place, name, title, reads, page: load });
}

/** The setup wizard's steps. */
export const wizardPages: readonly MenuEntry[] = [
  step('setup0Info', 'Wizard_setupInfo', 'Setup wizard', () => import('./Setup0Info.tsx')),
  step(
    'setup1UserPassword',
    'Wizard_setupUserPassword',
    'Administrator account',
    () => import('./Setup1UserPassword.tsx'),
  ),
  step(
    'setup2SelectManagement',
    'Wizard_setupSelectManagement',
    'Management',
    () => import('./Setup2SelectManagement.tsx'),
  ),
  step('setup3timeLocal', 'Wizard_setuptimeLocal', 'Clock', () => import('./Setup3TimeLocal.tsx')),
  step(
    'setup4IPGatewayDNS',
    'Wizard_setupIPGatewayDNS',
    'Management address',
    () => import('./Setup4IPGatewayDNS.tsx'),
  ),
  step('setup3timeLocalCloud', 'Wizard_setuptimeLocalCloud', 'Clock', () => import('./Setup3TimeLocalCloud.tsx')),
  step('setup4DNS', 'Wizard_setupDNS', 'Name resolution', () => import('./Setup4DNS.tsx')),
  step('setup5CloudLogin', 'Wizard_setupCloudLogin', 'Cloud', () => import('./Setup5CloudLogin.tsx')),
  step('setup5CloudLoginFail', 'Wizard_setupCloudLoginFail', 'Cloud', () => import('./Setup5CloudLoginFail.tsx')),
  step('WizardApply', 'Wizard_WizardApply', 'Apply', () => import('./WizardApply.tsx')),
];
