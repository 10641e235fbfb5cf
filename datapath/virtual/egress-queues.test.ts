import { expect, test } from 'vitest';
import { ManualClock } from '../clock.ts';
import { QUEUE_FRAMES } from '../queueing.ts';
import { EgressQueues } from './egress-queues.ts';

/** A line that takes one frame every millisecond, and the queues before it; a frame says of which queue it is. */
function congested() {
  const clock = new ManualClock();
  const left: number[] = [];
  let freeAt = 0;
  const queues = new EgressQueues(
    {
      wait: (_, now) => Math.max(0, freeAt - now),
      send(frame, now) {
        freeAt = now + 1;
        left.push(frame[0] ?? 0);
      },
    },
    clock,
  );
  const offer = (queue: number, weight: number) => queues.offer(queue, Uint8Array.of(queue), weight, clock.now());
  /** The queues of the frames that leave in so many milliseconds. */
  const leaving = (milliseconds: number) => {
    left.length = 0;
    clock.advance(milliseconds);
    return left.join('');
  };
  return { queues, offer, leaving };
}

test('weights that change in the middle of a round hold from the next frame on', () => {
  const { queues, offer, leaving } = congested();
  const weights = (high: number) => [1, 1, 1, 1, 1, high, 1, 1];
  queues.configure(weights(9));
  offer(5, 60);
  offer(2, 60);
  expect(leaving(4)).toBe('5555');
  queues.configure(weights(2));
  expect(leaving(9)).toMatch(/^(?:5{0,2}2)(?:552)+5{0,2}$/);
});

test('in a round the highest queue goes first, and the lowest one last', () => {
  const { queues, offer, leaving } = congested();
  queues.configure([1, 1, 1, 1, 1, 1, 1, 1]);
  for (const queue of [2, 7, 4]) offer(queue, 9);
  expect(leaving(9)).toContain('742742');
});

test('the highest queue goes first where there are no weights', () => {
  const { offer, leaving } = congested();
  offer(1, 4);
  offer(6, 3);
  expect(leaving(10)).toBe('666111');
});

test('a queue that is cleared has all of its room again', () => {
  const { queues, offer, leaving } = congested();
  // One leaves at once.
  expect([offer(3, QUEUE_FRAMES), offer(3, 2)]).toEqual([0, 1]);
  expect(queues.clear()).toBe(QUEUE_FRAMES);
  expect(leaving(0)).toBe('');
  expect([offer(3, QUEUE_FRAMES), offer(3, 1), queues.clear()]).toEqual([0, 1, QUEUE_FRAMES]);
});
