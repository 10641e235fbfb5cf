import type { Caller } from '../../../device/door.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { Refusal } from '../../../device/refusal.ts';
import { answerCall, formatAnswer, formatFailure, readCall } from '../../../device/switch/remote-calls.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';

/** Answers calls that come over the line to the cloud, as the console's are answered: the answer's text (protocol.md). */
export function remoteReads(context: DeviceContext): (user: string, rpc: string) => Promise<string> {
  const { door, log } = context;
  const objects = new Map(context.objects.map((object) => [object.name, object]));
  return async (user, rpc) => {
    const caller: Caller = {
      access: 'cloud',
      user,
      session: undefined,
      remoteAddress: undefined,
      connection: undefined,
    };
    try {
      const call = readCall(rpc);
      // The guard could not tell whether a change cuts off the line that it comes by.
      if (call.method !== 'CommonGet' && call.method !== 'BatchGet') {
        throw new Refusal(ErrorCode.notWritable, say('Over the line to the cloud the switch is read, not changed.'));
      }
      return formatAnswer(await answerCall({ objects, door, log }, call, caller));
    } catch (error) {
      return formatFailure(error, log);
    }
  };
}
