import type { DeviceContext } from '../../../device/feature.ts';
import { SLOT_VERSION } from '../../../device/flash/migrations.ts';
import { slotEmpty } from '../../../device/flash/slot-message.ts';
import { Refusal } from '../../../device/refusal.ts';
import { softwareVersion } from '../../../device/software-version.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { system } from '../../system/system-management/objects.ts';
import { deviceTimeAt } from '../../system/system-time/objects.ts';
import { formatConfigurationFile } from './configuration-file.ts';
import { keyOf, newSalt, sealWith } from './device-secrets.ts';
import type { WaitingFile } from './device-transfer.ts';
import { BackupSecrets } from './objects.ts';

async function configurationOf(context: DeviceContext, slot: unknown): Promise<Configuration> {
  if (slot !== 1 && slot !== 2) return context.configuration();
  const configuration = await context.flash.read(slot);
  if (!configuration) throw new Refusal(ErrorCode.noSuchName, slotEmpty(slot));
  return configuration;
}

/** "TPE-2840WS-core-20260131.cfg": model, name and date, in characters that every file system takes. */
function fileNameOf(context: DeviceContext): string {
  const configuration = context.configuration();
  const date = formatDateTime(deviceTimeAt(configuration, context.wallClock.now())).slice(0, 10).replaceAll('-', '');
  const name = configuration.group(system).sysName.replaceAll(/[^A-Za-z0-9._-]+/g, '_');
  return `${[context.hardware.modelName, name, date].filter((part) => part !== '').join('-')}.cfg`;
}

/** The configuration that `values` ask for, as a file. Rejects with a `Refusal`. */
export async function backupFile(context: DeviceContext, values: Values): Promise<WaitingFile> {
  const configuration = await configurationOf(context, values.cfgSlotId);
  const salt = values.cfgIncludeSecrets === BackupSecrets.encrypted ? newSalt() : undefined;
  const seal = salt === undefined ? undefined : sealWith(await keyOf(String(values.cfgPassphrase ?? ''), salt));
  const header = {
    model: context.hardware.modelName,
    version: softwareVersion,
    configurationVersion: SLOT_VERSION,
    ...(salt !== undefined && { salt }),
  };
  return {
    fileName: fileNameOf(context),
    lines: () => formatConfigurationFile(header, context.objects, configuration, seal),
  };
}
