import { useMatches } from 'react-router';
import { useMenu } from './MenuContext.tsx';
import type { MenuEntry } from './menu-entry.ts';

/** The menu entry of the page now shown; undefined where no page stands at the address. Routes carry its name as id. */
export function useCurrentEntry(): MenuEntry | undefined {
  const { entries } = useMenu();
  const id = useMatches().at(-1)?.id;
  return entries.find(({ name }) => name === id);
}
