// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { show, startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { sysConfig } from '../../save/objects.ts';
import { RebootType, sysRebootCtrl } from './objects.ts';
import { RebootCard } from './RebootCard.tsx';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

test.each<[keyof typeof RebootType, 1 | 2, { readonly resets: boolean; readonly loses: boolean }]>([
  ['normal', 1, { resets: false, loses: true }],
  ['normal', 2, { resets: false, loses: false }],
  ['saveFirst', 1, { resets: false, loses: false }],
  ['factoryDefault', 2, { resets: true, loses: false }],
  ['factoryDefaultKeepAddress', 1, { resets: true, loses: true }],
  ['factoryDefaultKeepAddressAndAccount', 2, { resets: true, loses: false }],
])(
  'a restart of type %s, unsaved changes %i, says what it does before',
  async (name, configDirty, { resets, loses }) => {
    device = startTestDevice([
      { object: sysConfig, values: { configDirty } },
      { object: sysRebootCtrl, values: {} },
    ]);
    const begun: [number, boolean][] = [];
    show(<RebootCard onRestart={(...given) => begun.push(given)} />);
    const type = await screen.findByRole('combobox', { name: 'Type' });
    fireEvent.change(type, { target: { value: String(RebootType[name]) } });
    const warning = 'Unsaved settings will be lost.';
    await waitFor(() => expect(screen.queryByText(warning) !== null).toBe(loses));
    fireEvent.click(screen.getByRole('button', { name: 'Reboot' }));
    const question = await screen.findByRole('dialog');
    const words = question.textContent;
    expect(words).toContain(`Type: ${sysRebootCtrl.fields.rebootType.show(RebootType[name])}.`);
    expect([words.includes('reset to factory values'), words.includes(warning)]).toEqual([resets, loses]);
    expect(device.sets()).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(begun).toEqual([[RebootType[name], false]]));
    const params = { Template: sysRebootCtrl.name, rebootType: RebootType[name] };
    expect(device.sets()).toEqual([{ method: 'CommonSet', params }]);
  },
);
