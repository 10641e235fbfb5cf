import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withoutMib } from '../scripts/without-mib.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const declarations = readdirSync(join(root, 'features'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /objects[\w-]*\.ts$/.test(path))
  .map((path) => join(root, 'features', path));

test('browsers are sent no numbers of MIBs, and all else that objects declare', () => {
  expect(declarations.length).toBeGreaterThan(50);
  for (const path of declarations) {
    const text = readFileSync(path, 'utf8');
    const sent = withoutMib().transform(text, path)?.code ?? '';
    expect(sent, path).not.toMatch(/\bprivateMib:|\bmib: \{|\boid: '/);
    const labels = (code: string) => code.match(/\blabel: /g)?.length ?? 0;
    expect([path, labels(sent)]).toEqual([path, labels(text)]);
  }
});
