import { ofField } from '../../model/configuration/message.ts';
import type { Field } from '../../model/schema/field.ts';
import { isConfigured, type ObjectDeclaration, type TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import type { Request } from '../management.ts';
import type { Command, Expected, Filter, Parsed, Shown, Verb } from './command.ts';
import { type Choice, choicesOf, fieldHelp, valueOfWord, wordOfValue } from './field-words.ts';
import type { MenuPlace, Target, TargetColumn } from './menu.ts';
import { sealedOfWord } from './sealed-word.ts';
import type { Token } from './tokens.ts';

/** The language of lines. */
export interface Language {
  readonly menu: MenuPlace;
  readonly verbs: readonly Verb[];
  /** Every declared object by its name. */
  readonly objects: ReadonlyMap<string, ObjectDeclaration>;
  /** The rows that a table has now, for completing what names one; may be none. */
  rowsOf(table: TableObject): readonly Values[];
}

/** Rows that one line may name by a list, such as "1-4,7". */
const ROWS_OF_LINE = 4096;

/** Words that complete a row's name at most. */
const ROWS_SHOWN = 64;

/** Reads the words of a line. Pure; never throws. */
export function parse(tokens: readonly Token[], language: Language): Parsed {
  try {
    return new Reader(tokens, language).line();
  } catch (stop) {
    if (stop instanceof Stop) return stop.parsed;
    throw stop;
  }
}

/** The line cannot be read any further. */
class Stop extends Error {
  readonly parsed: Parsed;

  constructor(parsed: Parsed) {
    super('the line cannot be read any further');
    this.parsed = parsed;
  }
}

const filterWords: readonly Choice[] = [
  { word: 'json', meaning: 'As JSON, by the names of the objects and columns' },
  { word: 'include', meaning: 'Only lines that hold a text' },
  { word: 'exclude', meaning: 'Only lines that do not hold a text' },
  { word: 'section', meaning: 'Only lines that hold a text, with the indented lines that follow each' },
  { word: 'begin', meaning: 'From the first line that holds a text' },
  { word: 'count', meaning: 'The number of lines' },
];

const bar: Choice = { word: '|', meaning: 'Filters the answer' };

const ownVerbs: readonly Choice[] = [
  { word: 'show', meaning: 'Shows settings and state' },
  { word: 'set', meaning: 'Changes settings' },
  { word: 'add', meaning: 'Adds a row' },
  { word: 'delete', meaning: 'Deletes a row' },
  { word: 'begin', meaning: 'Starts a change of several lines' },
  { word: 'apply', meaning: 'Applies the lines entered since "begin", all or nothing' },
  { word: 'discard', meaning: 'Discards the lines entered since "begin"' },
  { word: 'force', meaning: 'Carries out the command without asking, even if it may disconnect this session' },
  { word: 'history', meaning: 'Shows the lines entered' },
  { word: 'help', meaning: 'Explains how to enter commands' },
  { word: 'terminal', meaning: 'Sets the page size of answers in this session' },
  { word: 'enable', meaning: 'Ends the prompt in "#", as some programs expect; rights stay as they are' },
  { word: 'disable', meaning: 'Ends the prompt in ">" again' },
  { word: 'exit', meaning: 'Ends the session' },
  { word: 'logout', meaning: 'Ends the session' },
  { word: 'quit', meaning: 'Ends the session' },
];

const beginWords: readonly Choice[] = [
  {
    word: 'replace',
    meaning: 'The lines are a complete configuration: settings they do not contain take factory values',
  },
];

const terminalWords: readonly Choice[] = [
  { word: 'length', meaning: 'Lines of a page' },
  { word: 'width', meaning: 'Characters of a line' },
];

/** Lines of a page, or characters of a line, at most. */
const TERMINAL_MAXIMUM = 512;

/** Whether a line can begin with this word, whole or shortened; `verbs` beside those that every switch has. */
export function beginsLine({ text, quoted }: Token, verbs: readonly Pick<Verb, 'words'>[]): boolean {
  const typed = text.toLowerCase();
  const words = [...ownVerbs.map(({ word }) => word), ...verbs.map(({ words: [first] }) => first)];
  return !quoted && typed !== '' && words.some((word) => word.startsWith(typed));
}

/** The words that may follow `begun` in those of verbs. */
function nextWords(verbs: readonly Verb[], begun: readonly string[]): readonly Choice[] {
  const fitting = verbs.filter(({ words }) => begun.every((word, at) => words[at] === word));
  const meanings = new Map<string, string[]>();
  for (const { words, meaning } of fitting) {
    const word = words[begun.length];
    if (word === undefined) continue;
    const isLast = words.length === begun.length + 1;
    meanings.set(word, [...(meanings.get(word) ?? []), isLast ? meaning : words.slice(begun.length + 1).join(' ')]);
  }
  return [...meanings].map(([word, each]) => ({ word, meaning: each.join(', ') }));
}

type Change = 'set' | 'add' | 'delete';

/** Goes along the words of one line. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #language: Language;
  #at = 0;

  constructor(tokens: readonly Token[], language: Language) {
    this.#tokens = tokens;
    this.#language = language;
  }

  line(): Parsed {
    const word = this.#word([...ownVerbs, ...this.#ownWords()], 'command');
    switch (word) {
      case 'show':
        return this.#show();
      case 'set':
      case 'add':
      case 'delete':
        return this.#change(word, false);
      case 'force':
        return this.#forced();
      case 'begin':
        return this.#begin();
      case 'discard':
      case 'help':
      case 'history':
      case 'enable':
      case 'disable':
        return this.#ended({ kind: word });
      case 'apply':
        return this.#ended({ kind: 'apply', forced: false });
      case 'terminal':
        return this.#terminal();
      case 'exit':
      case 'logout':
      case 'quit':
        return this.#ended({ kind: 'exit' });
      default:
        return this.#verb([word], false);
    }
  }

  /** First words of verbs that are none of every switch's. */
  #ownWords(): readonly Choice[] {
    return nextWords(this.#language.verbs, []).filter(({ word }) => ownVerbs.every((own) => own.word !== word));
  }

  #forced(): Parsed {
    const changes = ownVerbs.filter(({ word }) => ['set', 'add', 'delete', 'apply'].includes(word));
    const word = this.#word([...changes, ...this.#ownWords()], 'command');
    if (word === 'set' || word === 'add' || word === 'delete') return this.#change(word, true);
    return word === 'apply' ? this.#ended({ kind: 'apply', forced: true }) : this.#verb([word], true);
  }

  #begin(): Parsed {
    const expected: Expected = { choices: beginWords, isEnd: true };
    if (!this.#peek()) return { kind: 'command', command: { kind: 'begin', replaces: false }, next: expected };
    this.#word(beginWords, 'word');
    return this.#ended({ kind: 'begin', replaces: true });
  }

  #terminal(): Parsed {
    const word = this.#word(terminalWords, 'setting');
    const expected: Expected = { choices: [], value: `0 to ${TERMINAL_MAXIMUM}, 0 for no limit`, isEnd: false };
    const typed = this.#free(expected, 'A number');
    const number = Number(typed);
    if (!/^\d+$/.test(typed) || number > TERMINAL_MAXIMUM) {
      this.#at -= 1;
      throw this.#wrong(`The ${word} must be 0 (no limit) to ${TERMINAL_MAXIMUM}.`, expected);
    }
    return this.#ended({ kind: 'terminal', size: word === 'length' ? { rows: number } : { columns: number } });
  }

  /** The verb that these words and those that follow are of. */
  #verb(begun: readonly string[], forced: boolean): Parsed {
    const verb = this.#language.verbs.find((one) => one.words.join(' ') === begun.join(' '));
    if (!verb) {
      const word = this.#word(nextWords(this.#language.verbs, begun), 'word');
      return this.#verb([...begun, word], forced);
    }
    const given: string[] = [];
    for (const { choices = [], meaning, isOptional } of verb.arguments) {
      const isFree = choices.length === 0;
      const expected = { choices, ...(isFree && { value: meaning }), isEnd: isOptional };
      const next = this.#peek();
      if (isOptional && (!next || isBar(next))) {
        return this.#filtered((filter) => ({ kind: 'verb', verb, given, forced, filter }), expected);
      }
      if (!next) throw this.#incomplete(`${meaning} is missing.`, expected);
      given.push(isFree ? this.#free(expected, meaning) : this.#word(choices, meaning));
    }
    return this.#filtered((filter) => ({ kind: 'verb', verb, given, forced, filter }), nothing);
  }

  #show(): Parsed {
    const { verbs, menu } = this.#language;
    const words = nextWords(verbs, ['show']);
    if (words.length > 0) {
      const word = this.#word([...childWords(menu), ...words], 'menu entry');
      if (words.some((one) => one.word === word)) return this.#verb(['show', word], false);
      this.#at -= 1;
    }
    const place = this.#place();
    const next = this.#peek();
    const all = (): readonly Shown[] => shownBelow(place);
    const command = (shown: readonly Shown[]) => (filter: Filter | undefined) =>
      ({ kind: 'show', shown, filter }) as const;
    const { targets } = place;
    if (targets.length === 0) return this.#filtered(command(all()), { choices: childWords(place), isEnd: true });
    const [list, second] = targets.filter(({ table }) => table);
    const only = second ? undefined : list;
    const expected: Expected = {
      choices: [...(targets.length > 1 ? targets.map(targetChoice) : []), ...(only ? this.#rowWords(only) : [])],
      ...(only && { value: indexHelp(only, 0) }),
      isEnd: true,
    };
    if (!next || isBar(next)) return this.#filtered(command(all()), expected);
    const named = findWord(targets, next.text, next.quoted);
    if (named) this.#at += 1;
    const target = named ?? only;
    if (!target) throw this.#wrong('This page has nothing of that name.', expected);
    return this.#shownTarget(place, target, command);
  }

  #shownTarget(
    { path }: MenuPlace,
    target: Target,
    command: (shown: readonly Shown[]) => (filter: Filter | undefined) => Command,
  ): Parsed {
    let query: Values = {};
    let among: Shown['among'];
    const shown = () =>
      target.objects.map((object) => ({
        path,
        object,
        ...renamed(target, object, query, among),
      }));
    for (const [at, [column, field]] of Object.entries(target.table?.index ?? {}).entries()) {
      const next = this.#peek();
      const expected = { choices: at === 0 ? this.#rowWords(target) : [], value: indexHelp(target, at), isEnd: true };
      if (!next || isBar(next)) return this.#filtered(command(shown()), expected);
      const numbers = among ? undefined : numbersOf(field, next);
      this.#at += 1;
      if (numbers) among = { column, numbers: new Set(numbers) };
      else query = { ...query, [column]: this.#read(field, next, expected) };
    }
    return this.#filtered(command(shown()), nothing);
  }

  #change(change: Change, forced: boolean): Parsed {
    const place = this.#place((one) => usable(one, change).length > 0);
    const targets = usable(place, change);
    const target = this.#target(targets, change, place);
    const rows = target.table ? this.#rows(target, change) : [{}];
    const command = (values: ReadonlyMap<ObjectDeclaration, Values>): Command => ({
      kind: 'change',
      requests: requestsOf(change, target, rows, values),
      forced,
    });
    if (change === 'delete') return this.#ended(command(new Map()));
    const given = new Map<string, TargetColumn & { readonly value: Value }>();
    for (;;) {
      const left = [...target.columns].filter(([word, column]) => isSettable(column, change) && !given.has(word));
      const expected: Expected = {
        choices: left.map(([word, column]) => ({ word, meaning: fieldHelp(fieldOf(column)) })),
        isEnd: given.size > 0 || change === 'add',
      };
      if (!this.#peek() && expected.isEnd) {
        return { kind: 'command', command: command(byObject(given)), next: expected };
      }
      if (this.#peek() && left.length === 0) throw this.#wrong('Unexpected input after the command.', expected);
      const word = this.#word(expected.choices, 'setting', target);
      const column = target.columns.get(word);
      if (!column) throw this.#wrong('There is no such setting.', expected);
      given.set(word, { ...column, value: this.#value(column) });
    }
  }

  /** The value behind a column's word. */
  #value(column: TargetColumn): Value {
    const field = fieldOf(column);
    const choices = [...choicesOf(field), ...this.#referenceWords(field)];
    const expected: Expected = { choices, value: fieldHelp(field), isEnd: false };
    const next = this.#peek();
    if (!next) throw this.#incomplete(`The value of ${field.label} is missing: ${fieldHelp(field)}`, expected);
    this.#at += 1;
    // Secrets encrypted by this switch can be decrypted, and read, by anyone who knows its key.
    if (field.sealed && !next.quoted && sealedOfWord(next.text) !== undefined) return next.text;
    return this.#read(field, next, expected);
  }

  /** The target that the next words are about; what is found by a column's or a row's own word is left standing. */
  #target(targets: readonly Target[], change: Change, place: MenuPlace): Target {
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
        ...(only ? this.#rowWords(only, change) : []),
      ],
      ...(only && { value: indexHelp(only, 0) }),
      isEnd: false,
    };
    const next = this.#peek();
    if (!next) throw this.#incomplete(`Select a table of "${place.path.join(' ')}" to ${change}.`, expected);
    if (targets.length === 1 && only && next.text.toLowerCase() !== only.word) return only;
    const columns = [...(settings?.columns ?? [])].filter(([, column]) => isSettable(column, change));
    const words = columns.map(([word]) => ({ word }));
    const exact = targets.find(({ word }) => word === next.text.toLowerCase());
    if (exact && !next.quoted && !words.some(({ word }) => word === exact.word)) {
      this.#at += 1;
      return exact;
    }
    if (settings && findWord(words, next.text, next.quoted)) return settings;
    if (only && (!settings || /^\d/.test(next.text))) return only;
    const named = findWord(targets, next.text, next.quoted);
    if (named) {
      this.#at += 1;
      return named;
    }
    if (only) return only;
    throw this.#wrong(lists.length > 1 ? 'Enter the list first.' : 'There is no such setting here.', expected);
  }

  /** The index columns of each row that the line names. */
  #rows(target: Target, change: Change): readonly Values[] {
    const { table } = target;
    let rows: readonly Values[] = [{}];
    for (const [at, [column, field]] of Object.entries(table?.index ?? {}).entries()) {
      const expected = {
        choices: at === 0 ? this.#rowWords(target, change) : choicesOf(field),
        value: indexHelp(target, at),
        isEnd: false,
      };
      const next = this.#peek();
      if (!next) throw this.#incomplete(`${field.label} is missing: it names the row.`, expected);
      if (change === 'delete' && at === 0 && next.text === 'all' && !next.quoted) {
        this.#at += 1;
        return [];
      }
      const numbers = rows.length === 1 && change !== 'add' ? numbersOf(field, next) : undefined;
      const values = numbers ?? [this.#read(field, next, expected)];
      this.#at += 1;
      rows = rows.flatMap((row) => values.map((value) => ({ ...row, [column]: value })));
    }
    return rows;
  }

  /** Goes down the menu to a page, or as far as the words go. */
  #place(leadsOn: (place: MenuPlace) => boolean = () => true): MenuPlace {
    let place = this.#language.menu;
    const leads = (one: MenuPlace): boolean => leadsOn(one) || one.children.some(leads);
    const isShow = leadsOn(this.#language.menu);
    while (place.children.length > 0) {
      const children = place.children.filter(leads);
      const choices = childWords({ ...place, children });
      const isEnd = isShow && place !== this.#language.menu;
      const next = this.#peek();
      if (isEnd && (!next || isBar(next))) return place;
      const found = next && findWord(children, next.text, next.quoted);
      if (!found && place.targets.length > 0) return place;
      const word = this.#word(choices, 'menu entry', undefined, isEnd);
      const child = children.find((one) => one.word === word);
      if (!child) throw this.#wrong('There is no such menu entry.', { choices, isEnd });
      place = child;
    }
    return place;
  }

  /** The next word, which is one of these or an unambiguous beginning of one; returns the whole word. */
  #word(choices: readonly Choice[], what: string, target?: Target, isEnd = false): string {
    const next = this.#peek();
    const expected = { choices, isEnd };
    if (!next) throw this.#incomplete(`A ${what} is missing${among(choices)}`, expected);
    const named = columnNamed(target, next.text);
    const exact = choices.find(({ word }) => word === named || word === next.text.toLowerCase())?.word;
    if (exact !== undefined) {
      this.#at += 1;
      return exact;
    }
    const begun = choices.filter(({ word }) => next.text !== '' && word.startsWith(next.text.toLowerCase()));
    const [only, second] = begun;
    if (only && !second && !next.quoted) {
      this.#at += 1;
      return only.word;
    }
    const typed = shortened(next.text);
    throw this.#wrong(
      second
        ? `"${typed}" could be ${begun.map(({ word }) => word).join(', ')}.`
        : `Unknown ${what} "${typed}"${among(choices)}`,
      expected,
    );
  }

  #free(expected: Expected, meaning: string): string {
    const next = this.#peek();
    if (!next) throw this.#incomplete(`${meaning} is missing.`, expected);
    this.#at += 1;
    return next.text;
  }

  /** The value of a word, as its field reads it. */
  #read(field: Field, token: Token, expected: Expected): Value {
    const reading = field.read(token.quoted ? token.text : valueOfWord(field, token.text));
    if (reading.ok) return reading.value;
    const at = this.#tokens.indexOf(token);
    throw new Stop({ kind: 'wrong', message: refusalWords(field, reading.message), at, next: expected });
  }

  #filtered(command: (filter: Filter | undefined) => Command, next: Expected): Parsed {
    const token = this.#peek();
    const more = { ...next, choices: [...next.choices, bar], isEnd: true };
    if (!token) return { kind: 'command', command: command(undefined), next: more };
    if (!isBar(token)) throw this.#wrong('Only "|" may follow here.', more);
    this.#at += 1;
    const word = this.#word(filterWords, 'filter');
    if (word === 'json' || word === 'count') return this.#ended(command({ kind: word }));
    const text = this.#free({ choices: [], value: 'The text', isEnd: false }, 'The text');
    const kind = word === 'include' || word === 'section' || word === 'begin' ? word : 'exclude';
    return this.#ended(command({ kind, text }));
  }

  #ended(command: Command): Parsed {
    if (this.#peek()) throw this.#wrong('Unexpected input after the command.', nothing);
    return { kind: 'command', command, next: nothing };
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #incomplete(message: string, next: Expected): Stop {
    return new Stop({ kind: 'incomplete', message, next });
  }

  #wrong(message: string, next: Expected): Stop {
    return new Stop({ kind: 'wrong', message, at: this.#at, next });
  }

  /** Words that name the rows which a table has, by its first index column. */
  #rowWords({ table }: Target, change?: Change): readonly Choice[] {
    const [first] = Object.entries(table?.index ?? {});
    if (!table || !first) return [];
    const [column, field] = first;
    if (change === 'add') return choicesOf(field);
    const rows = this.#language.rowsOf(table);
    const words = new Map(rows.map((row) => [wordOfValue(field, row[column]), wordsOf(table.rowName(row))]));
    const all = change === 'delete' ? [{ word: 'all', meaning: 'Every row' }] : [];
    return [...all, ...[...words].slice(0, ROWS_SHOWN).map(([word, meaning]) => ({ word, meaning }))];
  }

  /** Words that name the rows of the table that a field's value names one of. */
  #referenceWords({ references }: Field): readonly Choice[] {
    const named = references && this.#language.objects.get(references.table.name);
    if (named?.shape !== 'table') return [];
    const [first, second] = Object.entries(named.index);
    if (!first || second) return [];
    const [column, field] = first;
    return this.#language
      .rowsOf(named)
      .slice(0, ROWS_SHOWN)
      .map((row) => ({ word: wordOfValue(field, row[column]), meaning: wordsOf(named.rowName(row)) }));
  }
}

