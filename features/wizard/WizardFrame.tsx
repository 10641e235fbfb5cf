import { createContext, type ReactNode, type RefObject, useRef } from 'react';
import { Page } from '../../console/elements/Page.tsx';
import { cloudMode } from '../../console/navigation/cloud.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { useText } from '../../console/translations/use-text.ts';
import { isPassed, type StepName } from './entries.ts';
import { Management } from './plan.ts';
import styles from './wizard.module.css';

/** The steps of the local branch, in their order. */
const localSteps: readonly { readonly name: StepName; readonly title: string }[] = [
  { name: 'setup0Info', title: 'Device' },
  { name: 'setup1UserPassword', title: 'Account' },
  { name: 'setup2SelectManagement', title: 'Management' },
  { name: 'setup3timeLocal', title: 'Clock' },
  { name: 'setup4IPGatewayDNS', title: 'Address' },
  { name: 'WizardApply', title: 'Apply' },
];

/** The steps of the cloud branch. */
const cloudSteps: readonly { readonly name: StepName; readonly title: string }[] = [
  ...localSteps.slice(0, 3),
  { name: 'setup3timeLocalCloud', title: 'Clock' },
  { name: 'setup4DNS', title: 'Names' },
  { name: 'setup5CloudLogin', title: 'Cloud' },
  { name: 'WizardApply', title: 'Apply' },
];

/** The steps of the branch that was chosen. */
function chosenSteps(): typeof localSteps {
  const { switchManagement } = wizardDraft.get();
  return cloudMode.get() && Number(switchManagement) === Management.cloud ? cloudSteps : localSteps;
}

/** The path of a step. */
export function pathOf(step: StepName): string {
  return `/Wizard/${step}`;
}

/**
 * How the form of the step is left for another one: what was typed is kept, and forward only what passes its checks. The form
 * puts its own way here.
 */
export const LeaveStep = createContext<RefObject<((target: StepName, forward: boolean) => void) | undefined>>({
  current: undefined,
});

interface WizardFrameProps {
  readonly step: StepName;
  readonly title: string;
  readonly sentence: string;
  readonly children: ReactNode;
}

/** A step of the wizard: where one is, what it asks, and the step itself. */
export function WizardFrame({ step, title, sentence, children }: WizardFrameProps) {
  const t = useText();
  const navigate = useNavigate();
  const leave = useRef<(target: StepName, forward: boolean) => void>(undefined);
  const steps = chosenSteps();
  const place = steps.findIndex(({ name }) => name === step);
  return (
    <div className={styles.frame}>
      {place >= 0 && (
        <ol className={styles.steps} aria-label={t('Steps')}>
          {steps.map(({ name, title: words }, at) => (
            <li
              key={name}
              aria-current={at === place ? 'step' : undefined}
              data-passed={(at !== place && isPassed(name)) || undefined}
            >
              {at !== place && canReach(steps, at, place) ? (
                <button
                  type="button"
                  onClick={() => (leave.current ? leave.current(name, at > place) : void navigate(pathOf(name)))}
                >
                  {t(words)}
                </button>
              ) : (
                <span>{t(words)}</span>
              )}
            </li>
          ))}
        </ol>
      )}
      <Page title={title} sentence={sentence}>
        <LeaveStep value={leave}>{children}</LeaveStep>
      </Page>
    </div>
  );
}

/** A step can be gone to where every one before it was gone through; the present one is, by going on. */
function canReach(steps: typeof localSteps, at: number, place: number): boolean {
  return steps.slice(0, at).every(({ name }, before) => before === place || isPassed(name));
}
