import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { gvrpGlobal } from './objects.ts';

export default [
  form(gvrpGlobal, { title: 'GVRP', what: 'GVRP' }),
  facts('VLANs learned', [fact(gvrpGlobal, 'gvrpDynamicVlanCount')], { poll: 5000 }),
];
