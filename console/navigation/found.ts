import { type ComponentType, createContext } from 'react';

/** A line of the palette beside pages and actions: a port, a VLAN, an address, a setting, or something to do with one. */
export interface Found {
  /** Its unique key. */
  readonly key: string;
  /** In the shown language. */
  readonly title: string;
  /** More about it, in the shown language. */
  readonly detail?: string | undefined;
  /** English source text: "Port". */
  readonly kind: string;
  /** The path of the page that it leads to, as its menu entry has it; it is not found on a device without that page. */
  readonly page?: string;
  /** Whether it follows the pages; by default it precedes them. */
  readonly isLast?: boolean;
  go(): void;
}

/** Looks for a query while it is drawn, and draws nothing. */
export type Finder = ComponentType<{
  /** As typed, without blanks around it; never empty. */
  readonly query: string;
  readonly onFound: (found: readonly Found[]) => void;
}>;

/** The finder of this console; undefined if pages and actions are all there is to find. */
export const FinderContext = createContext<Finder | undefined>(undefined);
