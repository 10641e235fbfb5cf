import { expect, test } from 'vitest';
import { SendQueue } from './send-queue.ts';

test('an acknowledgment of what was sent before a loss holds, also while all of it is being sent again', () => {
  const queue = new SendQueue(0xffff_fffe);
  queue.write(Uint8Array.of(1, 2, 3, 4, 5, 6));
  queue.end();
  expect(queue.take(4, 100)).toEqual({ sequence: 0xffff_fffe, content: Uint8Array.of(1, 2, 3, 4), fin: false });
  expect(queue.take(4, 100)).toEqual({ sequence: 2, content: Uint8Array.of(5, 6), fin: true });
  queue.rewind();
  queue.take(1, 100);
  expect(queue.acknowledge(2)).toBe(true);
  expect(queue.take(4, 100)).toEqual({ sequence: 2, content: Uint8Array.of(5, 6), fin: true });
  expect(queue.acknowledge(6)).toBe(false);
  expect(queue.isDone).toBe(false);
  expect(queue.acknowledge(5)).toBe(true);
  expect([queue.isDone, queue.isUnderWay, queue.pending]).toEqual([true, false, 0]);
  expect(queue.take(4, 100)).toBeUndefined();
});

test('an acknowledgment of one octet more than was repeated goes on behind it', () => {
  const queue = new SendQueue(100);
  queue.write(Uint8Array.of(1, 2, 3));
  queue.take(3, 100);
  queue.rewind();
  queue.take(1, 100);
  expect(queue.acknowledge(102)).toBe(true);
  expect(queue.take(3, 100)).toEqual({ sequence: 102, content: Uint8Array.of(3), fin: false });
});
