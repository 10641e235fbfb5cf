import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { portSecGlobal } from './objects.ts';

export default [
  form(portSecGlobal, {
    title: 'Limits and traps',
    what: 'Port security',
    fields: [
      'portSecSysNoLimit',
      {
        name: 'portSecSysMaxAddr',
        unusable: (chosen) =>
          Number(chosen('portSecSysNoLimit')) === Status.enabled ? 'Only while No Limit is disabled.' : undefined,
      },
      'portSecTrapState',
      'portSecTrapRate',
    ],
  }),
  facts('Now', [fact(portSecGlobal, 'portSecSysCurrent')], { poll: 5000 }),
];
