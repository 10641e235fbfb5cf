import { RequestTimeout } from '../call/http.ts';
import type { Catalogue } from './language.ts';

/**
 * How a language's groups of texts are fetched from the files that the build wrote (scripts/text-groups.mjs) at `place`, relative to the
 * console's code: the same release is asked. Rejects if there is no way to the device, or another release is installed by now.
 */
export function fetchedTexts(
  place: string,
): (language: string) => (group: string) => Promise<{ readonly default: Catalogue }> {
  return (language) => async (group) => {
    const address = new URL(`${place}${language}/${group}.json`, import.meta.url);
    const response = await fetch(address, { signal: AbortSignal.timeout(RequestTimeout.default) });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return { default: await response.json() };
  };
}