const nothing: Expected = { choices: [], isEnd: true };
function isBar({ text, quoted }: Token): boolean {
  return text === '|' && !quoted;
}

function fieldOf({ object, name }: TargetColumn): Field {
  const field = object.fields[name];
  if (!field) throw new Error(`${object.name} has no column ${name}`);
  return field;
}

function isSettable(column: TargetColumn, change: Change): boolean {
  const field = fieldOf(column);
  if (field.access === 'ro') return false;
  return change === 'add' ? isConfigured(field) || field.access === 'action' : field.access !== 'create';
}

/** The targets of a page that something can be done with. */
function usable({ targets }: MenuPlace, change: Change): readonly Target[] {
  return targets.filter((target) => {
    if (change === 'set') return [...target.columns.values()].some((column) => isSettable(column, 'set'));
    const { table } = target;
    return table !== undefined && !table.rows.fixed && Object.values(table.index).some(({ access }) => access !== 'ro');
  });
}

/** The settings of a page that are named without the group that they are of. */
export function settingsOf(place: MenuPlace): ReadonlyMap<string, TargetColumn> {
  const groups = usable(place, 'set').filter(({ table }) => !table);
  return groups.length > 0 ? together(groups).columns : new Map();
}

/** Groups of a page as one; of two columns of one word the first has it. */
function together(groups: readonly Target[]): Target {
  const [first] = groups;
  if (!first) throw new Error('there are no groups');
  const columns = new Map(groups.flatMap((target) => [...target.columns]).reverse());
  return { ...first, objects: groups.flatMap(({ objects }) => objects), columns };
}

