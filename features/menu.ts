import { Lock, Network, Settings, SlidersHorizontal, Wrench, Zap } from 'lucide-react';
import type { Menu, MenuEntry } from '../console/navigation/menu-entry.ts';

/**
 * Every page there is, in the menu's order (specification section 2). A page that does not exist yet has no line. The path
 * is the menu's words without blanks, in PascalCase; the route name is the path with "_" for "/".
 */
const full: readonly MenuEntry[] = [
  {
    title: 'Save',
    under: [],
    path: '/Save',
    name: 'Save',
    hidden: true,
    keywords: 'flash startup configuration slot',
    page: () => import('./save/Save.tsx'),
  },
];

/** The Surveillance Mode's pages. */
const simplified: readonly MenuEntry[] = [];

export const menu: Menu = {
  sections: [
    { title: 'System', icon: Settings },
    { title: 'Network', icon: Network },
    { title: 'QoS', icon: SlidersHorizontal },
    { title: 'PoE', icon: Zap },
    { title: 'Security', icon: Lock },
    { title: 'Tools', icon: Wrench },
  ],
  full,
  simplified,
};
