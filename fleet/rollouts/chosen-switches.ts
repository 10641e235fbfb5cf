import type { FleetContext } from '../../cloud/fleet/fleet-feature.ts';
import type { KeptSwitch } from '../../cloud/store/switches.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { ChosenSwitches, fleetRolloutEntry, ROLLOUT_SWITCHES } from './objects.ts';

/** Switches that are read at a time. */
const PAGE = 1000;

/**
 * The switches of a rollout, connected ones first: the first one to try it has to be there. The source of the settings
 * is excluded, and so are other models. Rejects with a `Refusal` if there are none, or too many.
 */
export async function chosenSwitches(
  { store }: FleetContext,
  values: Values,
  { tenant, models }: { readonly tenant: string; readonly models: readonly string[] | undefined },
): Promise<readonly string[]> {
  const named = new Set(String(values.fleetRolloutSwitches ?? '').split(' '));
  named.delete('');
  const isAllBut = values.fleetRolloutChosen === ChosenSwitches.leftOut || named.size === 0;
  const search = isAllBut ? String(values.fleetRolloutSearch ?? '') : '';
  const fail = (message: ReturnType<typeof say>) =>
    new Refusal(ErrorCode.wrongValue, message, placeIn(fleetRolloutEntry, values, 'fleetRolloutSwitches'));
  const found: KeptSwitch[] = [];
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await store.listSwitches({
      tenant,
      search,
      condition: undefined,
      drifted: false,
      isAlarmed: false,
      orderBy: 'serial',
      descending: false,
      offset,
      limit: PAGE,
    });
    total = page.total;
    found.push(...page.rows.filter(({ serial }) => named.has(serial) !== isAllBut));
    if (found.length > ROLLOUT_SWITCHES) {
      throw fail(say('A rollout has at most {{max}} switches.', { max: ROLLOUT_SWITCHES }));
    }
  }
  if (!isAllBut && found.length < named.size) throw fail(say('One of the switches is not in this fleet.'));
  const fits = ({ serial, model }: KeptSwitch) =>
    serial !== values.fleetRolloutFrom && (models?.includes(model) ?? true);
  const others = found.filter(fits);
  if (others.length === 0) throw fail(say('No switch fits.'));
  const isThere = ({ gateway }: KeptSwitch) => gateway !== '';
  return [...others.filter(isThere), ...others.filter((kept) => !isThere(kept))].map(({ serial }) => serial);
}
