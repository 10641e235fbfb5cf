import type { Caller } from '../../../device/door.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { Refusal } from '../../../device/refusal.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { notCarriedOut } from '../../../model/configuration/message.ts';
import { wordsOf } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type { RestoreReport } from './device-restore.ts';
import { TransferStatus } from './objects.ts';
import { TftpFailure } from './tftp-client.ts';

/** Milliseconds that something waits for the session that asked for it. */
const LIFE = 120_000;

/** A backup that waits to be fetched. */
export interface WaitingFile {
  readonly fileName: string;
  readonly content: string;
}

/** A checked configuration that waits to be confirmed. */
export interface CheckedConfiguration {
  readonly configuration: Configuration;
  readonly report: RestoreReport;
}

/** Something that one session may take, once, for a while. */
class Waiting<Thing> {
  #held: { readonly session: string | undefined; readonly until: number; readonly thing: Thing } | undefined;

  hold(thing: Thing, { clock }: DeviceContext, { session }: Caller): void {
    this.#held = { session, until: clock.now() + LIFE, thing };
  }

  /** What waits for this session; it does not wait any longer then. */
  take({ clock }: DeviceContext, { session }: Caller): Thing | undefined {
    const held = this.#held;
    if (!held || held.session !== session || held.until < clock.now()) return undefined;
    this.#held = undefined;
    return held.thing;
  }

  /** What waits, for whoever may know of it. */
  look({ clock }: DeviceContext, session: string | undefined): Thing | undefined {
    const held = this.#held;
    return held && held.session === session && held.until >= clock.now() ? held.thing : undefined;
  }
}

/** How the last transfer of an agent stands, and what waits. */
export class Transfer {
  readonly file = new Waiting<WaitingFile>();
  readonly restore = new Waiting<CheckedConfiguration>();
  #status: (typeof TransferStatus)[keyof typeof TransferStatus] = TransferStatus.idle;
  #error = '';

  /** Runs a transfer and keeps how it ended. Rejects with a `Refusal`. */
  async run<T>(status: 3 | 4, work: () => Promise<T>): Promise<T> {
    this.#status = status;
    this.#error = '';
    try {
      const result = await work();
      this.#status = TransferStatus.success;
      return result;
    } catch (reason) {
      this.#status = TransferStatus.failure;
      const known = reason instanceof Refusal || reason instanceof TftpFailure;
      this.#error = known ? reason.message : wordsOf(notCarriedOut);
      if (reason instanceof TftpFailure) throw new Refusal(ErrorCode.commitFailed, reason.said);
      throw reason;
    }
  }

  /** The columns of `cfgTransferCtrl`; what waits to be confirmed is told to its own session. */
  columns(context: DeviceContext, caller: Caller): Values {
    const report = this.restore.look(context, caller.session)?.report;
    return {
      cfgOperStatus: this.#status,
      cfgLastError: this.#error,
      cfgRestoreChanges: report?.changeCount ?? 0,
      cfgRestoreReport: report ? [...report.warnings, ...report.changes].join('\n') : '',
    };
  }
}

const transfers = new WeakMap<DeviceContext, Transfer>();

/** The transfer of this agent. */
export function transferOf(context: DeviceContext): Transfer {
  let transfer = transfers.get(context);
  if (!transfer) {
    transfer = new Transfer();
    transfers.set(context, transfer);
  }
  return transfer;
}
