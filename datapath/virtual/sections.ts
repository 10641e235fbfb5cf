import type { ForwardingPlan } from '../plan.ts';

/**
 * The reader of each section of a plan: the switch (`switch-core.ts`), its own IP host (`host/`), or its surroundings
 * (the power supply, of the scenario). A section without a line here does not compile.
 */
export const virtualSections = {
  ports: 'switch',
  rates: 'switch',
  queueing: 'switch',
  power: 'surroundings',
  powerSupply: 'surroundings',
  trunks: 'switch',
  vlans: 'switch',
  multicastVlans: 'switch',
  spanningTreeInstances: 'switch',
  classifiers: 'switch',
  learning: 'switch',
  staticUnicast: 'switch',
  deniedAttacks: 'switch',
  portSecurity: 'switch',
  groups: 'switch',
  multicastFiltering: 'switch',
  passedGroups: 'switch',
  destinationFilter: 'switch',
  accessControl: 'switch',
  mirrors: 'switch',
  interfaces: 'switch',
  routes: 'host',
  neighbours: 'host',
  arpAgeing: 'host',
  stationAccess: 'switch',
  forwardsIpv4: 'host',
  punts: 'switch',
} as const satisfies Record<keyof ForwardingPlan, 'switch' | 'host' | 'surroundings'>;
