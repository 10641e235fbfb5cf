import { expect, openPage, test } from './console.ts';
import { ofColour, settled, violations, widerThanTheirCards } from './page-checks.ts';

/** The pages of the Surveillance Mode, but for the group at the office's recorder. */
const pages = ['/Overview', '/PoE', '/Time', '/SurveillanceSettings', '/SurveillanceLog', '/HealthDiagnostic'];

// The bar has the cloud's state, too.
test.use({ agentOptions: ['--cloud', 'cloud.example'] });

test('the Surveillance Mode shows cameras as they are found, on pages that read and fit everywhere', async ({
  console: page,
  device,
}) => {
  test.setTimeout(300_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.getByRole('button', { name: 'Surveillance Mode' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('ASV2.0');
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: 'Standard Mode' })).toBeVisible({ timeout: 30_000 });
  const types = async () =>
    Object(await device.read('aSVPortEntry')).map((row: object) => Object(row).aSVPortDeviceType);
  // A camera and a recorder of the office.
  await expect.poll(types, { timeout: 60_000 }).toEqual(expect.arrayContaining([1, 2]));
  const look = async (what: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await settled(page);
      expect.soft(await violations(page, scheme === 'light' ? undefined : ofColour), `${what}, ${scheme}`).toEqual([]);
      for (const width of [1024, 390, 320, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(excess, `${what} at ${width} px`).toBeLessThanOrEqual(0);
      }
      expect.soft(await widerThanTheirCards(page), what).toEqual([]);
    }
  };
  for (const path of pages) {
    await openPage(page, path);
    await look(path);
  }
  // From the recorder at its port to its group.
  await page.getByRole('row', { name: /^18 / }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Port Group Details' })).toBeVisible();
  await look('a group');
  expect(errors).toEqual([]);
});
