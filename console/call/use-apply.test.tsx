// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { group } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { show, startTestDevice, type TestDevice } from '../form/test-device.tsx';
import { useApply } from './use-apply.ts';
import { useGroup } from './use-reads.ts';

const level = group('level', { title: 'Level', fields: { level: integer({ label: 'Level', min: 0, max: 9 }) } });
const effect = group('effect', { title: 'Effect', fields: { count: integer({ label: 'Count', min: 0, max: 99 }) } });

let device: TestDevice;
beforeEach(() => {
  device = startTestDevice([
    { object: level, values: { level: 1 } },
    { object: effect, values: { count: 10 } },
  ]);
});
afterEach(() => {
  cleanup();
  device.stop();
});

function Page() {
  const { apply, pending } = useApply();
  const { data } = useGroup(effect);
  const change = { method: 'CommonSet', params: { Template: 'level', level: 2 } } as const;
  return (
    <>
      <output aria-label="Count">{data?.count ?? 'nothing'}</output>
      <button type="button" aria-busy={pending} onClick={() => void apply(change, { quiet: true })}>
        Apply
      </button>
    </>
  );
}

it.each([
  ['was made', false],
  ['was refused', true],
])('everything shown is read again after a change %s', async (_how, isRefused) => {
  const { user } = show(<Page />);
  const shown = () => screen.getByLabelText('Count').textContent;
  await waitFor(() => expect(shown()).toBe('10'));
  // Another object, which follows from the change or from what it was refused for.
  device.change(effect, { count: 20 });
  if (isRefused) device.refuse(12, say('It is in use.'));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(shown()).toBe('20'));
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('false'));
});
