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
  const found = await violationsByAxe(page, looks);
  if (found) return found;
  // It stays in the document, which a walk over the pages does not leave.
  await page.evaluate(axe.source);
  return (await violationsByAxe(page, looks)) ?? [];
}

/** What axe finds; undefined where the document does not have it yet. */
function violationsByAxe(page: Page, looks: Looks): Promise<string[] | undefined> {
  return page.evaluate(async ({ rules, within }) => {
    // axe puts itself on the window; its types are of no use inside the browser.
    type Found = { id: string; nodes: { element: Element; failureSummary?: string }[] };
    const { axe } = window as unknown as {
      axe?: { run(within: string | Document | Element, options: object): Promise<{ violations: Found[] }> };
    };
    if (!axe) return undefined;
    // Of each rule axe would name an element in which it finds nothing, by a selector that it makes of all the document; and it would
    // read all style sheets for rules about sound and film.
    const sparing = { resultTypes: ['violations'], selectors: false, elementRef: true, preload: false };
    // WCAG 2.2: targets of 24 px, which axe looks at only when asked.
    const options = rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } };
    const { violations: found } = await axe.run(within ?? document, { ...options, ...sparing });
    /** Whether a target has its size once the page is scrolled there: bars that stay in sight cover what is at the edge. */
    const hasRoomInSight = async (target: Element) => {
      const [x, y] = [window.scrollX, window.scrollY];
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const again = await axe.run(target, { runOnly: ['target-size'], ...sparing });
      window.scrollTo({ left: x, top: y, behavior: 'instant' });
      return again.violations.length === 0;
    };
    const lines: string[] = [];
    for (const { id, nodes } of found) {
      for (const { element, failureSummary } of nodes) {
        if (id === 'target-size' && (await hasRoomInSight(element))) continue;
        const [start = ''] = element.outerHTML.match(/^<[^>]*>/) ?? [];
        lines.push(`${id}: ${start} ${failureSummary}`);
      }
    }
    return lines;
  }, looks);
}

/** Waits until the page has been drawn at its new size, and nothing on it is being read or moving any longer. */
export const drawn = (page: Page): Promise<void> => atRest(page, 2);

/** Waits until nothing on the page is being read or moving any longer. */
export const settled = (page: Page): Promise<void> => atRest(page, 0);

/** Milliseconds that a page may take to read. */
const PATIENCE = 20_000;

/** Waits for so many frames, and then until the page is at rest. */
const atRest = (page: Page, frames: number): Promise<void> => whenAtRest(page, frames, () => {});

/**
 * What a look finds once so many frames were drawn and the page is at rest: all in the browser, since each question from here costs
 * more than its answer. The look is sent as a text, and knows nothing of what is around it here.
 */
export function whenAtRest<Found>(page: Page, frames: number, look: () => Found): Promise<Found> {
  return page.evaluate<Found>(`(${rest})(${frames}, ${PATIENCE}).then(${look})`);
}

/** In the browser. */
async function rest(frames: number, patience: number): Promise<void> {
  for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  for (const start = performance.now(); document.querySelector('main [aria-busy="true"]'); ) {
    if (performance.now() - start > patience) throw new Error('The page is still being read.');
    await new Promise((done) => setTimeout(done, 20));
  }
  // The contents of a closed part of the page (`details`) do not move: their transitions never end.
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility());
  await Promise.all(moving.map((animation) => animation.finished.catch(() => {})));
}

/** The tables of which a part can be seen only by scrolling sideways. */
export const widerThanTheirCards = (page: Page): Promise<string[]> => page.evaluate(tablesWiderThanTheirCards);

