import { menu } from '../features/menu.ts';

/** Plain pages that bring the form and the table kit, which every other page then shares. */
export const kitPages: readonly string[] = ['/System/Timeout', '/System/L3Feature/IPv4Interface'];

/** The paths of the pages that have a line in the menu. */
export function menuLines(): string[] {
  return menu.full.filter(({ hidden, path }) => !hidden && !path.includes(':')).map(({ path }) => path);
}

/** The paths of all pages that can be opened by their path alone, but for dashboard and login. */
export function menuPaths(): string[] {
  return menu.full.map(({ path }) => path).filter((path) => !path.includes(':') && path !== '/' && path !== '/login');
}
