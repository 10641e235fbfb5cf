import { describe, expect, it } from 'vitest';
import type { StepName } from './entries.ts';
import { backStep, finishesByItself, movesAt, nextStep, routeAfterMove, stepsOf, type WizardState } from './steps.ts';

const both = [true, false] as const;

/** Every state that the wizard can be in. */
const states: readonly WizardState[] = (['cloud', 'local'] as const).flatMap((management) =>
  both.flatMap((hasCloud) =>
    both.flatMap((changesAddress) => both.map((moved) => ({ management, hasCloud, changesAddress, moved }))),
  ),
);

/** From a step to the end, only by Next. */
function way(from: StepName, state: WizardState): readonly StepName[] {
  const steps: StepName[] = [];
  for (let step: StepName | undefined = from; step; step = nextStep(step, state)) steps.push(step);
  return steps;
}

describe.each(states)('the wizard with %j', (state) => {
  const [first = 'WizardApply'] = stepsOf(state);
  const steps = way(first, state);

  it('leads by Next through every step to Apply, and back the same way', () => {
    expect(steps).toEqual(stepsOf(state));
    expect(steps.at(-1)).toBe('WizardApply');
    expect(new Set(steps).size).toBe(steps.length);
    expect(steps.slice(1).map((step) => backStep(step, state))).toEqual(steps.slice(0, -1));
    expect(backStep(first, state)).toBeUndefined();
  });

  it('enters the branch of the cloud where that was chosen and there is one, and nowhere else', () => {
    const isCloud = state.management === 'cloud' && state.hasCloud;
    expect(steps.includes('setup5CloudLogin')).toBe(isCloud);
    expect(steps.includes('setup3timeLocalCloud')).toBe(isCloud);
    expect(steps.includes('setup3timeLocal')).toBe(!isCloud && !state.moved);
  });

  it('writes a changed address once: before the cloud is signed in to, or last', () => {
    const moving = ['setup0Info', ...steps].filter((step) => movesAt(step as StepName, state));
    if (!state.changesAddress) expect(moving).toEqual([]);
    else if (state.management === 'cloud' && state.hasCloud) {
      expect(moving).toEqual(state.moved ? [] : ['setup4IPGatewayDNS']);
      if (!state.moved) expect(steps.indexOf('setup4IPGatewayDNS')).toBeLessThan(steps.indexOf('setup5CloudLogin'));
    } else expect(moving).toEqual(['WizardApply']);
  });

  it('goes on at the new address in the branch that was chosen', () => {
    const isCloud = state.management === 'cloud' && state.hasCloud;
    expect(routeAfterMove(state)).toBe(isCloud ? 'Wizard_setuptimeLocalCloud' : 'Wizard_WizardApply');
    const [there] = stepsOf({ ...state, moved: true });
    expect(there).toBe(isCloud ? 'setup3timeLocalCloud' : 'WizardApply');
    expect(finishesByItself(state)).toBe(state.moved && !isCloud);
  });
});

it('leads from a step of the other branch to the beginning of the chosen one', () => {
  const state: WizardState = { management: 'local', hasCloud: true, changesAddress: false, moved: false };
  expect(nextStep('setup4DNS', state)).toBe('setup0Info');
  expect(backStep('setup4DNS', state)).toBeUndefined();
});
