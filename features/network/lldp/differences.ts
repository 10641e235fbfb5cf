import type { RowOf } from '../../../model/schema/object.ts';
import type { Translate } from '../../../model/values/translate.ts';
import { mauName } from './mau.ts';
import type { lldpLocPortEntry, lldpRemEntry } from './said-objects.ts';

type Local = RowOf<typeof lldpLocPortEntry>;
type Remote = RowOf<typeof lldpRemEntry>;

/** Values that differ between the two ends of a cable but should agree; only those that the neighbor announced. */
export function differences(t: Translate, local: Local, remote: Remote): string[] {
  const found: string[] = [];
  if (remote.lldpRemPortVlanId !== 0 && remote.lldpRemPortVlanId !== local.lldpLocPortVlanId) {
    found.push(
      t('The PVID differs: {{local}} here, {{remote}} at the neighbor.', {
        local: local.lldpLocPortVlanId,
        remote: remote.lldpRemPortVlanId,
      }),
    );
  }
  const [here, there] = [local.lldpLocOperMauType, remote.lldpRemOperMauType];
  // Types of which nothing is known here say nothing about speed and duplex.
  if (here !== 0 && here !== there && mauName(there) !== undefined) {
    found.push(
      t('The link differs: {{local}} here, {{remote}} at the neighbor.', {
        local: mauName(here) ?? here,
        remote: mauName(there) ?? there,
      }),
    );
  }
  if (remote.lldpRemLinkAggEnabled !== 0 && remote.lldpRemLinkAggEnabled !== local.lldpLocLinkAggEnabled) {
    found.push(
      remote.lldpRemLinkAggEnabled === 1
        ? t('The link is in a trunk at the neighbor, and in none here.')
        : t('The link is in a trunk here, and in none at the neighbor.'),
    );
  }
  return found;
}
