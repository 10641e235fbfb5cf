import { setRow } from '../console/call/object-calls.ts';
import type { Translate } from '../model/values/translate.ts';
import { poePortExtEntry, RESTART_SECONDS } from './poe/power-over-ethernet/objects.ts';

/** The restart of the device that a port powers: the call, the question before it, and what is said for it. */
export function restartOfDevice(port: number, t: Translate) {
  return {
    ask: {
      text: t('The device on port {{port}} loses power for {{seconds}} s. Restart it?', {
        port,
        seconds: RESTART_SECONDS,
      }),
    },
    call: setRow(poePortExtEntry, { pethPsePortIndex: port, poePortRestart: 1 }),
    what: 'Restart device',
    success: t('The device on port {{port}} restarts.', { port }),
  };
}
