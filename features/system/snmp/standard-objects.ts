import { addressObjects } from './standard/addresses.ts';
import { agentObjects } from './standard/agent.ts';
import { authenticationObjects } from './standard/authentication.ts';
import { bridgeObjects } from './standard/bridge.ts';
import { entityObjects } from './standard/entities.ts';
import { frameworkObjects } from './standard/framework.ts';
import { interfaceObjects } from './standard/interfaces.ts';
import { moduleObjects } from './standard/modules.ts';
import { powerObjects } from './standard/power.ts';
import type { AgentFigures, StandardObject } from './standard-object.ts';

/** The objects that no page shows, and those that SNMP shows otherwise. */
export function standardObjects(figures: AgentFigures): readonly StandardObject[] {
  return [
    ...agentObjects(figures),
    ...interfaceObjects(figures),
    ...bridgeObjects,
    ...addressObjects,
    ...entityObjects,
    ...powerObjects,
    ...authenticationObjects,
    ...frameworkObjects,
    ...moduleObjects,
  ];
}
