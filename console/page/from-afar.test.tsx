// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from '../navigation/page.ts';
import { openPage } from './test-page.tsx';

let throughCloud = true;

vi.mock('../boot/device.ts', async (original) => {
  const real = await original<typeof import('../boot/device.ts')>();
  return { ...real, device: () => ({ ...real.device(), ...(throughCloud && { throughCloud: 1 as const }) }) };
});

beforeEach(() => {
  throughCloud = true;
});
afterEach(cleanup);

const atTheSwitch = 'This is done at the switch itself, not from the cloud.';

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
  throughCloud = false;
  expect(isDisabled(await open('Reboot'))).toBe(false);
  expect(screen.queryByText(atTheSwitch)).toBeNull();
});
