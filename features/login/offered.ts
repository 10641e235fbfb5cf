import type { NoSessionLeft } from '../../console/session/login.ts';
import type { Translate } from '../../model/values/translate.ts';

/** Asks whether the session that was idle for longest is to be ended. Fetched when it is wanted: the login page stays small. */
export function offered({ remoteAddress, idle }: NoSessionLeft['longestIdle'], t: Translate): string {
  const minutes = Math.floor(idle / 60);
  return minutes > 0
    ? t('End the session from {{address}}, idle for {{minutes}} min, and log in?', { address: remoteAddress, minutes })
    : t('End the session from {{address}}, used within the last minute, and log in?', { address: remoteAddress });
}
