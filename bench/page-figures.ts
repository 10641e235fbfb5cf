import type { RunningAgent } from './agent.ts';
import { type LoadedPage, openBrowser } from './browser.ts';
import { byteBudget } from './budgets.ts';
import { kitPages, menuPaths } from './menu-paths.ts';
import { type Figure, kilobytes, median } from './table.ts';

const RUNS = 3;

/** Octets and requests of login and dashboard, and what the dashboard costs a browser that never saw it. */
export async function pageFigures(agent: RunningAgent): Promise<Figure[]> {
  const browser = await openBrowser(agent);
  try {
    const login = await browser.loginPage();
    const dashboards: LoadedPage[] = [];
    for (let run = 0; run < RUNS; run += 1) dashboards.push(await browser.dashboard());
    const middle = (of: (page: LoadedPage) => number) => median(dashboards.map(of));
    const octets = middle((page) => page.octets);
    const requests = middle((page) => page.requests);
    const pages = await browser.furtherPages(kitPages, menuPaths());
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
      { what: 'dashboard, cold, until it shows', measured: `${middle((page) => page.time).toFixed(0)} ms`, budget: '' },
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
    ];
  } finally {
    await browser.close();
  }
}
