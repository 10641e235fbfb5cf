import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { privateModuleText } from './private-module.ts';

test('docs/FACEPLATE-MIB.txt is what the objects say; otherwise run node scripts/place-mib.mjs', () => {
  const file = fileURLToPath(new URL('../../docs/FACEPLATE-MIB.txt', import.meta.url));
  expect(readFileSync(file, 'utf8') === privateModuleText).toBe(true);
});
