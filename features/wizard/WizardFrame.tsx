import { createContext, type ReactNode, type RefObject, useRef } from 'react';
import { Page } from '../../console/elements/Page.tsx';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { isPassed, type StepName } from './entries.ts';
import { stepsOf } from './steps.ts';
import { useWizardState } from './use-wizard-state.ts';
import styles from './wizard.module.css';

/** Titles in the list of steps. */
const titles: Readonly<Record<StepName, string>> = {
  setup0Info: 'Device',
  setup1UserPassword: 'Account',
  setup2SelectManagement: 'Management',
  setup3timeLocal: 'Clock',
  setup3timeLocalCloud: 'Clock',
  setup4IPGatewayDNS: 'Address',
  setup4DNS: 'Names',
  setup5CloudLogin: 'Cloud',
  setup5CloudLoginFail: 'Cloud',
  WizardApply: 'Apply',
};

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
  const steps = stepsOf(useWizardState()());
  const place = steps.indexOf(step);
  return (
    <div className={styles.frame}>
      {place >= 0 && (
        <ol className={styles.steps} aria-label={t('Steps')}>
          {steps.map((name, at) => (
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
                  {t(titles[name])}
                </button>
              ) : (
                <span>{t(titles[name])}</span>
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
function canReach(steps: readonly StepName[], at: number, place: number): boolean {
  return steps.slice(0, at).every((name, before) => before === place || isPassed(name));
}
