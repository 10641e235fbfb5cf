// Writes the reference in docs: every object, field and error of a switch for programs (openrpc.json) and for people (one page for
// each section of the menu), from the declarations.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declared } from './declared.mjs';

const folder = join(import.meta.dirname, '..', 'docs', 'reference');
const { fieldReference, openRpcText } = await declared();
mkdirSync(folder, { recursive: true });
for (const former of readdirSync(folder)) if (former !== 'README.md') rmSync(join(folder, former));
writeFileSync(join(folder, 'openrpc.json'), openRpcText);
for (const { name, text } of fieldReference()) writeFileSync(join(folder, name), text);
