import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preloading } from './preloading.ts';

// Not by `new URL(…)`: for tests of pages that is the address of a file for a browser.
const folder = dirname(fileURLToPath(import.meta.url));

// For agents and clouds that tests start: the process of the tests has begun, and hashes in full strength.
process.env.NODE_OPTIONS = preloading(join(folder, 'cheap-secrets.cjs'));

// Node 20 reads the certificates of further authorities at every start, which takes longer than all else of it; nothing that tests
// start asks a host that needs them.
delete process.env.NODE_EXTRA_CA_CERTS;
