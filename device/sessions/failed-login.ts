import { notCarriedOut } from '../../model/configuration/message.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import type { LoginAnswer } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type LogWriter, Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import { NoSessionLeft } from './session.ts';

/** The answer to a failed login, as JSON text. Errors other than `Refusal` are the device's own fault. */
export function failedLogin(error: unknown, log: LogWriter): string {
  if (!(error instanceof Refusal)) log.write(Severity.error, say('A login could not be carried out.'));
  const said = error instanceof Refusal ? error.said : notCarriedOut;
  const answer: LoginAnswer = {
    error: { code: error instanceof Refusal ? error.code : ErrorCode.genErr, message: wordsOf(said), ...said },
    ...(error instanceof NoSessionLeft && { longestIdle: longestIdleOf(error) }),
  };
  return JSON.stringify(answer);
}

function longestIdleOf({ longestIdle: { id, remoteAddress, idle } }: NoSessionLeft): LoginAnswer['longestIdle'] {
  return { session: id, remoteAddress, idle };
}
