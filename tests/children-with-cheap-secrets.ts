import { fileURLToPath } from 'node:url';

const given = process.env.NODE_OPTIONS ?? '';
const preload = `--require ${JSON.stringify(fileURLToPath(new URL('cheap-secrets.cjs', import.meta.url)))}`;

// For agents and clouds that tests start: the process of the tests has begun, and hashes in full strength.
if (!given.includes(preload)) process.env.NODE_OPTIONS = `${given} ${preload}`.trim();
