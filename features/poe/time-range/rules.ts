import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { parseDateTime } from '../../../model/values/date-time.ts';
import type { Message } from '../../../model/values/message.ts';
import { say } from '../../../model/values/message.ts';
import { RangeType, timeRangeEntry } from './objects.ts';

const LAST_YEAR = 2037;

type Row = RowOf<typeof timeRangeEntry>;

/** A time range has days that exist, and an end behind its start. */
export const timeRangeRule: Rule = {
  concerns: [timeRangeEntry],
  *check({ after }) {
    for (const row of after.rows(timeRangeEntry)) {
      const wrong = dayFault(row) ?? orderFault(row);
      if (wrong) yield conflict(timeRangeEntry, wrong.message, { row, column: wrong.column });
    }
  },
};

interface Fault {
  readonly column: string;
  readonly message: Message;
}

function dayFault(row: Row): Fault | undefined {
  const isAbsolute = row.timeRangeType === RangeType.absolute;
  for (const column of ['timeRangeStartDate', 'timeRangeEndDate'] as const) {
    const day = row[column];
    if (day === '' && isAbsolute)
      return { column, message: say('An absolute range needs its first and its last day.') };
    if (day === '') continue;
    if (!parseDateTime(`${day} 00:00`)) return { column, message: say('The date does not exist.') };
    if (Number(day.slice(0, 4)) > LAST_YEAR)
      return { column, message: say('The year must be {{year}} or earlier.', { year: LAST_YEAR }) };
  }
  if (!isAbsolute && row.timeRangeWeekdays === 0)
    return { column: 'timeRangeWeekdays', message: say('Choose at least one weekday.') };
  return undefined;
}

function orderFault(row: Row): Fault | undefined {
  const { timeRangeStartTime: start, timeRangeEndTime: end, timeRangeStartDate: from, timeRangeEndDate: to } = row;
  const message = say('End must be later than start.');
  if (from !== '' && to !== '' && to < from) return { column: 'timeRangeEndDate', message };
  const isAbsolute = row.timeRangeType === RangeType.absolute;
  const isWrong = isAbsolute ? from === to && end <= start : end === start;
  return isWrong ? { column: 'timeRangeEndTime', message } : undefined;
}
