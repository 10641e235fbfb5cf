import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/**
 * One page of the console. Router, sidebar, breadcrumb, search palette, and the cloud and closed-module filters are made
 * from the list of these. Titles are English source texts.
 */
export interface MenuEntry {
  readonly title: string;
  /** Titles of the menu entries it stands under: ['Network', 'VLAN']. */
  readonly under: readonly string[];
  /** Its path, with route parameters as ":row"; "/" is the dashboard, which a session without its marker has at /index. */
  readonly path: string;
  /** Route name, as stored under `defaultRouter`. */
  readonly name: string;
  /** Reachable only from another page. */
  readonly hidden?: boolean;
  /** Shown while the device is connected to the cloud. */
  readonly cloudCapable?: boolean;
  /** Needs the cloud mode of the device. */
  readonly needsCloudMode?: boolean;
  /** The title under which `closedModules` and `disabledModules` name it, where that is not its own. */
  readonly module?: string;
  readonly icon?: LucideIcon;
  /** More words to find it by, separated by blanks. */
  readonly keywords?: string;
  /** Default: within the main layout. */
  readonly layout?: 'wizard';
  page(): Promise<{ readonly default: ComponentType }>;
}

/** A title that entries stand under, with what the sidebar shows beside it. */
export interface MenuSection {
  readonly title: string;
  readonly icon: LucideIcon;
}

/** The whole menu: the entries of both route tables and the sections' icons. */
export interface Menu {
  readonly sections: readonly MenuSection[];
  readonly full: readonly MenuEntry[];
  /** The Surveillance Mode's table. */
  readonly simplified: readonly MenuEntry[];
}
