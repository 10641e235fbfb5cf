import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './console.ts';

/** The rules of axe that depend on colors: all that may differ between two schemes. */
export const ofColour = ['color-contrast', 'link-in-text-block'];

/** What axe looks at. */
interface Looks {
  /** Default all its rules. */
  readonly rules?: readonly string[];
  /** The element, by a selector; default the whole page, with all that pages have in common. */
  readonly within?: string | undefined;
}

/** What axe finds wrong, one line a node. */
export async function violations(page: Page, looks: Looks = {}): Promise<string[]> {
  // It stays in the document, which a walk over the pages does not leave.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async ({ rules, within }) => {
    // axe puts itself on the window; its types are of no use inside the browser.
    type Found = { id: string; nodes: { target: string[]; failureSummary?: string }[] };
    const { axe } = window as unknown as {
      axe: { run(within: string | Document | Element, options: object): Promise<{ violations: Found[] }> };
    };
    // WCAG 2.2: targets of 24 px, which axe looks at only when asked.
    const options = rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } };
    const { violations: found } = await axe.run(within ?? document, { ...options, resultTypes: ['violations'] });
    /** Whether a target has its size once the page is scrolled there: bars that stay in sight cover what is at the edge. */
    const hasRoomInSight = async (selector: string | undefined) => {
      const target = selector && document.querySelector(selector);
      if (!target) return false;
      const [x, y] = [window.scrollX, window.scrollY];
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const again = await axe.run(target, { runOnly: ['target-size'] });
      window.scrollTo({ left: x, top: y, behavior: 'instant' });
      return again.violations.length === 0;
    };
    const lines: string[] = [];
    for (const { id, nodes } of found) {
      for (const { target, failureSummary } of nodes) {
        if (id === 'target-size' && (await hasRoomInSight(target[0]))) continue;
        lines.push(`${id}: ${target.join(' ')} ${failureSummary}`);
      }
    }
    return lines;
  }, looks);
}

/** Waits until the page has been drawn at its new size. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await settled(page);
}

/** The tables of which a part can be seen only by scrolling sideways. */
export function widerThanTheirCards(page: Page): Promise<string[]> {
  return page
    .locator('main [role="group"][tabindex="0"]')
    .evaluateAll((areas) =>
      areas
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((area) => area.getAttribute('aria-label') ?? ''),
    );
}

/**
 * What can be done with the first row of each table, where that cannot be seen without scrolling sideways; by its name. A
 * matrix of buttons has no such.
 */
export function actionsOutOfSight(page: Page): Promise<string[]> {
  return page.locator('main tbody').evaluateAll((bodies) =>
    bodies.flatMap((body) => {
      const card = (body.closest('[role="group"]') ?? document.documentElement).getBoundingClientRect();
      const cell = body.querySelector(':scope > tr > td:last-child');
      const actions = [...(cell?.querySelectorAll('a, button') ?? [])];
      if (cell?.previousElementSibling?.querySelector('button')) return [];
      return actions
        .filter((action) => action.checkVisibility())
        .filter((action) => {
          const { left, right } = action.getBoundingClientRect();
          return left < card.left - 1 || right > card.right + 1;
        })
        .map((action) => action.getAttribute('aria-label') ?? action.textContent ?? '');
    }),
  );
}

/** What can be read on the page, or is said of it, in the words that `catalogue` has others for. */
export async function untranslated(page: Page, catalogue: Readonly<Record<string, string>>): Promise<string[]> {
  // The catalogue stays here: sent to the browser for every page, it took longer than all else that is asked in German.
  const texts = await page.locator('main').evaluate((main) => {
    const said: string[] = [];
    const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      // A heading's last word is by itself.
      said.push((node.parentElement?.closest('th') ?? node).textContent?.trim() ?? '');
    }
    for (const element of main.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) said.push(element.getAttribute(name) ?? '');
    return [...new Set(said)];
  });
  const translations = translationsIn(catalogue);
  return texts.filter((text) => Object.hasOwn(catalogue, text) && !translations.has(text));
}

/** What a catalogue translates into; of each catalogue once. */
const known = new WeakMap<object, ReadonlySet<string>>();
function translationsIn(catalogue: Readonly<Record<string, string>>): ReadonlySet<string> {
  const translations = known.get(catalogue) ?? new Set(Object.values(catalogue));
  known.set(catalogue, translations);
  return translations;
}

/** What is wrong with the element that has the focus, for somebody who only sees where it is; "" for nothing. */
export function faultOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return 'nothing has the focus';
    const name = focused.getAttribute('aria-label') ?? focused.textContent ?? focused.outerHTML;
    const ringed = [focused, focused.parentElement, focused.nextElementSibling].some((element) => {
      const { outlineStyle, outlineWidth } = element
        ? getComputedStyle(element)
        : { outlineStyle: 'none', outlineWidth: '0' };
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    if (!ringed) return `${name} has no ring`;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const x = left + Math.min(width, window.innerWidth - left) / 2;
    const y = top + Math.min(height, 40) / 2;
    const there = document.elementFromPoint(x, y);
    const isThere = there !== null && (focused.contains(there) || there.contains(focused) || there.closest('label'));
    return isThere ? '' : `${name} is out of sight`;
  });
}

/** Waits until nothing on the page is being read or moving any longer. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  // The contents of a closed part of the page (`details`) do not move: their transitions never end.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility())
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
}

/** Opens the palette, looks for words, and goes to what is found first. */
export async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Find a page or setting' });
  await expect(box).toBeFocused();
  await box.fill(words);
  await page.keyboard.press('Enter');
  await expect(box).toBeHidden();
}

/** Whether the focus is in the page, and not in its surroundings. */
export const isInPage = (page: Page): Promise<boolean> =>
  page.evaluate(() => Boolean(document.activeElement?.closest('main')));

/** Presses of Tab a page is walked from its heading: past its head, into its work. */
const STEPS = 5;

/** What somebody without a mouse runs into on the page shown, from its heading on. */
export async function faultsOfKeyboard(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press('Tab');
    if (!(await isInPage(page))) break;
    const fault = await faultOfFocus(page);
    if (fault !== '') faults.push(`stop ${step + 1}: ${fault}`);
  }
  // From what comes last on the page, Tab goes on past it.
  await page.evaluate(() => {
    const stops = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])',
    );
    [...stops].findLast((stop) => stop.checkVisibility())?.focus();
  });
  await page.keyboard.press('Tab');
  if (await isInPage(page)) faults.push('the page keeps the focus');
  return faults;
}
