// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dialogs } from '../feedback/dialogs.ts';
import { FeedbackHost } from '../feedback/FeedbackHost.tsx';
import { overlay } from '../feedback/overlay.ts';
import { session } from '../session/session.ts';
import { createQueryClient } from './query-client.ts';
import { useApply } from './use-apply.ts';

/** What the guard says when the change is tried out, and when it is made; "" for nothing. */
let foreseen: string;
let found: string;
/** What the guard objects to is final once it is forced. */
let isFinal: boolean;
/** The dry run needs a password. */
let isUnproved: boolean;
/** Changes as the device got them: tried out, or made. */
let made: string[];

beforeEach(() => {
  foreseen = '';
  found = '';
  isFinal = false;
  isUnproved = false;
  made = [];
  session.open('token', 'admin');
  dialogs.set([]);
  overlay.set(null);
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const final = isFinal && { final: 1 };
    const { params } = JSON.parse(new URLSearchParams(String(init.body)).get('RPC') ?? '{}');
    if (params.DryRun === 1 && isUnproved) return answering({ code: 8711, message: 'Enter your password.' });
    if (params.DryRun === 1) {
      return answering(
        { code: 0 },
        { changes: [], ...(foreseen && { guard: { reason: { text: foreseen }, ...final } }) },
      );
    }
    if (params.Template !== 'system') return answering({ code: 0 }, { managementGuardState: 1 });
    made.push(params.Force === 1 ? 'forced' : 'sent');
    return found && params.Force !== 1 ? answering({ code: 8710, message: found, ...final }) : answering({ code: 0 });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
      <FeedbackHost />
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function answering(error: object, result: object = {}): Response {
  return new Response(JSON.stringify({ id: 0, error: { message: '', ...error }, result }));
}

function Page() {
  const { apply } = useApply();
  const change = { method: 'CommonSet', params: { Template: 'system', sysName: 'x' } } as const;
  return (
    <button type="button" onClick={() => void apply(change, { ask: { text: 'Rename the switch?', detail: 'To x.' } })}>
      Rename
    </button>
  );
}

/** The page's question, as it is shown. */
async function pressed(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  return screen.findByRole('dialog', { name: 'Please confirm' });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('asks the question of the page alone where the guard has nothing against the change', async () => {
  const question = await pressed();
  expect(question.textContent).toContain('Rename the switch?');
  expect(question.textContent).toContain('To x.');
  expect(question.textContent).not.toContain('disconnect');
  await press('OK');
  await screen.findByText('Success.');
  expect(made).toEqual(['sent']);
});

it('asks one question where the page and the guard have one', async () => {
  foreseen = found = 'Port 3 would be disabled.';
  const question = await pressed();
  for (const words of [
    'Rename the switch?',
    'To x.',
    'This change may disconnect this session from the switch.',
    'Port 3 would be disabled.',
    'Reverts automatically in 60 s unless confirmed.',
  ]) {
    expect(question.textContent).toContain(words);
  }
  await press('OK');
  await screen.findByText('The switch still responds: the change is confirmed.');
  expect(made).toEqual(['sent', 'forced']);
});

it('sends nothing if the administrator does not want the change', async () => {
  foreseen = found = 'Port 3 would be disabled.';
  await pressed();
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(made).toEqual([]);
});

it('asks again where the guard then has another reason than the one that was accepted', async () => {
  foreseen = 'Port 3 would be disabled.';
  found = 'Port 3 would leave VLAN 1.';
  await pressed();
  await press('OK');
  await screen.findByText(/Port 3 would leave VLAN 1\./);
  expect(made).toEqual(['sent']);
  await press('Cancel');
});

it('promises no way back from what nothing reverts, and waits for no confirmation', async () => {
  foreseen = 'Its port carries this session.';
  found = foreseen;
  isFinal = true;
  const question = await pressed();
  expect(question.textContent).toContain('Its port carries this session.');
  expect(question.textContent).not.toContain('Reverts automatically');
  await press('OK');
  await screen.findByText('Success.');
  expect(made).toEqual(['sent', 'forced']);
  expect(screen.queryByText('The switch still responds: the change is confirmed.')).toBeNull();
});

it('asks nothing more if the administrator gives no password', async () => {
  isUnproved = true;
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Enter your password.');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(made).toEqual([]);
});
