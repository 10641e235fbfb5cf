import type { RemoteCall } from '../../model/wire/call.ts';
import { Endpoint } from '../../model/wire/endpoints.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { askPassword } from '../feedback/ask-password.tsx';
import { encryptionFor, readPublicKey } from '../session/encryption.ts';
import { translate } from '../translations/language.ts';
import { CallRefused, failureText, StrangeAnswer } from './failure.ts';
import { request } from './http.ts';

/**
 * Asks for the password that a call needs (8711) and repeats it by `repeat` until the password is right. Throws the refusal
 * where the administrator gives none, and what else `repeat` throws.
 */
export async function proveCall(
  remoteCall: RemoteCall,
  refusal: CallRefused,
  repeat: (proved: RemoteCall) => Promise<unknown>,
): Promise<unknown> {
  let wrong: string | undefined;
  for (;;) {
    const password = await askPassword(failureText(refusal, translate), wrong);
    if (password === undefined) throw refusal;
    const params = { ...remoteCall.params, Proof: await encrypted(password) };
    try {
      return await repeat({ ...remoteCall, params } as RemoteCall);
    } catch (failure) {
      if (!(failure instanceof CallRefused) || failure.code !== ErrorCode.proofRequired) throw failure;
      wrong = failureText(failure, translate);
    }
  }
}

async function encrypted(password: string): Promise<string> {
  const key = readPublicKey((await request(Endpoint.publicKey)).text);
  if (!key) throw new StrangeAnswer('The device answered without a public key.');
  return (await encryptionFor(key))(password);
}
