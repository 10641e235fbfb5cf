import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { byObject, requestsOf } from './change-requests.ts';
import type { Command, Expected, Parsed } from './command.ts';
import { choicesOf, fieldHelp } from './field-words.ts';
import { findWord } from './find-word.ts';
import { indexHelp, numbersOf } from './index-words.ts';
import type { Language } from './language.ts';
import type { LineCursor } from './line-cursor.ts';
import { ended } from './line-end.ts';
import type { MenuPlace, Target, TargetColumn } from './menu.ts';
import { placeOf, targetChoice } from './menu-words.ts';
import { referenceWords, rowWords } from './row-words.ts';
import { sealedOfWord } from './sealed-word.ts';
import { type Change, fieldOf, isSettable, together, usable } from './settable.ts';

/** The rest of a line that begins with "set", "add" or "delete". */
export function changeLine(line: LineCursor, language: Language, change: Change, forced: boolean): Parsed {
  const place = placeOf(line, language, (one) => usable(one, change).length > 0);
  const targets = usable(place, change);
  const target = targetOf(line, language, targets, change, place);
  const rows = target.table ? rowsOf(line, language, target, change) : [{}];
  const command = (values: ReadonlyMap<ObjectDeclaration, Values>): Command => ({
    kind: 'change',
    requests: requestsOf(change, target, rows, values),
    forced,
  });
  if (change === 'delete') return ended(line, command(new Map()));
  const given = new Map<string, TargetColumn & { readonly value: Value }>();
  for (;;) {
    const left = [...target.columns].filter(([word, column]) => isSettable(column, change) && !given.has(word));
    const expected: Expected = {
      choices: left.map(([word, column]) => ({ word, meaning: fieldHelp(fieldOf(column)) })),
      isEnd: given.size > 0 || change === 'add',
    };
    if (!line.peek() && expected.isEnd) {
      return { kind: 'command', command: command(byObject(given)), next: expected };
    }
    if (line.peek() && left.length === 0) throw line.wrong('Unexpected input after the command.', expected);
    const word = line.word(expected.choices, 'setting', target);
    const column = target.columns.get(word);
    if (!column) throw line.wrong('There is no such setting.', expected);
    given.set(word, { ...column, value: valueBehind(line, language, column) });
  }
}

/** The value behind a column's word. */
function valueBehind(line: LineCursor, language: Language, column: TargetColumn): Value {
  const field = fieldOf(column);
  const choices = [...choicesOf(field), ...referenceWords(language, field)];
  const expected: Expected = { choices, value: fieldHelp(field), isEnd: false };
  const next = line.peek();
  if (!next) throw line.incomplete(`The value of ${field.label} is missing: ${fieldHelp(field)}`, expected);
  line.step();
  // Secrets encrypted by this switch can be decrypted, and read, by anyone who knows its key.
  if (field.sealed && !next.quoted && sealedOfWord(next.text) !== undefined) return next.text;
  return line.read(field, next, expected);
}

/** The target that the next words are about; what is found by a column's or a row's own word is left standing. */
function targetOf(
  line: LineCursor,
  language: Language,
  targets: readonly Target[],
  change: Change,
  place: MenuPlace,
): Target {
  const groups = targets.filter(({ table }) => !table);
  const lists = targets.filter(({ table }) => table);
  const [list] = lists;
  const only = lists.length === 1 ? list : undefined;
  const settings = groups.length > 0 ? together(groups) : undefined;
  const expected: Expected = {
    choices: [
      ...[...(settings?.columns ?? [])]
        .filter(([, column]) => isSettable(column, change))
        .map(([word, column]) => ({ word, meaning: fieldHelp(fieldOf(column)) })),
      ...(targets.length > 1 ? targets.map(targetChoice) : []),
      ...(only ? rowWords(language, only, change) : []),
    ],
    ...(only && { value: indexHelp(only, 0) }),
    isEnd: false,
  };
  const next = line.peek();
  if (!next) throw line.incomplete(`Select a table of "${place.path.join(' ')}" to ${change}.`, expected);
  if (targets.length === 1 && only && next.text.toLowerCase() !== only.word) return only;
  const columns = [...(settings?.columns ?? [])].filter(([, column]) => isSettable(column, change));
  const words = columns.map(([word]) => ({ word }));
  const exact = targets.find(({ word }) => word === next.text.toLowerCase());
  if (exact && !next.quoted && !words.some(({ word }) => word === exact.word)) {
    line.step();
    return exact;
  }
  if (settings && findWord(words, next.text, next.quoted)) return settings;
  if (only && (!settings || /^\d/.test(next.text))) return only;
  const named = findWord(targets, next.text, next.quoted);
  if (named) {
    line.step();
    return named;
  }
  if (only) return only;
  throw line.wrong(lists.length > 1 ? 'Enter the list first.' : 'There is no such setting here.', expected);
}

/** The index columns of each row that the line names. */
function rowsOf(line: LineCursor, language: Language, target: Target, change: Change): readonly Values[] {
  const { table } = target;
  let rows: readonly Values[] = [{}];
  for (const [at, [column, field]] of Object.entries(table?.index ?? {}).entries()) {
    const expected = {
      choices: at === 0 ? rowWords(language, target, change) : choicesOf(field),
      value: indexHelp(target, at),
      isEnd: false,
    };
    const next = line.peek();
    if (!next) throw line.incomplete(`${field.label} is missing: it names the row.`, expected);
    if (change === 'delete' && at === 0 && next.text === 'all' && !next.quoted) {
      line.step();
      return [];
    }
    const numbers = rows.length === 1 && change !== 'add' ? numbersOf(field, next) : undefined;
    const values = numbers ?? [line.read(field, next, expected)];
    line.step();
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [column]: value })));
  }
  return rows;
}
