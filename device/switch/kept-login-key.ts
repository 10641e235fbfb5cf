import { say } from '../../model/values/message.ts';
import { readCheckedFile, writeCheckedFile } from '../flash/checked-file.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import { type LogWriter, Severity } from '../log/log.ts';

const FORMAT = 'faceplate-login-key';

/**
 * The private key that browsers encrypt logins for, in PEM: the one kept at `path`, or one that `make` makes where there is
 * none that can be used. It is new to nobody: browsers ask for it at every login. Never rejects for the flash.
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
