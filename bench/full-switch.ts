import type { Page } from '@playwright/test';
import { type AgentSession, signIn } from './agent.ts';
import { type MeasuredBrowser, openBrowser } from './browser.ts';
import { withAddresses, withFullTable } from './mac-table.ts';
import { clickLineAtWork, unfoldMenu } from './menu-click.ts';
import { menuLines } from './menu-paths.ts';
import { type Figure, median } from './table.ts';
import { CHANGE_BUDGET, costOfChanges, createVlans } from './vlan-change.ts';

/** MST instances at most (docs/specification/product.md 9). */
const INSTANCES = 31;

/** How often each page is opened on either switch. */
const ROUNDS = 3;

/** Milliseconds; longer tasks make a page stutter (W3C Long Tasks API). */
const LONG_TASK = 50;

/** How many times as long as on a switch that holds next to nothing a page may take until its data show. */
const TIMES = 2;

/** Milliseconds after which a page is no longer expected to show its data. */
const PATIENCE = 60_000;

/** Milliseconds below which it does not matter how many times that is. */
const CLICK_WARM = 100;

/** Minimum time to open a page, in milliseconds. */
interface Opening {
  readonly time: number;
  /** The longest task; 0 where none was longer than `LONG_TASK`. */
  readonly task: number;
}

/**
 * Cost of one change on a full switch, and click to data there (52 ports, 4,094 VLANs, 16,384 addresses, 31 MST
 * instances and their ports), beside one of the same model with one VLAN and one instance, in turns: other load of the
 * machine slows both.
 */
export function pagesOfFullSwitch(paths = menuLines()): Promise<Figure[]> {
  return withAddresses(0, (bare) =>
    withFullTable(async (full) => {
      await createInstances(await signIn(bare.origin), 1);
      const session = await signIn(full.origin);
      await createVlans(session, 2, 4094);
      await createInstances(session, INSTANCES);
      // The first changes warm the agent up.
      await costOfChanges(session, full.pid, 2047);
      const change = changeFigure(await costOfChanges(session, full.pid, 2047));
      const browsers = [await openBrowser(bare), await openBrowser(full)] as const;
      try {
        const lines = paths.filter((line) => line !== '/');
        return [change, ...figures(await openings(browsers, lines))];
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
  lines: readonly string[],
): Promise<Map<string, readonly [Opening, Opening]>> {
  const [bare, full] = [await browsers[0].signedIn('/'), await browsers[1].signedIn('/')];
  const taken = new Map<string, [Opening[], Opening[]]>(lines.map((path) => [path, [[], []]]));
  // From page to page: passing the dashboard each time would mostly measure that.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [path, [ofBare, ofFull]] of taken) {
      const both = [await click(bare, path), await click(full, path)] as const;
      // The first one fetches the code.
      if (round === 0) continue;
      ofBare.push(both[0]);
      ofFull.push(both[1]);
    }
  }
  const shortest = new Map<string, readonly [Opening, Opening]>();
  for (const [path, [ofBare, ofFull]] of taken) shortest.set(path, [least(ofBare), least(ofFull)]);
  // A slow operation by the clock is measured again by its work: the clock includes the rest of the machine.
  for (const [path, both] of shortest) {
    if (both[1].task <= LONG_TASK) continue;
    await click(full, path === lines[0] ? (lines[1] ?? '/') : (lines[0] ?? '/'));
    const task = await browsers[1].longestTask(full, async () => void (await click(full, path)));
    shortest.set(path, [both[0], { ...both[1], task }]);
  }
  return shortest;
}

/** Other load of the machine only ever adds time: the minimum of several rounds is the page's own. */
function least(rounds: readonly Opening[]): Opening {
  return {
    time: Math.min(...rounds.map(({ time }) => time)),
    task: Math.min(...rounds.map(({ task }) => task)),
  };
}

/** Clicks a line of the menu, and waits until the page that it leads to has its data. */
async function click(page: Page, path: string): Promise<Opening> {
  await unfoldMenu(page);
  return clickLineAtWork(page, path, PATIENCE);
}

function changeFigure(cost: number): Figure {
  return {
    what: 'one VLAN change on a full switch: 52 ports × 4,094 VLANs × 16,384 addresses × 31 MST instances',
    measured: `${cost.toFixed(1)} ms of processor time`,
    budget: `≤ ${CHANGE_BUDGET} ms`,
    holds: cost <= CHANGE_BUDGET,
  };
}

function figures(taken: ReadonlyMap<string, readonly [Opening, Opening]>): Figure[] {
  const all = [...taken];
  const ratio = ([bare, full]: readonly [Opening, Opening]) =>
    full.time <= CLICK_WARM ? Math.min(1, full.time / bare.time) : full.time / bare.time;
  const worst = all.reduce((most, entry) => (ratio(entry[1]) > ratio(most[1]) ? entry : most));
  const longest = all.reduce((most, entry) => (entry[1][1].task > most[1][1].task ? entry : most));
  const half = (which: 0 | 1) => median(all.map(([, both]) => both[which].time));
  return [
    {
      what: `click to data shown, warm, full switch beside a bare one, ${all.length} menu entries`,
      measured: `${half(1).toFixed(0)} ms, ${(half(1) / half(0)).toFixed(2)} ×`,
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
      measured: `${longest[1][1].task.toFixed(0)} ms of processor time`,
      budget: `≤ ${LONG_TASK} ms`,
      holds: longest[1][1].task <= LONG_TASK,
    },
  ];
}
