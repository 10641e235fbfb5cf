import type { Caller, DeviceContext, DeviceFeature, Download, Operation, Upload } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { RebootCause } from '../../../device/power-control.ts';
import { Refusal } from '../../../device/refusal.ts';
import { softwareVersion } from '../../../device/software-version.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { system } from '../../system/system-management/objects.ts';
import { deviceTimeAt } from '../../system/system-time/objects.ts';
import { formatConfigurationFile } from './configuration-file.ts';
import { checkRestore, type RestoreChoices } from './device-restore.ts';
import { keyOf, newSalt, sealWith } from './device-secrets.ts';
import {
  BACKUP_DOWNLOAD,
  BackupSecrets,
  CONFIGURATION_FILE_MAXIMUM,
  cfgTransferCtrl,
  RESTORE_UPLOAD,
  RestoreMode,
  TransferStatus,
} from './objects.ts';

/** Milliseconds that a file waits to be fetched by the session that asked for it. */
const FILE_LIFE = 120_000;

interface WaitingFile {
  readonly session: string;
  readonly until: number;
  readonly fileName: string;
  readonly content: string;
}

interface Transfer {
  status: (typeof TransferStatus)[keyof typeof TransferStatus];
  error: string;
  waiting: WaitingFile | undefined;
}

const transfers = new WeakMap<DeviceContext, Transfer>();

function transferOf(context: DeviceContext): Transfer {
  let transfer = transfers.get(context);
  if (!transfer) {
    transfer = { status: TransferStatus.idle, error: '', waiting: undefined };
    transfers.set(context, transfer);
  }
  return transfer;
}

/** Runs a transfer and keeps how it ended. */
async function transferring<T>(context: DeviceContext, status: Transfer['status'], work: () => Promise<T>): Promise<T> {
  const transfer = transferOf(context);
  transfer.status = status;
  transfer.error = '';
  try {
    const result = await work();
    transfer.status = TransferStatus.success;
    return result;
  } catch (reason) {
    transfer.status = TransferStatus.failure;
    transfer.error = reason instanceof Refusal ? reason.message : 'The device could not carry out the request.';
    throw reason;
  }
}

async function configurationOf(context: DeviceContext, slot: unknown): Promise<Configuration> {
  if (slot !== 1 && slot !== 2) return context.configuration();
  const configuration = await context.flash.read(slot);
  if (!configuration) throw new Refusal(ErrorCode.noSuchName, `Configuration ${slot} is empty.`);
  return configuration;
}

/** "TPE-2840WS-core-20260131.cfg": model, name and date, in characters that every file system takes. */
function fileNameOf(context: DeviceContext): string {
  const configuration = context.configuration();
  const date = formatDateTime(deviceTimeAt(configuration, context.wallClock.now())).slice(0, 10).replaceAll('-', '');
  const name = configuration.group(system).sysName.replaceAll(/[^A-Za-z0-9._-]+/g, '_');
  return `${[context.hardware.modelName, name, date].filter((part) => part !== '').join('-')}.cfg`;
}

async function backup(context: DeviceContext, values: Values, caller: Caller): Promise<void> {
  const configuration = await configurationOf(context, values.cfgSlotId);
  const salt = values.cfgIncludeSecrets === BackupSecrets.encrypted ? newSalt() : undefined;
  const seal = salt === undefined ? undefined : sealWith(await keyOf(String(values.cfgPassphrase ?? ''), salt));
  const header = { model: context.hardware.modelName, version: softwareVersion, ...(salt !== undefined && { salt }) };
  transferOf(context).waiting = {
    session: caller.session,
    until: context.clock.now() + FILE_LIFE,
    fileName: fileNameOf(context),
    content: formatConfigurationFile(header, context.objects, configuration, seal),
  };
}

/** Makes the file that the session then fetches, once. */
const backupOperation: Operation = {
  object: cfgTransferCtrl,
  async prepare(_context, { values }) {
    if (values.cfgIncludeSecrets === BackupSecrets.encrypted && !values.cfgPassphrase) {
      throw new Refusal(ErrorCode.inconsistentValue, 'Secrets in a backup need a passphrase of 8 to 32 characters.');
    }
    return values;
  },
  async operate(context, { values, caller }) {
    if (values.cfgDirection !== 1 || !caller) return;
    await transferring(context, TransferStatus.transferring, () => backup(context, values, caller));
  },
};

const download: Download = {
  name: BACKUP_DOWNLOAD,
  async fetch(context, _query, caller) {
    const transfer = transferOf(context);
    const { waiting } = transfer;
    if (waiting?.session !== caller.session || waiting.until < context.clock.now()) {
      throw new Refusal(ErrorCode.noSuchName, 'No backup is waiting; ask for it again.');
    }
    transfer.waiting = undefined;
    context.log.write(Severity.notice, `configuration backup fetched by ${caller.user} from ${caller.remoteAddress}`);
    return { fileName: waiting.fileName, contentType: 'text/plain; charset=utf-8', content: waiting.content };
  },
};

function choicesOf(fields: Readonly<Record<string, string>>): RestoreChoices {
  return {
    mode: fields.cfgMode === String(RestoreMode.merge) ? 'merge' : 'replace',
    keepAddress: fields.cfgKeepAddress !== '2',
    passphrase: fields.cfgPassphrase ?? '',
  };
}

/**
 * Checks a file, and takes it over where the form says `cfgConfirmed=1`: the configuration goes to the start-up slot as a
 * whole and the switch restarts with it. Answers what the administrator should know beforehand.
 */
const upload: Upload = {
  name: RESTORE_UPLOAD,
  maximumSize: CONFIGURATION_FILE_MAXIMUM,
  async receive(context, file, fields, caller) {
    const checked = await transferring(context, TransferStatus.checking, () =>
      checkRestore(context, file.content, choicesOf(fields)),
    );
    if (fields.cfgConfirmed !== '1') {
      transferOf(context).status = TransferStatus.idle;
      return { restarting: false, ...checked.report };
    }
    await transferring(context, TransferStatus.transferring, () =>
      context.flash.write(checked.configuration, caller.user),
    );
    context.log.write(Severity.notice, `configuration restored by ${caller.user} from ${caller.remoteAddress}`);
    context.power.reboot(RebootCause.user);
    return { restarting: true, ...checked.report };
  },
};

function liveTransfer(context: DeviceContext): Values {
  const { status, error } = transferOf(context);
  return { cfgOperStatus: status, cfgLastError: error };
}

/** Tools > Config Backup/Restore. */
export const configBackupRestore: DeviceFeature = {
  objects: [cfgTransferCtrl],
  live: [{ object: cfgTransferCtrl, group: liveTransfer }],
  operations: [backupOperation],
  downloads: [download],
  uploads: [upload],
};
