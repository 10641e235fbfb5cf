import { Clock, Lock, Network, Settings, SlidersHorizontal, Wrench, Zap } from 'lucide-react';
import { device } from '../console/boot/device.ts';
import type { Menu, MenuEntry } from '../console/navigation/menu-entry.ts';
import { withRowPages } from '../console/navigation/page.ts';
import { pages } from './page-list.ts';
import { shortPoePage } from './poe/pages.ts';
import { savePage } from './save/page.ts';
import {
  healthDiagnosticPage,
  overviewPage,
  surveillanceLogPage,
  surveillanceSettingsPage,
} from './surveillance-mode/pages.ts';
import { cloudSettingsPage } from './system/cloud-settings/page.ts';
import { systemLogPage } from './system/system-log/page.ts';
import { systemTimePage } from './system/system-time/page.ts';
import { wizardPages } from './wizard/pages.ts';

/** The pages only of the Surveillance Mode. */
const short: readonly MenuEntry[] = [
  overviewPage,
  shortPoePage,
  surveillanceSettingsPage,
  surveillanceLogPage,
  healthDiagnosticPage,
];

/** All others (docs/specification/product.md 2). */
const full = withRowPages(pages.filter((entry) => !short.includes(entry)));

/** The Surveillance Mode's pages (docs/specification/product.md 2, "Simplified layout"), and what the top bar leads to. */
const simplified: readonly MenuEntry[] = [
  {
    ...overviewPage,
    // Titled with the device's model name, which only its page knows.
    get title() {
      return device().modelName;
    },
  },
  shortPoePage,
  { ...systemTimePage, title: 'Time', under: [], path: '/Time', name: 'Time', icon: Clock },
  surveillanceSettingsPage,
  surveillanceLogPage,
  ...withRowPages([healthDiagnosticPage]),
  ...[cloudSettingsPage, systemLogPage, savePage, ...wizardPages].map((entry) => ({ ...entry, hidden: true })),
];

/** The menu: its sections, and the entries of the full and of the simplified route table. */
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
