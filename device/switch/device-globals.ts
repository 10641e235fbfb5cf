import type { DeviceGlobals } from '../../model/wire/endpoints.ts';
import { cloudBond } from '../cloud/ownership.ts';
import type { DeviceContext, DeviceFeature } from '../feature.ts';
import { viewMode } from '../view-mode.ts';

/** Globals of the console's page about this switch before its first call. */
export function globalsOf(
  { hardware, cloud, slots }: DeviceContext,
  features: readonly DeviceFeature[],
  webVersion: string,
): DeviceGlobals {
  const modules = features.flatMap((feature) => Object.entries(feature.modules ?? {}));
  const closed = modules.filter(([, needs]) => hardware.lacking.has(needs)).map(([title]): [string, 0] => [title, 0]);
  return {
    modelName: hardware.modelName,
    Port_num: hardware.portCount,
    maxVlanId: hardware.maxVlanId,
    ...(cloud && ({ cloudMode: 1 } as const)),
    cloudConnect: slots.get(cloudBond).connected ? 1 : 0,
    ...(slots.get(viewMode) === 2 && ({ viewMode: 2 } as const)),
    closedModules: Object.fromEntries(closed),
    disabledModules: {},
    lacking: [...hardware.lacking],
    webVersion,
  };
}