/** The same in the browser, to be asked with `whenAtRest`. */
export function tablesWiderThanTheirCards(): string[] {
  return [...document.querySelectorAll('main [role="group"][tabindex="0"]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map((area) => area.getAttribute('aria-label') ?? '');
}

/**
 * What does not fit the width of the page, once it is drawn at that: how far it scrolls sideways, and what can be done with the first
 * row of each table where that cannot be seen without scrolling sideways, by its name. A matrix of buttons has no such.
 */
export function misfits(page: Page): Promise<string[]> {
  return whenAtRest(page, 2, () => {
    const excess = document.documentElement.scrollWidth - window.innerWidth;
    const outOfSight = [...document.querySelectorAll('main tbody')].flatMap((body) => {
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
        .map((action) => `out of sight: ${action.getAttribute('aria-label') ?? action.textContent}`);
    });
    return [...(excess > 0 ? [`the page scrolls sideways by ${excess} px`] : []), ...outOfSight];
  });
}

/** What can be read on the page, or is said of it, in the words that `catalogue` has others for. */
export async function untranslated(page: Page, catalogue: Readonly<Record<string, string>>): Promise<string[]> {
  // The catalogue stays here: sent to the browser for every page, it took longer than all else that is asked in German.
  const texts = await page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
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

/** Where the focus is. */
interface Stop {
  /** Whether that is in the page, and not in its surroundings. */
  readonly isInPage: boolean;
  /** What is wrong with it for somebody who only sees where it is; "" for nothing. */
  readonly fault: string;
}

/** What is wrong with the element that has the focus, for somebody who only sees where it is; "" for nothing. */
export const faultOfFocus = async (page: Page): Promise<string> => (await stopOf(page)).fault;

/** Whether the focus is in the page, and not in its surroundings. */
export const isInPage = async (page: Page): Promise<boolean> => (await stopOf(page)).isInPage;

const stopOf = (page: Page): Promise<Stop> => page.evaluate(presentStop);

/** In the browser. */
function presentStop(): Stop {
  const focused = document.activeElement;
  const isWithin = Boolean(focused?.closest('main'));
  const is = (fault: string) => ({ isInPage: isWithin, fault });
  if (!(focused instanceof HTMLElement) || focused === document.body) return is('nothing has the focus');
  const name = focused.getAttribute('aria-label') ?? focused.textContent ?? focused.outerHTML;
  const ringed = [focused, focused.parentElement, focused.nextElementSibling].some((element) => {
    const { outlineStyle, outlineWidth } = element
      ? getComputedStyle(element)
      : { outlineStyle: 'none', outlineWidth: '0' };
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  if (!ringed) return is(`${name} has no ring`);
  const { left, top, width, height } = focused.getBoundingClientRect();
  const x = left + Math.min(width, window.innerWidth - left) / 2;
  const y = top + Math.min(height, 40) / 2;
  const there = document.elementFromPoint(x, y);
  const isThere = there !== null && (focused.contains(there) || there.contains(focused) || there.closest('label'));
  return is(isThere ? '' : `${name} is out of sight`);
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

/** Presses of Tab a page is walked from its heading: past its head, into its work. */
const STEPS = 5;

/** Where the browser keeps the stops of a walk. */
interface Walked {
  walkedStops?: Stop[];
}

/** In the browser: notes from now on where the focus is before each Tab. */
function noteStops(look: () => Stop): void {
  const walked = window as Walked;
  const stops: Stop[] = [];
  walked.walkedStops = stops;
  document.addEventListener('keydown', () => walked.walkedStops === stops && stops.push(look()), true);
}

/** In the browser: answers what was noted, and takes the focus to what comes last on the page. */
function endStops(look: () => Stop): Stop[] {
  const { walkedStops = [] } = window as Walked;
  (window as Walked).walkedStops = undefined;
  const stops = [...walkedStops, look()];
  const all = document.querySelectorAll<HTMLElement>(
    'main :is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])',
  );
  [...all].findLast((stop) => stop.checkVisibility())?.focus();
  return stops;
}

/** What somebody without a mouse runs into on the page shown, from its heading on. */
export async function faultsOfKeyboard(page: Page): Promise<string[]> {
  // The page notes its stops itself: asked after each press, it took twice as long.
  await page.evaluate(`(${noteStops})(${presentStop})`);
  // Held, as it is sent in half the messages.
  for (let step = 0; step < STEPS; step += 1) await page.keyboard.down('Tab');
  await page.keyboard.up('Tab');
  const [, ...stops] = await page.evaluate<Stop[]>(`(${endStops})(${presentStop})`);
  const outside = stops.findIndex(({ isInPage: isWithin }) => !isWithin);
  const faults = (outside < 0 ? stops : stops.slice(0, outside)).flatMap(({ fault }, step) =>
    fault === '' ? [] : [`stop ${step + 1}: ${fault}`],
  );
  // From what comes last on the page, Tab goes on past it.
  await page.keyboard.press('Tab');
  if (await isInPage(page)) faults.push('the page keeps the focus');
  return faults;
}
