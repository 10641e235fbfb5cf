import { expect } from 'vitest';

/** So many zeros in a row, or more, are written as how many they are. */
const ZEROS = /(?:\b00 ){8,}/g;

/** What one step of an engine makes: its next state, and what it sends and says. */
interface Made {
  readonly state: unknown;
  readonly [said: string]: unknown;
}

/** The plain values below a value, by their ways there. */
type Columns = ReadonlyMap<string, string>;

/**
 * For tests: the course of an engine as text. Of each event it has what the engine sends and says, and what has become of its state: all
 * columns, so that bookkeeping which no other test recounts shows as well. A test compares it with the file beside it; `npm run unit --
 * protocols/lacp -u` writes that again after a change that is meant, and the difference is reviewed as the code is.
 */
export class Recording {
  readonly #begin: number;
  readonly #elsewhere: RegExp | undefined;
  readonly #lines: string[] = [];
  readonly #columns = new Map<string, Columns>();

  /**
   * `begin` is the engine's time at the beginning; times are written as seconds since. Objects whose way through the state fits
   * `elsewhere` are not followed: they are written in another place, or no result of the engine.
   */
  constructor(begin: number, elsewhere?: RegExp) {
    this.#begin = begin;
    this.#elsewhere = elsewhere;
  }

  /** Writes an event and what follows from it: of `state` what is another than it was, everything else whole. */
  note(now: number, event: string, { state, ...said }: Made, whose = ''): void {
    this.#lines.push(`${this.#seconds(now)} ${whose}${whose && ' '}${event}`);
    const before = this.#columns.get(whose) ?? new Map<string, string>();
    const present = this.#columnsOf(state);
    this.#columns.set(whose, present);
    this.#lines.push(...linesOf(this.#columnsOf(said), '  > '), ...linesOf(difference(before, present), '    '));
  }

  /** An event by its plain values. */
  eventOf({ kind, ...more }: { readonly kind: string }): string {
    const plain = Object.entries(more).filter(([, value]) => ['number', 'string', 'boolean'].includes(typeof value));
    return [kind, ...plain.map(([name, value]) => `${name}=${value}`)].join(' ');
  }

  /**
   * Writes what `read` makes of octets, and of copies of them: each octet changed in two ways, and all from there on cut off. What makes
   * no difference is `same`, and what is not read at all `none`.
   */
  reads(name: string, octets: Uint8Array, read: (octets: Uint8Array) => unknown): void {
    const whole = this.#reading(octets, read);
    this.#lines.push(`${name}: ${octets.length} octets`, ...linesOf(whole ?? new Map(), '    '));
    const of = (copy: Uint8Array) => {
      const columns = this.#reading(copy, read);
      if (!columns || !whole) return columns ? shortened(linesOf(columns, '').join(' | ')) : 'none';
      const changed = difference(whole, columns);
      return shortened(linesOf(changed.size > columns.size ? columns : changed, '').join(' | ')) || 'same';
    };
    let [from, former] = [0, ''];
    const close = (to: number) => {
      if (to > from) this.#lines.push(`  ${from === to - 1 ? from : `${from}-${to - 1}`} ${former}`);
    };
    for (let at = 0; at < octets.length; at += 1) {
      const changed = (octet: number) => Object.assign(octets.slice(), { [at]: octet });
      const [next, all] = [of(changed((octets[at] ?? 0) ^ 1)), of(changed(255))];
      const outcome = `next: ${next}; 255: ${all}; cut: ${of(octets.subarray(0, at))}`;
      if (outcome === former) continue;
      close(at);
      [from, former] = [at, outcome];
    }
    close(octets.length);
  }

  /** Writes lines as they are, equal ones that follow each other once. */
  lines(name: string, lines: readonly string[]): void {
    this.#lines.push(name);
    for (let at = 0; at < lines.length; ) {
      let next = at + 1;
      while (lines[next] === lines[at]) next += 1;
      this.#lines.push(`    ${lines[at]}${next - at > 1 ? ` (${next - at} times)` : ''}`);
      at = next;
    }
  }

  /** Compares all that was written with the file beside the test. */
  async isAsIn(file: string): Promise<void> {
    await expect(`${this.#lines.join('\n')}\n`).toMatchFileSnapshot(file);
  }

