import type { Service } from '../../../../device/feature.ts';
import { ipv6AddressObjects } from './addresses.ts';
import { ipv6Rows } from './objects.ts';

/** Gives the interfaces their IPv6 addresses, where any speaks IPv6. */
export const ipv6AddressKeeping: Service = {
  name: 'IPv6 addresses',
  reads: ipv6AddressObjects,
  wanted: (configuration) => ipv6Rows(configuration).length > 0,
  start: async (context) => (await import('./device-addresses.ts')).startIpv6Addresses(context),
};
