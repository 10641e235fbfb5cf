// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { servePage } from '../boot/testing.ts';
import { page } from '../navigation/page.ts';
import { openPage } from './test-page.tsx';

beforeEach(() => servePage({ throughCloud: 1 }));
afterEach(() => {
  cleanup();
  servePage({});
});

const atTheSwitch = 'This can be done only at the switch itself, not from the cloud.';

/** Opens a page with one button. */
const open = (title: string, fromAfar?: string) => {
  const Press = () => <button type="button">Press</button>;
  openPage(page({ under: ['Tools'], title, ...(fromAfar && { fromAfar }), page: async () => ({ default: [Press] }) }));
  return screen.findByRole('button', { name: 'Press' });
};

const isDisabled = (button: HTMLElement) => button.closest('fieldset')?.disabled === true;

it('lets what is the switch’s own only be looked at through the cloud, and says where it is changed', async () => {
  expect(isDisabled(await open('Reboot'))).toBe(true);
  expect(screen.getByText(atTheSwitch)).toBeDefined();
});

it('says of a page with another way from afar which that is', async () => {
  expect(isDisabled(await open('Firmware Upgrade', 'In the fleet.'))).toBe(true);
  expect(screen.getByText('In the fleet.')).toBeDefined();
  expect(screen.queryByText(atTheSwitch)).toBeNull();
});

it('leaves what the cloud may change as it is, and everything at the switch', async () => {
  expect(isDisabled(await open('Ping'))).toBe(false);
  cleanup();
  servePage({});
  expect(isDisabled(await open('Reboot'))).toBe(false);
  expect(screen.queryByText(atTheSwitch)).toBeNull();
});
