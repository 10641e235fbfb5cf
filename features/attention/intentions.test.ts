import { expect, it } from 'vitest';
import { ABSENCE, type Intention, type IntentionState, stillIntended } from './intentions.ts';

const intention: Intention = { key: 'slow-link 1', circumstance: '100', user: 'admin', time: 0 };
const state: IntentionState = { intentions: new Map([[intention.key, intention]]), absent: new Map() };
const holds = ({ intentions }: IntentionState) => intentions.has(intention.key);
const found = (circumstance: string) => new Map([[intention.key, circumstance]]);
const nothing = new Map<string, string>();

it('holds while the finding stays as it was, and no longer where it has changed', () => {
  expect(holds(stillIntended(state, found('100'), 0))).toBe(true);
  expect(holds(stillIntended(state, found('10'), 0))).toBe(false);
});

it('outlives a finding that is gone for a moment', () => {
  const gone = stillIntended(state, nothing, 0);
  expect(holds(stillIntended(gone, nothing, ABSENCE - 1))).toBe(true);
  expect(holds(stillIntended(gone, nothing, ABSENCE))).toBe(false);
  const back = stillIntended(gone, found('100'), 1);
  expect(holds(stillIntended(back, nothing, ABSENCE))).toBe(true);
});
