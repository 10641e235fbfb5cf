import { appendFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LogEntry, Severity } from '../../../device/log/log.ts';

/** A log entry as a line of the file: [severity, time, message]. */
type Line = readonly [Severity, number, string];

/** Lines that are appended before the file is written anew with what the log still holds. */
const APPENDED_MAXIMUM = 1024;

/**
 * The log's file: a line of JSON an entry, oldest first. Writes run one after the other. A line that was torn by a loss
 * of power is left out when the file is read.
 */
export class KeptLog {
  readonly #file: string;
  #work: Promise<void> = Promise.resolve();
  #appended = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** What the file holds, newest first; nothing where there is none. */
  async read(): Promise<LogEntry[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    return text
      .split('\n')
      .flatMap(parseLine)
      .map(([severity, time, message], at) => ({ sequence: at + 1, severity, time, message }))
      .reverse();
  }

  /** Replaces the file's content by `entries` (newest first). */
  write(entries: readonly LogEntry[]): Promise<void> {
    return this.#then(async () => {
      await mkdir(dirname(this.#file), { recursive: true });
      const temporary = `${this.#file}.new`;
      const handle = await open(temporary, 'w', 0o600);
      try {
        await handle.writeFile(entries.toReversed().map(formatLine).join(''));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, this.#file);
      this.#appended = 0;
    });
  }

  /** Adds one entry; now and then the file is written anew with `all`, so that it does not grow for ever. */
  append(entry: LogEntry, all: () => readonly LogEntry[]): Promise<void> {
    this.#appended += 1;
    if (this.#appended > APPENDED_MAXIMUM) return this.write(all());
    return this.#then(async () => {
      await mkdir(dirname(this.#file), { recursive: true });
      await appendFile(this.#file, formatLine(entry), { mode: 0o600, flush: true });
    });
  }

  /** Removes the file. */
  clear(): Promise<void> {
    return this.#then(() => rm(this.#file, { force: true }));
  }

  /** Resolves when everything asked for so far was done. */
  settled(): Promise<void> {
    return this.#work.catch(() => undefined);
  }

  #then(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.catch(() => undefined).then(work);
    return this.#work;
  }
}

function formatLine({ severity, time, message }: LogEntry): string {
  return `${JSON.stringify([severity, time, message] satisfies Line)}\n`;
}

function parseLine(text: string): Line[] {
  try {
    const line: unknown = JSON.parse(text);
    if (!Array.isArray(line) || line.length !== 3) return [];
    const [severity, time, message]: unknown[] = line;
    return isSeverity(severity) && typeof time === 'number' && typeof message === 'string'
      ? [[severity, time, message]]
      : [];
  } catch {
    return [];
  }
}

function isSeverity(value: unknown): value is Severity {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 7;
}
