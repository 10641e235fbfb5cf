import type { KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeBundle } from '../../device/firmware/write-bundle.ts';
import { agentProgram } from './agent-program.ts';

/** A bundle of the agent as it is built, which says that it has this version; or of another program in its place. */
export function agentBundle(
  key: KeyObject,
  version: string,
  { models, program }: { readonly models: readonly string[]; readonly program?: string | undefined },
): Uint8Array {
  const built = dirname(agentProgram);
  const names = readdirSync(built).filter((name) => name.endsWith('.cjs'));
  const files = names.map((name) => {
    const text = readFileSync(join(built, name), 'utf8');
    const content =
      name === 'main.cjs' && program !== undefined ? program : text.replaceAll(/"0\.1\.0"/g, `"${version}"`);
    return { name: `dist/device/${name}`, content: new TextEncoder().encode(content) };
  });
  files.push({ name: 'package.json', content: new TextEncoder().encode(JSON.stringify({ version })) });
  return writeBundle({ models, version, files }, key);
}
