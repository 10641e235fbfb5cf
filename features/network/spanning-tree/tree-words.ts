import { trunkNumber } from '../../../model/values/interface-index.ts';
import { formatNumberRanges } from '../../../model/values/port-list.ts';
import type { Translate } from '../../../model/values/translate.ts';
import type { TreeLink } from './tree-view.ts';

/** The name of a port or trunk by itself. */
export function linkName(t: Translate, port: number): string {
  const trunk = trunkNumber(port);
  return trunk === undefined ? t('Port {{port}}', { port }) : t('Trunk {{trunk}}', { trunk });
}

/** Ports and trunks as a list: "1-4, 9, Trunk 1". */
export function linkNames(t: Translate, links: readonly TreeLink[]): string {
  const ports = links.flatMap(({ port }) => (trunkNumber(port) === undefined ? [port] : []));
  const trunks = links.flatMap(({ port }) => trunkNumber(port) ?? []);
  const ranges = ports.length > 0 ? formatNumberRanges(ports).replaceAll(',', ', ') : '';
  return [ranges, ...trunks.map((trunk) => t('Trunk {{trunk}}', { trunk }))].filter(Boolean).join(', ');
}
