import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { HandOver } from './hand-over.ts';

test('a ticket is for the browser that asked for it, for two minutes, until it was used or another was made', () => {
  const clock = new ManualClock();
  const handOver = new HandOver(clock);
  const offered = () => {
    handOver.offer('mine');
    return handOver.ticketFor('mine') ?? '';
  };
  const first = offered();
  expect(first).toHaveLength(32);
  expect(handOver.ticketFor('other')).toBeUndefined();
  const accepted = (ticket: string) => [handOver.fits(ticket, 'mine'), handOver.fits(ticket, 'other')];
  expect(accepted(first)).toEqual([true, false]);
  expect(accepted('')).toEqual([false, false]);
  const second = offered();
  expect(accepted(first)).toEqual([false, false]);
  expect(accepted(second)).toEqual([true, false]);
  handOver.withdraw();
  expect(accepted(second)).toEqual([false, false]);
  const third = offered();
  clock.advance(119_999);
  expect(accepted(third)).toEqual([true, false]);
  clock.advance(1);
  expect(accepted(third)).toEqual([false, false]);
  expect(handOver.ticketFor('mine')).toBeUndefined();
});
