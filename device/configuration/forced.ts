import { type Message, say, wordsOf } from '../../model/values/message.ts';
import type { Forced } from '../guard/guard.ts';
import type { Doubt } from '../guard/judge.ts';
import { proofFromAfar, proofOf } from '../guard/proof.ts';
import { type Log, Severity } from '../log/log.ts';
import type { FromAfar } from '../management.ts';

/** A change of the cloud, which has to confirm it. */
export function forcedFromAfar({ change, time }: FromAfar, who: Message): Forced {
  return { reason: say('The cloud must confirm it.'), user: wordsOf(who), proof: proofFromAfar(change), time };
}

/** A change that is made although the guard doubts it. */
export function forcedBy(doubt: Doubt, who: Message): Forced {
  return { reason: doubt.reason, user: wordsOf(who), proof: proofOf(doubt) };
}

/** Says in the log that somebody forced a change. */
export function logForced(log: Log, { reason }: Forced, who: Message): void {
  const message = say('{{who}} forced a change that may disconnect the session: {{reason}}', { who, reason });
  log.write(Severity.warning, message);
}
