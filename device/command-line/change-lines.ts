import type { Change } from '../../model/configuration/change.ts';
import { wordsOfChanges } from '../../model/configuration/told-changes.ts';
import { asWritten } from '../../model/values/translate.ts';
import { fitForTerminal } from './answer-text.ts';

/** The lines that say what changes come to: "Priority of port 3: 128 -> 64". */
export function* changeLines(changes: readonly Change[]): Generator<string> {
  for (const { what, from, to } of wordsOfChanges(changes, asWritten)) yield changeLine(what, from, to);
  if (changes.length === 0) yield 'Nothing changes.';
}

/** One change in a line. */
export function changeLine(what: string, from: string, to: string): string {
  return fitForTerminal(from === '' && to === '' ? what : `${what}: ${from} -> ${to}`);
}
