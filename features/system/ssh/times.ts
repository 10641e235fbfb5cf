import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { GroupValues } from '../../../model/schema/object.ts';
import { sshCtrl } from './objects.ts';

/** Times of a connection in milliseconds: to log in, between questions to a silent client, and until the keys change. */
export function timesOf(settings: GroupValues<typeof sshCtrl>) {
  const time = millisecondsIn(sshCtrl, settings);
  return {
    graceTime: time('sshAuthTimeout'),
    keepaliveInterval: time('sshPollInterval'),
    rekeyInterval: time('sshRekeyInterval'),
  };
}
