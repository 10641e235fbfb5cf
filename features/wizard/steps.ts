import type { StepName } from './entries.ts';

/** State that determines the wizard's steps. Kind of management and source of the address are chosen independently. */
export interface WizardState {
  readonly management: 'cloud' | 'local';
  /** Whether the device can be managed from a cloud at all. */
  readonly hasCloud: boolean;
  /** Whether the chosen address, or where it comes from, differs from what the device has. */
  readonly changesAddress: boolean;
  /** The browser has followed the switch to another address: everything before that is written. */
  readonly moved: boolean;
}

const local: readonly StepName[] = [
  'setup0Info',
  'setup1UserPassword',
  'setup2SelectManagement',
  'setup3timeLocal',
  'setup4IPGatewayDNS',
  'WizardApply',
];

const cloud: readonly StepName[] = [
  'setup0Info',
  'setup1UserPassword',
  'setup2SelectManagement',
  'setup4IPGatewayDNS',
  'setup3timeLocalCloud',
  'setup4DNS',
  'setup5CloudLogin',
  'WizardApply',
];

/** The step at which the address is written: the cloud is signed in to over it, and local management has it last. */
function writesAddressAt({ management }: WizardState): StepName {
  return management === 'cloud' ? 'setup4IPGatewayDNS' : 'WizardApply';
}

/** The steps of the chosen branch, in their order; those behind the address where the browser has followed it. */
export function stepsOf(state: WizardState): readonly StepName[] {
  const isCloud = state.management === 'cloud' && state.hasCloud;
  const steps = isCloud ? cloud : local;
  if (!state.moved) return steps;
  return isCloud ? steps.slice(steps.indexOf('setup4IPGatewayDNS') + 1) : ['WizardApply'];
}

/** Whether the last step writes by itself on arrival: the browser has followed the switch, and nothing is left to be asked. */
export function finishesByItself(state: WizardState): boolean {
  return state.moved && stepsOf(state).length === 1;
}

/** The step that follows; undefined behind the last one. A step of another branch leads to the beginning. */
export function nextStep(step: StepName, state: WizardState): StepName | undefined {
  const steps = stepsOf(state);
  const at = steps.indexOf(step);
  return at < 0 ? steps[0] : steps[at + 1];
}

/** The step before; undefined at the first one, and where a step is of another branch. */
export function backStep(step: StepName, state: WizardState): StepName | undefined {
  const steps = stepsOf(state);
  // The failure of the sign-in is no step of its own.
  const at = steps.indexOf(step === 'setup5CloudLoginFail' ? 'setup5CloudLogin' : step);
  return at > 0 ? steps[at - 1] : undefined;
}

/** Whether the switch moves to another address before the wizard goes on from this step. */
export function movesAt(step: StepName, state: WizardState): boolean {
  const isCloud = state.management === 'cloud' && state.hasCloud;
  return state.changesAddress && step === writesAddressAt({ ...state, management: isCloud ? 'cloud' : 'local' });
}

/** Name of the route at which the wizard goes on at the new address, where it moves at this step. */
export function routeAfterMove(state: WizardState): string {
  return state.management === 'cloud' && state.hasCloud ? 'Wizard_setuptimeLocalCloud' : 'Wizard_WizardApply';
}
