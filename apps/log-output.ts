import { fstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFormat } from '../device/log/output-line.ts';
import { wordsOfError } from '../model/values/error-words.ts';

/** What `--log` asks for; undefined: as it is fit for what reads standard output. */
export type LogChoice = OutputFormat | 'off' | undefined;

/** Reads `--log`. Throws a sentence for the user. */
export function readLogChoice(text: string | undefined): LogChoice {
  if (text === undefined || text === 'journal' || text === 'lines' || text === 'off') return text;
  throw new Error(`--log ${text}: must be journal, lines or off.`);
}

/** Whether standard output is systemd's journal (systemd.exec(5), JOURNAL_STREAM). */
export function writesToJournal(): boolean {
  const stream = process.env.JOURNAL_STREAM;
  if (stream === undefined) return false;
  const { dev, ino } = fstatSync(1);
  return stream === `${dev}:${ino}`;
}

/** How the log is written to standard output; undefined if it is not. */
export function outputFormat(choice: LogChoice, isJournal: boolean): OutputFormat | undefined {
  const wanted = choice ?? (isJournal ? 'journal' : 'off');
  return wanted === 'off' ? undefined : wanted;
}

/** Prints the first password of admin, or writes it to a file in the folder: many may read a journal, and it is kept. */
export function tellFirstPassword(password: string, directory: string | undefined): void {
  if (directory === undefined || !writesToJournal()) {
    process.stdout.write(
      `\n  User admin, password ${password}\n  It will not be shown again. Change it after the first login.\n\n`,
    );
    return;
  }
  const path = join(directory, 'first-password');
  try {
    writeFileSync(path, `${password}\n`, { mode: 0o600 });
    process.stdout.write(`<5>The first password of admin is in ${path}. Delete the file after the first login.\n`);
  } catch (error) {
    const reason = wordsOfError(error);
    process.stdout.write(`<2>The first password could not be written; set FACEPLATE_INITIAL_PASSWORD: ${reason}\n`);
  }
}
