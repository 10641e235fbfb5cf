import { type Message, say, wordsOf } from '../../model/values/message.ts';
import { finishReset, resetInWords } from '../flash/factory-reset.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import { claimFolder, type FlashFiles } from '../flash/flash-files.ts';
import { type Log, Severity } from '../log/log.ts';
import type { placesIn } from './places.ts';
import type { TemporaryFiles } from './temporary-files.ts';

/**
 * Continues an interrupted factory reset, and creates the folders; failures are reported, and affect only their folder.
 */
export async function prepareFolders(
  files: FlashFiles,
  place: ReturnType<typeof placesIn>,
  temporary: TemporaryFiles,
  log: Log,
): Promise<void> {
  const reset = resetInWords(await finishReset(files, place.reset));
  if (reset) log.write(Severity.critical, reset);
  const making = [place.directory, place.flash, place.keys, place.features].map(
    (folder) => () => claimFolder(files, folder),
  );
  const failures = new Map<string, Message>();
  for (const make of [...making, () => temporary.clear(files)]) {
    await make().catch((error: unknown) => {
      const reason = reasonOf(error);
      failures.set(wordsOf(reason), reason);
    });
  }
  for (const reason of failures.values()) {
    log.write(Severity.critical, say('The agent’s folder cannot be prepared, because {{reason}}.', { reason }));
  }
}
