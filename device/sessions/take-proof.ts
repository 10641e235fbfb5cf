import { say } from '../../model/values/message.ts';
import type { RemoteCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { Refusal } from '../refusal.ts';
import { proofRequired } from './access-proof.ts';
import type { LoginKey } from './login-key.ts';
import { type ProofSurroundings, proveUser } from './sign-in.ts';

/**
 * Takes the password that a call was repeated with; false where there is none. Throws a `Refusal`: 8711 where it is wrong, 8703 or
 * 13 as a login does.
 */
export async function takeProof(
  around: ProofSurroundings & { readonly key: LoginKey },
  { params }: RemoteCall,
  { user, remoteAddress }: { readonly user: string; readonly remoteAddress: string },
): Promise<boolean> {
  const sealed = 'Proof' in params ? params.Proof : undefined;
  if (sealed === undefined) return false;
  const opened = around.key.unseal(String(sealed));
  if (!opened || !around.key.redeem(opened.nonce)) throw proofRequired();
  try {
    await proveUser(around, { name: user, password: opened.value, remoteAddress });
  } catch (error) {
    const isWrong = error instanceof Refusal && error.code === ErrorCode.badCredentials;
    throw isWrong ? new Refusal(ErrorCode.proofRequired, say('The password is not correct.')) : error;
  }
  return true;
}
