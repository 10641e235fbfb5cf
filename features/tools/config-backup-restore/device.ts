import {
  type CallersRequest,
  type DeviceContext,
  type DeviceFeature,
  type Download,
  live,
  operation,
  type Upload,
} from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { type Caller, callerName } from '../../../device/management.ts';
import { NameError } from '../../../device/names/name-resolver.ts';
import { scopedAddress } from '../../../device/names/scoped-address.ts';
import { RebootCause } from '../../../device/power-control.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { refuseLimited } from '../../../device/sessions/access-proof.ts';
import { fetchByTftp, storeByTftp, type TftpServer } from '../../../device/tftp-client.ts';
import { isChangedFromAfar } from '../../../model/cloud-capable-pages.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { withParts } from '../../../model/configuration/parts.ts';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { LARGEST_FILE } from '../../../model/wire/file-size.ts';
import { backupFile } from './device-backup.ts';
import { type CheckedFile, checkRestore, type FileChunks, type RestoreChoices } from './device-restore.ts';
import { runTransfer, transferColumns, waitingFile, waitingRestore } from './device-transfer.ts';
import {
  BACKUP_DOWNLOAD,
  BackupSecrets,
  cfgTransferCtrl,
  RESTORE_UPLOAD,
  RestoreMode,
  TransferDirection,
  TransferMethod,
  TransferStatus,
} from './objects.ts';

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const place = (column: keyof typeof cfgTransferCtrl.fields) => placeIn(cfgTransferCtrl, undefined, column);

/** Refuses what does not fit together before anything is transferred. */
function checkRequest(values: Values): void {
  if (values.cfgIncludeSecrets === BackupSecrets.encrypted && !values.cfgPassphrase) {
    const message = say('Secrets in a backup need a passphrase of 8 to 32 characters.');
    throw new Refusal(ErrorCode.inconsistentValue, message, place('cfgPassphrase'));
  }
  const { cfgDirection: direction, cfgMethod: method = TransferMethod.http } = values;
  if (direction === TransferDirection.restore && method !== TransferMethod.tftp) {
    throw new Refusal(ErrorCode.inconsistentValue, say('A restore over HTTP starts with the upload of the file.'));
  }
  if (method !== TransferMethod.tftp) return;
  if (!values.cfgServerAddr) {
    throw new Refusal(ErrorCode.inconsistentValue, say('TFTP server must be given.'), place('cfgServerAddr'));
  }
  if (!values.cfgFileName) {
    throw new Refusal(ErrorCode.inconsistentValue, say('File name must be given.'), place('cfgFileName'));
  }
}

async function serverOf(context: DeviceContext, values: Values): Promise<TftpServer> {
  try {
    const [address = ''] = await context.names.resolve(text(values.cfgServerAddr));
    return { address: scopedAddress(address, Number(values.cfgServerVlan ?? 0)) };
  } catch (reason) {
    const message = reason instanceof NameError ? reason.said : say('The server has no address.');
    throw new Refusal(ErrorCode.commitFailed, message, place('cfgServerAddr'));
  }
}

const overTftp = ({ cfgMethod }: Values) => cfgMethod === TransferMethod.tftp;

async function backup(context: DeviceContext, values: Values, caller: Caller): Promise<void> {
  const file = await backupFile(context, values);
  if (!overTftp(values)) return waitingFile.hold(context, caller, file);
  await storeByTftp(
    await serverOf(context, values),
    text(values.cfgFileName),
    new TextEncoder().encode([...file.lines()].join('')),
  );
  context.log.write(
    Severity.notice,
    say('Configuration backup sent to {{address}} by {{user}}.', {
      address: text(values.cfgServerAddr),
      user: caller.user,
    }),
  );
}

/** Checks a file and keeps it, for the session to confirm. */
async function check(context: DeviceContext, content: FileChunks, choices: RestoreChoices, caller: Caller) {
  const checked = await checkRestore(context, content, choices);
  waitingRestore.hold(context, caller, checked);
  return checked.report;
}

async function restoreByTftp(context: DeviceContext, values: Values, caller: Caller): Promise<void> {
  const server = await serverOf(context, values);
  const content = await fetchByTftp(server, text(values.cfgFileName), LARGEST_FILE);
  await check(
    context,
    [content],
    choicesOf((name) => text(values[name])),
    caller,
  );
}

/** The file that waits for the caller. Throws a `Refusal` where none does. */
function waiting(context: DeviceContext, caller: Caller): CheckedFile {
  const checked = waitingRestore.look(context, caller);
  if (checked) return checked;
  throw new Refusal(ErrorCode.noSuchName, say('No configuration is pending; send the file again.'));
}

