import type { CommandIo } from './command-io.ts';
import { complete, helpLines } from './complete.ts';
import { type Key, KeyReader } from './keys.ts';
import type { Language } from './language.ts';
import { drawn, type EditedLine, emptyLine, emptyRow, press, replaced, rowOf, textOf } from './line-editor.ts';

/** The size of a terminal in signs. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** How a line is asked for. */
export interface LineQuestion {
  readonly prompt: string;
  /** Nothing of it is shown. */
  readonly isHidden?: boolean;
  readonly history?: readonly string[];
  /** Completes words, and answers "?". */
  readonly language?: Language;
}

/**
 * Maximum number of keys that wait while a command runs; beyond it no more are read: pasted text waits at its sender.
 */
const WAITING = 16_384;

/** Keys that wait at most, with those that came at once; what is typed beyond is dropped. */
const WAITING_MAXIMUM = WAITING + 65_536;

/** Source of keys. */
interface KeySource {
  pause(): unknown;
  resume(): unknown;
}

/** The prompt behind a page. Programs know it, and no escape sequence splits it. */
const MORE = '--More--';

const limits = { columns: [20, 500], rows: [4, 500] } as const;

/** The terminal at the other end of a session: asks for lines, writes answers page by page. */
export class Terminal {
  /** Whether what is typed is shown from here; otherwise the terminal does it. */
  echoes = true;
  readonly #send: (text: string) => Promise<void>;
  readonly #keys = new KeyReader();
  readonly #waiting: Key[] = [];
  #wanted: ((key: Key | undefined) => void) | undefined;
  #size: TerminalSize = { columns: 80, rows: 24 };
  /** The user's settings; 0 for no limit. */
  #set: Partial<TerminalSize> = {};
  #paused: KeySource | undefined;
  #isClosed = false;
  #isEnded = false;
  #interrupt = new AbortController();
  /** The last drawn row, to be redrawn when the size changes. */
  #redraw: (() => Promise<void>) | undefined;

  /** @param send writes to the terminal; resolves when more may be written. Must not reject. */
  constructor(send: (text: string) => Promise<void>) {
    this.#send = send;
  }

  /** Octets came from the terminal; `source` is held up while too many of them wait. */
  feed(octets: Uint8Array, source?: KeySource): void {
    for (const key of this.#keys.read(octets)) {
      const isInterrupt = key.kind === 'key' && key.name === 'interrupt';
      if (isInterrupt && !this.#wanted) {
        this.#waiting.length = 0;
        this.#interrupt.abort();
      } else if (key.kind === 'text') for (const text of key.text) this.#take({ kind: 'text', text });
      else this.#take(key);
    }
    if (!source || this.#paused || this.#waiting.length <= WAITING) return;
    this.#paused = source;
    source.pause();
  }

  resize({ columns, rows }: TerminalSize): void {
    this.#size = { columns: within(columns, limits.columns, 80), rows: within(rows, limits.rows, 24) };
    void this.#redraw?.();
  }

  get #columns(): number {
    return this.#set.columns === undefined ? this.#size.columns : limitOf(this.#set.columns);
  }

