import type { Page } from '@playwright/test';

/** What came of a click on a line of the menu. */
export interface ClickedLine {
  /**
   * Milliseconds from the release of the mouse button, which is when a click happens, until a frame begins with the page's heading
   * and all its data in the document.
   */
  readonly time: number;
  /** Frames until then without heading or data. */
  readonly blankFrames: number;
}

/** A click that is followed in the browser. */
interface WatchedClick {
  readonly clicked: Promise<ClickedLine>;
  longestTask(): Promise<number>;
}

/** Frames in which the menu comes to rest that was unfolded, before anything is measured. */
const REST = 2;

/** Milliseconds for which the mouse button is held down, which a hand seldom does for less. A click is its release. */
const PRESS = 60;

/** Unfolds the menu, which folds behind a page that is left: to find the next line in it is no part of a click. */
export async function unfoldMenu(page: Page): Promise<void> {
  await page.evaluate(async (rest) => {
    for (;;) {
      const folded = document.querySelectorAll<HTMLElement>('#menu nav button[aria-expanded="false"]');
      if (folded.length === 0) break;
      for (const button of folded) button.click();
      await new Promise(requestAnimationFrame);
    }
    for (let frame = 0; frame < rest; frame += 1) await new Promise(requestAnimationFrame);
  }, REST);
}

/**
 * Clicks a line of the unfolded menu with the mouse: it is moved there, its button pressed and released. Throws where the page has not shown its data after `patience` milliseconds.
 */
export async function clickLine(page: Page, path: string, patience: number): Promise<ClickedLine> {
  return (await watchedClick(page, path, patience)).clicked;
}

/** The same, with the milliseconds of the longest task by the clock; 0 where none was longer than 50 (W3C Long Tasks API). */
export async function clickLineAtWork(
  page: Page,
  path: string,
  patience: number,
): Promise<ClickedLine & { readonly task: number }> {
  const { clicked, watch } = await watchedClick(page, path, patience);
  return { ...clicked, task: await watch.evaluate((watched) => watched.longestTask()) };
}

async function watchedClick(page: Page, path: string, patience: number) {
  const watch = await page.evaluateHandle(watchClick, { path, patience });
  await page.locator(`#menu nav a[href="#${path}"]`).click({ delay: PRESS });
  return { watch, clicked: await watch.evaluate(({ clicked }) => clicked) };
}

/** In the browser: follows the next click until the page that it leads to has its data. */
function watchClick({ path, patience }: { path: string; patience: number }): WatchedClick {
  const former = document.querySelector('main h1');
  const waits = 'main [aria-busy="true"], main [class*="skeleton"]';
  let task = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) task = Math.max(task, duration);
  });
  observer.observe({ type: 'longtask' });
  const click = new Promise<Event>((resolve) => {
    window.addEventListener('click', resolve, { capture: true, once: true });
  });
  const clicked = click.then(async ({ timeStamp }) => {
    let blankFrames = 0;
    for (;;) {
      await new Promise(requestAnimationFrame);
      const time = performance.now() - timeStamp;
      const heading = document.querySelector('main h1');
      // A Refresh button keeps what is shown, and is busy with the parts that are read behind it.
      const waiting = [...document.querySelectorAll(waits)].filter(({ tagName }) => tagName !== 'BUTTON');
      const isBlank = heading === null || waiting.length > 0;
      if (isBlank) blankFrames += 1;
      else if (heading !== former) return { time, blankFrames };
      if (time > patience) throw new Error(`${path} does not show its data.`);
    }
  });
  return {
    clicked,
    async longestTask() {
      // A task is reported once it is over.
      await new Promise(requestAnimationFrame);
      for (const { duration } of observer.takeRecords()) task = Math.max(task, duration);
      observer.disconnect();
      return task;
    },
  };
}
