import { form } from '../../../console/page/form.tsx';
import { portSecGlobal } from './objects.ts';

export default [form(portSecGlobal, { title: 'Limits and traps', what: 'Port security' })];
