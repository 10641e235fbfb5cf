import type { PortFacts, PowerState } from '../../datapath.ts';
import type { PortNumber } from '../../plan.ts';

/** What a powered device at a port may draw at most, and what is wrong with it. */
export interface PowerDemand {
  readonly port: PortNumber;
  readonly milliwatts: number;
  readonly fault: 'Overload' | 'Short' | undefined;
}

/** The most that a port gives (IEEE 802.3at type 2 at the PSE). */
const PORT_MAXIMUM = 30_000;
/** Devices draw between this share and all of what they may. */
const LEAST_DRAW = 0.9;

/**
 * Shares the supply out among the ports that give power: in the order of their numbers they get what they ask for while
 * it fits into `budget` (milliwatts); what does not fit is denied (labels: specification section 4). What is given out is
 * the most that a device may draw, so that the budget is never overdrawn.
 */
export function sharePower(
  ports: readonly PortFacts[],
  budget: number,
  demands: readonly PowerDemand[],
): ReadonlyMap<PortNumber, PowerState> {
  const byPort = new Map(demands.map((demand) => [demand.port, demand]));
  const states = new Map<PortNumber, PowerState>();
  let left = budget;
  for (const { number, pse } of ports) {
    if (!pse) continue;
    const state = stateOf(byPort.get(number), left);
    left -= state.milliwatts;
    states.set(number, state);
  }
  return states;
}

/** What flows of the shares now: `at` (seconds) moves every device's draw slowly, each in its own time. */
export function drawnPower(shares: ReadonlyMap<PortNumber, PowerState>, at: number): Map<PortNumber, PowerState> {
  const drawn = new Map<PortNumber, PowerState>();
  for (const [port, { status, milliwatts }] of shares) {
    const wave = (1 + Math.sin(at / 37 + port)) / 2;
    const share = LEAST_DRAW + (1 - LEAST_DRAW) * wave;
    drawn.set(port, { status, milliwatts: Math.floor((milliwatts * share) / 100) * 100 });
  }
  return drawn;
}

/** Whether a device has the power that it needs for a link; one without power from its port has a supply of its own. */
export function isPowered(state: PowerState | undefined): boolean {
  return state === undefined || state.status === 'POWER ON' || state.status === 'POWER OFF';
}

function stateOf(demand: PowerDemand | undefined, left: number): PowerState {
  if (!demand) return { status: 'POWER OFF', milliwatts: 0 };
  if (demand.fault) return { status: demand.fault, milliwatts: 0 };
  if (demand.milliwatts > PORT_MAXIMUM) return { status: 'Overload', milliwatts: 0 };
  if (demand.milliwatts > left) return { status: 'Power denied', milliwatts: 0 };
  return { status: 'POWER ON', milliwatts: demand.milliwatts };
}
