import type { RunningAgent } from './agent.ts';
import { type LoadedPage, type MenuClick, openBrowser } from './browser.ts';
import { byteBudget, warmPageBudget } from './budgets.ts';
import { hostsPage, kitPages, menuLines, menuPaths } from './menu-paths.ts';
import { type Figure, kilobytes, median } from './table.ts';

const RUNS = 3;

/** Milliseconds from a click on a menu line until the page's data show. */
const CLICK_WARM = 100;
const CLICK_COLD = 200;

/** How many times as much Cockpit's networking page takes, at least. */
const Ahead = { octets: 8, mainThread: 5, time: 5 } as const;

/**
 * The address of the networking page of a Cockpit to load in turns with the dashboard, as of
 * `cockpit-ws --address 127.0.0.1 --port 9099 --local-session cockpit-bridge` on a host with systemd and NetworkManager:
 * http://127.0.0.1:9099/network
 */
const cockpit = process.env.FACEPLATE_COCKPIT;

/** Octets and requests of login and dashboard, and what the dashboard costs a browser that never saw it. */
export async function pageFigures(agent: RunningAgent): Promise<Figure[]> {
  const browser = await openBrowser(agent);
  try {
    const login = await browser.loginPage();
    const dashboards: LoadedPage[] = [];
    const others: LoadedPage[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      dashboards.push(await browser.dashboard());
      if (cockpit) others.push(await browser.cockpitPage(new URL(cockpit)));
    }
    const middle = (of: (page: LoadedPage) => number) => median(dashboards.map(of));
    const octets = middle((page) => page.octets);
    const requests = middle((page) => page.requests);
    const pages = await browser.furtherPages([...kitPages, hostsPage], menuPaths());
    const clicks = await browser.menuClicks(menuLines());
    const again = [...clicks.values()].flatMap((click) => click.again ?? []);
    const largest = [...pages].reduce((most, page) => (page[1] > most[1] ? page : most));
    return [
      {
        what: 'login page, everything on the wire',
        measured: `${kilobytes(login.octets)}, ${login.requests} requests`,
        budget: `≤ ${kilobytes(byteBudget.login.octets)}, ${byteBudget.login.requests} requests`,
        holds: login.octets <= byteBudget.login.octets && login.requests <= byteBudget.login.requests,
      },
      {
        what: 'dashboard, cold, everything on the wire',
        measured: `${kilobytes(octets)}, ${requests} requests`,
        budget: `≤ ${kilobytes(byteBudget.dashboard.octets)}, ${byteBudget.dashboard.requests} requests`,
        holds: octets <= byteBudget.dashboard.octets && requests <= byteBudget.dashboard.requests,
      },
      {
        what: 'dashboard, cold, until its data show',
        measured: `${middle((page) => page.time).toFixed(0)} ms`,
        budget: '',
      },
      {
        what: `largest further page, code and style (${largest[0]})`,
        measured: kilobytes(largest[1]),
        budget: `≤ ${kilobytes(byteBudget.page.octets)}`,
        holds: largest[1] <= byteBudget.page.octets,
      },
      {
        what: 'dashboard, cold, work of the main thread',
        measured: `${middle((page) => page.mainThread).toFixed(0)} ms`,
        budget: '',
      },
      ...besideCockpit(dashboards, others),
      ...clickFigures(clicks),
      {
        what: 'frames without data while the page shown is drawn anew',
        measured: String(again.reduce((sum, { blankFrames }) => sum + blankFrames, 0)),
        budget: '0',
        holds: again.every(({ blankFrames }) => blankFrames === 0),
      },
    ];
  } finally {
    await browser.close();
  }
}

/** The dashboard's figures relative to those of Cockpit's page in the same run. */
function besideCockpit(dashboards: readonly LoadedPage[], others: readonly LoadedPage[]): Figure[] {
  if (others.length === 0) return [];
  const names = { octets: 'octets', mainThread: 'work of the main thread', time: 'time until its data show' };
  return (['octets', 'mainThread', 'time'] as const).map((column) => {
    const [own, other] = [dashboards, others].map((pages) => median(pages.map((page) => page[column])));
    const times = (other ?? 0) / (own ?? 1);
    return {
      what: `Cockpit's networking page beside the dashboard, ${names[column]}`,
      measured: `${times.toFixed(1)} × (${(own ?? 0).toFixed(0)}, ${(other ?? 0).toFixed(0)})`,
      budget: `≥ ${Ahead[column]} ×`,
      holds: times >= Ahead[column],
    };
  });
}

/** From a click on each menu entry until its data show: with its code, warm, and on the page shown. */
function clickFigures(clicks: ReadonlyMap<string, MenuClick>): Figure[] {
  const middle = (of: (click: MenuClick) => number) => median([...clicks.values()].map(of));
  const ratio = middle((click) => click.ratio);
  return [
    clickFigure(clicks, 'with its code', CLICK_COLD, ({ cold }) => cold),
    clickFigure(clicks, 'warm', CLICK_WARM, ({ warm }) => warm),
    {
      what: 'the same, against an empty call and a frame',
      floor: `${middle(({ baseline }) => baseline).toFixed(1)} ms`,
      measured: `${middle(({ warm }) => warm).toFixed(1)} ms`,
      ratio: ratio.toFixed(2),
      budget: `≤ ${warmPageBudget}`,
      holds: ratio <= warmPageBudget,
    },
    clickFigure(clicks, 'on the page shown', CLICK_WARM, ({ again }) => again?.time),
  ];
}

/** The middle and the slowest of the menu entries. */
function clickFigure(
  clicks: ReadonlyMap<string, MenuClick>,
  which: string,
  budget: number,
  of: (click: MenuClick) => number | undefined,
): Figure {
  const times = [...clicks].flatMap(([path, click]) => {
    const time = of(click);
    return time === undefined ? [] : [{ path, time }];
  });
  const slowest = times.reduce((most, one) => (one.time > most.time ? one : most));
  return {
    what: `click to data shown, ${which}, ${times.length} menu entries (slowest: ${slowest.path})`,
    measured: `${median(times.map(({ time }) => time)).toFixed(0)} ms; slowest ${slowest.time.toFixed(0)} ms`,
    budget: `≤ ${budget} ms`,
    holds: slowest.time <= budget,
  };
}
