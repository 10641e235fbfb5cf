import { expect, test } from 'vitest';
import { SOME_MOMENT } from '../some-moment.ts';
import { portWaiting, transactionKey, withRequest } from './requests.ts';

const key = (transaction: number) => transactionKey(10, '00-11-22-AA-BB-CC', transaction);

test('an answer is waited for a minute, to the moment, at the port that asked last', () => {
  const now = SOME_MOMENT;
  const asked = withRequest(withRequest(new Map(), 3, key(1), now), 5, key(1), now + 10);
  expect(portWaiting(asked, key(1), now + 10)).toBe(5);
  expect(portWaiting(asked, key(1), now + 60_009)).toBe(5);
  expect(portWaiting(asked, key(1), now + 60_010)).toBeUndefined();
  expect(portWaiting(withRequest(new Map(), 3, key(1), now), key(1), now + 60_000)).toBeUndefined();
  expect(portWaiting(asked, key(2), now + 10)).toBeUndefined();
});

test('a port has 64 requests at most, of which the oldest goes, and none that is over', () => {
  const now = SOME_MOMENT;
  let requests = withRequest(new Map(), 3, key(0), now);
  for (let transaction = 1; transaction < 64; transaction += 1)
    requests = withRequest(requests, 3, key(transaction), now);
  expect([portWaiting(requests, key(0), now), requests.get(3)?.size]).toEqual([3, 64]);
  requests = withRequest(requests, 3, key(64), now);
  expect([portWaiting(requests, key(0), now), portWaiting(requests, key(1), now)]).toEqual([undefined, 3]);
  const later = withRequest(requests, 3, key(65), now + 60_000);
  expect(later.get(3)?.size).toBe(1);
  expect(withRequest(requests, 3, key(64), now + 1).get(3)?.size).toBe(64);
});
