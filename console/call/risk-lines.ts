import { translate } from '../translations/language.ts';
import type { Move } from './guarded.ts';

/** What a question says of a change that may cut the session off: why, where the switch is afterwards, and that the change reverts. */
export function riskLines(reason: string, move: Move | undefined): readonly string[] {
  return [
    reason,
    ...(move ? [[move.words, move.url].filter((part) => part !== undefined).join(' ')] : []),
    translate('Reverts automatically in 60 s unless confirmed.'),
  ];
}
