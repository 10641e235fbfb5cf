import type { DeviceContext } from '../../../device/feature.ts';
import { reasonOf } from '../../../device/flash/failure-reason.ts';
import { Severity } from '../../../device/log/log.ts';
import { say } from '../../../model/values/message.ts';
import { sysCloudCtrl } from './objects.ts';

/**
 * Writes the cloud settings, and nothing else that is unsaved, to the startup configuration: whose the switch is, is on flash
 * already, and the next start is to follow it. A device that was never configured still counts as that. Never rejects.
 */
export async function keepCloudSettings({ configuration, startup, flash, log }: DeviceContext): Promise<void> {
  const wanted = () => configuration().group(sysCloudCtrl);
  if (JSON.stringify(startup().group(sysCloudCtrl)) === JSON.stringify(wanted())) return;
  try {
    await flash.amend((saved) => saved.withGroup(sysCloudCtrl, wanted()), 'cloud');
  } catch (error) {
    const reason = reasonOf(error);
    log.write(Severity.error, say('The cloud settings could not be saved, because {{reason}}.', { reason }));
  }
}
