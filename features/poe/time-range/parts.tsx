import { useGroup } from '../../../console/call/use-reads.ts';
import { bitsControl } from '../../../console/controls/bits-control.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { list } from '../../../console/page/list.tsx';
import { CellLines } from '../../../console/table/CellLines.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { sureOfPower } from '../../sure-of-power.ts';
import { sysTimeCtrl } from '../../system/system-time/objects.ts';
import { daysOfBits, EVERY_DAY, RangeType, timeRangeEntry, weekdays } from './objects.ts';

type Row = RowOf<typeof timeRangeEntry>;

const hours = [
  ['timeRangeStartTime', 'timeRangeEndTime'],
  ['timeRangeStartDate', 'timeRangeEndDate'],
  { name: 'timeRangeWeekdays', control: bitsControl(weekdays, 'All days'), wide: true },
];

export default [
  list(timeRangeEntry, {
    title: 'Time ranges',
    poll: 10_000,
    notice: ClockNotice,
    filter: 'Name',
    empty: 'No time ranges yet. Ports provide power at any time.',
    columns: [
      'timeRangeName',
      { name: 'timeRangeActive', title: 'State', draw: (row) => <State row={row} /> },
      'timeRangeType',
      { name: 'timeRangeStartTime', title: 'When', draw: (row) => <When row={row} /> },
      'timeRangePorts',
    ],
    sure: (_changes, _draft, calls) => sureOfPower(calls),
    add: {
      title: 'New time range',
      what: 'Add time range',
      button: 'Add time range',
      fields: [['timeRangeName', 'timeRangeType'], ...hours],
    },
    modify: {
      title: ({ timeRangeName: name }, t) => t('Time range {{name}}', { name }),
      what: 'Modify time range',
      fields: ['timeRangeType', ...hours],
    },
    deleteAll: true,
  }),
];

/** The clock that the ranges go by. */
function ClockNotice() {
  const t = useText();
  const { data } = useGroup(sysTimeCtrl, { poll: 10_000 });
  return data ? <Notice>{t('The clock of the switch shows {{time}}.', { time: data.sysTimeCurrent })}</Notice> : null;
}

function State({ row }: { readonly row: Row }) {
  const t = useText();
  if (row.timeRangeExpired === TruthValue.yes) return <Tag tone="warn">{t('Expired')}</Tag>;
  if (row.timeRangeActive === TruthValue.yes) return <Tag tone="ok">{t('Active now')}</Tag>;
  return <Tag>{t('Not now')}</Tag>;
}

/** The hours and weekdays of a periodic range, and the days that it begins and ends on, where it does; both ends of another. */
function When({ row }: { readonly row: Row }) {
  const t = useText();
  const { timeRangeType, timeRangeWeekdays: bits, timeRangeStartDate: from, timeRangeEndDate: to } = row;
  const { timeRangeStartTime: start, timeRangeEndTime: end } = row;
  if (timeRangeType === RangeType.absolute) return <CellLines lines={[`${from} ${start} –`, `${to} ${end}`]} />;
  const days =
    bits === EVERY_DAY
      ? t('every day')
      : daysOfBits(bits)
          .map((day) => t(day))
          .join(', ');
  const dates = from === '' && to === '' ? [] : [`${from || '…'} –`, to || '…'];
  return <CellLines lines={[`${start} – ${end}`, days, ...dates]} />;
}
