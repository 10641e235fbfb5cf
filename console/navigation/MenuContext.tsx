import { createContext, useContext } from 'react';
import type { MenuEntry, MenuSection } from './menu-entry.ts';

/** The menu of this device: the entries of the route table in use that are not closed. */
export interface OpenMenu {
  readonly entries: readonly MenuEntry[];
  /** Those of the other route table, which the other mode shows. */
  readonly elsewhere?: readonly MenuEntry[];
  readonly sections: readonly MenuSection[];
}

/** The menu that the layouts, the palette and the breadcrumb are made from. */
export const MenuContext = createContext<OpenMenu>({ entries: [], sections: [] });

/** The menu as it is open on this device. */
export function useMenu(): OpenMenu {
  return useContext(MenuContext);
}
