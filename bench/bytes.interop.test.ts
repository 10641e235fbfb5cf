// @long-running
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumProgram } from '../tests/browser/chromium.ts';
import { type RunningAgent, startAgent } from './agent.ts';
import { type MeasuredBrowser, openBrowser } from './browser.ts';
import { byteBudget } from './budgets.ts';
import { hostsPage, kitPages, matrixPage, menuPaths } from './menu-paths.ts';

/**
 * Sessions that walk the pages side by side, since each page is mostly waited for; the device accepts four. Files
 * shared by two pages are counted once for each session.
 */
const WALKS = 2;

let agent: RunningAgent;
let browser: MeasuredBrowser;

beforeAll(async () => {
  agent = await startAgent();
  // Octets are the same in whatever draws the pages.
  browser = await openBrowser(agent, chromiumProgram);
});

afterAll(async () => {
  await browser?.close();
  await agent?.stop();
});

test('the login page keeps to its budget of octets and requests', async () => {
  const login = await browser.loginPage();
  expect(login.octets).toBeGreaterThan(10_000);
  expect(login.octets).toBeLessThanOrEqual(byteBudget.login.octets);
  expect(login.requests).toBeLessThanOrEqual(byteBudget.login.requests);
});

test('the dashboard with all that it loads later keeps to its budget of octets and requests', async () => {
  const dashboard = await browser.dashboard();
  expect(dashboard.octets).toBeGreaterThan(10_000);
  expect(dashboard.octets).toBeLessThanOrEqual(byteBudget.dashboard.octets);
  expect(dashboard.requests).toBeLessThanOrEqual(byteBudget.dashboard.requests);
});

test.each(['de', 'ja'])('another language adds little to the dashboard: %s', async (language) => {
  const dashboard = await browser.dashboard(language);
  expect(dashboard.octets).toBeGreaterThan(10_000);
  expect(dashboard.octets).toBeLessThanOrEqual(byteBudget.dashboard.octets + byteBudget.dashboardTexts.octets);
  expect(dashboard.requests).toBeLessThanOrEqual(byteBudget.dashboard.requests + byteBudget.dashboardTexts.requests);
});

test('the first page of its kind after the dashboard keeps to its budget', async () => {
  const pages = await browser.firstPages([...kitPages, matrixPage, hostsPage]);
  expect([...pages.values()].filter((octets) => octets <= 1000)).toEqual([]);
  // Hosts show objects of most features.
  const others = new Map<string, { readonly octets: number }>([
    [matrixPage, byteBudget.matrix],
    [hostsPage, byteBudget.hosts],
  ]);
  const budgetOf = (path: string) => (others.get(path) ?? byteBudget.firstPage).octets;
  expect([...pages].filter(([path, octets]) => octets > budgetOf(path))).toEqual([]);
});

test('a page brings the texts of its own feature in another language, and no others', async () => {
  const paths = ['/System/SNMP/Community', '/Network/VLAN/Tagged', '/Security/PortSecurity/Port', '/Tools/Ping'].filter(
    (path) => menuPaths().includes(path),
  );
  expect(paths.length).toBeGreaterThan(1);
  const pages = [...(await browser.furtherPages(kitPages, paths, 'de'))];
  expect(pages.filter(([, octets]) => octets > byteBudget.page.octets + byteBudget.pageTexts.octets)).toEqual([]);
});

test('each further page keeps to its budget of code and style', { timeout: 300_000 }, async () => {
  const walks = Array.from({ length: WALKS }, (_, walk) =>
    browser.furtherPages(
      [...kitPages, hostsPage],
      menuPaths().filter((_path, at) => at % WALKS === walk),
    ),
  );
  const pages = (await Promise.all(walks)).flatMap((walk) => [...walk]);
  expect(pages).toHaveLength(menuPaths().length);
  const over = pages.filter(([, octets]) => octets > byteBudget.page.octets);
  expect(over).toEqual([]);
});
