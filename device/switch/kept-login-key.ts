import { say } from '../../model/values/message.ts';
import { readCheckedFile, writeCheckedFile } from '../flash/checked-file.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import { type LogWriter, Severity } from '../log/log.ts';

const FORMAT = 'faceplate-login-key';

/**
 * The private key that browsers encrypt logins for, in PEM: the one stored at `path`, or one from `make` if there is no
 * usable one. A new key affects no one: browsers request it at every login. Never rejects because of the flash.
 */
export async function keptLoginKey(
  files: FlashFiles,
  path: string,
  log: LogWriter,
  make: () => Promise<string>,
): Promise<string> {
  const found = await readCheckedFile(files, path, FORMAT);
  if (found.kind === 'whole') return found.body;
  if (found.kind === 'damaged') {
    const { fault } = found;
    log.write(Severity.error, say('The key for logins {{fault}}; a new one was generated.', { fault }));
  }
  const made = await make();
  if (found.kind === 'unreadable') return made;
  try {
    await writeCheckedFile(files, path, FORMAT, made);
  } catch (error) {
    log.write(
      Severity.error,
      say('The key for logins could not be saved, because {{reason}}.', { reason: reasonOf(error) }),
    );
  }
  return made;
}
