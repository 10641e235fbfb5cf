import type { ReactNode } from 'react';
import { Page } from '../../console/elements/Page.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { StepName } from './entries.ts';
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

/** The path of a step. */
export function pathOf(step: StepName): string {
  return `/Wizard/${step}`;
}

interface WizardFrameProps {
  readonly step: StepName;
  readonly title: string;
  readonly sentence: string;
  readonly children: ReactNode;
}

/** A step of the wizard: where one is, what it asks, and the step itself. */
export function WizardFrame({ step, title, sentence, children }: WizardFrameProps) {
  const t = useText();
  const place = localSteps.findIndex(({ name }) => name === step);
  return (
    <div className={styles.frame}>
      {place >= 0 && (
        <ol className={styles.steps} aria-label={t('Steps')}>
          {localSteps.map(({ name, title: words }, at) => (
            <li key={name} aria-current={at === place ? 'step' : undefined} data-passed={at < place || undefined}>
              <span>{t(words)}</span>
            </li>
          ))}
        </ol>
      )}
      <Page title={title} sentence={sentence}>
        {children}
      </Page>
    </div>
  );
}
