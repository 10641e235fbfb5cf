import { expect, test } from 'vitest';
import { pages } from '../page-list.ts';
import { portPages } from './port-pages.ts';

test('the pages that take ports are pages of the menu', () => {
  const paths = new Set(pages.map(({ path }) => path));
  expect([...portPages].filter((path) => !paths.has(path))).toEqual([]);
});
