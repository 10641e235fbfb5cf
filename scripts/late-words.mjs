import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = 'console/navigation/late-words.ts';

/** The words of a page's declaration that are shown only on the page itself. */
const words = /\b(sentence|heading|fromAfar):\s*('(?:[^'\\]|\\.)*'|"[^"]*")/g;

/** The declarations of a module, each until the next one begins. */
const declarations = /\bpage\(\{.*?(?=\bpage\(\{|$)/gs;

/** The module that a declaration fetches. */
const fetched = /\bpage: \(\) => import\('(\.[^']+)'\)/;

/**
 * Moves words of pages from their declarations, which the menu loads, into the modules that draw the pages: a declaration keeps their place
 * among the late words.
 */
export function lateWords() {
  /** By module, the words that it brings, as program text, by place. */
  const brought = new Map();
  const places = new Map();
  return {
    name: 'late-words',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(root, id).split(sep).join('/');
      if (/^features\/.*\bpages?\.ts$/.test(path)) return { code: moved(code, dirname(path)), map: null };
      const own = brought.get(path);
      if (!own) return undefined;
      const from = relative(dirname(path), place).split(sep).join('/');
      const all = own.map(([at, text]) => `${at}: ${text}`).join(', ');
      return {
        code: `import { lateWords } from '${from}';\n${code}\nObject.assign(lateWords, { ${all} });\n`,
        map: null,
      };
    },
  };

  function moved(code, folder) {
    return code.replaceAll(declarations, (declaration) => {
      const to = fetched.exec(declaration)?.[1];
      if (to === undefined) return declaration;
      const module = join(folder, to).split(sep).join('/');
      return declaration.replaceAll(words, (_, name, text) => {
        const key = `${module} ${text}`;
        if (!places.has(key)) {
          places.set(key, places.size);
          brought.set(module, [...(brought.get(module) ?? []), [places.get(key), text]]);
        }
        return `${name}: ${places.get(key)}`;
      });
    });
  }
}
