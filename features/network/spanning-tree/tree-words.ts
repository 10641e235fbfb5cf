import type { PanelBadge } from '../../../console/ports/panel-port.ts';
import { trunkNumber } from '../../../model/values/interface-index.ts';
import { formatNumberRanges } from '../../../model/values/port-list.ts';
import type { Translate } from '../../../model/values/translate.ts';
import { dot1dStpPortEntry, PortRoleValue } from './objects.ts';
import { passageOf, type TreeLink } from './tree-view.ts';

const { stpPortRole, dot1dStpPortState } = dot1dStpPortEntry.fields;

/** The letter of a role in a socket of the front panel. */
export const roleLetters: Readonly<Record<number, string>> = {
  [PortRoleValue.root]: 'R',
  [PortRoleValue.designated]: 'D',
  [PortRoleValue.alternate]: 'A',
  [PortRoleValue.backup]: 'B',
  [PortRoleValue.master]: 'M',
};

/** A role in a word. */
export function roleWords(t: Translate, role: number): string {
  const reading = stpPortRole.read(role);
  return reading.ok ? t(stpPortRole.show(reading.value)) : '–';
}

/** A state in a word. */
export function stateWords(t: Translate, state: number): string {
  const reading = dot1dStpPortState.read(state);
  return reading.ok ? t(dot1dStpPortState.show(reading.value)) : '–';
}

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

/** State of a port in the tree, as a sign in its socket; none if it takes no part. */
export function badgeOf(t: Translate, link: TreeLink): PanelBadge | undefined {
  const look = passageOf(link);
  const letters = roleLetters[link.role];
  if (look === 'out' || letters === undefined) return undefined;
  return { letters, look, words: `${roleWords(t, link.role)}, ${stateWords(t, link.state)}` };
}
