import { password } from './agent-process.ts';
import { expect, signIn, test } from './console.ts';

test('credentials are encrypted on plain HTTP away from the own machine too', async ({ page, agent, device }) => {
  const { port } = new URL(agent.origin);
  const origin = `http://switch.lan:${port}`;
  // A name that the switch does not go by is another site's.
  expect((await page.goto(origin))?.status()).toBe(421);
  expect((await device.set('system', { sysName: 'switch' })).error.code).toBe(0);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(decodeURIComponent(request.url())));
  await page.goto(origin);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await signIn(page, origin);
  expect(sent.filter((url) => url.includes(password))).toEqual([]);
  expect(await page.evaluate(() => window.localStorage.getItem('GAMBIT'))).not.toBeNull();
});
