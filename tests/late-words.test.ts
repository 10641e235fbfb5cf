import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lateFields } from '../scripts/late-fields.mjs';
import { lateKeywords } from '../scripts/late-keywords.mjs';
import { lateWords } from '../scripts/late-words.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const pages = `
export const tagged = page({
  under,
  title: 'Tagged',
  heading: 'Tagged VLANs',
  sentence: 'VLANs and their ports.',
  row: { title: 'Modify VLAN', sentence: "The VLAN's ports." },
  page: () => import('./tagged-parts.tsx'),
});
export const other = page({ title: 'Other', sentence: 'It\\'s another.', page: () => import('./other-parts.ts') });
export const again = page({ title: 'Again', sentence: 'Drawn elsewhere.', page: drawn });
`;

describe('words of pages', () => {
  const { transform } = lateWords();
  const declared = transform(pages, `${root}features/network/vlan/pages.ts`)?.code ?? '';
  const parts = (name: string) => transform('export default [];', `${root}features/network/vlan/${name}`)?.code;

  it('are in the menu as numbers, titles as they are', () => {
    expect(declared).toContain(`title: 'Tagged',\n  heading: 0,\n  sentence: 1,`);
    expect(declared).toContain(`row: { title: 'Modify VLAN', sentence: 2 }`);
    expect(declared).toContain(`title: 'Other', sentence: 3,`);
  });

  it('come with the code of their own page', () => {
    expect(parts('tagged-parts.tsx')).toMatch(
      /^import \{ lateWords \} from '\.\.\/\.\.\/\.\.\/console\/navigation\/late-words\.ts';/,
    );
    expect(parts('tagged-parts.tsx')).toContain(
      `{ 0: 'Tagged VLANs', 1: 'VLANs and their ports.', 2: "The VLAN's ports." }`,
    );
    expect(parts('other-parts.ts')).toContain(`{ 3: 'It\\'s another.' }`);
    expect(parts('more-parts.ts')).toBeUndefined();
  });

  it('stay where a page has no code of its own', () => {
    expect(declared).toContain(`sentence: 'Drawn elsewhere.'`);
  });
});

describe('keywords of pages', () => {
  const plugin = lateKeywords();
  plugin.buildStart();
  const transformed = (path: string, code: string) => plugin.transform(code, root + path)?.code;
  const list = transformed('console/navigation/late-keywords.ts', '') ?? '';

  it('come with the palette, where their declaration says', () => {
    const keywords: unknown[] = JSON.parse(list.replace(/^.*?=|;$/g, '').replaceAll(/'((?:[^'\\]|\\.)*)'/g, '"$1"'));
    const path = 'features/recipes/pages.ts';
    const declared = readFileSync(root + path, 'utf8');
    const left = transformed(path, declared) ?? '';
    const places = [...left.matchAll(/keywords: (\d+)/g)].map(([, place]) => keywords[Number(place)]);
    expect(places).toEqual([...declared.matchAll(/keywords: '(.*)'/g)].map(([, words]) => words));
    expect(places.length).toBeGreaterThan(0);
  });

  it('are in declarations of pages only', () => {
    expect(transformed('console/navigation/pages.ts', "keywords: 'a'")).toBeUndefined();
    expect(transformed('features/recipes/parts.tsx', "keywords: 'a'")).toBeUndefined();
  });
});

describe('fields of pages', () => {
  it('are not left out in silence where their constant is missing', async () => {
    const written = lateFields().transform('export const other = {};', `${root}console/help/field-help.ts`);
    await expect(written).rejects.toThrow('no constant fieldHelp');
  });
});
