import type { GroupValues, RowOf } from '../../../model/schema/object.ts';
import type { lldpLocalSystemData, lldpRemEntry } from './said-objects.ts';

type Neighbor = Pick<
  RowOf<typeof lldpRemEntry>,
  'lldpRemLocalPortNum' | 'lldpRemChassisIdSubtype' | 'lldpRemChassisId' | 'lldpRemSysCapEnabled'
>;
type Self = Pick<GroupValues<typeof lldpLocalSystemData>, 'lldpLocChassisIdSubtype' | 'lldpLocChassisId'>;

/** Neighbors that forward between networks; phones and access points say that they do as well. */
const forwards = /bridge|router/;
const endpoint = /telephone|wlanAccessPoint/;

/** The ports that lead to other switches and routers. A switch that hears itself has a loop there, and no way to others. */
export function uplinksOf(neighbors: readonly Neighbor[], self: Self): number[] {
  return neighbors
    .filter(({ lldpRemSysCapEnabled: can }) => forwards.test(can) && !endpoint.test(can))
    .filter(
      (neighbor) =>
        neighbor.lldpRemChassisId !== self.lldpLocChassisId ||
        neighbor.lldpRemChassisIdSubtype !== self.lldpLocChassisIdSubtype,
    )
    .map(({ lldpRemLocalPortNum }) => lldpRemLocalPortNum);
}
