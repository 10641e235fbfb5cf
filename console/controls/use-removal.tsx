import { type ReactNode, useRef, useState } from 'react';
import type { Translate } from '../../model/values/translate.ts';
import { useText } from '../translations/use-text.ts';
import type { Removal } from './typed-text.ts';

/** Milliseconds after a removal in which a further key is part of the same burst of typing. */
const burst = 1000;

/** Characters that are named one by one; more are hinted at. */
const named = 8;

/** A field's message about removed characters. */
interface RemovalTip {
  /** Undefined where nothing was removed since the field was entered. */
  readonly tip: ReactNode;
  /** Called with what each edit lost; undefined for nothing. */
  readonly onRemoved: (removal: Removal | undefined) => void;
  /** The field is left. */
  readonly onLeft: () => void;
}

/**
 * Removed characters are shown beside a field until it is left. 'Please input a valid value.'
 * (docs/specification/product.md 5) disappears with the next edit that loses nothing, but not during a burst of typing,
 * in which it could not be read.
 */
export function useRemoval(): RemovalTip {
  const t = useText();
  const [shown, setShown] = useState<Removal & { readonly isStanding: boolean }>();
  const removedAt = useRef(0);
  return {
    tip: shown && <RemovalWords removal={shown} isStanding={shown.isStanding} t={t} />,
    onRemoved(removal) {
      const now = performance.now();
      if (removal) {
        removedAt.current = now;
        setShown((before) => ({
          ...before,
          ...removal,
          characters: [...new Set([...(before?.characters ?? []), ...removal.characters])],
          isStanding: removal.characters.length > 0 || before?.isStanding === true,
        }));
      } else if (now - removedAt.current >= burst) {
        setShown((before) => (before?.isStanding ? { ...before, isStanding: false } : before));
      }
    },
    onLeft: () => setShown(undefined),
  };
}

function RemovalWords(props: { readonly removal: Removal; readonly isStanding: boolean; readonly t: Translate }) {
  const { removal, isStanding, t } = props;
  const { characters, limit } = removal;
  const names = characters.slice(0, named).map((character) => nameOf(character, t));
  if (characters.length > named) names.push('…');
  return (
    <>
      {isStanding && <span>{t('Please input a valid value.')} </span>}
      {names.length > 0 && <span>{t('Removed: {{characters}}', { characters: names.join(' ') })} </span>}
      {limit !== undefined && <span>{t('At most {{limit}} characters fit; the rest was cut off.', { limit })}</span>}
    </>
  );
}

/** A character as it can be read. */
function nameOf(character: string, t: Translate): string {
  if (character === ' ') return t('blank');
  if (character === '\t') return t('tab');
  return /[\p{C}\p{Z}]/u.test(character)
    ? `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`
    : `"${character}"`;
}
