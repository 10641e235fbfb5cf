import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { Refusal, type RefusalPlace } from '../refusal.ts';
import { isGuessable } from './common-passwords.ts';

/**
 * Refuses a new password of this user that guessers try first; `shown` are names that anybody reads beside it. Rejects with a
 * `Refusal` at `place`.
 */
export async function refuseGuessable(
  password: string,
  {
    userName,
    shown,
    place,
  }: { readonly userName: string; readonly shown: readonly string[]; readonly place: RefusalPlace },
): Promise<void> {
  if (password.toLowerCase() === userName.toLowerCase()) {
    throw new Refusal(ErrorCode.wrongValue, say('New password must differ from the user name.'), place);
  }
  if (await isGuessable(password, [...shown, userName, 'Faceplate'])) {
    const message = say('New password is too common. Choose another one.');
    throw new Refusal(ErrorCode.wrongValue, message, place);
  }
}
