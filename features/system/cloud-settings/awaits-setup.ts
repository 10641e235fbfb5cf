import type { DeviceContext } from '../../../device/feature.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { sysWizard } from '../../wizard/objects.ts';
import { sysCloudCtrl } from './objects.ts';
import { cloudIdentity } from './slots.ts';

/** Whether the setup wizard is finished, or ignored. */
export function isWizardDone(configuration: Configuration): boolean {
  return configuration.group(sysWizard).sysWizardDone === TruthValue.yes;
}

/** Whether the cloud has claimed the switch and manages it only once the setup wizard is finished. */
export function awaitsSetup({ configuration, slots }: Pick<DeviceContext, 'configuration' | 'slots'>): boolean {
  const isEnabled = configuration().group(sysCloudCtrl).systemCloudState === Status.enabled;
  return isEnabled && slots.get(cloudIdentity)?.owned === true && !isWizardDone(configuration());
}
