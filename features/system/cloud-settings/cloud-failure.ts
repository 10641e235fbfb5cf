import type { Message } from '../../../model/values/message.ts';
import { say } from '../../../model/values/message.ts';
import { CloudError, type CloudErrorCode } from '../../../protocols/cloud/connection.ts';

/** Why an attempt to reach the cloud ended. */
export class CloudFailure extends Error {
  readonly code: CloudErrorCode;
  readonly said: Message | undefined;

  constructor(code: CloudErrorCode, said?: Message) {
    super(`cloud error ${code}`);
    this.name = 'CloudFailure';
    this.code = code;
    this.said = said;
  }
}

/** The cloud did not look at what was shown: the same is worth showing again. */
export class NotLookedAt extends CloudFailure {}

/** Codes of the system for a host or network that cannot be reached. */
const unreachable = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'EADDRNOTAVAIL', 'EPIPE']);

/** Codes of the TLS library for a certificate that is not valid at this time. */
const outOfTime = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']);

/**
 * Meaning of an error of a socket or of the TLS library for the connection to the cloud. `clockIsWrong` if the clock
 * cannot be right.
 */
export function failureOf(error: unknown, clockIsWrong: boolean): CloudFailure {
  if (error instanceof CloudFailure) return error;
  const { code = '', message = '' }: { code?: string; message?: string } = Object(error);
  if (unreachable.has(code)) return new CloudFailure(CloudError.unreachable, say(code));
  if (code === 'ETIMEDOUT') return new CloudFailure(CloudError.timedOut);
  if (clockIsWrong && outOfTime.has(code)) return new CloudFailure(CloudError.clockWrong);
  return new CloudFailure(CloudError.tlsFailed, say(message.slice(0, 200)));
}
