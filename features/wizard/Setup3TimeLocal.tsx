import { useRef } from 'react';
import { useText } from '../../console/translations/use-text.ts';
import type { Values } from '../../model/wire/call.ts';
import { checkTime } from './checks.ts';
import { clockWasSetAt } from './entries.ts';
import { backStep, nextStep } from './steps.ts';
import { TimeFields } from './TimeFields.tsx';
import { type Present, usePresent } from './use-present.ts';
import { useWizardState } from './use-wizard-state.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';
import { zoneOfComputer } from './zones.ts';

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
          present={present.values}
          offered={zoneOfThisComputer(present)}
          back={backStep('setup3timeLocal', state())}
          next={nextStep('setup3timeLocal', state()) ?? 'WizardApply'}
          check={checkTime}
          clockSet={() => filledAt.current}
        >
          <TimeFields filledAt={filledAt} />
        </WizardForm>
      )}
    </WizardFrame>
  );
}

/** A switch that was never set up is offered the time zone of the computer. */
function zoneOfThisComputer({ factoryPassword }: Present): Values {
  return factoryPassword ? { index: zoneOfComputer() } : {};
}
