// `npm run bench`: measures the built product on this machine and prints one table. Nothing here fails on a time. Words restrict it
// to the measurements whose names contain one of them: `npm run bench -- start "SNMP walk"`.
import { register } from 'tsx/esm/api';

register();
const { report } = await import('./report.ts');
await report(process.argv.slice(2));
