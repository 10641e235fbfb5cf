import type { DeviceContext } from '../../../device/feature.ts';
import type { Caller } from '../../../device/management.ts';
import type { UploadPlace } from '../../../device/transfer-control.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import {
  BACKUP_DOWNLOAD,
  cfgTransferCtrl,
  RESTORE_UPLOAD,
  TransferDirection,
} from '../../tools/config-backup-restore/objects.ts';
import { FIRMWARE_UPLOAD, fwUpgradeCtrl } from '../../tools/firmware-upgrade/objects.ts';
import { LOG_DOWNLOAD } from '../system-log/objects.ts';

/** A file that SFTP offers, by the same steps as its page. */
export interface OfferedFile {
  /** Makes it ready, and resolves to its path on the disk; the reader removes it. Rejects with a `Refusal`. */
  fetch?(context: DeviceContext, caller: Caller): Promise<string>;
  /** Asks for a place for it. Rejects with a `Refusal` where it is not wanted. */
  expect?(context: DeviceContext, caller: Caller): Promise<UploadPlace>;
  /** Takes over what was written there. Rejects with a `Refusal`. */
  receive?(context: DeviceContext, caller: Caller, file: WrittenFile): Promise<void>;
}

/** A complete file on the disk. */
interface WrittenFile {
  readonly name: string;
  readonly path: string;
  /** Octets. */
  readonly size: number;
}

/** `cfgConfirm`: in force at once, judged by the guard, and not saved. */
const IN_FORCE = 2;

const asks = async ({ management }: DeviceContext, caller: Caller, object: ObjectDeclaration, values: Values) => {
  await management.perform([{ kind: 'set', object, values }], caller);
};

const announceFirmware = (context: DeviceContext, caller: Caller) =>
  // A restart would end the session before its client has the answer: it is a command of its own.
  asks(context, caller, fwUpgradeCtrl, { fwStart: 1, fwRebootAfter: 2 });

/** The files by their names: configuration to fetch and to send, log to fetch, firmware to send. */
export const offeredFiles: Readonly<Record<string, OfferedFile>> = {
  config: {
    async fetch(context, caller) {
      await asks(context, caller, cfgTransferCtrl, { cfgDirection: TransferDirection.backup });
      return (await context.transfers.fetch(BACKUP_DOWNLOAD, {}, caller)).path;
    },
    expect: async (context, caller) => context.transfers.placeFor(RESTORE_UPLOAD, caller),
    async receive(context, caller, file) {
      await context.transfers.receive(RESTORE_UPLOAD, file, {}, caller);
      await asks(context, caller, cfgTransferCtrl, { cfgConfirm: IN_FORCE });
    },
  },
  'log.txt': {
    fetch: async (context, caller) => (await context.transfers.fetch(LOG_DOWNLOAD, {}, caller)).path,
  },
  firmware: {
    async expect(context, caller) {
      await announceFirmware(context, caller);
      return context.transfers.placeFor(FIRMWARE_UPLOAD, caller);
    },
    async receive(context, caller, file) {
      // The first announcement may be over by the end of a long transfer.
      await announceFirmware(context, caller);
      await context.transfers.receive(FIRMWARE_UPLOAD, file, {}, caller);
    },
  },
};
