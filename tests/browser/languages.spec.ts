import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { expect, openPage, test } from './console.ts';
import { languages, menu } from './declared.ts';
import { drawn, misfits, untranslated, widerThanTheirCards } from './page-checks.ts';

/** Which pages are drawn: the same in every worker. */
const seed = Number(process.env.FACEPLATE_SEED ?? 1);

/** Pages that are looked at in each language: `FACEPLATE_PAGES=200` takes all. */
const PAGES = Number(process.env.FACEPLATE_PAGES ?? 6);

/** A desk and a phone. */
const widths = [1440, 390];

/** All pages with a line in the menu are walked through in German elsewhere (pages.spec.ts). */
const others = Object.keys(languages).filter((code) => code !== 'en' && code !== 'de');

const lines = menu.full.filter(({ hidden, path }) => !hidden && !path.includes(':'));

// A switch with a cloud has every page.
test.use({ agentOptions: ['--cloud', 'cloud.example'], isShared: true });

/** The texts of a language, but those that have several plural forms. */
function catalogueOf(code: string): Readonly<Record<string, string>> {
  const texts = ['console', 'features']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(`/${code}.json`))
    .flatMap((file) => Object.entries<unknown>(JSON.parse(readFileSync(file, 'utf8'))));
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

async function choose(page: Page, code: string): Promise<void> {
  await openPage(page, '/Save');
  await page.locator('select:has(option[lang="en"])').selectOption(code);
  await expect(page.locator('html')).toHaveAttribute('lang', code);
}

for (const [at, code] of others.entries()) {
  test(`pages are in ${code}, and fit`, async ({ console: page }) => {
    test.setTimeout(600_000);
    const catalogue = catalogueOf(code);
    const random = seededRandom(seed + at);
    const chosen = lines.map((line) => ({ line, rank: random() })).sort((one, other) => one.rank - other.rank);
    await choose(page, code);
    for (const { line } of chosen.slice(0, PAGES)) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        await openPage(page, line.path);
        const what = `${line.path} at ${width} px`;
        expect.soft(await misfits(page), what).toEqual([]);
        if (width === 1440) expect.soft(await widerThanTheirCards(page), what).toEqual([]);
        expect.soft(await untranslated(page, catalogue), what).toEqual([]);
      }
    }
  });
}

/** The first page of each section of the menu. */
const sections = lines.filter(
  ({ under }, at) => lines.findIndex((other) => other.under[0] === under[0]) === at || under.length === 0,
);

test.describe('from the first frame on', () => {
  // A page that notes all it ever showed is of no use for others.
  test.use({ isNewcomer: true });

  for (const code of ['de', 'ja']) {
    test(`nothing appears in English first: ${code}`, async ({ console: page }) => {
      await choose(page, code);
      // What is shown for a single frame counts, too.
      await page.addInitScript(() => {
        const seen = new Set<string>();
        Object.assign(window, { seen });
        new MutationObserver((changes) => {
          for (const { target, addedNodes } of changes) {
            for (const node of [target, ...addedNodes]) {
              const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
              for (let text: Node | null = texts.currentNode; text; text = texts.nextNode()) {
                if (text.nodeType === Node.TEXT_NODE) seen.add(text.textContent?.trim() ?? '');
              }
            }
          }
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      await page.reload();
      for (const { path } of sections) {
        await openPage(page, path);
        await drawn(page);
      }
      const catalogue = catalogueOf(code);
      const translations = new Set(Object.values(catalogue));
      const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
      expect(seen.length).toBeGreaterThan(200);
      // The name of the system is its owner's.
      const given = ['Switch'];
      const isEnglish = (text: string) => Object.hasOwn(catalogue, text) && !translations.has(text);
      expect(seen.filter((text) => isEnglish(text) && !given.includes(text))).toEqual([]);
    });
  }
});
