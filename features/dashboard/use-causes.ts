import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { useText } from '../../console/translations/use-text.ts';
import { pethMainPseEntry } from '../poe/power-over-ethernet/main-pse-objects.ts';
import { type Causes, causesOf } from './causes.ts';
import { fanEntry, sysDashboard, sysHealth } from './objects.ts';

/** Why parts of the device are not normal; undefined while that is read. */
export function useCauses(poll: number | false): Causes | undefined {
  const t = useText();
  const state = useGroup(sysDashboard, { poll }).data;
  const health = useGroup(sysHealth, { poll }).data;
  const fans = useRows(fanEntry, {}, { poll }).data;
  const supplies = useRows(pethMainPseEntry, {}, { poll }).data;
  return state && health && fans && supplies && causesOf({ state, health, fans, supply: supplies[0] }, t);
}
