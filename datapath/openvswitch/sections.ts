import type { ForwardingPlan } from '../plan.ts';

/**
 * The reader of each section of a plan: the OpenFlow rules (`pipeline/compile-flows.ts`), only the host's kernel and
 * devices (`host-side.ts`), or none, because the capability is `lacking` in the driver's facts. A section without a
 * line here does not compile.
 */
export const openVSwitchSections = {
  ports: 'rules',
  rates: 'rules',
  queueing: 'rules',
  power: 'lacking',
  powerSupply: 'lacking',
  trunks: 'rules',
  vlans: 'rules',
  multicastVlans: 'rules',
  spanningTreeInstances: 'rules',
  classifiers: 'rules',
  learning: 'rules',
  staticUnicast: 'rules',
  deniedAttacks: 'rules',
  portSecurity: 'rules',
  groups: 'rules',
  multicastFiltering: 'rules',
  passedGroups: 'rules',
  destinationFilter: 'rules',
  accessControl: 'rules',
  mirrors: 'rules',
  interfaces: 'rules',
  routes: 'host',
  neighbours: 'host',
  arpAgeing: 'host',
  stationAccess: 'rules',
  forwardsIpv4: 'rules',
  punts: 'rules',
} as const satisfies Record<keyof ForwardingPlan, 'rules' | 'host' | 'lacking'>;
