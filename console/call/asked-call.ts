import { isRecord } from '../../model/values/json-record.ts';
import { type Message, readMessage, wordsOf } from '../../model/values/message.ts';
import type { BatchCall, ObjectCall } from '../../model/wire/call.ts';
import { ask } from '../feedback/dialogs.ts';
import { translate } from '../translations/language.ts';
import type { Move, Question } from './guarded.ts';
import { riskLines } from './risk-lines.ts';
import { dryRun } from './try-out.ts';

/**
 * Asks a page's question before a call, and says with it if and why the call would cut this session off. Answers the guard's reason that was
 * accepted, "" for none; undefined if the administrator does not want the call.
 */
export async function askOnce(
  call: ObjectCall | BatchCall,
  question: Question,
  move?: Move,
): Promise<string | undefined> {
  // A refusal is shown when the call is made.
  const reason = await dryRun(call).then(guardReasonIn, () => undefined);
  return askWith(question, reason, move);
}

/** The same with what a dry run has answered already. */
export async function askWith(
  { detail, ...question }: Question,
  reason: Message | undefined,
  move?: Move,
): Promise<string | undefined> {
  const words = reason ? wordsOf(reason, translate) : '';
  const risk = reason
    ? [translate('This change may disconnect this session from the switch.'), ...riskLines(words, move)]
    : [];
  const lines = [...(detail ? [detail] : []), ...risk].join('\n');
  const sure = await ask({ kind: 'confirm', title: 'Please confirm', ...question, ...(lines && { detail: lines }) });
  return sure ? words : undefined;
}

/** The guard's reason in the result of a dry run; undefined if the change is safe. */
export function guardReasonIn(result: unknown): Message | undefined {
  return isRecord(result) && isRecord(result.guard) ? readMessage(result.guard.reason) : undefined;
}
