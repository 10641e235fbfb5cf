import { RequestTimeout } from '../call/http.ts';
import type { Catalogue } from './language.ts';

interface Texts {
  readonly default: Catalogue;
}

/**
 * How a language's groups of texts are fetched from where the build put its texts (scripts/text-groups.mjs), `place`, relative to the console's
 * code: the same release is asked. Rejects if there is no way to the device, or another release is installed by now.
 */
export const fetchedTexts =
  (place: string): ((language: string) => (groups: string) => Promise<Texts>) =>
  (language) =>
  (groups) =>
    textsAt(`${place}${language}/${groups}.json`);

/** The same for a console that fetches all texts of a language at once, whatever group is asked for. */
export const wholeTexts =
  (place: string): ((language: string) => (groups: string) => Promise<Texts>) =>
  (language) => {
    let fetching: Promise<Texts> | undefined;
    return () => {
      fetching ??= textsAt(`${place}${language}.json`);
      // The next call tries again.
      fetching.catch(() => {
        fetching = undefined;
      });
      return fetching;
    };
  };

async function textsAt(path: string): Promise<Texts> {
  const address = new URL(path, import.meta.url);
  const response = await fetch(address, { signal: AbortSignal.timeout(RequestTimeout.default) });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return { default: await response.json() };
}