function shownBelow({ path, targets, children }: MenuPlace): readonly Shown[] {
  const own = targets.flatMap(({ objects }) => objects.map((object) => ({ path, object, query: {} })));
  return [...own, ...children.flatMap(shownBelow)];
}

/** The index columns of the target's first table under the names that another of its tables has for them. */
function renamed(
  { table }: Target,
  object: ObjectDeclaration,
  query: Values,
  among: Shown['among'],
): Pick<Shown, 'query' | 'among'> {
  const columns = new Map(
    Object.keys(table?.index ?? {}).map((column, at) => [
      column,
      object.shape === 'table' ? (Object.keys(object.index)[at] ?? column) : column,
    ]),
  );
  const name = (column: string) => columns.get(column) ?? column;
  return {
    query: Object.fromEntries(Object.entries(query).map(([column, value]) => [name(column), value])),
    ...(among && { among: { ...among, column: name(among.column) } }),
  };
}

function requestsOf(
  change: Change,
  target: Target,
  rows: readonly Values[],
  values: ReadonlyMap<ObjectDeclaration, Values>,
): readonly Request[] {
  const { table } = target;
  if (change === 'delete' && table) {
    if (rows.length === 0) return [{ kind: 'deleteAll', object: table, values: {} }];
    return rows.map((index) => ({ kind: 'destroy', object: table, values: index }));
  }
  if (change === 'add' && table) {
    return rows.map((index) => ({ kind: 'create', object: table, values: { ...index, ...values.get(table) } }));
  }
  return [...values].flatMap(([object, given]) =>
    rows.map((index) => ({
      kind: 'set' as const,
      object,
      values: { ...renamed(target, object, index, undefined).query, ...given },
    })),
  );
}

