// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { decimalComma, speak } from '../../../console/translations/test-language.ts';
import { defaultsOf } from '../../../model/schema/object.ts';
import { pingCtlEntry, pingResultsEntry } from '../ping/objects.ts';
import { pingWatchdogCtrl, pingWatchdogEntry } from './objects.ts';
import { pingWatchdogEditPage, pingWatchdogPage } from './pages.ts';

const camera = {
  ...defaultsOf(pingWatchdogEntry.fields),
  pingWatchdogIndex: 1,
  pingWatchdogTarget: '192.0.2.7',
  pingWatchdogStatus: 4,
  pingWatchdogFails: 2,
};

let device: TestDevice;

beforeEach(() => {
  device = startTestDevice([
    { object: pingWatchdogCtrl, values: { pingWatchdogState: 1 } },
    { object: pingWatchdogEntry, rows: [camera] },
    { object: pingCtlEntry, values: {} },
    {
      object: pingResultsEntry,
      values: {
        ...defaultsOf(pingResultsEntry.fields),
        pingResultsOperStatus: 3,
        pingResultsTarget: '192.0.2.7',
        pingResultsProbeResponses: 1,
        pingResultsAverageRtt: 0.42,
      },
    },
  ]);
});

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Ping Watchdog', () => {
  it('shows how the hosts stand, and leads to the page of one', async () => {
    const { user } = openPage(pingWatchdogPage, pingWatchdogPage.path, [pingWatchdogEditPage]);
    const row = await screen.findByRole('row', { name: /192\.0\.2\.7/ });
    expect(within(row).getByText('Not responding')).toBeDefined();
    await user.click(within(row).getByRole('button', { name: /^Modify/ }));
    const interval = await screen.findByRole('textbox', { name: /^Ping interval/ });
    await user.clear(interval);
    await user.type(interval, '20');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'pingWatchdogEntry',
      pingWatchdogIndex: 1,
      pingWatchdogInterval: 20,
    });
  });

  it('says that nothing is pinged while it is disabled', async () => {
    device.change(pingWatchdogCtrl, { pingWatchdogState: 2 });
    openPage(pingWatchdogPage);
    expect(await screen.findByText('No host is pinged while the watchdog is disabled.')).toBeDefined();
  });
});

describe('Ping Watchdog Edit', () => {
  it('adds a host under the next number that is free', async () => {
    const { user } = openPage(pingWatchdogEditPage, pingWatchdogEditPage.path, [pingWatchdogPage]);
    await user.type(await screen.findByRole('textbox', { name: /^IP address/ }), '2001:db8::7');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ pingWatchdogIndex: 2, pingWatchdogTarget: '2001:db8::7' });
  });

  it('pings what is typed once, and says whether it answers', async () => {
    const { user } = openPage(pingWatchdogEditPage, pingWatchdogEditPage.path, [pingWatchdogPage]);
    const ping = await screen.findByRole('button', { name: 'Ping once' });
    expect(ping).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: /^IP address/ }), '192.0.2.7');
    await user.click(ping);
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ pingCtlTargetAddress: '192.0.2.7', pingCtlProbeCount: 1 });
    expect(await screen.findByText('192.0.2.7 responds within 0.42 ms.')).toBeDefined();
  });

  it('writes the time of an answer with the decimal mark of the language', async () => {
    await speak('de', decimalComma);
    const { user } = openPage(pingWatchdogEditPage, pingWatchdogEditPage.path, [pingWatchdogPage]);
    await user.type(await screen.findByRole('textbox', { name: /^IP address/ }), '192.0.2.7');
    await user.click(screen.getByRole('button', { name: 'Ping once' }));
    expect(await screen.findByText('192.0.2.7 responds within 0,42 ms.')).toBeDefined();
  });

  it('shows the off time only for what is done at the port', async () => {
    const { user } = openPage(pingWatchdogEditPage, pingWatchdogEditPage.path, [pingWatchdogPage]);
    const action = await screen.findByRole('combobox', { name: /^Action/ });
    expect(screen.queryByRole('textbox', { name: /^Off time/ })).toBeNull();
    await user.selectOptions(action, 'Port off and on');
    expect(await screen.findByRole('textbox', { name: /^Off time/ })).toBeDefined();
  });
});
