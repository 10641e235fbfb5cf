import { AgentClient } from '../agent/agent-client.ts';
import { password } from './agent-process.ts';
import { expect, openPage, signIn, test } from './console.ts';

test('a password changed elsewhere ends the session with a message, and the draft waits for the next one', async ({
  console: page,
  device,
  agent,
}) => {
  await openPage(page, '/System/SystemManagement');
  await page.getByLabel('Location').fill('Rack 4');
  const fresh = 'Quiet-Harbour-3';
  const change = { oldPassword: password, sysUserPassword: fresh, confirmPassword: fresh };
  expect((await device.set('sysUserEntry', { sysUserIndex: 1, ...change })).error.code).toBe(0);
  // A poll may have found out before, and the message then stands in front of the button.
  await page.getByRole('button', { name: 'Apply', exact: true }).dispatchEvent('click');
  const modal = page.getByRole('alertdialog');
  await expect(modal).toContainText(/session/i);
  // It can only be acknowledged.
  await page.keyboard.press('Escape');
  await expect(modal).toBeVisible();
  await modal.getByRole('button', { name: 'OK' }).click();
  await signIn(page, agent.origin, fresh);
  await page.getByRole('button', { name: 'Continue there' }).click();
  await expect(page.getByLabel('Location')).toHaveValue('Rack 4');
  await expect(page.getByText('Your entries were restored.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect.poll(() => device.login(fresh)).toBe(0);
  await expect.poll(() => device.read('system')).toMatchObject({ sysLocation: 'Rack 4' });
});

test.describe('on one switch', () => {
  test.use({ isShared: true });
  test.describe.configure({ mode: 'default' });

  test('the bell counts warnings and leads to the log', async ({ console: page, agent }) => {
    await expect(page.getByRole('button', { name: /^0 warnings, / })).toBeVisible();
    expect(await new AgentClient(agent.origin).login('wrong')).not.toBe(0);
    await page.reload();
    await page.getByRole('button', { name: /^1 warning, / }).click();
    const popover = page.getByRole('dialog', { name: /^1 warning, / });
    await expect(popover).toContainText('Login from 127.0.0.1 failed.');
    expect((await popover.boundingBox())?.width).toBe(340);
    await popover.getByRole('link', { name: 'View All' }).click();
    await expect(page.getByRole('heading', { name: 'System Log', level: 1 })).toBeVisible();
    await expect(popover).toBeHidden();
  });

  test('the sidebar stays as it was left, and covers a narrow page only when asked for', async ({
    console: page,
    agent,
  }) => {
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const sidebar = page.getByLabel('Side bar');
    const status = async () =>
      (await page.context().cookies(agent.origin)).find(({ name }) => name === 'sidebarStatus')?.value;
    await expect(menu).toBeVisible();
    expect((await sidebar.boundingBox())?.width).toBe(250);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu).toBeHidden();
    expect(await status()).toBe('0');
    await page.reload();
    await expect(page.locator('main h1')).toBeVisible();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu).toBeVisible();
    expect(await status()).toBe('1');

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu).toBeVisible();
    await page.mouse.click(380, 400);
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('button', { name: 'System' }).click();
    await menu.getByRole('link', { name: 'Timeout' }).click();
    await expect(page.getByRole('heading', { name: 'Timeout', level: 1 })).toBeVisible();
    await expect(menu).toBeHidden();
    expect(await status()).toBe('1');
  });

  test('the palette finds pages and actions, and leaving entries behind is asked about', async ({ console: page }) => {
    await expect(page.locator('main h1')).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find a page or setting' });
    await palette.getByRole('combobox').fill('pvid');
    // What LLDP says of PVIDs comes after the page that sets them.
    const pages = palette.getByRole('option').filter({ hasText: /Page$/ });
    await expect(pages).toHaveText([/VLAN.*Port/, /LLDP.*Dot1 TLVs/]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'VLAN Port' })).toBeVisible();
    await expect(palette).toBeHidden();

    await page.getByLabel('PVID of port 5').fill('7');
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('mirroring');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Please confirm' });
    await expect(question).toContainText('Your entries were not applied yet.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('PVID of port 5')).toHaveValue('7');
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('mirroring');
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('heading', { name: 'Mirroring', level: 1 })).toBeVisible();
  });

  test('the palette leads to a field, to a port, and to ports that are then ticked', async ({ console: page }) => {
    const palette = page.getByRole('dialog', { name: 'Find a page or setting' });
    const find = async (query: string, first: RegExp) => {
      await page.keyboard.press('Control+k');
      await palette.getByRole('combobox').fill(query);
      await expect(palette.getByRole('option').first()).toHaveText(first);
      await page.keyboard.press('Enter');
    };
    await expect(page.locator('main h1')).toBeVisible();
    await find('hello time', /^Hello Time/);
    await expect(page.getByLabel('Hello Time')).toBeFocused();
    await find('5-8', /^Settings of ports 5-8/);
    await expect(page.getByRole('checkbox', { name: 'Select port 6' })).toBeChecked();
    await find('port 7', /^Port 7/);
    await expect(page.getByRole('complementary', { name: 'Port 7' })).toBeVisible();
  });

  test('the Surveillance Mode is entered after a question, and left again', async ({ console: page, device }) => {
    await page.getByRole('button', { name: 'Surveillance Mode' }).click();
    const question = page.getByRole('dialog', { name: 'Please confirm' });
    await expect(question).toContainText('Are you sure you want to change to the Surveillance Mode');
    await question.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Standard Mode' })).toBeVisible();
    expect(await device.read('aSVViewMode')).toEqual({ sysWebViewMode: 2 });
    expect(await page.evaluate(() => window.localStorage.getItem('ASV'))).toBe('1');
    await page.getByRole('button', { name: 'Standard Mode' }).click();
    await expect(page.getByRole('button', { name: 'Surveillance Mode' })).toBeVisible();
    expect(await device.read('aSVViewMode')).toEqual({ sysWebViewMode: 1 });
    expect(await page.evaluate(() => window.localStorage.getItem('ASV'))).toBeNull();
  });

  // The last: the switch that came back knows nothing of what was not saved.
  test('a lost connection is told of, and found again', async ({ console: page, agent }) => {
    await openPage(page, '/System/Timeout');
    await agent.kill();
    await page.getByRole('button', { name: 'Refresh' }).click();
    const banner = page.getByText(/^The switch has not responded since/);
    await expect(banner).toBeVisible({ timeout: 30_000 });
    await agent.begin();
    await expect(banner).toBeHidden({ timeout: 30_000 });
    // The restarted switch does not know the former session, and reloading shows that.
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  });
});
