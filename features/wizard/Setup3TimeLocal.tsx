import { useRef } from 'react';
import { useText } from '../../console/translations/use-text.ts';
import { checkTime } from './checks.ts';
import { withSaving } from './daylight-saving.ts';
import { clockWasSetAt } from './entries.ts';
import { ruleHere } from './rule-here.ts';
import { backStep, nextStep } from './steps.ts';
import { TimeFields } from './TimeFields.tsx';
import { usePresent } from './use-present.ts';
import { useWizardState } from './use-wizard-state.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';
import { zoneOfThisComputer } from './zone-offered.ts';

/** Clock or time server, local branch (docs/specification/system.md, "Wizard > setup3timeLocal"). */
export default function Setup3TimeLocal() {
  const t = useText();
  const present = usePresent();
  const state = useWizardState();
  const filledAt = useRef(clockWasSetAt());
  return (
    <WizardFrame step="setup3timeLocal" title={t('Clock')} sentence={t('The clock for the log and the schedules.')}>
      {present && (
        <WizardForm
          step="setup3timeLocal"
          present={withSaving(present.values, ruleHere())}
          offered={zoneOfThisComputer(present)}
          back={backStep('setup3timeLocal', state())}
          next={nextStep('setup3timeLocal', state()) ?? 'WizardApply'}
          check={checkTime}
          clockSet={() => filledAt.current}
        >
          <TimeFields present={withSaving(present.values, ruleHere()).daylightSaving} filledAt={filledAt} />
        </WizardForm>
      )}
    </WizardFrame>
  );
}
