import { ofField } from '../../model/configuration/message.ts';
import type { Field } from '../../model/schema/field.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import type { Expected, Parsed } from './command.ts';
import { type Choice, valueOfWord } from './field-words.ts';
import type { Target } from './menu.ts';
import type { Token } from './tokens.ts';

/** The line cannot be read any further. */
export class Stop extends Error {
  readonly parsed: Parsed;

  constructor(parsed: Parsed) {
    super('the line cannot be read any further');
    this.parsed = parsed;
  }
}

/** The words of one line, and how far they are read. */
export class LineCursor {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The next word is read. */
  step(): void {
    this.#at += 1;
  }

  /** The last word is still to be read. */
  stepBack(): void {
    this.#at -= 1;
  }

  /** The next word; undefined at the end. */
  peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  /** The next word, which is one of these or an unambiguous beginning of one; returns the whole word. */
  word(choices: readonly Choice[], what: string, target?: Target, isEnd = false): string {
    const next = this.peek();
    const expected = { choices, isEnd };
    if (!next) throw this.incomplete(`A ${what} is missing${among(choices)}`, expected);
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
    throw this.wrong(
      second
        ? `"${typed}" could be ${begun.map(({ word }) => word).join(', ')}.`
        : `Unknown ${what} "${typed}"${among(choices)}`,
      expected,
    );
  }

  /** The next word, whatever it is; `meaning` is what it says. */
  free(expected: Expected, meaning: string): string {
    const next = this.peek();
    if (!next) throw this.incomplete(`${meaning} is missing.`, expected);
    this.#at += 1;
    return next.text;
  }

  /** All the words that are left, at least one; `meaning` is what they say. */
  rest(expected: Expected, meaning: string): readonly Token[] {
    const words = this.#tokens.slice(this.#at);
    if (words.length === 0) throw this.incomplete(`${meaning} is missing.`, expected);
    this.#at = this.#tokens.length;
    return words;
  }

  /** The value of a word, as its field reads it. */
  read(field: Field, token: Token, expected: Expected): Value {
    const reading = field.read(token.quoted ? token.text : valueOfWord(field, token.text));
    if (reading.ok) return reading.value;
    const at = this.#tokens.indexOf(token);
    throw new Stop({ kind: 'wrong', message: refusalWords(field, reading.message), at, next: expected });
  }

  /** What to throw where a word is missing. */
  incomplete(message: string, next: Expected): Stop {
    return new Stop({ kind: 'incomplete', message, next });
  }

  /** What to throw where the next word does not fit. */
  wrong(message: string, next: Expected): Stop {
    return new Stop({ kind: 'wrong', message, at: this.#at, next });
  }
}

/** The word of a column that is called by its whole name. */
function columnNamed(target: Target | undefined, name: string): string | undefined {
  return target && [...target.columns].find(([, column]) => column.name === name)?.[0];
}

/** Outside text in a message: short. */
function shortened(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text;
}

/** The words to choose from, as the end of a sentence; without them where there are too many. */
function among(choices: readonly Choice[]): string {
  if (choices.length === 0 || choices.length > 40) return '.';
  return `: ${choices.map(({ word }) => word).join(', ')}.`;
}

function refusalWords(field: Field, message: Parameters<typeof wordsOf>[0]): string {
  return wordsOf(ofField(field.label, message));
}
