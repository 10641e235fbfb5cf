import { basename, dirname } from 'node:path';
import { type Message, say } from '../../model/values/message.ts';
import { readCheckedFile, writeCheckedFile } from './checked-file.ts';
import { reasonOf, Unsettled } from './failure-reason.ts';
import { claimFolder, type FlashFiles, replaceFile } from './flash-files.ts';

const FORMAT = 'faceplate-reset';

/** Paths of a factory reset. */
export interface ResetPlaces {
  /** File that is there from the moment the reset cannot be taken back until it is done. */
  readonly resetMark: string;
  /** File of the configuration that a reset may leave behind. Its folder is cleared of all else. */
  readonly firstSlot: string;
  /** Files and folders that go. */
  readonly cleared: readonly string[];
}

/**
 * Decides upon a factory reset: `finishReset` carries it out, now or after whatever comes between. `kept` is the text of the
 * slot that it leaves behind. Rejects with the system's error where it cannot be decided, and nothing has changed then.
 */
export async function beginReset(files: FlashFiles, { resetMark }: ResetPlaces, kept = ''): Promise<void> {
  await writeCheckedFile(files, resetMark, FORMAT, kept).catch((error: unknown) => {
    if (!(error instanceof Unsettled)) throw error;
  });
}

/** How a reset that was decided upon went. */
export type ResetOutcome =
  | { readonly kind: 'none' | 'done' }
  /** Done, but what was to be kept cannot be read; `fault` completes "what it was to keep …". */
  | { readonly kind: 'nothingKept'; readonly fault: Message }
  /** It goes on at the next start; `reason` completes "because …". */
  | { readonly kind: 'unfinished'; readonly reason: Message };

/** The outcome for the log; undefined where all went as it should. */
export function resetInWords(outcome: ResetOutcome): Message | undefined {
  if (outcome.kind === 'nothingKept') {
    const { fault } = outcome;
    return say('A factory reset kept nothing: the settings to keep {{fault}}.', { fault });
  }
  if (outcome.kind !== 'unfinished') return undefined;
  const { reason } = outcome;
  return say('A factory reset could not be completed and continues at the next start, because {{reason}}.', { reason });
}

/** Carries out, or goes on with, the factory reset that was decided upon. Never rejects; doing it twice changes nothing. */
export async function finishReset(files: FlashFiles, places: ResetPlaces): Promise<ResetOutcome> {
  const { resetMark, firstSlot, cleared } = places;
  const mark = await readCheckedFile(files, resetMark, FORMAT);
  if (mark.kind === 'none') return mark;
  if (mark.kind === 'unreadable') return { kind: 'unfinished', reason: mark.reason };
  const kept = mark.kind === 'whole' ? mark.body : '';
  try {
    const folder = dirname(firstSlot);
    // The settings to keep are in place before anything is deleted.
    await claimFolder(files, folder);
    if (kept !== '') await replaceFile(files, firstSlot, kept);
    const names = await files.list(folder);
    const others = names.filter((name) => kept === '' || name !== basename(firstSlot));
    for (const name of others) await files.remove(`${folder}/${name}`);
    if (others.length > 0) await files.syncFolder(folder);
    for (const path of cleared) await files.remove(path);
    await files.syncFolder(dirname(resetMark));
    await files.remove(resetMark);
    await files.syncFolder(dirname(resetMark));
    return mark.kind === 'damaged' ? { kind: 'nothingKept', fault: mark.fault } : { kind: 'done' };
  } catch (error) {
    return { kind: 'unfinished', reason: reasonOf(error) };
  }
}
