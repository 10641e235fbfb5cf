import { NO_PORTS, type PortList } from '../../model/values/port-list.ts';
import type { Reach } from './PortMatrix.tsx';

/**
 * The choice for one source: ports that it is to reach, and ports that it is not to reach. All others stay as they are.
 */
interface Chosen {
  readonly reached: PortList;
  readonly barred: PortList;
}

/**
 * The choice in a matrix, by source port. It holds only chosen cells, so that changes of other cells by another session
 * are shown, and not reverted.
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
