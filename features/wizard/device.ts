import type { DeviceFeature, Operation } from '../../device/feature.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import { sysWizard } from './objects.ts';

/** Lets the wizard's browser follow the device to another address (protocol.md, "Wizard hand-over"). */
const handOver: Operation = {
  object: sysWizard,
  operate({ sessions }, { values, caller }) {
    if (values.wizardHandOver === TruthValue.yes && caller.session !== undefined)
      sessions.offerHandOver(caller.session);
  },
};

/** What the device does for the setup wizard. */
export const wizard: DeviceFeature = { objects: [sysWizard], operations: [handOver] };
