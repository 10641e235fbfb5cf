// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { servePage } from '../../../console/boot/testing.ts';
import { page } from '../../../console/navigation/page.ts';
import { openPage } from '../../../console/page/test-page.tsx';
import { useConsoleActions } from './use-console-actions.ts';

afterEach(() => {
  cleanup();
  servePage({});
});

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
  servePage({ throughCloud: 1 });
  expect(await titles()).not.toMatch(/Setup wizard|Mode/);
});
