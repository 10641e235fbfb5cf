import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stages } from './stages.ts';

test('the documentation lists the stages as they are declared, in their order', () => {
  const text = readFileSync(new URL('../docs/datapath.md', import.meta.url), 'utf8');
  const table = /\| stage \| what happens \|\n\|---\|---\|\n([\s\S]*?)\n\n/.exec(text)?.[1] ?? '';
  expect(table.split('\n')).toEqual(stages.map(({ title, does }) => `| ${title} | ${does} |`));
});
