import { expect, test } from 'vitest';
import { Configuration } from '../../model/configuration/configuration.ts';
import { momentsOf } from './moments.ts';

test('every second has a text of its own, and no moment has none', () => {
  const moment = momentsOf(Configuration.empty);
  const noon = Date.UTC(2026, 10, 26, 12);
  expect([noon, noon + 999, noon + 1000, undefined, noon - 1, noon].map(moment)).toEqual([
    '2026-11-26 12:00:00',
    '2026-11-26 12:00:00',
    '2026-11-26 12:00:01',
    '',
    '2026-11-26 11:59:59',
    '2026-11-26 12:00:00',
  ]);
});
