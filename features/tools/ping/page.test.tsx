// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { toasts } from '../../../console/feedback/toast.ts';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { pingCtlEntry, pingProbeHistoryEntry, pingResultsEntry } from './objects.ts';
import { pingPage } from './page.ts';

let device: TestDevice;

const results = {
  pingResultsOperStatus: 1,
  pingResultsTarget: '192.0.2.7',
  pingResultsIpTargetAddress: '192.0.2.7',
  pingResultsProblem: '',
  pingResultsSentProbes: 2,
  pingResultsProbeResponses: 1,
  lossPercent: 50,
  pingResultsMinRtt: 0.42,
  pingResultsAverageRtt: 0.42,
  pingResultsMaxRtt: 0.42,
};

function open(path: string, change: object = {}) {
  device = startTestDevice([
    { object: pingCtlEntry, values: {} },
    { object: pingResultsEntry, values: { ...results, ...change } },
    {
      object: pingProbeHistoryEntry,
      rows: [
        { pingProbeHistoryIndex: 1, pingProbeHistoryStatus: 1, pingProbeHistoryResponse: 0.42 },
        { pingProbeHistoryIndex: 2, pingProbeHistoryStatus: 4, pingProbeHistoryResponse: -1 },
      ],
    },
  ]);
  return openPage(pingPage, path);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Ping', () => {
  it('starts what is typed and leads to its result', async () => {
    const { user, router } = open('/Tools/Ping');
    await user.type(await screen.findByRole('textbox', { name: /^Destination/ }), '192.0.2.7');
    const count = screen.getByRole('textbox', { name: /^Number of requests/ });
    await user.clear(count);
    await user.type(count, '2');
    await user.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(router.state.shown.location.pathname).toBe('/Tools/PingTestResult/192.0.2.7'));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'pingCtlEntry',
      pingCtlTargetAddress: '192.0.2.7',
      pingVlan: 0,
      pingCtlTimeOut: 3,
      pingCtlProbeCount: 2,
      pingCtlDataSize: 56,
    });
  });

  it.each(['', '224.0.0.1', '192.0.2', '192.0.2.1/8'])('starts nothing for "%s"', async (target) => {
    const { user } = open('/Tools/Ping');
    const field = await screen.findByRole('textbox', { name: /^Destination/ });
    if (target !== '') await user.type(field, target);
    await user.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(device.sets()).toEqual([]);
  });
});

describe('Ping Test Result', () => {
  it('shows the answers of the test that runs, and stops it', async () => {
    const { user } = open('/Tools/PingTestResult/192.0.2.7');
    expect(await screen.findByText('Timed out')).toBeDefined();
    expect(screen.getByText('Reply')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ pingStop: 1 }));
    expect(device.sets()).toHaveLength(1);
  });

  it('starts a test where there is none of its destination, once', async () => {
    open('/Tools/PingTestResult/2001%3Adb8%3A%3A1');
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'pingCtlEntry', pingCtlTargetAddress: '2001:db8::1' });
  });

  it('starts nothing for what is no destination, and goes back', async () => {
    const { router } = open('/Tools/PingTestResult/1.2.3');
    await waitFor(() => expect(router.state.shown.location.pathname).toBe('/Tools/Ping'));
    expect(toasts.get().map(({ text }) => text)).toEqual(['Invalid IPv4 address.']);
    expect(device.sets()).toEqual([]);
  });

  it('says why nothing could be sent', async () => {
    open('/Tools/PingTestResult/192.0.2.7', { pingResultsOperStatus: 3, pingResultsProblem: 'No DNS server answers.' });
    expect(await screen.findByText('No DNS server answers.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Again' })).toBeDefined();
  });
});
