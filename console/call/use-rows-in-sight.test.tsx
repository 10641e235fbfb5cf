// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { table } from '../../model/schema/object.ts';
import { show, startTestDevice, type TestDevice } from '../form/test-device.tsx';
import { useRows } from './use-reads.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

const place = table('place', {
  title: 'Places',
  index: {
    tree: integer({ label: 'Tree', min: 0, max: 9, access: 'create' }),
    port: integer({ label: 'Port', min: 1, max: 9, access: 'create' }),
  },
  columns: { state: integer({ label: 'State', min: 0, max: 9 }) },
  rows: { max: 99 },
});

let device: TestDevice;
afterEach(() => {
  cleanup();
  device.stop();
});

/** Shows every row, of which those of tree 1 are in sight and polled. */
function Page() {
  const { data } = useRows(place);
  useRowsInSight(place, { tree: 1 }, { poll: 20 });
  return (
    <output aria-label="Rows">{data?.map(({ tree, port, state }) => `${tree}.${port}=${state}`).join(' ')}</output>
  );
}

const shown = () => screen.getByLabelText('Rows').textContent;
const reads = () => device.calls.filter(({ params }) => !('tree' in params)).length;

it('puts the polled rows in their places, and reads all of them again where others are there', async () => {
  device = startTestDevice([
    {
      object: place,
      rows: [
        { tree: 0, port: 1, state: 1 },
        { tree: 1, port: 1, state: 1 },
        { tree: 1, port: 2, state: 1 },
      ],
    },
  ]);
  show(<Page />);
  await waitFor(() => expect(shown()).toBe('0.1=1 1.1=1 1.2=1'));
  device.change(place, { tree: 1, port: 2, state: 2 });
  await waitFor(() => expect(shown()).toBe('0.1=1 1.1=1 1.2=2'));
  expect(reads()).toBe(1);
  device.change(place, { tree: 1, port: 3, state: 3 });
  await waitFor(() => expect(shown()).toBe('0.1=1 1.1=1 1.2=2 1.3=3'));
  device.remove(place, { tree: 1, port: 1 });
  await waitFor(() => expect(shown()).toBe('0.1=1 1.2=2 1.3=3'));
});
