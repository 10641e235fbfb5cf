import type { Translate } from '../../model/values/translate.ts';
import type { MenuEntry } from './menu-entry.ts';

/** The full name of a page, translated: "Network / VLAN / Tagged". */
export function entryName(entry: MenuEntry, t: Translate): string {
  return [...entry.under, entry.title].map((title) => t(title)).join(' / ');
}
