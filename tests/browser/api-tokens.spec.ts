import { expect, test } from './console.ts';

test('a token made by keyboard alone lets a program call, and the page leads to the reference of the calls', async ({
  console: page,
  agent,
  request,
}) => {
  await page.goto(`${agent.origin}/#/System/Administration`);
  await page.getByRole('button', { name: 'Add API token' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('ansible');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  // The fixture enters the password that is asked for meanwhile.
  await page.locator('code', { hasText: /^fpt_/ }).waitFor();
  const token = await page.locator('code', { hasText: /^fpt_/ }).innerText();
  await expect(page.getByRole('row', { name: /ansible.*Read and change/ })).toBeVisible();

  const call = (params: object, method = 'CommonSet') =>
    request.post(`${agent.origin}/iss/specific/rpc.js`, {
      headers: { authorization: `Bearer ${token}` },
      data: { method, id: 0, params },
    });
  const tried = await (await call({ Template: 'system', sysName: 'attic', DryRun: 1 })).json();
  expect(tried.result.words.join()).toContain('attic');
  expect((await (await call({ Template: 'system', sysName: 'attic' })).json()).error.code).toBe(0);

  const link = page.getByRole('link', { name: 'Reference of all calls and objects (OpenRPC)' });
  const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
  const reference = await (await request.get(address)).json();
  expect(reference.components.schemas.system.properties.sysName.title).toBe('System name');

  await page.getByRole('button', { name: 'Revoke token ansible' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No API tokens: programs cannot use the switch without a login.')).toBeVisible();
  expect((await call({ Template: 'system' }, 'CommonGet')).status()).toBe(401);
});
