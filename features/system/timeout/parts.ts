import { form } from '../../../console/page/form.tsx';
import { sysUserInterface } from './objects.ts';

export default [form(sysUserInterface, { title: 'Sessions and announcements', what: 'Timeout' })];
