import { isCloudCapable } from '../../model/cloud-capable-pages.ts';
import type { MenuEntry } from './menu-entry.ts';

type Words = Pick<MenuEntry, 'title' | 'heading' | 'sentence' | 'fromAfar'>;

/** A feature's declaration of a page of its own. */
interface PageDeclaration
  extends Words,
    Pick<
      MenuEntry,
      'hidden' | 'needsCloudMode' | 'needs' | 'module' | 'icon' | 'keywords' | 'layout' | 'list' | 'reads' | 'page'
    > {
  /** Default: at the menu's top. */
  readonly under?: readonly string[];
  /** Default: the words above it and its title, without blanks. */
  readonly path?: string;
  /** Default: the path with "_" for "/", without a row. */
  readonly name?: string;
  /** The hidden page of one row, where its list has one. Its path, by default the section and its title, ends in the row. */
  readonly row?: Words & Pick<Partial<MenuEntry>, 'path'>;
}

/**
 * Declares a page. Route, menu line, breadcrumb, search, heading and sentence come from here; what it shows is fetched when
 * it is opened.
 */
export function page({ under = [], row, ...declared }: PageDeclaration): MenuEntry {
  const path = declared.path ?? pathOf([...under, declared.title]);
  const name = declared.name ?? nameOf(path.replace(/\/:row$/, ''));
  const own = { ...declared, under, path, name, cloudCapable: isCloudCapable(path) };
  if (!row) return own;
  const rowPath = row.path ?? pathOf([...under.slice(0, 1), row.title]);
  const { keywords: _, icon: __, heading: ___, reads: ____, ...shared } = own;
  return {
    ...own,
    rowPage: { ...shared, ...row, path: `${rowPath}/:row`, name: nameOf(rowPath), hidden: true, list: path },
  };
}

/** The pages in the menu's order, each followed by the page of its rows. */
export function withRowPages(pages: readonly MenuEntry[]): readonly MenuEntry[] {
  return pages.flatMap((entry) => (entry.rowPage ? [entry, entry.rowPage] : [entry]));
}

/** "Network", "VLAN", "Tagged": "/Network/VLAN/Tagged". */
function pathOf(titles: readonly string[]): string {
  return titles.map((title) => `/${title.replaceAll(/[^A-Za-z0-9]/g, '')}`).join('');
}

/** "/Network/VLAN/Tagged": "Network_VLAN_Tagged". */
function nameOf(path: string): string {
  return path.slice(1).replaceAll('/', '_');
}
