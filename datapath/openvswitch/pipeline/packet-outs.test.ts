import { expect, it } from 'vitest';
import { HIGHEST_QUEUE } from '../../queueing.ts';
import { transmitted } from './packet-outs.ts';
import { note, Register } from './registers.ts';

it('sends what a protocol says of itself before all that waits', () => {
  expect(transmitted(3).actions).toContainEqual(note(Register.queue, HIGHEST_QUEUE));
});
