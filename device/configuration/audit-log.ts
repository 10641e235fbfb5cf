import { inBreaths } from '../../datapath/breath.ts';
import type { Change } from '../../model/configuration/change.ts';
import { tellingChanges } from '../../model/configuration/told-changes.ts';
import { type Message, say } from '../../model/values/message.ts';
import { type Log, Severity } from '../log/log.ts';

/** Log lines of one transaction; a batch of thousands must not push everything else out of the log. */
const LOG_LINES = 16;

/** The audit trail: one line for each thing that changes come to, without secrets. */
export async function logChanges(log: Log, who: Message, changes: readonly Change[]): Promise<void> {
  const told = await inBreaths(tellingChanges(changes));
  for (const { what, from, to } of told.slice(0, LOG_LINES)) {
    const values = from && to && { who, what, from, to };
    log.write(
      Severity.notice,
      values ? say('{{who}}: {{what}}: {{from}} → {{to}}', values) : say('{{who}}: {{what}}', { who, what }),
    );
  }
  const more = told.length - LOG_LINES;
  if (more > 0) log.write(Severity.notice, say('{{who}}: and {{more}} more changes at the same time', { who, more }));
}
