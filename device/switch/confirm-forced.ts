import type { Datapath } from '../../datapath/datapath.ts';
import { say } from '../../model/values/message.ts';
import type { Guard } from '../guard/guard.ts';
import type { Outlook } from '../guard/outlook.ts';
import { type LogWriter, Severity } from '../log/log.ts';
import type { ManagementConnection } from '../management-connection.ts';

/** Dependencies of confirming a forced change. */
export interface ConfirmationSurroundings {
  readonly guard: Guard;
  readonly datapath: Pick<Datapath, 'locate'>;
  readonly log: LogWriter;
  /** Connections opened in an earlier epoch than this prove nothing about the plan in force. */
  epoch(): number;
  outlook(): Outlook;
}

/** Takes what a user asks over a connection opened in `opened` as the proof that the guard waits for, where it is one. */
export async function confirmForced(
  { guard, datapath, log, epoch, outlook }: ConfirmationSurroundings,
  user: string,
  connection: ManagementConnection,
  opened: number,
): Promise<void> {
  if (!guard.provisional()) return;
  const now = epoch();
  const fresh = opened >= now;
  const path = fresh ? await datapath.locate(connection) : undefined;
  // Another change waits by now, of which this connection proves nothing.
  if (epoch() !== now) return;
  if (await guard.confirm({ connection, path, fresh }, outlook())) {
    log.write(Severity.notice, say('{{user}} confirmed the forced change.', { user }));
  }
}

/**
 * Makes the switch resolve all addresses again: a connection proves that address resolution works, too, and not only
 * packets between stations that already know each other. Never rejects.
 */
export async function forgetNeighbours(datapath: Pick<Datapath, 'forgetNeighbours'>): Promise<void> {
  const families = [4, 6] as const;
  await Promise.allSettled(families.map((version) => datapath.forgetNeighbours({ version })));
}
