import { useSyncExternalStore } from 'react';
import type { Translate } from '../../model/values/translate.ts';
import { translation } from './language.ts';

/**
 * The translating function: `const t = useText()`, then `t('English text')`. Redraws the component in another language.
 */
export function useText(): Translate {
  return useSyncExternalStore(translation.subscribe, translation.get, translation.get).t;
}
