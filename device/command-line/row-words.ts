import type { Field } from '../../model/schema/field.ts';
import { wordsOf } from '../../model/values/message.ts';
import { type Choice, choicesOf, wordOfValue } from './field-words.ts';
import type { Language } from './language.ts';
import type { Target } from './menu.ts';
import type { Change } from './settable.ts';

/** Words that complete a row's name at most. */
const ROWS_SHOWN = 64;

/** Words that name the rows which a table has, by its first index column. */
export function rowWords(language: Language, { table }: Target, change?: Change): readonly Choice[] {
  const [first] = Object.entries(table?.index ?? {});
  if (!table || !first) return [];
  const [column, field] = first;
  if (change === 'add') return choicesOf(field);
  const rows = language.rowsOf(table);
  const words = new Map(rows.map((row) => [wordOfValue(field, row[column]), wordsOf(table.rowName(row))]));
  const all = change === 'delete' ? [{ word: 'all', meaning: 'Every row' }] : [];
  return [...all, ...[...words].slice(0, ROWS_SHOWN).map(([word, meaning]) => ({ word, meaning }))];
}

/** Words that name the rows of the table that a field's value names one of. */
export function referenceWords(language: Language, { references }: Field): readonly Choice[] {
  const named = references && language.objects.get(references.table.name);
  if (named?.shape !== 'table') return [];
  const [first, second] = Object.entries(named.index);
  if (!first || second) return [];
  const [column, field] = first;
  return language
    .rowsOf(named)
    .slice(0, ROWS_SHOWN)
    .map((row) => ({ word: wordOfValue(field, row[column]), meaning: wordsOf(named.rowName(row)) }));
}