  #seconds(time: number): string {
    return `${Math.round(time - this.#begin) / 1000}s`;
  }

  #reading(octets: Uint8Array, read: (octets: Uint8Array) => unknown): Columns | undefined {
    try {
      const made = read(octets);
      return made === undefined ? undefined : this.#columnsOf(made, false);
    } catch (error) {
      return new Map([['throws', error instanceof Error ? error.name : 'something']]);
    }
  }

  #columnsOf(whole: unknown, hasTimes = true): Columns {
    const columns = new Map<string, string>();
    const gather = (value: unknown, way: string) => {
      if (value === undefined || typeof value === 'function') return;
      if (value instanceof Uint8Array) columns.set(way, hex(value));
      else if (typeof value === 'number') columns.set(way, this.#number(value, hasTimes));
      else if (typeof value !== 'object' || value === null) columns.set(way, String(value));
      else if (isPlainList(value)) columns.set(way, `[${value.join(' ')}]`);
      else if (this.#elsewhere?.test(way)) return;
      else for (const [name, part] of entriesOf(value)) gather(part, way === '' ? name : `${way}.${name}`);
    };
    gather(whole, '');
    return columns;
  }

  /** Numbers from the beginning on are times. */
  #number(value: number, isTime: boolean): string {
    if (!Number.isFinite(value)) return 'never';
    return isTime && value >= this.#begin && value < 100 * this.#begin ? this.#seconds(value) : String(value);
  }
}

/** For tests: an engine with a clock of its own, each step of which is recorded. */
export class RecordedEngine<
  Event extends { readonly kind: string },
  Step extends object & { readonly state: unknown },
> {
  now: number;
  readonly recording: Recording;
  readonly #step: (event: Event, now: number) => Step;
  readonly #wakeAt: () => number;

  /** `step` keeps the state; `wakeAt` says when the event `wake` is due. */
  constructor(begin: number, step: (event: Event, now: number) => Step, wakeAt: () => number) {
    this.now = begin;
    this.recording = new Recording(begin);
    this.#step = step;
    this.#wakeAt = wakeAt;
  }

  tell(event: Event): Step {
    const step = this.#step(event, this.now);
    this.recording.note(this.now, this.recording.eventOf(event), { ...step });
    return step;
  }

  /** Lets time pass, telling `wake` whenever it is due. */
  pass(seconds: number, wake: Event): void {
    const end = this.now + seconds * 1000;
    while (this.#wakeAt() <= end) {
      this.now = Math.max(this.now, this.#wakeAt());
      this.tell(wake);
    }
    this.now = end;
  }
}

function hex(octets: Uint8Array): string {
  const text = [...octets].map((octet) => `${octet.toString(16).padStart(2, '0')} `).join('');
  return text.replaceAll(ZEROS, (zeros) => `(${zeros.length / 3}) `).replaceAll(' ', '');
}

function isPlainList(value: object): value is readonly (number | string)[] {
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    value.every((part) => typeof part === 'number' || typeof part === 'string')
  );
}

/** A long text by its beginning and a number that changes with the rest. */
function shortened(text: string): string {
  if (text.length <= 90) return text;
  const number = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 0);
  return `${text.slice(0, 70)}… ${number.toString(36)}`;
}

/** What is another value in `after`, or is there no longer. */
function difference(before: Columns, after: Columns): Columns {
  return new Map([
    ...[...after].filter(([name, text]) => before.get(name) !== text),
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => [name, 'gone'] as const),
  ]);
}

/** One line for all columns at the same place. */
function linesOf(columns: Columns, indent: string): readonly string[] {
  const places = new Map<string, string[]>();
  for (const [name, text] of columns) {
    const [, place = '', last = ''] = /^(?:(.*)\.)?([^.]*)$/.exec(name) ?? [];
    places.set(place, [...(places.get(place) ?? []), `${last}=${text}`]);
  }
  return [...places].map(([place, texts]) => `${indent}${place}${place && ': '}${texts.join(' ')}`);
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  if (value instanceof Map) return [...value].map(([key, part]) => [String(key), part]);
  if (value instanceof Set) return [...value].map((part) => [String(part), true]);
  return Object.entries(value);
}
