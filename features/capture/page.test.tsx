// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { pressable, startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import { decimalComma, speak } from '../../console/translations/test-language.ts';
import { defaultsOf } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { CAPTURE_LINES, CaptureStatus, captureCtrl, captureLineEntry, captureState } from './objects.ts';
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

it('writes the size of the file with the decimal mark of the language', async () => {
  await speak('de', decimalComma);
  open('/Capture', { captureStatus: CaptureStatus.running, captureFrames: 2, captureFileSize: 1234 });
  expect(await screen.findByText('2 · 1,2 kB')).toBeDefined();
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

it.each([
  [CAPTURE_LINES - 1, false],
  [CAPTURE_LINES, true],
])('of %i lines says that they are the last ones: %s', async (lines, isSaid) => {
  const running = { captureStatus: CaptureStatus.running, captureOfPorts: '3', captureFrames: 5000 };
  const rows = Array.from({ length: lines }, (_, at) => line(at + 1, { captureLineWords: `Frame ${at + 1}` }));
  open('/Capture', running, rows);
  await screen.findByText(`Frame ${lines}`);
  expect(screen.queryByText(`the last ${CAPTURE_LINES}`) !== null).toBe(isSaid);
});

it('says under the field what is wrong with a filter, starts when it is mended, and keeps it for the next capture', async () => {
  const { user } = open('/Capture?port=3');
  const start = await screen.findByRole('button', { name: 'Start capture' });
  device.refuse(ErrorCode.inconsistentValue, say('Only TCP and UDP have ports.'), {
    object: 'captureCtrl',
    column: 'captureTransportPort',
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Protocol' }), 'ICMP');
  await user.click(start);
  await screen.findByText('Only TCP and UDP have ports.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^UDP or TCP port/ })));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Protocol' }), 'TCP');
  await pressable(start);
  const answer = device.hold();
  await user.click(start);
  device.change(captureState, { captureStatus: CaptureStatus.running, captureOfPorts: '3' });
  answer();
  await screen.findByRole('heading', { name: 'Capture of port 3' });
  expect(screen.queryByRole('button', { name: 'Start capture' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Capture' }));
  device.change(captureState, { captureStatus: CaptureStatus.ended });
  screen.getByRole('button', { name: 'Stop' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Discard' });
  // Another press of Enter must not discard what was captured.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Download .pcapng'));
  await user.click(screen.getByRole('button', { name: 'New capture' }));
  expect(screen.getByRole('group', { name: 'Ports' }).contains(document.activeElement)).toBe(true);
  expect(screen.getByRole('combobox', { name: 'Protocol' })).toHaveProperty('value', '6');
});

it('shows what an ended capture holds before the form of the next one', async () => {
  const { user } = open('/Capture', { captureStatus: CaptureStatus.ended, captureOfPorts: '3' });
  const discard = await screen.findByRole('button', { name: 'Discard' });
  const regions = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(regions).toEqual(['Capture of port 3', 'Frames', 'New capture']);
  device.change(captureState, { captureStatus: CaptureStatus.none });
  await user.click(discard);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Capture' }));
});
