import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const features = fileURLToPath(new URL('../features', import.meta.url));

/** The keywords of a page besides its name, as in a declaration. */
const keywords = /\bkeywords: ('(?:[^'\\]|\\.)*')/g;

const declares = (path) => /[/\\]pages?\.ts$/.test(path);

/**
 * Removes the keywords of pages from what the console loads first: a declaration keeps their place in the list that
 * comes with the palette, its only reader.
 */
export function lateKeywords() {
  const places = new Map();
  return {
    name: 'late-keywords',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      for (const path of readdirSync(features, { recursive: true }).filter(declares).sort()) {
        for (const [, literal] of readFileSync(join(features, path), 'utf8').matchAll(keywords)) {
          if (!places.has(literal)) places.set(literal, places.size);
        }
      }
    },
    transform(code, id) {
      if (/\/console\/navigation\/late-keywords\.ts$/.test(id)) {
        return { code: `export const lateKeywords = [${[...places.keys()].join(', ')}];`, map: null };
      }
      if (!id.includes('/features/') || !declares(id)) return undefined;
      return { code: code.replaceAll(keywords, (_, literal) => `keywords: ${places.get(literal)}`), map: null };
    },
  };
}
