import { expect, it } from 'vitest';
import { ManualClock, systemClock } from '../../datapath/clock.ts';
import { busContract } from './contract.ts';
import { ProcessBus } from './process-bus.ts';

busContract('within a process', async () => {
  const bus = new ProcessBus(systemClock);
  return [bus, bus];
});

it('asks those that answer in turn, and leaves no timeout behind', async () => {
  const clock = new ManualClock();
  let waiting = 0;
  const after = (delay: number, call: () => void) => {
    const cancel = clock.after(delay, call);
    waiting += 1;
    return () => {
      cancel();
      waiting -= 1;
    };
  };
  const bus = new ProcessBus({ now: () => clock.now(), every: clock.every.bind(clock), after });
  for (const who of ['a', 'b', 'c']) bus.answer('call', async () => who);
  bus.answer('fails', () => Promise.reject(new Error('no')));
  const asked: unknown[] = [];
  for (let times = 0; times < 6; times += 1) asked.push(await bus.ask('call', {}, 60_000));
  expect(asked).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  await expect(bus.ask('fails', {}, 60_000)).rejects.toThrow('no');
  expect(waiting).toBe(0);
});
