import type { Page } from '@playwright/test';
import { type AgentSession, signIn } from './agent.ts';
import { type MeasuredBrowser, openBrowser } from './browser.ts';
import { withAddresses, withFullTable } from './mac-table.ts';
import { menuLines } from './menu-paths.ts';
import { type Figure, median } from './table.ts';
import { createVlans } from './vlan-change.ts';

/** MST instances at most (specification section 9). */
const INSTANCES = 31;

/** How often each page is opened on either switch. */
const ROUNDS = 3;

/** Milliseconds; longer tasks make a page stutter (W3C Long Tasks API). */
const LONG_TASK = 50;

/** How many times as long as on a switch that holds next to nothing a page may take until its data show. */
const TIMES = 2;

/** Milliseconds below which it does not matter how many times that is. */
const CLICK_WARM = 100;

/** What opening a page took: medians, in milliseconds. */
interface Opening {
  readonly time: number;
  /** Processor time of the longest task. */
  readonly task: number;
}

/**
 * Click to data on a switch that is full (52 ports, 4,094 VLANs, 16,384 addresses, 31 MST instances and their ports) beside one of
 * the same model that holds one VLAN and one instance, in turns: what the machine does meanwhile slows both.
 */
export function pagesOfFullSwitch(paths = menuLines()): Promise<Figure[]> {
  return withAddresses(0, (bare) =>
    withFullTable(async (full) => {
      await createInstances(await signIn(bare.origin), 1);
      const session = await signIn(full.origin);
      await createVlans(session, 2, 4094);
      await createInstances(session, INSTANCES);
      const browsers = [await openBrowser(bare), await openBrowser(full)] as const;
      try {
        return figures(await openings(browsers, paths));
      } finally {
        await Promise.all(browsers.map((browser) => browser.close()));
      }
    }),
  );
}

async function createInstances(session: AgentSession, count: number): Promise<void> {
  await session.call('CommonSet', { Template: 'dot1dStp', stpGlobalStatus: 1, dot1dStpVersion: 3, Force: 1 });
  for (let instance = 1; instance <= count; instance += 1) {
    await session.call('CommonSet', {
      Template: 'ieee8021MstpVlanV2Entry',
      RowStatus: 4,
      ieee8021MstpId: instance,
      mstVlanList: `${instance * 100}-${instance * 100 + 99}`,
    });
  }
}

/** For each menu line what it took on the bare switch and on the full one, its code being there. */
async function openings(
  browsers: readonly [MeasuredBrowser, MeasuredBrowser],
  paths: readonly string[],
): Promise<Map<string, readonly [Opening, Opening]>> {
  const [bare, full] = [await browsers[0].signedIn('/'), await browsers[1].signedIn('/')];
  const taken = new Map<string, readonly [Opening, Opening]>();
  for (const path of paths.filter((line) => line !== '/')) {
    const rounds: (readonly [Opening, Opening])[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const both = [await opening(browsers[0], bare, path), await opening(browsers[1], full, path)] as const;
      // The first one fetches the code.
      if (round > 0) rounds.push(both);
    }
    const middle = (which: 0 | 1): Opening => ({
      time: median(rounds.map((both) => both[which].time)),
      task: median(rounds.map((both) => both[which].task)),
    });
    taken.set(path, [middle(0), middle(1)]);
  }
  return taken;
}

async function opening(browser: MeasuredBrowser, page: Page, path: string): Promise<Opening> {
  await click(page, '/');
  let time = Number.NaN;
  const task = await browser.longestTask(page, async () => {
    time = await click(page, path);
  });
  return { time, task };
}

/** Milliseconds from a click on a line of the menu until the page that it leads to has its data. */
async function click(page: Page, path: string): Promise<number> {
  const closed = page.locator('#menu nav button[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
  return page.evaluate(async (to) => {
    const link = document.querySelector<HTMLElement>(`#menu nav a[href="#${to}"]`);
    if (!link) throw new Error(`The menu has no line for ${to}.`);
    const former = document.querySelector('main h1');
    const waits = 'main [aria-busy="true"], main [class*="skeleton"]';
    const began = performance.now();
    link.click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      const heading = document.querySelector('main h1');
      if (heading !== null && heading !== former && document.querySelector(waits) === null) {
        return performance.now() - began;
      }
    }
  }, path);
}

function figures(taken: ReadonlyMap<string, readonly [Opening, Opening]>): Figure[] {
  const all = [...taken];
  const ratio = ([bare, full]: readonly [Opening, Opening]) =>
    full.time <= CLICK_WARM ? Math.min(1, full.time / bare.time) : full.time / bare.time;
  const worst = all.reduce((most, entry) => (ratio(entry[1]) > ratio(most[1]) ? entry : most));
  const longest = all.reduce((most, entry) => (entry[1][1].task > most[1][1].task ? entry : most));
  const middle = (which: 0 | 1) => median(all.map(([, both]) => both[which].time));
  return [
    {
      what: `click to data shown, warm, full switch beside a bare one, ${all.length} menu entries`,
      measured: `${middle(1).toFixed(0)} ms, ${(middle(1) / middle(0)).toFixed(2)} ×`,
      budget: '',
    },
    {
      what: `the same, where the full one takes most beside the bare one (${worst[0]})`,
      measured: `${worst[1][1].time.toFixed(0)} ms, ${ratio(worst[1]).toFixed(2)} ×`,
      budget: `≤ ${TIMES} ×, or ${CLICK_WARM} ms`,
      holds: ratio(worst[1]) <= TIMES,
    },
    {
      what: `longest task of opening a page of a full switch (${longest[0]})`,
      measured: `${longest[1][1].task.toFixed(0)} ms, ${longest[1][0].task.toFixed(0)} ms on the bare one`,
      budget: `≤ ${LONG_TASK} ms`,
      holds: longest[1][1].task <= LONG_TASK,
    },
  ];
}
