import { useShown } from '../router/router-context.ts';
import { useMenu } from './MenuContext.tsx';
import type { MenuEntry } from './menu-entry.ts';

/** The menu entry of the present page; undefined if there is no page at the address. Routes carry its name as id. */
export function useCurrentEntry(): MenuEntry | undefined {
  const { entries } = useMenu();
  const id = useShown().match?.route.id;
  return entries.find(({ name }) => name === id);
}
