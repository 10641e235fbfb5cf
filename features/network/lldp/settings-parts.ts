import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { lldpConfiguration } from './objects.ts';
import { lldpLocalSystemData } from './objects-said.ts';

export default [
  form(lldpConfiguration, { title: 'LLDP', what: 'LLDP settings' }),
  facts('Local system', [
    fact(lldpLocalSystemData, 'lldpLocChassisIdSubtype'),
    fact(lldpLocalSystemData, 'lldpLocChassisId'),
    fact(lldpLocalSystemData, 'lldpLocSysName'),
    fact(lldpLocalSystemData, 'lldpLocSysDesc'),
    fact(lldpLocalSystemData, 'lldpLocSysCapSupported'),
    fact(lldpLocalSystemData, 'lldpLocSysCapEnabled'),
  ]),
];
