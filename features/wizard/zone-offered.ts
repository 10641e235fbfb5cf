import type { Values } from '../../model/wire/call.ts';
import { savingIn } from './daylight-saving.ts';
import { ruleHere } from './rule-here.ts';
import type { Present } from './use-present.ts';
import { zoneOfComputer } from './zones.ts';

/** A switch that was never set up is offered the time zone of the computer, with its daylight saving. */
export function zoneOfThisComputer({ factoryPassword }: Present): Values {
  const index = zoneOfComputer();
  return factoryPassword ? { index, daylightSaving: savingIn(index, index, ruleHere()) } : {};
}
