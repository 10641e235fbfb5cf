import type { DeviceFeature, Service } from '../../device/feature.ts';
import { Severity } from '../../device/log/log.ts';
import { syslogCtrl } from '../system/system-log/objects.ts';
import { aSVViewMode } from './objects.ts';

/** What entering the Surveillance Mode turns on beside the layout (specification section 4): here, syslog. */
const entering: Service = {
  name: 'Surveillance Mode',
  reads: [aSVViewMode],
  start(context) {
    const isOn = () => context.configuration().group(aSVViewMode).sysWebViewMode === 2;
    let on = isOn();
    return {
      changed() {
        const entered = isOn() && !on;
        on = isOn();
        if (!entered) return;
        context
          .change('Surveillance Mode', (configuration) => configuration.withGroup(syslogCtrl, { syslogState: 1 }))
          .catch((reason: unknown) => context.log.write(Severity.warning, `Syslog was not enabled: ${String(reason)}`));
      },
    };
  },
};

/** Keeps which of the two modes the console is in, and enables what the Surveillance Mode needs. */
export const surveillanceMode: DeviceFeature = { objects: [aSVViewMode], services: [entering] };
