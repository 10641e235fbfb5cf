import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = ['features', 'console', 'fleet', 'apps'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
);

/** A button that shows one text and is called by another: `aria-label={t('…' … }>{t('…')}</Button>`. */
const labelled = /aria-label=\{t\('([^']+)'(?:(?!aria-label|<Button)[\s\S])*?>\s*\{t\('([^']+)'\)\}\s*<\/Button>/g;

const buttons = files
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(labelled)].map(([, name = '', shown = '']) => ({
      name,
      shown,
    })),
  );

const languages = ['de', 'es', 'fr', 'it', 'ja', 'pl', 'pt-BR', 'zh-CN'];

function textsIn(language: string): Readonly<Record<string, unknown>> {
  const texts = files.filter((file) => file.endsWith(`/${language}.json`));
  return Object.assign({}, ...texts.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8'))));
}

describe('a button is called by what it shows, too, for those who speak to their computer (WCAG 2.2, 2.5.3)', () => {
  test('there are such buttons', () => {
    expect(buttons.length).toBeGreaterThan(15);
  });

  test.each(['en', ...languages])('in %s', (language) => {
    const texts = language === 'en' ? {} : textsIn(language);
    const said = (text: string) => String(texts[text] ?? text).toLowerCase();
    const apart = buttons.filter(({ name, shown }) => !said(name).includes(said(shown)));
    expect(apart.map(({ name, shown }) => `"${said(shown)}" is called "${said(name)}"`)).toEqual([]);
  });
});
