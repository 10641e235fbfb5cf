import type { GroupValues } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { DstMode, type sysTimeCtrl } from '../system/system-time/objects.ts';
import { Saving } from './wizard-entries.ts';
import type { YearlyRule } from './zone-rule.ts';

type Rule = YearlyRule | undefined;

/** The columns of the switch's clock that keep a rule. */
function columnsOf({ offset, start, end }: YearlyRule): Values {
  return {
    ...{ dstMode: DstMode.recurring, dstOffset: offset },
    ...{ dstStartMonth: start.month, dstStartWeek: start.week, dstStartWeekday: start.weekday },
    ...{ dstStartHour: start.hour, dstStartMinute: start.minute },
    ...{ dstEndMonth: end.month, dstEndWeek: end.week, dstEndWeekday: end.weekday },
    ...{ dstEndHour: end.hour, dstEndMinute: end.minute },
  };
}

/** The switch's columns of daylight saving, of the text that the wizard keeps them as. */
export function daylightColumnsOf({ daylightColumns }: Values): Values {
  const columns: Values = JSON.parse(String(daylightColumns));
  return columns;
}

/** The device's values with the choice that its daylight saving is. */
export function withSaving<V extends Values>(present: V, rule: Rule): V & { readonly daylightSaving: number } {
  const columns = daylightColumnsOf(present);
  const isHere = rule && Object.entries(columnsOf(rule)).every(([column, value]) => columns[column] === value);
  const isOff = columns.dstMode === DstMode.disabled;
  return { ...present, daylightSaving: isOff ? Saving.none : isHere ? Saving.computer : Saving.kept };
}

/** The choices for a switch that has `present`; a single one is none. */
export function offeredSavings(present: number, rule: Rule): readonly number[] {
  return [Saving.none, ...(rule ? [Saving.computer] : []), ...(present === Saving.kept ? [Saving.kept] : [])];
}

/** The choice that goes with a time zone: the computer's daylight saving is that of its own zone only. */
export function savingIn(zone: number, here: number, rule: Rule): number {
  return rule && zone === here ? Saving.computer : Saving.none;
}

/** What a choice sets. */
export function settingsOf(choice: number, rule: Rule): Partial<GroupValues<typeof sysTimeCtrl>> {
  if (choice === Saving.none) return { dstMode: DstMode.disabled };
  return choice === Saving.computer && rule ? columnsOf(rule) : {};
}
