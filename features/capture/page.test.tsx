// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import { defaultsOf } from '../../model/schema/object.ts';
import { CaptureStatus, captureCtrl, captureLineEntry, captureState } from './objects.ts';
import { capturePage } from './page.ts';

let device: TestDevice;

const line = (captureLineIndex: number, columns: object) => ({
  ...defaultsOf(captureLineEntry.fields),
  captureLineIndex,
  captureLineTime: '2026-11-26 08:19:00.123',
  captureLinePort: 3,
  captureLineDirection: 1,
  ...columns,
});

function open(path: string, state: object = {}, rows: readonly object[] = []) {
  device = startTestDevice([
    { object: captureCtrl, values: {} },
    { object: captureState, values: { ...defaultsOf(captureState.fields), ...state } },
    { object: captureLineEntry, rows: rows as [] },
  ]);
  return openPage(capturePage, path);
}

afterEach(() => {
  cleanup();
  device.stop();
});

it('begins with the port and the station that it was opened for, and sends what is chosen', async () => {
  const { user } = open('/Capture?port=3&mac=02-00-00-00-00-02');
  const ports = await screen.findByRole('group', { name: 'Ports' });
  expect(within(ports).getByRole('checkbox', { name: /^Port 3\b/, checked: true })).toBeDefined();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Protocol' }), 'TCP');
  const port = screen.getByRole('textbox', { name: /^UDP or TCP port/ });
  await user.clear(port);
  await user.type(port, '443');
  await user.click(screen.getByRole('button', { name: 'Start capture' }));
  await waitFor(() => expect(device.sets()).toHaveLength(1));
  expect(device.sets()[0]?.params).toMatchObject({
    Template: 'captureCtrl',
    capturePorts: '3',
    captureMac: '02-00-00-00-00-02',
    captureProtocol: 6,
    captureTransportPort: 443,
    captureRate: 200,
  });
});

it('shows the frames of a running capture, newest first, and stops it', async () => {
  const running = { captureStatus: CaptureStatus.running, captureOfPorts: '3', captureFrames: 2, captureLeftOut: 7 };
  const { user } = open('/Capture', running, [
    line(1, { captureLineProtocol: 'ARP', captureLineWords: 'Question for 10.0.0.9 by 10.0.0.2' }),
    line(2, { captureLineProtocol: 'ICMP', captureLineDirection: 2, captureLineWords: 'Echo request 1' }),
  ]);
  await screen.findByText('Echo request 1');
  const rows = screen.getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => /ARP|ICMP/.exec(textContent)?.[0])).toEqual(['ICMP', 'ARP']);
  expect(screen.queryByRole('button', { name: 'Start capture' })).toBeNull();
  expect(screen.getByText('Left out (sessions of the switch)').parentElement?.textContent).toContain('7');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ captureStop: 1 }));
});
