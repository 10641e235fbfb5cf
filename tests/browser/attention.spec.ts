import { expect, openPage, test } from './console.ts';
import { settled, violations } from './page-checks.ts';

test.describe('the office as delivered', () => {
  test.use({ agentOptions: ['--model', 'TPE-2840WS'], isShared: true });
  test.describe.configure({ mode: 'default' });

  test('says that a printer runs at half duplex wherever that matters, and mends it', async ({ console: page }) => {
    const card = page.getByRole('region', { name: /needs? attention/ });
    const finding = card.getByRole('listitem').filter({ hasText: 'Port 10 runs at half duplex' });
    await expect(finding).toContainText('The far end does not negotiate');
    await expect(page.getByRole('button', { name: /^Port 10, .*half duplex/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^\d+ problems?$/ })).toBeVisible();
    await settled(page);
    expect(await violations(page)).toEqual([]);

    await openPage(page, '/Network/PhysicalInterface');
    const notice = page.getByRole('region', { name: 'Needs attention' });
    await expect(notice).toContainText('Port 10 runs at half duplex');
    await notice
      .getByRole('listitem')
      .filter({ hasText: 'Port 10' })
      .getByRole('button', { name: 'Set to 100F…' })
      .click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Mode of port 10: Auto → 100F');
    await question.getByRole('button', { name: 'OK' }).click();
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).first().click();
      await expect(page.getByText('Port 10 runs at half duplex')).toBeHidden({ timeout: 1000 });
    }).toPass();
  });

  test('puts away what is intended, with who and when', async ({ console: page }) => {
    const card = page.getByRole('region', { name: /attention/ });
    const finding = card.getByRole('listitem').filter({ hasText: 'Port 22' });
    await finding.getByRole('button', { name: 'It is intended' }).click();
    await card.getByText('1 is intended').click();
    await expect(finding).toContainText('Intended, says admin at');
    await page.reload();
    await card.getByText('1 is intended').click();
    await finding.getByRole('button', { name: 'Bring back' }).click();
    await expect(card.getByText('1 is intended')).toBeHidden();
    await expect(finding.getByRole('button', { name: 'It is intended' })).toBeVisible();
  });
});

test.describe('factory settings', () => {
  test.use({ delivered: false, agentOptions: ['--model', 'TPE-2840WS'] });

  test('are no reason to say less of what is plugged in', async ({ console: page, device }) => {
    await expect(page.getByRole('listitem').filter({ hasText: 'Port 10 runs at half duplex' })).toBeVisible();
    const rows: readonly Readonly<Record<string, unknown>>[] = Object(await device.read('attentionEntry'));
    const wrong = rows.map(({ attentionKey }) => attentionKey);
    // Nothing that is only not configured is a problem.
    expect(wrong.filter((key) => !/^(?:half-duplex|slow-link) /.test(String(key)))).toEqual([]);
  });
});
