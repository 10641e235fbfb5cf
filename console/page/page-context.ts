import { type ComponentType, createContext, useContext } from 'react';
import type { MenuEntry } from '../navigation/menu-entry.ts';

/** The declaration of the page around; undefined for a component that is shown by itself, in a test. */
export const PageContext = createContext<MenuEntry | undefined>(undefined);

/** The declaration of the page that a component is in. */
export function usePage(): MenuEntry | undefined {
  return useContext(PageContext);
}

/** The element at the upper right of the page, for `PageActions`. */
export const ActionsPlace = createContext<HTMLElement | null>(null);

/** Says above a page's parts what is wrong of what the page of this path is about; nothing where nothing is. */
export type PageNoticesPart = ComponentType<{ readonly path: string }>;

/** The function that announces it in this console; undefined if there is none. */
export const PageNoticesContext = createContext<PageNoticesPart | undefined>(undefined);
