import { readFile } from 'node:fs/promises';
import { AgentClient } from '../agent/agent-client.ts';
import { type AgentProcess, password } from './agent-process.ts';
import { answer, apply, expectToast } from './applying.ts';
import { expect, openPage, signIn, test } from './console.ts';

/** A session of its own with a switch that was started again. */
async function again(agent: AgentProcess): Promise<AgentClient> {
  const client = new AgentClient(agent.origin);
  expect(await client.login(password)).toBe(0);
  return client;
}

test('what was saved is there after a power cut, and what was not is gone', async ({ console: page, agent }) => {
  await openPage(page, '/System/SystemManagement');
  await page.getByLabel('System name').fill('kept');
  await apply(page);

  await page.getByRole('button', { name: /^\d+ unsaved changes$/ }).click();
  const panel = page.getByRole('dialog', { name: /unsaved changes/ });
  await expect(panel.getByRole('listitem').filter({ hasText: 'System name' })).toContainText('to kept');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Save to flash' }).click();
  await expect(page.getByText('Save Settings to Flash')).toBeVisible();
  await expectToast(page, 'Save configuration finished.');
  await expect(page.getByText('Save Settings to Flash')).toBeHidden();
  await expect(page.getByRole('button', { name: /unsaved change/ })).toBeHidden();

  await page.getByLabel('Location').fill('lost');
  await apply(page);
  await expect(page.getByRole('button', { name: '1 unsaved change' })).toBeVisible();
  await agent.kill();
  await agent.begin();
  const device = await again(agent);
  expect(await device.read('system')).toMatchObject({ sysName: 'kept', sysLocation: '' });
});

test('two configurations are kept, and the one chosen starts', async ({ console: page, device, agent }) => {
  await device.set('system', { sysName: 'first' });
  await openPage(page, '/Save');
  const flash = page.getByRole('region', { name: 'Flash' });
  await flash.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Save configuration finished.');
  await device.set('system', { sysName: 'second' });
  await flash.getByLabel('Configuration to write').selectOption({ label: 'Configuration 2' });
  await flash.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Save configuration finished.');

  await openPage(page, '/Tools/ConfigBackupRestore');
  await page.getByRole('button', { name: 'Set startup 2' }).click();
  await expectToast(page);
  await agent.kill();
  await agent.begin();
  expect(await (await again(agent)).read('system')).toMatchObject({ sysName: 'second' });

  // The switch that came back does not know the session from before.
  await page.reload();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn(page, agent.origin);
  await openPage(page, '/Tools/ConfigBackupRestore');
  await page.getByRole('button', { name: 'Erase 1' }).click();
  await answer(page, 'OK');
  await expectToast(page);
  await expect(page.getByRole('row', { name: /^1 No empty/ })).toBeVisible();
});

test('a backup brings back what was changed after it', async ({ console: page, device, agent }) => {
  await device.set('system', { sysName: 'backed-up' });
  await openPage(page, '/Tools/ConfigBackupRestore');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download backup' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain('backed-up');
  await device.set('system', { sysName: 'changed' });

  const restore = page.getByRole('region', { name: 'Restore' });
  await restore.getByRole('button', { name: 'Check and restore' }).click();
  await expect(restore.getByText('Choose a file first.')).toBeVisible();
  await restore.getByLabel('File').setInputFiles({
    name: 'broken.cfg',
    mimeType: 'text/plain',
    buffer: Buffer.from('{"nonsense": 1'),
  });
  await restore.getByRole('button', { name: 'Check and restore' }).click();
  await expect(restore.getByRole('status').or(restore.getByRole('alert')).filter({ hasText: /\w/ })).toBeVisible();
  expect(await device.read('system')).toMatchObject({ sysName: 'changed' });

  await restore.getByLabel('File').setInputFiles(file);
  await restore.getByRole('button', { name: 'Check and restore' }).click();
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await expect(question).toContainText('Restore this configuration?');
  await expect(question).toContainText('backed-up');
  await answer(page, 'OK');
  await expect(page.getByRole('timer')).toContainText('The login page opens automatically');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible({ timeout: 60_000 });
  expect(await (await again(agent)).read('system')).toMatchObject({ sysName: 'backed-up' });
});

test('a restart counts down, leads to the login page and keeps what it was told to', async ({
  console: page,
  device,
  agent,
}) => {
  await device.set('system', { sysName: 'over-the-restart' });
  await openPage(page, '/Tools/Reboot');
  const now = page.getByRole('region', { name: 'Reboot now' });
  await expect(now.getByText('Unsaved settings will be lost.')).toBeVisible();
  await now.getByRole('button', { name: 'Reboot' }).click();
  await expect(page.getByRole('dialog', { name: 'Please confirm' })).toContainText('Unsaved settings will be lost.');
  await answer(page, 'Cancel');
  await now.getByLabel('Type').selectOption({ label: 'Save, then reboot' });
  await expect(now.getByText('Unsaved settings will be lost.')).toBeHidden();
  await now.getByRole('button', { name: 'Reboot' }).click();
  await answer(page, 'OK');
  await expect(page.getByRole('timer')).toContainText(/within \d+ s/);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible({ timeout: 60_000 });
  expect(await (await again(agent)).read('system')).toMatchObject({ sysName: 'over-the-restart' });
  await signIn(page, agent.origin);
  await openPage(page, '/Tools/Reboot');
  await expect(page.getByRole('region', { name: 'Last restart' })).toContainText('User');

  const schedule = page.getByRole('region', { name: 'Scheduled reboot' });
  await schedule.getByLabel('Scheduled reboot').selectOption({ label: 'Enabled' });
  await schedule.getByLabel('Save first').selectOption({ label: 'Yes' });
  const time = { Year: '2037', Month: '1', Day: '1', Hour: '3', Minute: '0', Second: '0' };
  for (const [part, value] of Object.entries(time)) await schedule.getByLabel(part).fill(value);
  await schedule.getByRole('button', { name: 'Apply' }).click();
  await expect(schedule.getByText(/365 days/).first()).toBeVisible();
  const { sysTimeCurrent } = (await (await again(agent)).read('sysTimeCtrl')) as { sysTimeCurrent: string };
  const tomorrow = new Date(Date.parse(`${sysTimeCurrent.replace(' ', 'T')}Z`) + 86_400_000);
  await schedule.getByLabel('Year').fill(String(tomorrow.getUTCFullYear()));
  await schedule.getByLabel('Month').fill(String(tomorrow.getUTCMonth() + 1));
  await schedule.getByLabel('Day').fill(String(tomorrow.getUTCDate()));
  await apply(schedule);
  await schedule.getByRole('button', { name: 'Cancel schedule' }).click();
  await expectToast(page);
  expect(await (await again(agent)).read('sysScheduleRebootEntry')).toMatchObject([{ rebootScheduleState: 2 }]);
});
