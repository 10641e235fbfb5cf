import { expect, it } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { SOME_MOMENT } from '../../protocols/some-moment.ts';
import { type BusValue, NobodyAnswers } from '../bus/bus.ts';
import { askForChange } from './ask-for-change.ts';

const told = (code: number, status?: string) => ({
  answer: JSON.stringify({ id: 0, error: { code, message: code === 0 ? '' : 'no' } }),
  ...(status !== undefined && {
    change: { status, id: 'x', revision: 2, ...(status === 'pending' && { secondsLeft: 9 }) },
  }),
});

const nobody = () => Promise.reject(new NobodyAnswers('switch.A'));

/** Asks for a change; each time it is asked for the next of `answers` is given, "lost" after the time for which is waited. */
async function ask(answers: readonly (BusValue | 'lost' | 'nobody')[], isConnected = true) {
  const clock = new ManualClock();
  const waited: number[] = [];
  let isOver = false;
  const result = askForChange(
    {
      clock,
      isConnected: async () => isConnected,
      async ask(timeout) {
        const answer = answers[waited.length] ?? 'nobody';
        waited.push(timeout);
        if (answer === 'nobody') return nobody();
        if (answer !== 'lost') return answer;
        await new Promise<void>((resolve) => clock.after(timeout, resolve));
        return nobody();
      },
    },
    60_000,
  ).then(
    ({ answer }) => JSON.parse(answer).error.code,
    (error: Error) => error.name,
  );
  void result.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.advance(250);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { result: await result, asked: waited.length, seconds: (clock.now() - SOME_MOMENT) / 1000 };
}

it('is made where the question or the answer was lost, once it is heard again', async () => {
  expect(await ask([told(0, 'committed')])).toMatchObject({ result: 0, asked: 1 });
  const again = await ask(['lost', told(0, 'committed')]);
  expect(again).toMatchObject({ result: 0, asked: 2 });
  expect(again.seconds).toBeLessThan(6);
  // The gateway was on its way back to the bus meanwhile, or another one has the line by then.
  expect(await ask(['nobody', 'nobody', told(0, 'committed')])).toMatchObject({ result: 0, asked: 3 });
  expect(await ask(['lost', 'nobody', 'nobody', told(0, 'committed')])).toMatchObject({ result: 0, asked: 4 });
});

it('is done where the switch says only how it stands, and refused where it was refused', async () => {
  expect(await ask(['lost', told(8, 'pending'), told(8, 'committed')])).toMatchObject({ result: 0, asked: 3 });
  expect(await ask(['lost', told(8, 'reverted')])).toMatchObject({ result: 8, asked: 2 });
  // A switch that was asked before reports the result.
  expect(await ask([told(8, 'committed')])).toMatchObject({ result: 8, asked: 1 });
});

it('is given up at once where the switch is away, and in time where nobody ever answers', async () => {
  const away = await ask([], false);
  expect(away).toMatchObject({ result: 'NobodyAnswers', asked: 1 });
  const gone = await ask([]);
  expect(gone.result).toBe('NobodyAnswers');
  expect(gone.seconds).toBeLessThan(6);
  const silent = await ask(Array.from({ length: 20 }, () => 'lost' as const));
  expect(silent).toMatchObject({ result: 'NobodyAnswers', asked: 4 });
  expect(silent.seconds).toBeLessThan(61);
});
