import { type Message, say } from '../../model/values/message.ts';
import { readCheckedFile, writeCheckedFile } from '../flash/checked-file.ts';
import { isDamaged } from '../flash/checked-text.ts';
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
  if (found.kind === 'damaged') logRenewal(log, found.fault);
  const made = await make();
  if (found.kind !== 'unreadable') await storeLoginKey(files, path, log, made);
  return made;
}

/** Another key from `make`, stored at `path`, after the first login that came has found that what is stored there is none. */
export async function renewedLoginKey(
  files: FlashFiles,
  path: string,
  log: LogWriter,
  make: () => Promise<string>,
): Promise<string> {
  logRenewal(log, isDamaged);
  const made = await make();
  await storeLoginKey(files, path, log, made);
  return made;
}

function logRenewal(log: LogWriter, fault: Message): void {
  log.write(Severity.error, say('The key for logins {{fault}}; a new one was generated.', { fault }));
}

async function storeLoginKey(files: FlashFiles, path: string, log: LogWriter, made: string): Promise<void> {
  try {
    await writeCheckedFile(files, path, FORMAT, made);
  } catch (error) {
    log.write(
      Severity.error,
      say('The key for logins could not be saved, because {{reason}}.', { reason: reasonOf(error) }),
    );
  }
}
