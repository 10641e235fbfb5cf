import { expect, test } from 'vitest';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { QueueingPlan } from '../../datapath/queueing.ts';
import { wordsOf } from '../../model/values/message.ts';
import { plan, verdictOn, withPort } from './testing.ts';

const none: QueueingPlan = {
  ...{ priorities: Array(8).fill(0), codePoints: undefined, trafficClasses: new Map(), weights: undefined },
};
const queued = (queueing: Partial<QueueingPlan>, base = plan): ForwardingPlan => ({
  ...base,
  queueing: { ...none, ...queueing },
});
const limited = (egressKilobits: number, base = plan): ForwardingPlan => ({
  ...base,
  rates: new Map([
    [
      2,
      {
        ...{ ingressKilobits: undefined, broadcasts: undefined, multicasts: undefined, unknownUnicasts: undefined },
        egressKilobits,
      },
    ],
  ]),
});
const wordsOn = (before: ForwardingPlan, after: ForwardingPlan): string => {
  const verdict = verdictOn(before, after);
  return verdict.kind === 'fine' ? '' : `${verdict.kind} ${wordsOf(verdict.reason)}`;
};

/** The answers of a session, which have priority 0, wait in queue 0, and others in queue 1. */
const BEHIND = [0, 1, 1, 1, 1, 1, 1, 1];
const WAITS = 'unknown Answers to this session would leave port 2 only while the queues above queue 0 are empty.';

test.each<readonly [string, string, Partial<QueueingPlan>]>([
  ['', 'all frames wait in one queue', {}],
  ['', 'the answers take precedence', { priorities: [2, 1, 1, 1, 1, 1, 1, 1] }],
  [WAITS, 'a priority takes precedence', { priorities: [0, 0, 0, 0, 0, 0, 0, 1] }],
  [WAITS, 'a DSCP takes precedence', { codePoints: Array.from({ length: 64 }, (_, at) => (at === 46 ? 1 : 0)) }],
  [WAITS, 'a traffic class of IPv6 takes precedence', { trafficClasses: new Map([[184, 1]]) }],
])('under strict priority it is "%s" if %s', (words, _what, queueing) => {
  expect(wordsOn(plan, queued(queueing))).toBe(words);
});

test('under strict priority it asks of what takes precedence only now', () => {
  const before = queued({ priorities: BEHIND });
  expect(wordsOn(before, queued({ priorities: [0, 1, 1, 1, 1, 1, 1, 2] }))).toBe('');
  expect(wordsOn(before, queued({ priorities: BEHIND, trafficClasses: new Map([[184, 1]]) }))).toBe(WAITS);
  // A port whose untagged frames have that priority; those of the session's own port do not leave by it.
  expect(wordsOn(before, queued({ priorities: BEHIND }, withPort(3, { priority: 1 })))).toBe(WAITS);
  expect(wordsOn(before, queued({ priorities: BEHIND }, withPort(2, { priority: 1 })))).toBe('');
});

const slow = withPort(2, { mode: '10F' });
const weighted = (...weights: readonly number[]) => queued({ priorities: BEHIND, weights }, slow);
const share = (rate: number) =>
  `unknown If port 2 is congested, answers to this session would get ${rate} kbit/s of it.`;

test('by weight the answers need 512 kbit/s of their port, whatever else waits there', () => {
  // Of 10 Mbit/s; queues that nothing waits in take nothing.
  expect(wordsOn(slow, weighted(1, 18, 100))).toBe('');
  expect(wordsOn(slow, weighted(1, 19, 100))).toBe(share(500));
  expect(wordsOn(slow, weighted(2, 19, 100))).toBe('');
  expect(wordsOn(weighted(1, 20), weighted(1, 19))).toBe('');
  expect(wordsOn(weighted(1, 19), weighted(1, 20))).toBe(share(476));
  // What a limit of the port leaves, where the link is not slower.
  const half = queued({ priorities: BEHIND, weights: [1, 1] });
  expect(wordsOn(limited(1024), limited(1024, half))).toBe('');
  expect(wordsOn(limited(1023), limited(1023, half))).toBe(share(511));
  expect(wordsOn(limited(20_000, slow), limited(20_000, weighted(1, 19)))).toBe(share(500));
  // The speed of a link that is negotiated is not known and counts as enough.
  expect(wordsOn(plan, queued({ priorities: BEHIND, weights: [1, 99] }))).toBe('');
});

test('by weight the answers have more than behind others under strict priority', () => {
  expect(wordsOn(queued({ priorities: BEHIND }, slow), weighted(1, 99))).toBe('');
  expect(wordsOn(queued({}, slow), weighted(1, 99))).toBe(share(100));
});
