import type { DeviceFeature } from '../../../device/feature.ts';
import { ipAddressEntry, ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { addressKeeping, leaseOperation } from './device-addresses.ts';
import { liveAddresses, liveGateway, liveInterfaces } from './device-live.ts';
import { accessContribution, addressFrameContribution, interfaceContribution } from './device-plan.ts';
import { routeAccess, routeContribution } from './device-routes.ts';
import { ipv6AddressObjects } from './ipv6/addresses.ts';
import { ipv6AddressKeeping } from './ipv6/device.ts';
import { liveIpv6Interfaces } from './ipv6/device-live.ts';
import { ipv6InterfaceEntry } from './ipv6/objects.ts';
import { discoveryContribution } from './ipv6/punts.ts';
import { ipv6Rules } from './ipv6/rules.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { interfaceRules } from './rules.ts';

/** System > L3 Feature. */
export const l3Feature: DeviceFeature = {
  objects: [ipv4InterfaceEntry, ipIfSecondaryEntry, ipAddressEntry, ipDefaultRouter, ...ipv6AddressObjects],
  rules: [...interfaceRules, ...ipv6Rules],
  operations: [leaseOperation],
  services: [addressKeeping, ipv6AddressKeeping],
  contributions: [interfaceContribution, addressFrameContribution, discoveryContribution, routeContribution],
  accessContributions: [accessContribution, routeAccess],
  live: [
    { object: ipv4InterfaceEntry, columns: liveInterfaces },
    { object: ipv6InterfaceEntry, columns: liveIpv6Interfaces },
    { object: ipAddressEntry, rows: liveAddresses },
    { object: ipDefaultRouter, group: liveGateway },
  ],
};
