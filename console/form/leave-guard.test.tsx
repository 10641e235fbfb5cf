// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { sessionEnded } from '../session/session-end.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { leavingFreely, useUnsavedInput } from './unsaved-input.ts';

afterEach(() => {
  cleanup();
  sessionEnded.set(false);
});

function Page({ holds }: { readonly holds: boolean }) {
  useUnsavedInput(holds);
  return <LeaveGuard />;
}

/** Whether the browser asks before it leaves the console. */
function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it('asks before input is lost, not without any, nor where it was given up or the session has ended', () => {
  const { rerender, unmount } = render(<Page holds={false} />);
  expect(asks()).toBe(false);
  rerender(<Page holds />);
  expect(asks()).toBe(true);
  leavingFreely(() => expect(asks()).toBe(false));
  sessionEnded.set(true);
  expect(asks()).toBe(false);
  sessionEnded.set(false);
  expect(asks()).toBe(true);
  unmount();
  expect(asks()).toBe(false);
});
