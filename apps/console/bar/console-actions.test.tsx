// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from '../../../console/navigation/page.ts';
import { openPage } from '../../../console/page/test-page.tsx';
import { useConsoleActions } from './use-console-actions.ts';

let throughCloud = false;

vi.mock('../../../console/boot/device.ts', async (original) => {
  const real = await original<typeof import('../../../console/boot/device.ts')>();
  return { ...real, device: () => ({ ...real.device(), ...(throughCloud && { throughCloud: 1 as const }) }) };
});

afterEach(cleanup);

/** The titles of the actions, as a page of the console has them. */
async function titles(): Promise<string> {
  const Actions = () => (
    <section aria-label="actions">
      {useConsoleActions()
        .map(({ title }) => title)
        .join(', ')}
    </section>
  );
  openPage(page({ title: 'Try', page: async () => ({ default: Actions }) }));
  return (await screen.findByLabelText('actions')).textContent ?? '';
}

it('offers the wizard and the other mode at the switch, not through its cloud, which may do neither', async () => {
  expect(await titles()).toMatch(/Setup wizard.*Surveillance Mode/);
  cleanup();
  throughCloud = true;
  expect(await titles()).not.toMatch(/Setup wizard|Mode/);
});
