import { list } from '../../../console/page/list.tsx';
import { AttackActions, SideEffects } from './AttackActions.tsx';
import { dosTypeEntry } from './objects.ts';

export default [
  list(dosTypeEntry, {
    title: 'Attack types',
    columns: ['dosType', 'dosState', 'dosTrapState', 'dosDropCount'],
    poll: 5000,
    filter: false,
    kept: false,
    notice: SideEffects,
    actions: AttackActions,
    modify: {
      title: ({ dosType }, t) => t(dosTypeEntry.fields.dosType.show(dosType)),
      what: 'Denial of service',
      fields: ['dosState', 'dosTrapState'],
    },
  }),
];
