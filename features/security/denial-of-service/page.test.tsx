// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { dosConfig, dosTypeEntry } from './objects.ts';
import { denialOfServicePage } from './page.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const sent = () => device.sets().map(({ params }) => params);

function open() {
  device = startTestDevice([
    { object: dosConfig, values: {} },
    {
      object: dosTypeEntry,
      rows: [
        { dosType: 1, dosState: 1, dosDropCount: '41' },
        { dosType: 2, dosState: 2 },
        { dosType: 8, dosState: 2 },
      ],
    },
  ]);
  return openPage(denialOfServicePage);
}

describe('Denial of Service', () => {
  it('switches on what is off, and off what is on, in one step each', async () => {
    const { user } = open();
    expect(await screen.findByText('41')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Enable all' }));
    await waitFor(() =>
      expect(sent()).toEqual([2, 8].map((dosType) => ({ Template: 'dosTypeEntry', dosType, dosState: 1 }))),
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Enable all' })).toHaveProperty('disabled', true));
    await user.click(screen.getByRole('button', { name: 'Disable all' }));
    await waitFor(() => expect(sent().slice(2)).toMatchObject([{ dosState: 2 }, { dosState: 2 }, { dosState: 2 }]));
  });

  it('says at the field what this switch cannot tell', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Modify attack Ping of Death' }));
    const form = await screen.findByRole('region', { name: 'Ping of Death' });
    await user.selectOptions(within(form).getByRole('combobox', { name: 'State' }), 'Enabled');
    const why = 'This switch cannot recognize the position of a fragment in its packet.';
    device.refuse(ErrorCode.inconsistentValue, say(why), { object: 'dosTypeEntry', column: 'dosState' });
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    expect(await screen.findByText(why)).toBeDefined();
    expect(document.activeElement).toBe(within(form).getByRole('combobox', { name: 'State' }));
  });

  it('counts anew after asking', async () => {
    const { user } = open();
    await screen.findByText('41');
    await user.click(screen.getByRole('button', { name: 'Clear counters' }));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(sent()).toEqual([{ Template: 'dosConfig', dosClearCounters: 1 }]));
  });
});
