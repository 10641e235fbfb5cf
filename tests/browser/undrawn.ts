import { type Browser, type BrowserContextOptions, type CDPSession, type Page, test } from '@playwright/test';
import { paintCorner } from './painted-corner.ts';

/** By which pages are covered. */
const sessions = new WeakMap<Page, CDPSession>();

/**
 * Lets the browser paint no more than a corner of the page. Tests ask the document, and pixels, which are made in software here,
 * took a quarter of all processor time. Layout, styles, frames, scrolling, the focus and what a click at a place meets are those of
 * the whole viewport. A test that failed is repeated on a page that is painted: its trace has pictures.
 */
async function leaveUndrawn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  sessions.set(page, session);
  let viewport = page.viewportSize();
  const cover = () => paintCorner(session);
  await cover();
  // All of a page becomes visible with another size: it is covered in the same breath, before anything of it is painted.
  page.viewportSize = () => viewport;
  page.setViewportSize = async (size) => {
    const { width: screenWidth, height: screenHeight } = size;
    const metrics = { ...size, screenWidth, screenHeight, deviceScaleFactor: 1, mobile: false };
    await Promise.all([session.send('Emulation.setDeviceMetricsOverride', metrics), cover()]);
    viewport = size;
  };
}

/** A page of a browser that is new to the console: nothing is kept of what others loaded. */
export async function newPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  if (test.info().retry === 0) await leaveUndrawn(page);
  return page;
}

/** Keeps a picture of all that the viewport shows, for somebody who looks into a failure. */
export async function takePicture(page: Page, path: string): Promise<void> {
  const size = page.viewportSize();
  if (size) await sessions.get(page)?.send('Emulation.setVisibleSize', size);
  await page.screenshot({ path });
}
