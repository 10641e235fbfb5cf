import type { DeviceGlobals } from '../../model/wire/endpoints.ts';
import type { MenuEntry } from './menu-entry.ts';

/** The device's information about its menu: closed modules, and whether cloud management exists. */
export type MenuConditions = Pick<DeviceGlobals, 'closedModules' | 'disabledModules' | 'cloudMode' | 'lacking'>;

/**
 * The entries that exist on this device: an entry whose title, module title or heading is marked 0 among the closed or
 * disabled modules has neither a menu line nor a route (docs/specification/product.md 2), nor has one that needs what the switch
 * cannot do.
 */
export function openEntries(entries: readonly MenuEntry[], conditions: MenuConditions): readonly MenuEntry[] {
  const { closedModules, disabledModules, cloudMode, lacking } = conditions;
  const isClosed = (title: string) => Object.hasOwn(closedModules, title) || Object.hasOwn(disabledModules, title);
  return entries.filter(
    ({ title, module, under, needs, needsCloudMode }) =>
      ![title, ...(module === undefined ? [] : [module]), ...under].some(isClosed) &&
      !(needs && lacking.includes(needs)) &&
      (!needsCloudMode || cloudMode === 1),
  );
}

/** The entries that the sidebar shows: not the hidden ones, and while the cloud manages the device only what it allows. */
export function shownEntries(entries: readonly MenuEntry[], cloudConnected: boolean): readonly MenuEntry[] {
  return entries.filter(({ hidden, cloudCapable }) => !hidden && (!cloudConnected || cloudCapable === true));
}
