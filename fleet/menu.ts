import type { MenuEntry } from '../console/navigation/menu-entry.ts';
import { withRowPages } from '../console/navigation/page.ts';
import { fleetPages } from './page-list.ts';

/** The menu of the fleet console. */
export const fleetMenu: readonly MenuEntry[] = withRowPages(fleetPages);
