import type { Page } from '@playwright/test';
import { AgentClient } from '../agent/agent-client.ts';
import { password } from './agent-process.ts';
import { expect, signIn, test } from './console.ts';

const stored = (page: Page, name: string) => page.evaluate((key) => window.localStorage.getItem(key), name);
const hash = (page: Page) => page.evaluate(() => window.location.hash);

test.describe('on one switch', () => {
  test.use({ isShared: true });
  // The first finds the switch as it never was set up; the others leave no more sessions than there may be.
  test.describe.configure({ mode: 'default' });

  test.describe('the login page', () => {
    test('is the model’s, says nothing after a refusal, and lets one in by Enter', async ({ page, agent }) => {
      await page.goto(agent.origin);
      await expect(page).toHaveTitle('TPE-2840WS Login');
      await expect(page.getByRole('heading', { name: 'TPE-2840WS Login' })).toBeVisible();
      const before = await page.locator('main').innerText();
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
      expect(await page.locator('main').innerText()).toBe(before);
      expect(await stored(page, 'GAMBIT')).toBeNull();
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
      expect(await hash(page)).toBe('#/Wizard/setup0Info');
      expect(await stored(page, 'GAMBIT')).not.toBeNull();
    });

    test('leads to the dashboard once the switch is set up, and back out', async ({ console: page, device }) => {
      expect(await hash(page)).toBe('#/');
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      expect(await stored(page, 'GAMBIT')).toBeNull();
      // Only the caller's own session has ended.
      expect((await device.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);
    });

    test('ends the session that is left when it is opened with one', async ({ console: page, agent }) => {
      const gambit = await stored(page, 'GAMBIT');
      await page.goto(`${agent.origin}/#/login`);
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      await expect.poll(() => stored(page, 'GAMBIT')).toBeNull();
      const body = new URLSearchParams({
        Gambit: gambit ?? '',
        RPC: JSON.stringify({ method: 'CommonGet', id: 0, params: { Template: 'sysConfig' } }),
      });
      const answer = await page.evaluate(
        async (form) =>
          (await fetch('/iss/specific/rpc.js', { method: 'POST', body: new URLSearchParams(form) })).json(),
        body.toString(),
      );
      expect(answer.error.code).toBe(4294967295);
    });

    test('asks for nobody’s page before its login', async ({ page, agent }) => {
      await page.goto(`${agent.origin}/#/Network/VLAN/Tagged`);
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      expect(await hash(page)).toBe('#/');
    });

    test.describe('in a browser that has never been there', () => {
      test.use({ isNewcomer: true });

      test('loads itself once, and once more for a new version of the console', async ({ page, agent }) => {
        const loads: string[] = [];
        page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
        const isShown = () => expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
        await page.goto(agent.origin);
        await isShown();
        expect(loads).toHaveLength(1);
        await page.evaluate(() => window.localStorage.setItem('webVersion', 'older'));
        await page.reload();
        await expect.poll(() => loads.length).toBe(3);
        await isShown();
      });
    });

    test('speaks the language chosen, and keeps it', async ({ page, agent }) => {
      await page.goto(agent.origin);
      await page.getByLabel('Language').selectOption('de');
      await expect(page.getByLabel('Benutzername')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
      expect(await stored(page, 'i18n')).toBe('de');
    });
  });

  test.describe('a session', () => {
    test('goes to the default route that was stored, once', async ({ console: page }) => {
      await page.evaluate(() => window.localStorage.setItem('defaultRouter', 'Network_VLAN_Tagged'));
      await page.evaluate(() => window.location.replace('#/'));
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Tagged VLANs' })).toBeVisible();
      expect(await stored(page, 'defaultRouter')).toBeNull();
    });

    test('that ends asks to sign in, and keeps what was typed', async ({ console: page, agent }) => {
      await page.goto(`${agent.origin}/#/System/SystemManagement`);
      await page.getByLabel('System name').fill('core');
      await page.evaluate(() => window.localStorage.setItem('GAMBIT', 'no longer valid'));
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await page.getByRole('button', { name: 'OK' }).click();
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      await signIn(page, agent.origin);
      await page.getByRole('button', { name: 'Continue there' }).click();
      await expect(page.getByLabel('System name')).toHaveValue('core');
    });
  });
});

test('a session follows the wizard’s hand-over without the password, in the browser that asked for it alone', async ({
  page,
  agent,
  browser,
}) => {
  await signIn(page, agent.origin);
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  const code = await page.evaluate(async () => {
    const rpc = { method: 'CommonSet', id: 0, params: { Template: 'sysWizard', wizardHandOver: 1 } };
    const body = new URLSearchParams({ Gambit: localStorage.getItem('GAMBIT') ?? '', RPC: JSON.stringify(rpc) });
    return (await (await fetch('/iss/specific/rpc.js', { method: 'POST', body })).json()).error.code;
  });
  expect(code).toBe(0);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(agent.origin);
  await expect(stranger.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await (await stranger.request.get(`${agent.origin}/iss/specific/const_common.js`)).text()).not.toMatch(
    /wizard_(?:DHCP|username:.)/,
  );
  await stranger.context().close();

  await page.evaluate(() => window.localStorage.removeItem('GAMBIT'));
  await page.goto(agent.origin);
  await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
  expect(await hash(page)).toBe('#/Wizard/setup3timeLocalCloud');
  // The ticket was good for once.
  await page.evaluate(() => window.localStorage.removeItem('GAMBIT'));
  await page.goto(`${agent.origin}/?again`);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('the wizard leads from the initial password to an own account, saved', async ({ page, agent }) => {
  await signIn(page, agent.origin);
  const next = page.getByRole('button', { name: 'Next' });
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  // After a reload the password of the login is no longer known.
  await page.reload();
  await page.getByLabel('System name').fill('core-1');
  await next.click();
  await page.getByLabel('User name').fill('operator');
  await page.getByLabel('Current password').fill(`${password}x`);
  await page.getByLabel('New password').fill('An-own-Passw0rd');
  await page.getByLabel('Confirm password').fill('An-own-Passw0rt');
  await next.click();
  await expect(page.getByText('The two passwords are not the same.')).toBeVisible();
  await page.getByLabel('Confirm password').fill('An-own-Passw0rd');
  // A step further on is reached by going on: what is wrong here is said here.
  const steps = page.getByRole('list', { name: 'Steps' });
  await steps.getByRole('button', { name: 'Management' }).click();
  await expect(page.getByText('The current password is not correct.')).toBeVisible();
  await page.getByLabel('Current password').fill(password);
  await steps.getByRole('button', { name: 'Management' }).click();
  await expect(page.getByText('this device has no cloud mode')).toBeVisible();
  await steps.getByRole('button', { name: 'Device' }).click();
  await expect(page.getByLabel('System name')).toHaveValue('core-1');
  await steps.getByRole('button', { name: 'Management' }).click();
  await next.click();
  await expect(page.getByLabel('Time zone')).toHaveValue('15');
  await page.getByRole('button', { name: "Use this computer's time" }).click();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Management address' })).toBeVisible();

  // Left and entered again: what was chosen is still there.
  await page.goto(`${agent.origin}/#/Save`);
  await expect(page.getByRole('heading', { name: 'Save', exact: true })).toBeVisible();
  await page.goto(`${agent.origin}/#/Wizard/setup1UserPassword`);
  await expect(page.getByLabel('User name')).toHaveValue('operator');
  await page.goto(`${agent.origin}/#/Wizard/WizardApply`);

  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('Save Settings to Flash')).toBeVisible();
  await expect(page.getByText('The initial password must be replaced.')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible({ timeout: 30_000 });
  expect(await hash(page)).toBe('#/');

  await agent.kill();
  await agent.begin();
  const client = new AgentClient(agent.origin);
  expect(await client.login('An-own-Passw0rd', 'operator')).toBe(0);
  expect(await client.read('system')).toMatchObject({ sysName: 'core-1' });
  expect(await (await client.get('/iss/specific/const_common.js')).text()).toContain('ConfigIsDefault = 0');
});

test('the wizard sets a switch up for local management with an address from DHCP, and saves all of it', async ({
  page,
  agent,
}) => {
  await signIn(page, agent.origin);
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await page.getByLabel('New password').fill('An-own-Passw0rd');
  await page.getByLabel('Confirm password').fill('An-own-Passw0rd');
  await next.click();
  await expect(page.getByRole('heading', { name: 'Management' })).toBeVisible();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
  await next.click();
  await page.getByLabel('Get IP from').selectOption({ label: 'DHCP' });
  await next.click();
  await expect(page.getByRole('row', { name: /Setup done/ })).toBeVisible();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('The switch requests an address by DHCP.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Front panel' })).toBeVisible({ timeout: 60_000 });

  await agent.kill();
  await agent.begin();
  const client = new AgentClient(agent.origin);
  expect(await client.login('An-own-Passw0rd')).toBe(0);
  expect(await client.read('ipv4InterfaceEntry')).toMatchObject([{ ipAddrCfgMode: 2 }]);
  expect(await (await client.get('/iss/specific/const_common.js')).text()).toContain('ConfigIsDefault = 0');
});
