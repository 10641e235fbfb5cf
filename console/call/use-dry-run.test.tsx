// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ObjectCall } from '../../model/wire/call.ts';
import { useDryRun } from './use-dry-run.ts';

/** Dry runs on their way, by the name that they would set: what answers each. */
let asked: Map<string, (answer: object) => void>;

beforeEach(() => {
  vi.useFakeTimers();
  asked = new Map();
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const { params } = JSON.parse(new URLSearchParams(String(init.body)).get('RPC') ?? '{}');
    return new Promise<Response>((resolve) => {
      asked.set(params.sysName, (answer) => resolve(new Response(JSON.stringify({ id: 0, ...answer }))));
    });
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const client = new QueryClient();
const Client = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

function Shown({ name }: { readonly name: string }) {
  const calls: ObjectCall[] =
    name === '' ? [] : [{ method: 'CommonSet', params: { Template: 'system', sysName: name } }];
  const { guard, commands } = useDryRun(calls);
  return <output>{`${guard?.reason.text ?? 'fine'}; ${commands?.join() ?? 'no lines'}`}</output>;
}

const shown = () => screen.getByRole('status').textContent;
const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const answer = (name: string, guard?: string) =>
  act(async () => {
    const result = { changes: [], commands: [`set ${name}`], ...(guard && { guard: { reason: { text: guard } } }) };
    asked.get(name)?.({ error: { code: 0, message: '' }, result });
    await vi.advanceTimersByTimeAsync(0);
  });

it('asks once typing rests, and shows the answer to what is entered now, whichever comes last', async () => {
  const { rerender } = render(<Shown name="a" />, { wrapper: Client });
  await later(299);
  rerender(<Shown name="ab" />);
  await later(299);
  expect([...asked.keys()]).toEqual([]);
  await later(1);
  rerender(<Shown name="abc" />);
  await later(300);
  expect([...asked.keys()]).toEqual(['ab', 'abc']);
  await answer('abc', 'It carries this session.');
  expect(shown()).toBe('It carries this session.; set abc');
  await answer('ab');
  expect(shown()).toBe('It carries this session.; set abc');
});

it('shows the last verdict while it asks again, but no lines of other changes, and nothing without changes', async () => {
  const { rerender } = render(<Shown name="a" />, { wrapper: Client });
  await later(300);
  await answer('a', 'It carries this session.');
  rerender(<Shown name="b" />);
  expect(shown()).toBe('It carries this session.; no lines');
  await later(300);
  rerender(<Shown name="" />);
  expect(shown()).toBe('fine; no lines');
  await answer('b', 'Another reason.');
  expect(shown()).toBe('fine; no lines');
  rerender(<Shown name="c" />);
  expect(shown()).toBe('fine; no lines');
});

it('asks nothing for a form that was left', async () => {
  const { unmount } = render(<Shown name="a" />, { wrapper: Client });
  unmount();
  await later(1000);
  expect(asked.size).toBe(0);
});

it('counts a refusal as unknown', async () => {
  render(<Shown name="a" />, { wrapper: Client });
  await later(300);
  await act(async () => {
    asked.get('a')?.({ error: { code: 10, message: 'No such value.' } });
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(shown()).toBe('fine; no lines');
});

it('has the page read again where another session has changed the same values', async () => {
  const readAgain = vi.spyOn(client, 'invalidateQueries');
  render(<Shown name="a" />, { wrapper: Client });
  await later(300);
  expect(readAgain).not.toHaveBeenCalled();
  await act(async () => {
    asked.get('a')?.({ error: { code: 8712, message: 'operator changed it.' } });
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(readAgain).toHaveBeenCalledOnce();
});
