import type { Clock } from '../clock.ts';
import type { PortFacts } from '../datapath.ts';
import { officeScenario } from './scenario/office.ts';
import { parseScenario } from './scenario/scenario.ts';
import { ScenarioPlayer } from './scenario/scenario-player.ts';
import { VirtualDatapath } from './virtual-datapath.ts';

/** A virtual switch with something plugged in. */
export interface VirtualDatapathOptions {
  /** Port n at n-1. */
  readonly ports: readonly PortFacts[];
  readonly forwardingDatabaseSize: number;
  readonly mirrorSessions: number;
  /** Milliwatts that it can give to powered devices. */
  readonly powerBudget: number;
  /** JSON text; without it the built-in office is plugged in. */
  readonly scenario: string | undefined;
  readonly clock: Clock;
}

/** Makes a virtual switch. Throws with one sentence where the scenario is not one for these ports. */
export function createVirtualDatapath(options: VirtualDatapathOptions): VirtualDatapath {
  const { ports, scenario, clock } = options;
  const played = scenario === undefined ? officeScenario(ports) : parseScenario(scenario, ports);
  return new VirtualDatapath({ ...options, surroundings: new ScenarioPlayer(played, { ...options, clock }) });
}