  get #rows(): number {
    return this.#set.rows === undefined ? this.#size.rows : limitOf(this.#set.rows);
  }

  /** The terminal sends nothing more: readers are notified once all received keys are used. */
  endInput(): void {
    this.#isEnded = true;
    this.#wanted?.(undefined);
  }

  /** The terminal is gone: readers are notified, and nothing more is written. */
  close(): void {
    this.#isClosed = true;
    this.#goOn();
    this.#interrupt.abort();
    this.#wanted?.(undefined);
  }

  async write(text: string): Promise<void> {
    if (!this.#isClosed) await this.#send(text.replaceAll('\n', '\r\n'));
  }

  /** Asks for a line; undefined if there is none any longer. An interrupted line is an empty one. */
  async readLine({ prompt, isHidden = false, history = [], language }: LineQuestion): Promise<string | undefined> {
    let line = emptyLine(history);
    let row = emptyRow;
    const draw = () => {
      if (!this.echoes) return Promise.resolve();
      const before = row;
      row = rowOf(prompt, line, this.#columns, isHidden);
      return this.write(drawn(before, row));
    };
    /** Below what was written since: on an empty row. */
    const drawBelow = () => {
      row = emptyRow;
      return this.echoes ? draw() : this.write(prompt);
    };
    this.#redraw = async () => {
      if (!this.echoes) return;
      // A client tells its size as soon as it is connected: a program would read a second prompt.
      const { signs, cursor } = rowOf(prompt, line, this.#columns, isHidden);
      if (cursor === row.cursor && signs.join('') === row.signs.join('')) return;
      row = { ...row, cursor: 0 };
      await this.write('\r');
      await draw();
    };
    await drawBelow();
    try {
      for (;;) {
        const key = this.#withTextBehind(await this.#key());
        if (!key) return undefined;
        const pressed = press(line, key, language !== undefined);
        line = pressed.line;
        switch (pressed.effect) {
          case 'enter':
            await draw();
            await this.write(this.echoes || isHidden ? '\n' : '');
            return textOf(line);
          case 'interrupt':
            await this.write('^C\n');
            return '';
          case 'end':
            await this.write('\n');
            return undefined;
          case 'bell':
            await this.write('\x07');
            break;
          case 'redraw':
            await this.write('\x1b[2J\x1b[H');
            await drawBelow();
            break;
          case 'complete': {
            if (!language) break;
            await draw();
            const completed = await this.#complete(line, language);
            line = completed.line;
            if (completed.isListed) await drawBelow();
            break;
          }
          case 'help':
            if (!language) break;
            await draw();
            await this.#help(line, language);
            await drawBelow();
            break;
          case 'none':
            break;
        }
        // Pasted text is drawn once.
        if (this.#waiting.length === 0 || pressed.effect !== 'none') await draw();
      }
    } finally {
      this.#redraw = undefined;
    }
  }

  /** Input and output of one command. */
  commandIo(): CommandIo {
    this.#interrupt = new AbortController();
    const { signal } = this.#interrupt;
    return {
      width: this.#columns - 1,
      signal,
      resize: (size) => {
        this.#set = { ...this.#set, ...size };
      },
      print: (lines) => this.#page(lines, signal),
      // The beginning by which programs know a failure.
      complain: (message) => this.write(`% Error: ${message}\n`),
      ask: (question, why) => this.#ask(question, why),
      askPassword: (why) => this.#askPassword(why),
    };
  }

  /** Completes the word at the cursor, or lists below the line what it could be. */
  async #complete(line: EditedLine, language: Language): Promise<{ line: EditedLine; isListed: boolean }> {
    const before = line.signs.slice(0, line.cursor).join('');
    const { word, start, choices } = complete(before, language);
    if (word !== undefined) {
      return { line: replaced(line, [...before.slice(0, start)].length, line.cursor, word), isListed: false };
    }
    if (choices.length === 0) {
      await this.write('\x07');
      return { line, isListed: false };
    }
    const words = choices.map((choice) => choice.word);
    await this.write(`\n${inColumns(words, this.#columns)}\n`);
    return { line, isListed: true };
  }

  async #help(line: EditedLine, language: Language): Promise<void> {
    await this.write('?\n');
    await this.#page(helpLines(line.signs.slice(0, line.cursor).join(''), language), this.#interrupt.signal);
  }

  /** Writes lines, and waits for a key after each page. */
  async #page(lines: AsyncIterable<string> | Iterable<string>, signal: AbortSignal): Promise<void> {
    let left = this.#rows - 1;
    for await (const line of lines) {
      if (signal.aborted || this.#isClosed) return;
      const rows = Math.max(1, Math.ceil(line.length / this.#columns));
      if (left < rows) {
        const more = await this.#more();
        if (more === 0) return;
        left = more;
      }
      left -= rows;
      await this.write(`${line}\n`);
    }
  }

  /** The rows that may be written next; 0 for none. */
  async #more(): Promise<number> {
    await this.write(MORE);
    try {
      for (;;) {
        const key = await this.#key();
        if (!key) return 0;
        const typed = key.kind === 'text' ? key.text.toLowerCase() : key.name;
        if (typed === ' ' || typed === 'tab') return this.#rows - 1;
        if (typed === 'enter' || typed === 'down') return 1;
        if (typed === 'q' || typed === 'interrupt' || typed === 'endOfInput') return 0;
      }
    } finally {
      await this.write(`\r${' '.repeat(MORE.length)}\r`);
    }
  }

  async #ask(question: string, why = ''): Promise<boolean> {
    // Keys typed before the question do not answer it.
    this.#waiting.length = 0;
    if (why !== '') await this.write(`% ${why}\n`);
    const answer = await this.readLine({ prompt: `${question} [y/N] ` });
    return answer !== undefined && /^\s*y(?:es)?\s*$/i.test(answer);
  }

  async #askPassword(why: string): Promise<string | undefined> {
    this.#waiting.length = 0;
    await this.write(`% ${why}\n`);
    const password = await this.readLine({ prompt: 'Password: ', isHidden: true });
    return password === '' ? undefined : password;
  }

  #take(key: Key): void {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted) wanted(key);
    else if (this.#waiting.length < WAITING_MAXIMUM) this.#waiting.push(key);
  }

  /** Reads on. */
  #goOn(): void {
    this.#paused?.resume();
    this.#paused = undefined;
  }

  /** A text with what was typed behind it and waits, up to what may ask for help: what was pasted is written at once. */
  #withTextBehind(key: Key | undefined): Key | undefined {
    if (key?.kind !== 'text' || key.text === '?') return key;
    const end = this.#waiting.findIndex((one) => one.kind !== 'text' || one.text === '?');
    const behind = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    return { kind: 'text', text: key.text + behind.map((one) => (one.kind === 'text' ? one.text : '')).join('') };
  }

  #key(): Promise<Key | undefined> {
    const next = this.#waiting.shift();
    if (this.#waiting.length < WAITING / 2) this.#goOn();
    if (next || this.#isClosed || this.#isEnded) return Promise.resolve(next);
    return new Promise((resolve) => {
      this.#wanted = resolve;
    });
  }
}

function limitOf(size: number): number {
  return size === 0 ? Number.POSITIVE_INFINITY : size;
}

function within(value: number, [least, most]: readonly [number, number], otherwise: number): number {
  // A terminal that does not know its size says 0.
  return Number.isInteger(value) && value > 0 ? Math.min(Math.max(value, least), most) : otherwise;
}

function inColumns(words: readonly string[], width: number): string {
  const each = Math.max(...words.map((word) => word.length)) + 2;
  const across = Math.max(1, Math.floor(width / each));
  const rows: string[] = [];
  for (let at = 0; at < words.length; at += across) {
    rows.push(
      words
        .slice(at, at + across)
        .map((word) => word.padEnd(each))
        .join('')
        .trimEnd(),
    );
  }
  return rows.join('\n');
}
