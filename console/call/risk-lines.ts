import { translate } from '../translations/language.ts';
import type { Move } from './guarded.ts';

/**
 * What a question says of a change that may cut the session off: why, where the switch is afterwards, and whether the change
 * reverts. A final one does not.
 */
export function riskLines(reason: string, move: Move | undefined, isFinal: boolean): readonly string[] {
  return [
    reason,
    ...(move ? [[move.words, move.url].filter((part) => part !== undefined).join(' ')] : []),
    ...(isFinal ? [] : [translate('Reverts automatically in 60 s unless confirmed.')]),
  ];
}
