import { notCarriedOut } from '../../model/configuration/message.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import type { Answer, AnswerError } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type LogWriter, Severity } from '../log/log.ts';
import { LossRefusal, Refusal } from '../refusal.ts';

/** The error of an answer without one. */
export const success: AnswerError = { code: ErrorCode.success, message: '' };

/** The answer to a call, as JSON text. */
export function formatAnswer(result: unknown): string {
  const answer: Answer = { id: 0, error: success, result };
  return JSON.stringify(answer);
}

/** The answer to a call that failed, as JSON text (see `failureOf`). */
export function formatFailure(error: unknown, log: LogWriter): string {
  const answer: Answer = { id: 0, error: failureOf(error, log) };
  return JSON.stringify(answer);
}

/** Errors other than `Refusal` are the device's own fault: the log gets the message, the caller a general one. */
export function failureOf(error: unknown, log: LogWriter): AnswerError {
  if (error instanceof Refusal) {
    const { code, message, said, place } = error;
    return { code, message, ...said, ...place, ...(error instanceof LossRefusal && error.isFinal && { final: 1 }) };
  }
  log.write(Severity.error, say('A call could not be carried out: {{reason}}', { reason: saidBy(error) }));
  return { code: ErrorCode.genErr, message: wordsOf(notCarriedOut), ...notCarriedOut };
}
