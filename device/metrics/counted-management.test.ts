import { expect, test } from 'vitest';
import type { GroupObject } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { type Management, theDevice } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { countedManagement } from './counted-management.ts';
import { EventCounts } from './event-counts.ts';

test('calls are counted by way and kind, refusals by code, and reads of the device for itself not at all', async () => {
  const outcomes: Error[] = [];
  const answer = async () => {
    const failure = outcomes.shift();
    if (failure) throw failure;
    return [];
  };
  const counts = new EventCounts();
  const management = countedManagement(
    { perform: answer, tryOut: answer, read: answer } as unknown as Management,
    counts,
  );
  const caller = { ...theDevice, access: 'web' } as const;
  // It is never looked at.
  const object = {} as GroupObject;
  await management.read(object, {}, theDevice);
  await management.read(object, {}, caller);
  await management.tryOut([], caller);
  outcomes.push(new Refusal(8710, say('No.')), new Error('broken'));
  await expect(management.perform([], caller)).rejects.toThrow('No.');
  await expect(management.perform([], caller)).rejects.toThrow('broken');
  expect([...counts.of('calls')]).toEqual([
    ['web read', 1],
    ['web dryRun', 1],
    ['web change', 2],
  ]);
  expect([...counts.of('refusals')]).toEqual([
    ['web 8710', 1],
    ['web fault', 1],
  ]);
});
