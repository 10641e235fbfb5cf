import type { MenuEntry } from './menu-entry.ts';

/** A line of the sidebar: a page, or a heading with lines under it. */
export type MenuNode =
  | { readonly kind: 'page'; readonly entry: MenuEntry }
  | {
      readonly kind: 'section';
      readonly title: string;
      readonly path: readonly string[];
      readonly nodes: readonly MenuNode[];
    };

interface OpenSection {
  readonly kind: 'section';
  readonly title: string;
  readonly path: readonly string[];
  readonly nodes: (OpenSection | Extract<MenuNode, { kind: 'page' }>)[];
}

/** Puts the entries under their headings, in the order of the list; a heading is where its first entry is. */
export function menuTree(entries: readonly MenuEntry[]): readonly MenuNode[] {
  const root: OpenSection = { kind: 'section', title: '', path: [], nodes: [] };
  for (const entry of entries) {
    let place = root;
    for (const title of entry.under) place = sectionOf(place, title);
    place.nodes.push({ kind: 'page', entry });
  }
  return root.nodes;
}

function sectionOf(place: OpenSection, title: string): OpenSection {
  const present = place.nodes.find((node) => node.kind === 'section' && node.title === title);
  if (present?.kind === 'section') return present;
  const section: OpenSection = { kind: 'section', title, path: [...place.path, title], nodes: [] };
  place.nodes.push(section);
  return section;
}
