// Written from the folders below fleet/ by scripts/place-features.mjs. What a folder declares is changed there, their
// order in fleet/order.json.
import type { MenuEntry } from '../console/navigation/menu-entry.ts';
import { alarmsPage } from './alarms/page.ts';
import { auditPage } from './audit/page.ts';
import { claimPage } from './claim/page.ts';
import { firmwarePage } from './firmware/page.ts';
import { bringFirmwarePage, bringSettingsPage, rolloutsPage } from './rollouts/page.ts';
import { switchesPage } from './switches/page.ts';
import { usersPage } from './users/page.ts';

/** Every page of the fleet console, in the order of its menu. */
export const fleetPages: readonly MenuEntry[] = [
  switchesPage,
  alarmsPage,
  claimPage,
  rolloutsPage,
  bringSettingsPage,
  bringFirmwarePage,
  firmwarePage,
  usersPage,
  auditPage,
];
