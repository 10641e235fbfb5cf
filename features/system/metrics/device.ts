import type { DeviceFeature } from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { metricsNetworks, networksRule } from './networks.ts';
import { metricsCtrl } from './objects.ts';

/** Measurements for collectors such as Prometheus, on the page System > Administration. */
export const metrics: DeviceFeature = {
  objects: [metricsCtrl],
  rules: [networksRule],
  metrics: {
    access: (configuration) =>
      configuration.group(metricsCtrl).metricsState === Status.enabled
        ? { networks: metricsNetworks(configuration) }
        : undefined,
    read: async (context) => (await import('./measure.ts')).measure(context),
  },
};
