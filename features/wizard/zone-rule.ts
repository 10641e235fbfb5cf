import { dateTimeAt, MILLISECONDS_A_MINUTE } from '../../model/values/date-time.ts';
import { type DaylightSaving, dayOfRecurrence } from '../../model/values/time-zone.ts';

/** Minutes east of UTC at a moment in milliseconds since 1970. */
export type OffsetAt = (moment: number) => number;

/** A rule for every year: what the switch keeps of a zone. */
export type YearlyRule = Extract<DaylightSaving, { mode: 'recurring' }>;

/** A moment at which a zone's offset changes. */
interface Turn {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Minutes east of UTC before and from then on. */
  readonly before: number;
  readonly after: number;
}

/** Minutes that the switch can add. */
const STEPS = [30, 60, 90, 120];
/** Years in a row that a rule has to fit. */
const YEARS = 5;
const WEEK = 7 * 24 * 60 * MILLISECONDS_A_MINUTE;
/** Of a month, the last one too. */
const WEEKS = [5, 1, 2, 3, 4];

/** The moments within a year at which the offset changes, to the minute. */
export function turnsIn(year: number, offsetAt: OffsetAt): readonly Turn[] {
  const turns: Turn[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  for (let from = Date.UTC(year, 0, 1), before = offsetAt(from); from < end; from += WEEK) {
    const to = Math.min(from + WEEK, end);
    const after = offsetAt(to);
    if (after !== before) turns.push({ at: turnBetween(from, to, before, offsetAt), before, after });
    before = after;
  }
  return turns;
}

/** The minute from which on the offset is no longer `before`. */
function turnBetween(from: number, to: number, before: number, offsetAt: OffsetAt): number {
  let [low, high] = [from, to];
  while (high - low > MILLISECONDS_A_MINUTE) {
    const middle = low + Math.floor((high - low) / (2 * MILLISECONDS_A_MINUTE)) * MILLISECONDS_A_MINUTE;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The day of every year on which turns fall, by the clock as it was before them; undefined if there is no such day. */
function dayOf(turns: readonly Turn[]): YearlyRule['start'] | undefined {
  const shown = turns.map(({ at, before }) => dateTimeAt(at, before));
  const [first, turn] = [shown[0], turns[0]];
  if (!first || !turn) return undefined;
  const { month, hour, minute } = first;
  const weekday = new Date(turn.at + turn.before * MILLISECONDS_A_MINUTE).getUTCDay() + 1;
  const isAlike = shown.every((one) => one.month === month && one.hour === hour && one.minute === minute);
  const week = WEEKS.find((of) => shown.every(({ year, day }) => dayOfRecurrence(year, month, of, weekday) === day));
  return isAlike && week !== undefined ? { month, week, weekday, hour, minute } : undefined;
}

/**
 * The daylight saving of a zone as a rule for `year` and those after it; undefined if the zone has none, or one that changes from year
 * to year. Zones that move clocks twice within a week are not known.
 */
export function yearlyRule(offsetAt: OffsetAt, year: number): YearlyRule | undefined {
  const years = Array.from({ length: YEARS }, (_, later) => turnsIn(year + later, offsetAt));
  const forward = years.map((turns) => turns.filter(({ before, after }) => after > before));
  const back = years.map((turns) => turns.filter(({ before, after }) => after < before));
  if ([...forward, ...back].some(({ length }) => length !== 1)) return undefined;
  const [start, end] = [dayOf(forward.flat()), dayOf(back.flat())];
  const [offset = 0, ...others] = new Set(years.flat().map(({ before, after }) => Math.abs(after - before)));
  if (!start || !end || others.length > 0 || !STEPS.includes(offset)) return undefined;
  return { mode: 'recurring', offset, start, end };
}
