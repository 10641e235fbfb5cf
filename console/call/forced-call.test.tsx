// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RemoteCall } from '../../model/wire/call.ts';
import { dialogs } from '../feedback/dialogs.ts';
import { FeedbackHost } from '../feedback/FeedbackHost.tsx';
import { overlay } from '../feedback/overlay.ts';
import { readFollow } from '../session/follow.ts';
import * as loginPage from '../session/login-page.ts';
import { session } from '../session/session.ts';
import { callGuarded } from './guarded-call.ts';

const change: RemoteCall = { method: 'CommonSet', params: { Template: 'system', sysName: 'x' } };
const move = { words: 'It is reached at', url: 'https://192.0.2.7/' };

/** The value in force on the device, and whether it can be reached. */
let state: 'former' | 'provisional' | 'confirmed';
let reachable: boolean;
/** The device's answer about a place to go to. */
let place: object;

beforeEach(() => {
  state = 'former';
  reachable = true;
  place = {};
  session.open('token', 'admin');
  dialogs.set([]);
  overlay.set(null);
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { params } = JSON.parse(new URLSearchParams(String(init.body)).get('RPC') ?? '{}');
    if (!reachable) throw new TypeError('unreachable');
    if (params.Force === 1) state = 'provisional';
    else if (params.managementGuardTakeBack === 1) state = 'former';
    else if (params.Template === 'system') return answering({ code: 8710, message: 'It carries this session.' });
    return answering({ code: 0, message: '' }, { managementGuardState: state === 'provisional' ? 2 : 1, ...place });
  });
  render(<FeedbackHost />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function answering(error: object, result: object = {}): Response {
  return new Response(JSON.stringify({ id: 0, error, result }));
}

/** Forces the change, up to the dialog that waits. */
async function force(): Promise<{ readonly outcome: ReturnType<typeof callGuarded> }> {
  const outcome = callGuarded(change, { move });
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  const dialog = await screen.findByRole('dialog', { name: 'Applied provisionally' });
  expect(dialog.textContent).toContain('Checking that the switch still responds …');
  return { outcome };
}

/** The change is confirmed, and the browser has heard of it: nothing is pending any longer. */
async function finish(outcome: ReturnType<typeof callGuarded>): Promise<void> {
  state = 'confirmed';
  expect(await outcome).toMatchObject({ applied: true });
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
}

it('asks once: what may happen, why, and that the change reverts unless it is confirmed', async () => {
  const outcome = callGuarded(change, { move });
  const question = await screen.findByRole('dialog', { name: 'Please confirm' });
  expect(question.textContent).toContain('This change may disconnect this session from the switch.');
  expect(question.textContent).toContain('It carries this session.');
  expect(question.textContent).toContain('Reverts automatically in 60 s unless confirmed.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await outcome).toEqual({ applied: false });
  expect(state).toBe('former');
});

it('says how long a forced change waits, and where the switch is then', async () => {
  const { outcome } = await force();
  const left = Number(screen.getByRole('progressbar').textContent?.replace(' s', ''));
  expect(left).toBeGreaterThan(30);
  expect(left).toBeLessThanOrEqual(60);
  expect(screen.getByRole('link', { name: 'https://192.0.2.7/' }).getAttribute('href')).toBe('https://192.0.2.7/');
  await finish(outcome);
});

it('takes a forced change back before its time', async () => {
  const { outcome } = await force();
  expect(state).toBe('provisional');
  await userEvent.click(screen.getByRole('button', { name: 'Revert now' }));
  expect(await outcome).toEqual({ applied: false });
  expect(state).toBe('former');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('The change is reverted.')).toBeDefined();
});

it('says so where the device cannot be told, and goes on waiting', async () => {
  const { outcome } = await force();
  reachable = false;
  await userEvent.click(screen.getByRole('button', { name: 'Revert now' }));
  expect(await screen.findByText(/The switch no longer responds/)).toBeDefined();
  expect(screen.getByRole('dialog', { name: 'Applied provisionally' })).toBeDefined();
  reachable = true;
  place = {};
  await finish(outcome);
});

it('leaves no countdown and no question once the change is confirmed', async () => {
  const { outcome } = await force();
  await finish(outcome);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getAllByText('The switch still responds: the change is confirmed.')).not.toEqual([]);
  expect(state).toBe('confirmed');
});

it('says of a change that is confirmed what will cut the session off later', async () => {
  place = { managementGuardLater: JSON.stringify({ text: 'The lease ends.' }) };
  const { outcome } = await force();
  await finish(outcome);
  expect(await screen.findByText('It works now, but this session will be lost later: The lease ends.')).toBeDefined();
});

it('opens the new address by itself, with the session, once the device says where it is', async () => {
  const opened = vi.spyOn(loginPage, 'goTo').mockImplementation(() => undefined);
  const outcome = callGuarded(change, { move: { words: 'A DHCP server gives the address.', goTo: 'System_Page' } });
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await screen.findByRole('dialog', { name: 'Applied provisionally' });
  expect(screen.queryByRole('link')).toBeNull();
  place = { managementGuardAddress: '192.0.2.77', managementGuardTicket: 'a-ticket' };
  const link = await screen.findByRole('link', { name: /^192\.0\.2\.77/ });
  const url = new URL(link.getAttribute('href') ?? '');
  expect(url.hostname).toBe('192.0.2.77');
  expect(url.search).toBe('');
  expect(readFollow(url.hash)).toEqual({ username: 'admin', ticket: 'a-ticket', goTo: 'System_Page' });
  await vi.waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith(url.href), 5_000);
  opened.mockRestore();
  await finish(outcome);
});
