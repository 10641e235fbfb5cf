import { addressMoreObjects } from './standard/address-more.ts';
import { addressObjects } from './standard/addresses.ts';
import { agentObjects } from './standard/agent.ts';
import { aggregationObjects } from './standard/aggregation.ts';
import { authenticationObjects } from './standard/authentication.ts';
import { bridgeObjects } from './standard/bridge.ts';
import { entityObjects } from './standard/entities.ts';
import { frameworkObjects } from './standard/framework.ts';
import { hostObjects } from './standard/host.ts';
import { interfaceObjects } from './standard/interfaces.ts';
import { layerObjects } from './standard/layers.ts';
import { moduleObjects } from './standard/modules.ts';
import { multicastObjects } from './standard/multicast.ts';
import { neighbourVlanObjects } from './standard/neighbour-vlans.ts';
import { neighbourObjects } from './standard/neighbours.ts';
import { pingObjects } from './standard/ping.ts';
import { powerObjects } from './standard/power.ts';
import { spanningTreeObjects } from './standard/spanning-tree.ts';
import { vlanObjects } from './standard/vlans.ts';
import type { AgentFigures, StandardObject } from './standard-object.ts';

/** The objects that no page shows, and those that SNMP shows otherwise. */
export function standardObjects(figures: AgentFigures): readonly StandardObject[] {
  return [
    ...agentObjects(figures),
    ...interfaceObjects(figures),
    ...layerObjects,
    ...bridgeObjects,
    ...spanningTreeObjects,
    ...vlanObjects,
    ...multicastObjects,
    ...aggregationObjects,
    ...neighbourObjects,
    ...neighbourVlanObjects,
    ...addressObjects,
    ...addressMoreObjects,
    ...entityObjects,
    ...hostObjects,
    ...powerObjects,
    ...pingObjects(),
    ...authenticationObjects,
    ...frameworkObjects,
    ...moduleObjects,
  ];
}
