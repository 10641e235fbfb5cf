import type { ForwardingPlan } from '../plan.ts';

/**
 * Which sections of a plan decide the way of a frame: `frames` where the trace reads them, `never` where they are for something
 * else (power, and how the switch's own stack answers). A section that has no line here does not compile.
 */
export const tracedSections = {
  ports: 'frames',
  rates: 'frames',
  queueing: 'frames',
  power: 'never',
  powerSupply: 'never',
  trunks: 'frames',
  vlans: 'frames',
  multicastVlans: 'frames',
  spanningTreeInstances: 'frames',
  classifiers: 'frames',
  learning: 'frames',
  staticUnicast: 'frames',
  deniedAttacks: 'frames',
  portSecurity: 'frames',
  groups: 'frames',
  multicastFiltering: 'frames',
  passedGroups: 'frames',
  destinationFilter: 'frames',
  accessControl: 'frames',
  mirrors: 'frames',
  interfaces: 'frames',
  routes: 'never',
  neighbours: 'never',
  arpAgeing: 'never',
  stationAccess: 'frames',
  forwardsIpv4: 'never',
  punts: 'frames',
} as const satisfies Record<keyof ForwardingPlan, 'frames' | 'never'>;
