import { table } from '../../../../model/schema/object.ts';
import { pethPsePortEntry } from '../../../poe/power-over-ethernet/objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { FALSE, hidden, number, UNSEEN } from './columns.ts';

const pethPsePortPairs = table('pethPsePortPairs', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.105.1.1.1',
  index: { pethPsePortGroupIndex: hidden(1), pethPsePortIndex: hidden(2) },
  columns: { pethPsePortPowerPairsControlAbility: number(4), pethPsePortPowerPairs: number(5) },
  rows: { max: 64 },
});

/** The pairs that carry signals. */
const SIGNAL = 1;

/** The objects of RFC 3621 that pages do not show: which pairs provide the power, which is not configurable. */
export const powerObjects: readonly StandardObject[] = [
  {
    object: pethPsePortPairs,
    rows: ({ configuration }) =>
      configuration()
        .rows(pethPsePortEntry)
        .map(({ pethPsePortGroupIndex, pethPsePortIndex }) => ({
          pethPsePortGroupIndex,
          pethPsePortIndex,
          pethPsePortPowerPairsControlAbility: FALSE,
          pethPsePortPowerPairs: SIGNAL,
        })),
  },
];
