import type { DeviceContext, LiveOf } from '../../../device/feature.ts';
import type { Caller } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { type Slot, slot } from '../../../device/slot.ts';
import { TftpFailure } from '../../../device/tftp-client.ts';
import { notCarriedOut } from '../../../model/configuration/message.ts';
import { formatMessage, type Message, wordsOf } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type { CheckedFile } from './device-restore.ts';
import { missingSecrets } from './missing-secrets.ts';
import { type cfgTransferCtrl, TransferStatus } from './objects.ts';

/** Milliseconds that something waits for the session that asked for it. */
const LIFE = 120_000;

/** A backup that waits to be fetched: its lines are made as they are taken. */
export interface WaitingFile {
  readonly fileName: string;
  lines(): Iterable<string>;
}

interface Held<Thing> {
  /** See `ownerOf`. */
  readonly owner: string;
  /** Monotonic milliseconds. */
  readonly until: number;
  readonly thing: Thing;
}

/** Its session; of a caller without one the way that it came, so that a program's file is not taken for an SNMP manager's. */
function ownerOf({ session, access, token }: Caller): string {
  return session ?? [access, token?.name ?? ''].join(' ');
}

/** Something that one session may take, once, for a while. */
class Waiting<Thing> {
  readonly #place: Slot<Held<Thing> | undefined>;

  constructor(name: string) {
    this.#place = slot<Held<Thing> | undefined>(name, undefined);
  }

  hold({ slots, clock }: DeviceContext, caller: Caller, thing: Thing): void {
    slots.update(this.#place, () => ({ owner: ownerOf(caller), until: clock.now() + LIFE, thing }));
  }

  /** Takes the file or answer that waits for the caller. */
  take(context: DeviceContext, caller: Caller): Thing | undefined {
    const thing = this.look(context, caller);
    if (thing !== undefined) context.slots.update(this.#place, () => undefined);
    return thing;
  }

  /** The file or answer that waits for the caller, which continues to wait. */
  look({ slots, clock }: DeviceContext, caller: Caller): Thing | undefined {
    const held = slots.get(this.#place);
    return held && held.owner === ownerOf(caller) && held.until >= clock.now() ? held.thing : undefined;
  }
}

/** The backup that waits. */
export const waitingFile = new Waiting<WaitingFile>('waitingFile');
/** The restore that waits. */
export const waitingRestore = new Waiting<CheckedFile>('waitingRestore');

/** Secrets that are named at most. */
const MISSING_TOLD = 50;

/** State of the last transfer. */
const progress = slot<{
  readonly status: (typeof TransferStatus)[keyof typeof TransferStatus];
  /** Why it failed; undefined where it did not. */
  readonly error: Message | undefined;
}>('transfer', { status: TransferStatus.idle, error: undefined });

/** Runs a transfer and takes down how it ended. Rejects with a `Refusal`. */
export async function runTransfer<Result>(
  { slots }: DeviceContext,
  status: 3 | 4,
  work: () => Promise<Result>,
): Promise<Result> {
  slots.update(progress, () => ({ status, error: undefined }));
  try {
    const result = await work();
    slots.update(progress, () => ({ status: TransferStatus.success, error: undefined }));
    return result;
  } catch (reason) {
    const error = reason instanceof SpokenError ? reason.said : notCarriedOut;
    slots.update(progress, () => ({ status: TransferStatus.failure, error }));
    if (reason instanceof TftpFailure) throw new Refusal(ErrorCode.commitFailed, reason.said);
    throw reason;
  }
}

/** The columns of `cfgTransferCtrl`; a pending confirmation is shown only to its own session. */
export function transferColumns(context: DeviceContext, caller: Caller): LiveOf<typeof cfgTransferCtrl> {
  const { status, error } = context.slots.get(progress);
  const report = waitingRestore.look(context, caller)?.report;
  return {
    cfgOperStatus: status,
    cfgLastError: error ? wordsOf(error) : '',
    cfgLastErrorSaid: formatMessage(error),
    cfgRestoreChanges: report?.changeCount ?? 0,
    cfgRestoreDigest: report?.digest ?? '',
    cfgRestoreReport: report ? [...report.warnings, ...report.changes].join('\n') : '',
    cfgRestoreSaid: report ? JSON.stringify(report.said) : '',
    cfgMissingSecrets: JSON.stringify(missingSecrets(context.objects, context.configuration()).slice(0, MISSING_TOLD)),
  };
}
