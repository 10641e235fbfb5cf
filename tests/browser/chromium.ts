import { existsSync } from 'node:fs';

const shell = '/usr/bin/chromium-headless-shell';

/**
 * The browser of the tests: Chromium's headless shell, which draws the same pages without the rest of a browser in little more
 * than half the processor time, or the whole of it where a distribution has no shell.
 */
export const chromiumProgram = existsSync(shell) ? shell : '/usr/bin/chromium';
