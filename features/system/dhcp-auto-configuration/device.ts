import {
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { formatMessage, wordsOf } from '../../../model/values/message.ts';
import { deviceTimeAt } from '../system-time/objects.ts';
import { dhcpAutoConfigCtrl } from './objects.ts';
import { autoConfigState } from './state.ts';

const service: Service = {
  name: 'DHCP auto configuration',
  reads: [dhcpAutoConfigCtrl],
  wanted: (configuration) => configuration.group(dhcpAutoConfigCtrl).dhcpAutoConfigState === Status.enabled,
  start: async (context) => (await import('./auto-configuration.ts')).startAutoConfiguration(context),
};

function state(context: DeviceContext): LiveOf<typeof dhcpAutoConfigCtrl> {
  const { status, server, file, time, reason } = context.slots.get(autoConfigState);
  return {
    dhcpAutoConfigStatus: status,
    dhcpAutoConfigServer: server,
    dhcpAutoConfigFile: file,
    dhcpAutoConfigTime: time === undefined ? '' : formatDateTime(deviceTimeAt(context.configuration(), time)),
    dhcpAutoConfigReason: reason ? wordsOf(reason) : '',
    dhcpAutoConfigReasonSaid: formatMessage(reason),
  };
}

/** The server that answers at the next start then determines the configuration, including accounts and keys. */
const enabling = operation(dhcpAutoConfigCtrl, {
  grantsAccess: ({ values }) => values.dhcpAutoConfigState === Status.enabled,
});

/** System > DHCP Auto Configuration. */
export const dhcpAutoConfiguration: DeviceFeature = {
  objects: [dhcpAutoConfigCtrl],
  live: [live(dhcpAutoConfigCtrl, { group: state })],
  operations: [enabling],
  services: [service],
};
