import { type DeviceFeature, operation } from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { metricsNetworks, networksRule } from './networks.ts';
import { metricsCtrl } from './objects.ts';

/** Who is listed is served without a token: a stolen one must not open the door for others. */
const changeMetrics = operation(metricsCtrl, {
  grantsAccess: ({ values: { metricsNetworks = '' } }) => metricsNetworks !== '',
});

/** Measurements for collectors such as Prometheus, on the page System > Administration. */
export const metrics: DeviceFeature = {
  objects: [metricsCtrl],
  operations: [changeMetrics],
  rules: [networksRule],
  metrics: {
    access: (configuration) =>
      configuration.group(metricsCtrl).metricsState === Status.enabled
        ? { networks: metricsNetworks(configuration) }
        : undefined,
    read: async (context) => (await import('./measure.ts')).measure(context),
  },
};
