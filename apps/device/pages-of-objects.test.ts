// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { menu } from '../../features/menu.ts';
import { features } from './features.ts';

const objects = features.flatMap((feature) => feature.objects);

test('an object names a page that there is', () => {
  const paths = new Set([...menu.full, ...menu.simplified].map(({ path }) => path));
  const lost = objects.filter(({ page }) => page !== undefined && !paths.has(page));
  expect(lost.map(({ name, page }) => `${name}: ${page}`)).toEqual([]);
});

test('every object has a page, but for those of every page: failed logins, the guard, the look of the console', () => {
  const without = objects.filter(({ page }) => page === undefined).map(({ name }) => name);
  expect(without.sort()).toEqual(['aSVModePreview', 'aSVViewMode', 'managementGuard', 'sysWebAuthEntry']);
});
