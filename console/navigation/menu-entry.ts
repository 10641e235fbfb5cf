import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Capability } from '../../model/hardware/capability.ts';

/**
 * A piece of a page, drawn below its title; the kit's `form`, `list`, `portTable` … make them from objects, and any component
 * is one.
 */
export type Part = ComponentType & {
  /** Contents of the page of one row, for a part that has such a page. */
  readonly Row?: ComponentType<RowProps>;
};

/** Parameters of the page of one row. */
interface RowProps {
  /** The row as the page's address names it, see `indexOfRow`. */
  readonly row: string;
}

/**
 * The default export of a page's module: parts that are shown below the declared title, or a component that draws all
 * of it.
 */
export type PageContent = readonly Part[] | ComponentType;

/**
 * One page of the console. Router, sidebar, breadcrumb, search palette, and the cloud and closed-module filters are made
 * from the list of these, which `page` declares. Texts are English source texts.
 */
export interface MenuEntry {
  readonly title: string;
  /** The page's own heading, where it says more than the menu's line; in the built console its place in `lateWords`, as of the next two. */
  readonly heading?: string | number;
  /** One sentence on what the page is for. */
  readonly sentence?: string | number;
  /** The page for this purpose from afar, on a page of the switch's own settings. Default: at the switch. */
  readonly fromAfar?: string | number;
  /** Titles of the menu entries above it: ['Network', 'VLAN']. */
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
  /** Exists only on a switch that can do this. */
  readonly needs?: Capability;
  /** The title under which `closedModules` and `disabledModules` name it, where that is not its own. */
  readonly module?: string;
  readonly icon?: LucideIcon;
  /** More words to find it by, separated by blanks; in the built console their place in `lateKeywords`. */
  readonly keywords?: string | number;
  /** Default: within the main layout. */
  readonly layout?: 'wizard';
  /** The page that shows one row of this page's list. */
  readonly rowPage?: MenuEntry;
  /** For the page of one row: the path of its list. */
  readonly list?: string;
  /** Names of the objects that it shows as soon as it opens, read whole: they are asked for while its code is fetched. */
  readonly reads?: readonly string[];
  /** Fetches what the page shows; nothing of it is in the menu's own bundle. */
  page(): Promise<{ readonly default: PageContent }>;
}

/** A title above entries, with what the sidebar shows beside it. */
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
