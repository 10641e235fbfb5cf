// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show, startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { say } from '../../model/values/message.ts';
import { cfgHistoryEntry, HistoryKind, HistoryState, HistoryWay } from '../history/objects.ts';
import { hostEntry } from '../hosts/objects.ts';
import { portCtrlEntry } from '../network/physical-interface/objects.ts';
import { ifXEntry } from '../system/statistics/objects.ts';
import LatelyCards from './LatelyCards.tsx';
import { WhenSeen } from './WhenSeen.tsx';

let device: TestDevice | undefined;

afterEach(() => {
  cleanup();
  device?.stop();
  vi.unstubAllGlobals();
});

const change = (cfgHistoryIndex: number, what: string, more = {}) => ({
  cfgHistoryIndex,
  cfgHistoryKind: HistoryKind.change,
  cfgHistoryState: HistoryState.unsaved,
  cfgHistoryTime: '2026-01-31 13:09:09',
  cfgHistoryUser: 'eva',
  cfgHistoryWay: HistoryWay.ssh,
  cfgHistoryCount: 1,
  cfgHistoryRevertible: 1,
  cfgHistorySaid: JSON.stringify([{ what: say('{{value}}', { value: what }), from: { text: 'a' }, to: { text: 'b' } }]),
  ...more,
});

it('lists the ports with most traffic first, by name, and the last changes with a way to their undo', async () => {
  device = startTestDevice([
    {
      object: ifXEntry,
      rows: [
        { ifIndex: 1, inRate: 0, outRate: 0 },
        { ifIndex: 2, inRate: 1_000_000, outRate: 500_000 },
        { ifIndex: 3, inRate: 0, outRate: 70_000_000 },
      ],
    },
    { object: portCtrlEntry, rows: [{ ifIndex: 3, ifAlias: 'server room' }] },
    { object: hostEntry, rows: [{ hostAddress: '02-00-00-00-00-05', hostName: 'printer', hostPort: 2 }] },
    {
      object: cfgHistoryEntry,
      rows: [
        change(1, 'Hello time', { cfgHistoryRevertible: 2 }),
        { ...change(2, ''), cfgHistoryKind: HistoryKind.save },
        change(3, 'Description of port 3'),
      ],
    },
  ]);
  show(<LatelyCards poll={false} />);
  const busiest = within(await screen.findByRole('region', { name: 'Busiest now' }));
  await busiest.findByText('printer');
  expect(busiest.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Port 3 server room70 Mbit/s',
    'Port 2 printer1.5 Mbit/s',
  ]);
  const changes = within(screen.getByRole('region', { name: 'Last changes' }));
  const lines = await changes.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Description of port 3: b2026-01-31 13:09:09 · eva · SSHUndo',
    'Hello time: b2026-01-31 13:09:09 · eva · SSH',
  ]);
  expect(changes.getByRole('link', { name: 'Undo: Description of port 3' }).getAttribute('href')).toContain(
    '/History?undo=3',
  );
});

it('draws what is below the window only when it comes into sight', () => {
  let notify: (entries: readonly { isIntersecting: boolean }[]) => void = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: typeof notify) {
        notify = told;
      }
      observe() {}
      disconnect() {}
    },
  );
  show(<WhenSeen height={100}>here</WhenSeen>);
  act(() => notify([{ isIntersecting: false }]));
  expect(screen.queryByText('here')).toBeNull();
  act(() => notify([{ isIntersecting: true }]));
  expect(screen.getByText('here')).toBeTruthy();
});
