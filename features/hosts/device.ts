import { type DeviceFeature, live } from '../../device/feature.ts';
import { hostEntry, hostLabelEntry } from './objects.ts';

/** Hosts: every station under one name. */
export const hosts: DeviceFeature = {
  objects: [hostEntry, hostLabelEntry],
  live: [live(hostEntry, { rows: async (context) => (await import('./device-hosts.ts')).hostRows(context) })],
};
