// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { group } from '../../model/schema/object.ts';
import { createQueryClient } from './query-client.ts';
import { readAhead } from './read-ahead.ts';
import { useGroup } from './use-reads.ts';

const counter = group('counter', {
  title: 'Counter',
  fields: { count: integer({ label: 'Count', min: 0, max: 1000 }) },
});

let count = 0;
let reads: { Template: string; Known?: string; WebAuthenRequestState?: string }[] = [];
/** Results that really travelled. */
let travelled = 0;

beforeEach(() => {
  vi.useFakeTimers();
  count = 1;
  reads = [];
  travelled = 0;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { method, params } = JSON.parse(new URLSearchParams(String(init.body)).get('RPC') ?? '{}');
    const asked: typeof reads = method === 'BatchGet' ? params.reads : [params];
    reads.push(...asked);
    const answers = asked.map(({ Known }) => {
      const tag = `tag of ${count}`;
      if (Known !== tag) travelled += 1;
      return {
        error: { code: 0, message: '' },
        ...(Known !== undefined && { tag }),
        ...(Known !== tag && { result: { count } }),
      };
    });
    const answer = method === 'BatchGet' ? { error: { code: 0 }, result: answers } : answers[0];
    return new Response(JSON.stringify({ id: 0, ...answer }));
  });
});
afterEach(async () => {
  cleanup();
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Shown({ poll }: { readonly poll: number }) {
  return <output>{useGroup(counter, { poll }).data?.count ?? 'nothing'}</output>;
}

const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const shown = () => screen.getByRole('status').textContent;

function show(client = createQueryClient()) {
  render(
    <QueryClientProvider client={client}>
      <Shown poll={1000} />
    </QueryClientProvider>,
  );
  return client;
}

it('a poll brings only what changed, and shows what did', async () => {
  show();
  await later(0);
  await later(3100);
  expect(reads.map(({ Known }) => Known)).toEqual([undefined, '', 'tag of 1', 'tag of 1']);
  expect([shown(), travelled]).toEqual(['1', 2]);
  count = 2;
  await later(1000);
  expect([shown(), travelled]).toEqual(['2', 3]);
  await later(1000);
  expect([shown(), travelled]).toEqual(['2', 3]);
});

it('what was read otherwise since is not taken for what the poll knew', async () => {
  const client = show();
  await later(0);
  await later(2100);
  client.setQueryData(['counter', {}], { count: 7 });
  await later(1100);
  expect(reads.at(-1)?.Known).toBe('');
  expect(shown()).toBe('1');
});

it('an answer that comes after that of the read that replaced it does not pass for what is shown', async () => {
  const client = show();
  await later(0);
  await later(1100);
  const answer = fetch;
  const late: (() => void)[] = [];
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await new Promise<void>((resolve) => late.push(resolve));
    return answer(...asked);
  });
  // The poll, and the read after a change that is applied meanwhile.
  await later(1100);
  void client.invalidateQueries();
  await later(100);
  const [poll, again] = late;
  again?.();
  await later(0);
  count = 2;
  poll?.();
  await later(0);
  vi.stubGlobal('fetch', answer);
  await later(1100);
  expect(shown()).toBe('2');
});

it('what was read ahead of a page is not read again by the page', async () => {
  const client = createQueryClient();
  readAhead(client, ['counter']).comes();
  await later(50);
  show(client);
  await later(100);
  expect(shown()).toBe('1');
  expect(reads).toHaveLength(1);
  await later(1100);
  expect(reads).toHaveLength(2);
});

it('what was read for a link that was not followed is read again by a page that shows it', async () => {
  const client = createQueryClient();
  readAhead(client, ['counter']);
  await later(50);
  count = 2;
  show(client);
  await later(100);
  expect([shown(), reads.length]).toEqual(['2', 2]);
});

it('what was read ahead of a page is there once it is answered, and not before', async () => {
  let isThere = false;
  const ask = () =>
    void readAhead(createQueryClient(), ['counter']).ready.then(() => {
      isThere = true;
    });
  ask();
  await later(5);
  expect(isThere).toBe(true);
  isThere = false;
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  ask();
  await later(100);
  expect(isThere).toBe(false);
});