function byObject(
  given: ReadonlyMap<string, TargetColumn & { readonly value: Value }>,
): ReadonlyMap<ObjectDeclaration, Values> {
  const values = new Map<ObjectDeclaration, Values>();
  for (const { object, name, value } of given.values()) values.set(object, { ...values.get(object), [name]: value });
  return values;
}

/** The numbers of a word such as "1-4,7", where the field's values are numbers and each of them is one; else undefined. */
function numbersOf(field: Field, { text }: Token): readonly number[] | undefined {
  if (typeof field.default !== 'number' || field.limits.choices) return undefined;
  if (!/^\d{1,9}(?:-\d{1,9})?(?:,\d{1,9}(?:-\d{1,9})?)*$/.test(text) || /^\d+$/.test(text)) return undefined;
  const numbers = new Set<number>();
  for (const span of text.split(',')) {
    const [from = 0, to = from] = span.split('-').map(Number);
    if (to < from || to - from >= ROWS_OF_LINE) return undefined;
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  const isEach = numbers.size <= ROWS_OF_LINE && [...numbers].every((number) => field.read(number).ok);
  return isEach ? [...numbers].sort((a, b) => a - b) : undefined;
}

/** The one with this word, or with this unambiguous beginning; undefined if there is none, or several. */
export function findWord<Named extends { readonly word: string }>(
  named: readonly Named[],
  text: string,
  quoted: boolean,
): Named | undefined {
  if (quoted || text === '') return undefined;
  const typed = text.toLowerCase();
  const begun = named.filter(({ word }) => word.startsWith(typed));
  return named.find(({ word }) => word === typed) ?? (begun.length === 1 ? begun[0] : undefined);
}

/** The word of a column that is called by its whole name. */
function columnNamed(target: Target | undefined, name: string): string | undefined {
  return target && [...target.columns].find(([, column]) => column.name === name)?.[0];
}

function childWords({ children }: Pick<MenuPlace, 'children'>): readonly Choice[] {
  return children.map(({ word, targets, children: below }) => ({
    word,
    meaning: targets.map(({ title }) => title).join(', ') || below.map((one) => one.word).join(', '),
  }));
}

function targetChoice({ word, title }: Target): Choice {
  return { word, meaning: title };
}

function indexHelp({ table }: Target, at: number): string {
  const field = Object.values(table?.index ?? {})[at];
  return field ? fieldHelp(field) : '';
}

/** Outside text in a message: short. */
function shortened(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text;
}

function among(choices: readonly Choice[]): string {
  if (choices.length === 0 || choices.length > 40) return '.';
  return `: ${choices.map(({ word }) => word).join(', ')}.`;
}

function refusalWords(field: Field, message: Parameters<typeof wordsOf>[0]): string {
  return wordsOf(ofField(field.label, message));
}
