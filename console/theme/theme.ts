import { lasting } from '../session/browser-storage.ts';

/** The administrator's choice; `system` follows the browser. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** The choices in the order they are offered. */
export const themeChoices: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The administrator's choice in this browser; `system` if there is none. */
export function themeChoice(): ThemeChoice {
  const kept = lasting.get('theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** The theme now shown. */
function themeShown(): 'light' | 'dark' {
  const choice = themeChoice();
  return choice === 'system' ? (systemDark().matches ? 'dark' : 'light') : choice;
}

/** Keeps the choice and shows it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  lasting.set('theme', choice === 'system' ? '' : choice);
  showTheme();
}

/** Shows the chosen theme and follows the browser's preference from now on. Called once, before anything is drawn. */
export function startTheme(): void {
  showTheme();
  systemDark().addEventListener('change', showTheme);
}

/** Calls `listener` whenever another theme is shown; answers how to stop. For what is drawn on a canvas. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the chosen theme, as the browser's preference is now. */
export function showTheme(): void {
  const theme = themeShown();
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
