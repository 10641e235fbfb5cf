import type { MenuEntry } from '../console/navigation/menu-entry.ts';
import { withRowPages } from '../console/navigation/page.ts';
import { alarmsPage } from './alarms/page.ts';
import { auditPage } from './audit/page.ts';
import { claimPage } from './claim/page.ts';
import { firmwarePage } from './firmware/page.ts';
import { bringFirmwarePage, bringSettingsPage, rolloutsPage } from './rollouts/page.ts';
import { switchesPage } from './switches/page.ts';
import { usersPage } from './users/page.ts';

/** The pages of the fleet console, in the order of its menu. */
export const fleetMenu: readonly MenuEntry[] = withRowPages([
  switchesPage,
  alarmsPage,
  claimPage,
  rolloutsPage,
  bringSettingsPage,
  firmwarePage,
  bringFirmwarePage,
  usersPage,
  auditPage,
]);
