// @vitest-environment happy-dom
import { generateKeyPairSync } from 'node:crypto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { writeBundle } from '../../../device/firmware/write-bundle.ts';
import { defaultsOf } from '../../../model/schema/object.ts';
import { sysConfig } from '../../save/objects.ts';
import { FirmwareImage, FirmwareStatus, fwImageEntry, fwUpgradeCtrl, ImageState } from './objects.ts';
import { firmwareUpgradePage, firmwareUpgradeStatusPage } from './pages.ts';

let device: TestDevice;

const image = (fwImageId: number, fwImageState: number) => ({
  ...defaultsOf(fwImageEntry.fields),
  fwImageId,
  fwImageState,
  fwImageVersion: `0.${fwImageId}.0`,
});

function open(path: string, change: object = {}, dirty = 2) {
  device = startTestDevice([
    { object: fwUpgradeCtrl, values: { ...defaultsOf(fwUpgradeCtrl.fields), fwRunningImage: 1, ...change } },
    { object: fwImageEntry, rows: [image(1, ImageState.running), image(2, ImageState.standBy)] },
    { object: sysConfig, values: { ...defaultsOf(sysConfig.fields), configDirty: dirty } },
  ]);
  return openPage(firmwareUpgradePage, path, [firmwareUpgradeStatusPage]);
}

afterEach(() => {
  cleanup();
  device.stop();
});

const upgrade = '/Tools/FirmwareUpgrade';

it('refuses a file that is no firmware, before anything is sent', async () => {
  const { user } = open(upgrade);
  await user.upload(await screen.findByLabelText(/^File/), new File(['noise'], 'noise.bundle'));
  expect(await screen.findByText('The file is not a firmware image.')).toBeDefined();
  expect(device.sets()).toEqual([]);
});

it('refuses firmware for another model, before anything is sent', async () => {
  const { user } = open(upgrade);
  const file = { name: 'dist/device/main.cjs', content: Buffer.from('program') };
  const { privateKey } = generateKeyPairSync('ed25519');
  const octets = writeBundle({ models: ['TPE-5240WS'], version: '9.0.0', files: [file] }, privateKey);
  await user.upload(await screen.findByLabelText(/^File/), new File([new Uint8Array(octets)], 'other.bundle'));
  expect(await screen.findByText('The image is for model TPE-5240WS.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Upgrade' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(device.sets()).toEqual([]);
});

it('starts the other slot from now on, or empties it, once that is confirmed', async () => {
  const { user } = open(upgrade);
  await user.click(await screen.findByRole('button', { name: 'Use at next start 2' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ fwBootImage: 2 }));
  await user.click(screen.getByRole('button', { name: 'Delete 2' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()[1]?.params).toMatchObject({ fwDeleteImage: 2 }));
  expect(screen.queryByRole('button', { name: 'Delete 1' })).toBeNull();
});

it('offers the firmware as it was installed where another one starts next', async () => {
  const { user } = open(upgrade, { fwNextImage: 2 });
  await user.click(await screen.findByRole('button', { name: 'Start as installed' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ fwBootImage: FirmwareImage.installed }));
  cleanup();
  open(upgrade, { fwNextImage: FirmwareImage.installed });
  await screen.findByRole('button', { name: 'Delete 2' });
  expect(screen.queryByRole('button', { name: 'Start as installed' })).toBeNull();
});

it('warns of settings that are not saved, and where no other firmware can be started', async () => {
  open(upgrade, { fwRunningImage: FirmwareImage.unmanaged }, 1);
  expect(await screen.findByText('Unsaved settings will be lost: save them first.')).toBeDefined();
  expect(await screen.findByText(/started without its boot program/)).toBeDefined();
});

it('leads from an upgrade under way to its status, and from none to the page', async () => {
  const { router } = open(upgrade, { fwOperStatus: FirmwareStatus.writing, fwProgress: 40 });
  await waitFor(() => expect(router.state.shown.location.pathname).toBe('/Tools/FirmwareUpgradeStatus'));
  device.change(fwUpgradeCtrl, { fwOperStatus: FirmwareStatus.idle });
  await waitFor(() => expect(router.state.shown.location.pathname).toBe(upgrade));
});

it('says why an upgrade failed, and leads back', async () => {
  const failed = { fwOperStatus: FirmwareStatus.failed, fwLastError: 'The image is damaged.' };
  open('/Tools/FirmwareUpgradeStatus', failed);
  expect(await screen.findByText('The image is damaged.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Back' })).toBeDefined();
});
