import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { rmonCtrl } from './objects.ts';

export default [
  form(rmonCtrl, { title: 'RMON' }),
  facts(
    'Entries in use',
    [
      fact(rmonCtrl, 'rmonStatsCount'),
      fact(rmonCtrl, 'rmonHistoryCount'),
      fact(rmonCtrl, 'rmonAlarmCount'),
      fact(rmonCtrl, 'rmonEventCount'),
    ],
    { poll: 10_000 },
  ),
];
