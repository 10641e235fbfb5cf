import type { DeviceFeature, Operation } from '../../device/feature.ts';
import { sysLBD } from '../network/loopback-detection/objects.ts';
import { syslogCtrl } from '../system/system-log/objects.ts';
import { aSVViewMode } from './objects.ts';

/** What entering the Surveillance Mode turns on beside the layout (specification section 4): loopback detection and syslog. */
const entering: Operation = {
  object: aSVViewMode,
  async operate({ door }, { values, caller }) {
    if (values.sysWebViewMode !== 2) return;
    await door.perform(
      [
        { kind: 'set', object: sysLBD, values: { sysLBDStateEnable: 1 } },
        { kind: 'set', object: syslogCtrl, values: { syslogState: 1 } },
      ],
      caller,
    );
  },
};

/** Keeps which of the two modes the console is in, and enables what the Surveillance Mode needs, for who enters it. */
export const surveillanceMode: DeviceFeature = { objects: [aSVViewMode], operations: [entering] };
