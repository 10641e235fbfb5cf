import type { DeviceContext } from '../../../device/feature.ts';
import type { Caller, FromAfar, Management } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { formatAnswer } from '../../../device/switch/answers.ts';
import { answerCall, readCall } from '../../../device/switch/remote-calls.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { refuseForeign } from './configuration-document.ts';

/**
 * Answers a call over the line to the cloud as the console's are answered (docs/specification/protocol.md): the
 * answer's text. Its changes are tried as in `fromAfar`; without that it only reads. Rejects with a `Refusal`, or the
 * error.
 */
export type AnswerCall = (rpc: string, caller: Caller, fromAfar?: FromAfar) => Promise<string>;

/** How this switch answers such calls. */
export function answersCalls({ management, log, objects: declared }: DeviceContext): AnswerCall {
  const objects = new Map(declared.map((object) => [object.name, object]));
  return async (rpc, caller, fromAfar) =>
    formatAnswer(
      await answerCall({ objects, log, management: managementFor(management, fromAfar) }, readCall(rpc), caller),
    );
}

/**
 * The caller over the connection to the cloud, by `session` as the cloud knows it; without one the cloud itself, on
 * behalf of this user.
 */
export function cloudCaller(user: string, session?: string, isProved = session === undefined): Caller {
  return {
    access: 'cloud',
    user,
    session: session === undefined ? undefined : `cloud ${session}`,
    isProved,
    remoteAddress: undefined,
    connection: undefined,
  };
}

function managementFor(management: Management, fromAfar: FromAfar | undefined): Management {
  return {
    read: (object, query, caller) => management.read(object, query, caller),
    tryOut: (requests, caller) => management.tryOut(requests, caller),
    async perform(requests, caller, options) {
      // A change without announcement could not be rolled back by the name with which it is confirmed.
      if (!fromAfar) {
        throw new Refusal(ErrorCode.notWritable, say('Over the connection to the cloud, this call is read-only.'));
      }
      refuseForeign(requests.map(({ object }) => object));
      return management.perform(requests, caller, { ...options, fromAfar });
    },
  };
}
