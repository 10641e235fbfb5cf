// `npm run bench`: measures the built product on this machine and prints one table. Nothing here fails on a time.
import { register } from 'tsx/esm/api';

register();
const { report } = await import('./report.ts');
await report();
