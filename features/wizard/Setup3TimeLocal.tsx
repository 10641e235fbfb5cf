import { useRef } from 'react';
import { useText } from '../../console/translations/use-text.ts';
import type { Values } from '../../model/wire/call.ts';
import { checkTime } from './checks.ts';
import { clockWasSetAt } from './entries.ts';
import { TimeFields } from './TimeFields.tsx';
import { type Present, usePresent } from './use-present.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';
import { zoneOfComputer } from './zones.ts';

/** Clock or time server, local branch (reference: Wizard setup3timeLocal). */
export default function Setup3TimeLocal() {
  const t = useText();
  const present = usePresent();
  const filledAt = useRef(clockWasSetAt());
  return (
    <WizardFrame
      step="setup3timeLocal"
      title={t('Clock')}
      sentence={t('The time that the log and the schedules go by.')}
    >
      {present && (
        <WizardForm
          step="setup3timeLocal"
          present={withZoneOfComputer(present)}
          back="setup2SelectManagement"
          next="setup4IPGatewayDNS"
          check={checkTime}
          clockSet={() => filledAt.current}
        >
          <TimeFields filledAt={filledAt} />
        </WizardForm>
      )}
    </WizardFrame>
  );
}

/** A switch that nobody has set up yet is offered the zone of the computer before it. */
function withZoneOfComputer({ values, factoryPassword }: Present): Values {
  return factoryPassword ? { ...values, index: zoneOfComputer() } : values;
}
