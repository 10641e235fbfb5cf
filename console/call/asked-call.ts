import { isRecord } from '../../model/values/json-record.ts';
import { type Message, readMessage, wordsOf } from '../../model/values/message.ts';
import type { BatchCall, ObjectCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { ask } from '../feedback/dialogs.ts';
import { translate } from '../translations/language.ts';
import { CallRefused } from './failure.ts';
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
  let objection: Objection | undefined;
  try {
    objection = objectionIn(await dryRun(call));
  } catch (failure) {
    // The administrator gave no password, which the call needs, too. Any other refusal is shown when the call is made.
    if (failure instanceof CallRefused && failure.code === ErrorCode.proofRequired) return undefined;
  }
  return askWith(question, objection, move);
}

/** The same with what a dry run has answered already. */
export async function askWith(
  { detail, ...question }: Question,
  objection: Objection | undefined,
  move?: Move,
): Promise<string | undefined> {
  const words = objection ? wordsOf(objection.reason, translate) : '';
  const risk = objection
    ? [
        translate('This change may disconnect this session from the switch.'),
        ...riskLines(words, move, objection.isFinal),
      ]
    : [];
  const lines = [...(detail ? [detail] : []), ...risk].join('\n');
  const sure = await ask({ kind: 'confirm', title: 'Please confirm', ...question, ...(lines && { detail: lines }) });
  return sure ? words : undefined;
}

/** What the guard has against a call. */
export interface Objection {
  readonly reason: Message;
  /** Nothing reverts the call once it is forced. */
  readonly isFinal: boolean;
}

/** The guard's objection in the result of a dry run; undefined if the call is safe. */
export function objectionIn(result: unknown): Objection | undefined {
  if (!isRecord(result) || !isRecord(result.guard)) return undefined;
  const reason = readMessage(result.guard.reason);
  return reason && { reason, isFinal: result.guard.final === 1 };
}
