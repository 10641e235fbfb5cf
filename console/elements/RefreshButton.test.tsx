// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { RefreshButton } from './RefreshButton.tsx';

afterEach(cleanup);

/** A page with one read, each of which waits until it is answered. */
function page() {
  const answers: ((value: number) => void)[] = [];
  const client = new QueryClient();
  function Shown() {
    const { data } = useQuery({
      queryKey: ['one'],
      queryFn: () => new Promise<number>((resolve) => answers.push(resolve)),
      staleTime: Number.POSITIVE_INFINITY,
    });
    return <p>{data ?? 'nothing yet'}</p>;
  }
  render(
    <QueryClientProvider client={client}>
      <RefreshButton />
      <Shown />
    </QueryClientProvider>,
  );
  const answer = async (value: number) => {
    answers.at(-1)?.(value);
    await screen.findByText(String(value));
  };
  return { client, answers, answer };
}

const isBusy = () => screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-busy') === 'true';

test('Refresh is busy while a page is read for the first time, and while it was pressed', async () => {
  const { answers, answer } = page();
  await waitFor(() => expect(isBusy()).toBe(true));
  await answer(1);
  await waitFor(() => expect(isBusy()).toBe(false));
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(answers).toHaveLength(2);
  expect(isBusy()).toBe(true);
  await answer(2);
  await waitFor(() => expect(isBusy()).toBe(false));
});

test('Refresh can be pressed beside a poll, and reads anew', async () => {
  const { client, answers, answer } = page();
  await answer(1);
  await waitFor(() => expect(isBusy()).toBe(false));
  void client.refetchQueries();
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(isBusy()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(answers).toHaveLength(3);
  await answer(3);
});
