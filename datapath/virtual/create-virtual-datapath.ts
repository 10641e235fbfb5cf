import type { Clock } from '../clock.ts';
import type { PortFacts } from '../datapath.ts';
import type { SocketCablePlan } from './cabling/socket-cable.ts';
import { atTheSwitch } from './scenario/check-scenario.ts';
import { officeScenario } from './scenario/office.ts';
import { parseScenario } from './scenario/read-scenario.ts';
import type { Scenario } from './scenario/scenario.ts';
import { ScenarioPlayer } from './scenario/scenario-player.ts';
import { type Surroundings, VirtualDatapath } from './virtual-datapath.ts';

/** A virtual switch with something plugged in. */
export interface VirtualDatapathOptions {
  /** Port n at n-1. */
  readonly ports: readonly PortFacts[];
  readonly forwardingDatabaseSize: number;
  readonly mirrorSessions: number;
  /** Milliwatts that it can give to powered devices. */
  readonly powerBudget: number;
  /** JSON text; without it the built-in office is plugged in, which leaves the ports of `cables` free. */
  readonly scenario: string | undefined;
  /** Cables to other agents, each port once. */
  readonly cables?: readonly SocketCablePlan[];
  readonly clock: Clock;
}

/** Makes a virtual switch. Rejects with one sentence where scenario and cables are none for these ports. */
export async function createVirtualDatapath(options: VirtualDatapathOptions): Promise<VirtualDatapath> {
  const { ports, clock, cables = [] } = options;
  const played = playedScenario(options);
  for (const { port } of cables) checkCable(port, ports, played);
  let surroundings: Surroundings = new ScenarioPlayer(played, { ...options, clock });
  if (cables.length > 0) {
    const { CabledSurroundings } = await import('./cabling/cabled-surroundings.ts');
    surroundings = new CabledSurroundings(surroundings, cables, clock);
  }
  return new VirtualDatapath({ ...options, surroundings });
}

/**
 * The scenario to play: the given one, or the built-in office. Throws an Error with one sentence for an invalid one.
 */
export function playedScenario(options: Pick<VirtualDatapathOptions, 'ports' | 'scenario' | 'cables'>): Scenario {
  const { ports, scenario, cables = [] } = options;
  if (scenario !== undefined) return parseScenario(scenario, ports);
  return officeScenario(ports, new Set(cables.map(({ port }) => port)));
}

/** A cable needs a port of its own. */
function checkCable(port: number, ports: readonly PortFacts[], scenario: Scenario): void {
  const refuse = (reason: string) => {
    throw new Error(`--cable ${port}: ${reason}.`);
  };
  if (port > ports.length) refuse(`port ${port} does not exist; this switch has ports 1 to ${ports.length}`);
  const station = atTheSwitch(scenario).find((one) => one.port === port);
  if (station) refuse(`port ${port} is taken by station "${station.name}"`);
  const neighbor = scenario.switches.find(({ cables }) => cables.some((one) => one.port === port));
  if (neighbor) refuse(`port ${port} is taken by the cable to "${neighbor.name}"`);
  const loop = scenario.faults.find((fault) => fault.kind === 'loop' && (fault.port === port || fault.to === port));
  if (loop) refuse(`port ${port} is taken by the cable of a loop`);
}
