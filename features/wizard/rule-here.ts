import { type OffsetAt, turnsIn, type YearlyRule, yearlyRule } from './zone-rule.ts';

const offsetHere: OffsetAt = (moment) => -new Date(moment).getTimezoneOffset();

let known: { readonly rule: YearlyRule | undefined } | undefined;

/** The daylight saving of this computer, which stays the same while a page is shown: it takes some hundred looks at the zone. */
export function ruleHere(): YearlyRule | undefined {
  known ??= { rule: yearlyRule(offsetHere, new Date().getFullYear()) };
  return known.rule;
}

/** The two moments at which this computer's clock changes next, in milliseconds since 1970; none if it does not. */
export function nextTurns(now = Date.now(), offsetAt = offsetHere): readonly number[] {
  const year = new Date(now).getUTCFullYear();
  const turns = [year, year + 1].flatMap((each) => turnsIn(each, offsetAt));
  return turns.flatMap(({ at }) => (at > now ? [at] : [])).slice(0, 2);
}
