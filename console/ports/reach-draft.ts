import { NO_PORTS, type PortList } from '../../model/values/port-list.ts';
import type { Reach } from './PortMatrix.tsx';

/** What was chosen for one source: ports it is to reach, and ports it is not to. Those in neither stay as they are. */
interface Chosen {
  readonly reached: PortList;
  readonly barred: PortList;
}

/**
 * What was chosen in a matrix, by source port. Only chosen cells are held, so that what another session changes in the others
 * is shown, and not taken back.
 */
export type ReachDraft = ReadonlyMap<number, Chosen>;

const untouched: Chosen = { reached: NO_PORTS, barred: NO_PORTS };

/** The device's matrix with what was chosen. */
export function reachWith(present: Reach, draft: ReachDraft): Reach {
  return new Map(
    [...present].map(([source, list]) => {
      const { reached, barred } = draft.get(source) ?? untouched;
      return [source, (list | reached) & ~barred];
    }),
  );
}

/** The draft after the matrix shown was changed to `next`; a cell chosen as the device has it is no draft. */
export function withReach(draft: ReachDraft, present: Reach, next: Reach): ReachDraft {
  return new Map(
    [...next].flatMap(([source, list]): [number, Chosen][] => {
      const own = present.get(source) ?? NO_PORTS;
      const before = draft.get(source) ?? untouched;
      const shown = (own | before.reached) & ~before.barred;
      const [on, off] = [list & ~shown, shown & ~list];
      const chosen = {
        reached: (before.reached | on) & ~off & ~own,
        barred: (before.barred | off) & ~on & own,
      };
      return chosen.reached === NO_PORTS && chosen.barred === NO_PORTS ? [] : [[source, chosen]];
    }),
  );
}
