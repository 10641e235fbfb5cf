import { expect, test } from 'vitest';
import type { Caller, Request } from '../management.ts';
import { beginTransactions, rows, settings } from './testing.ts';

const by = (user: string): Caller => ({
  access: 'web',
  user,
  session: user,
  remoteAddress: '192.0.2.9',
  connection: undefined,
});
const level = (to: number, was: number): Request => ({
  kind: 'set',
  object: settings,
  values: { level: to },
  was: { level: was },
});
const row = (to: number, was: number): Request => ({
  kind: 'set',
  object: rows,
  values: { id: 1, level: to },
  was: { level: was },
});

test('a value that somebody else has changed since it was read is not overwritten', async () => {
  const { transactions, start } = await beginTransactions();
  await transactions.perform([level(5, 1), row(6, 0)], by('operator'));
  const refused = { code: 8712, place: { object: 'settings', column: 'level' } };
  const said = 'operator changed Settings: Level meanwhile: 1 → 5.';
  for (const attempt of [transactions.tryOut.bind(transactions), transactions.perform.bind(transactions)]) {
    await expect(attempt([level(7, 1)], by('admin'))).rejects.toMatchObject({ ...refused, message: said });
    await expect(attempt([level(7, 5), row(7, 0)], by('admin'))).rejects.toMatchObject({
      code: 8712,
      place: { object: 'rows', row: { id: 1 }, column: 'level' },
    });
  }
  expect(transactions.configuration.group(settings).level).toBe(5);
  expect(start.group(settings).level).toBe(1);
  await transactions.perform([level(7, 5), row(7, 6)], by('admin'));
  expect(transactions.configuration.group(settings).level).toBe(7);
});

test('a value that both changed alike, or that nobody says how he knows it, is no conflict', async () => {
  const { transactions } = await beginTransactions();
  await transactions.perform([level(5, 1)], by('operator'));
  await transactions.perform([level(5, 1)], by('admin'));
  await transactions.perform([{ kind: 'set', object: settings, values: { level: 6 } }], by('admin'));
  expect(transactions.configuration.group(settings).level).toBe(6);
});

test('whose change it was is not known once it was saved', async () => {
  const { transactions, history } = await beginTransactions();
  await transactions.perform([level(5, 1)], by('operator'));
  await transactions.perform([level(1, 5)], by('operator'));
  history.unsaved();
  await expect(transactions.perform([level(7, 5)], by('admin'))).rejects.toThrow(
    'Another session changed Settings: Level meanwhile: 5 → 1.',
  );
});
