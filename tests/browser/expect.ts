import { expect as builtIn, type ExpectMatcherState, type Locator } from '@playwright/test';

interface Options {
  /** Milliseconds; default that of all expectations. */
  readonly timeout?: number;
}

/** Waits until the element is shown, or is not. */
async function waitFor(
  { isNot, timeout: usual }: ExpectMatcherState,
  locator: Locator,
  name: 'toBeVisible' | 'toBeHidden',
  { timeout = usual }: Options,
) {
  const state = (name === 'toBeVisible') === isNot ? 'hidden' : 'visible';
  try {
    await locator.waitFor({ state, timeout });
    return { pass: !isNot, message: () => '' };
  } catch {
    // What is there in its place, in words.
    const expected = isNot ? builtIn(locator).not : builtIn(locator);
    const failure = await expected[name]({ timeout: 1 }).then(
      () => undefined,
      (error: Error) => error.message,
    );
    const message = failure?.replaceAll('1ms', `${timeout}ms`) ?? '';
    return { pass: failure === undefined ? !isNot : isNot, message: () => message };
  }
}

/**
 * Playwright's expectations. Those of an element that comes or goes wait for it as actions do: the built-in ones read all roles and
 * names of the document for their message each time that they look too early, which took a sixth of the browser's time.
 */
export const expect = builtIn.extend({
  toBeVisible(locator: Locator, options: Options = {}) {
    return waitFor(this, locator, 'toBeVisible', options);
  },
  toBeHidden(locator: Locator, options: Options = {}) {
    return waitFor(this, locator, 'toBeHidden', options);
  },
});
