import type { DeviceFeature } from '../../../device/feature.ts';
import { ipAddressEntry, ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { addressKeeping, leaseOperation } from './device-addresses.ts';
import { liveAddresses, liveGateway, liveInterfaces } from './device-live.ts';
import { accessContribution, addressFrameContribution, interfaceContribution } from './device-plan.ts';
import { routeAccess, routeContribution } from './device-routes.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { interfaceRules } from './rules.ts';

/** System > L3 Feature: IPv4 Interface, IPv4 Interface Configuration. */
export const l3Feature: DeviceFeature = {
  objects: [ipv4InterfaceEntry, ipIfSecondaryEntry, ipAddressEntry, ipDefaultRouter],
  rules: interfaceRules,
  operations: [leaseOperation],
  services: [addressKeeping],
  contributions: [interfaceContribution, addressFrameContribution, routeContribution],
  accessContributions: [accessContribution, routeAccess],
  live: [
    { object: ipv4InterfaceEntry, columns: liveInterfaces },
    { object: ipAddressEntry, rows: liveAddresses },
    { object: ipDefaultRouter, group: liveGateway },
  ],
};
