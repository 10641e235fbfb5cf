import { menu } from '../features/menu.ts';

/** Plain pages that bring the kits of forms, tables and tables of ports, which every other page then shares. */
export const kitPages: readonly string[] = [
  '/System/Timeout',
  '/System/L3Feature/IPv4Interface',
  '/Network/PhysicalInterface',
];

/** A page with a form, a table and a matrix of ports. */
export const matrixPage = '/Network/VLAN/Tagged';

/** The pages of a switch without a cloud, which is what is measured. */
const pages = menu.full.filter(({ needsCloudMode }) => !needsCloudMode);

/** The paths of the pages that have a line in the menu. */
export function menuLines(): string[] {
  return pages.filter(({ hidden, path }) => !hidden && !path.includes(':')).map(({ path }) => path);
}

/** The paths of all pages that can be opened just by their path, except dashboard and login. */
export function menuPaths(): string[] {
  return pages.map(({ path }) => path).filter((path) => !path.includes(':') && path !== '/' && path !== '/login');
}

/** The page that brings the objects that many features show. */
export const hostsPage = '/Hosts';