/** The switch restarts with what the checked file comes to; what the guard stops goes on waiting. */
async function takeOver(context: DeviceContext, request: CallersRequest): Promise<void> {
  const { caller } = request;
  const checked = waiting(context, caller);
  await context.restartWith(await checked.restored(context), request);
  waitingRestore.take(context, caller);
  context.log.write(Severity.notice, say('Configuration restored by {{user}} from {{address}}.', named(caller)));
  context.power.reboot(RebootCause.user);
}

/** Puts the checked file in force at once; nothing is saved. */
async function putInForce(context: DeviceContext, request: CallersRequest): Promise<void> {
  const { caller } = request;
  const checked = waiting(context, caller);
  await context.changeFor(() => checked.restored(context), request, true);
  waitingRestore.take(context, caller);
}

/**
 * For the cloud: what the checked file comes to is in force at once, but for what is the switch's own, and comes back unless the
 * cloud confirms it over a new line.
 */
async function restoreFromAfar(context: DeviceContext, { caller, fromAfar }: CallersRequest): Promise<void> {
  const checked = waitingRestore.look(context, caller);
  if (!checked || !fromAfar) {
    throw new Refusal(ErrorCode.noSuchName, say('No configuration is pending; send the file again.'));
  }
  const ours = context.objects.filter(({ page }) => isChangedFromAfar(page));
  const edit = async (present: Configuration) => withParts(ours, present, await checked.restored(context));
  await context.changeFromAfar(edit, caller, fromAfar);
  waitingRestore.take(context, caller);
  context.log.write(Severity.notice, say('Configuration restored by {{who}}.', { who: callerName(caller) }));
}

const named = ({ user, remoteAddress = '' }: Caller) => ({ user, address: remoteAddress });

/** A backup, a restore by TFTP, and the word that a checked restore waits for. */
const transferOperation = operation(cfgTransferCtrl, {
  concludes: ({ cfgConfirm }) => cfgConfirm !== undefined,
  // A backup with secrets reveals credentials, and a restore may bring in any.
  grantsAccess: ({ values: { cfgConfirm, cfgIncludeSecrets } }) =>
    cfgConfirm !== undefined || cfgIncludeSecrets === BackupSecrets.encrypted,
  async prepare(_context, { values, caller }) {
    // A file has the settings of every section.
    if (values.cfgDirection !== undefined) refuseLimited(caller);
    checkRequest(values);
    return values;
  },
  async rehearse(context, { values, caller }) {
    if (values.cfgConfirm !== 1 || caller.access === 'cloud') return;
    await context.judgeRestart(await waiting(context, caller).restored(context), caller);
  },
  async operate(context, request) {
    const { values, caller } = request;
    const { transferring, checking } = TransferStatus;
    if (values.cfgDirection === TransferDirection.backup) {
      await runTransfer(context, transferring, () => backup(context, values, caller));
    } else if (values.cfgDirection === TransferDirection.restore) {
      await runTransfer(context, checking, () => restoreByTftp(context, values, caller));
    }
    if (values.cfgConfirm !== undefined && caller.access === 'cloud') {
      await runTransfer(context, transferring, () => restoreFromAfar(context, request));
      return;
    }
    if (values.cfgConfirm === 2) await runTransfer(context, transferring, () => putInForce(context, request));
    if (values.cfgConfirm === 1) await runTransfer(context, transferring, () => takeOver(context, request));
  },
});

const download: Download = {
  name: BACKUP_DOWNLOAD,
  async fetch(context, _query, caller) {
    const file = waitingFile.take(context, caller);
    if (!file) throw new Refusal(ErrorCode.noSuchName, say('No backup is pending; request it again.'));
    context.log.write(
      Severity.notice,
      say('Configuration backup fetched by {{user}} from {{address}}.', named(caller)),
    );
    return { fileName: file.fileName, contentType: 'text/plain; charset=utf-8', content: file.lines() };
  },
};

function choicesOf(given: (name: string) => string): RestoreChoices {
  return {
    mode: given('cfgMode') === String(RestoreMode.merge) ? 'merge' : 'replace',
    keepAddress: given('cfgKeepAddress') !== '2',
    passphrase: given('cfgPassphrase'),
  };
}

/** Checks a file and answers what the administrator should know; setting `cfgConfirm` then takes it over. */
const upload: Upload = {
  name: RESTORE_UPLOAD,
  maximumSize: LARGEST_FILE,
  receive: (context, file, fields, caller) =>
    runTransfer(context, TransferStatus.checking, () =>
      check(
        context,
        file.chunks(),
        choicesOf((name) => fields[name] ?? ''),
        caller,
      ),
    ),
};

/** Tools > Config Backup/Restore. */
export const configBackupRestore: DeviceFeature = {
  objects: [cfgTransferCtrl],
  live: [live(cfgTransferCtrl, { group: transferColumns })],
  operations: [transferOperation],
  downloads: [download],
  uploads: [upload],
};
