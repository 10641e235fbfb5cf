import type { Environment, PortFacts, PowerState } from '../../datapath.ts';
import type { PortNumber } from '../../plan.ts';

/** What a powered device at a port wants now. */
export interface PowerDemand {
  readonly port: PortNumber;
  readonly milliwatts: number;
  readonly fault: 'overload' | 'short' | undefined;
}

/** The most that a port gives (IEEE 802.3at type 2 at the PSE). */
const PORT_MAXIMUM = 30_000;

/**
 * Shares the supply out: ports in the order of their numbers get what they ask for while there is enough; the rest is
 * denied (specification section 4 has the labels). Undefined for a chassis without power sourcing ports.
 */
export function sharePower(
  ports: readonly PortFacts[],
  budget: number,
  demands: readonly PowerDemand[],
): Environment['power'] {
  const sources = ports.filter(({ pse }) => pse);
  if (sources.length === 0) return undefined;
  const byPort = new Map(demands.map((demand) => [demand.port, demand]));
  const states = new Map<PortNumber, PowerState>();
  let left = budget;
  for (const { number } of sources) {
    const state = stateOf(byPort.get(number), left);
    left -= state.milliwatts;
    states.set(number, state);
  }
  return { budget, ports: states };
}

function stateOf(demand: PowerDemand | undefined, left: number): PowerState {
  if (!demand) return { status: 'POWER OFF', milliwatts: 0 };
  if (demand.fault === 'short') return { status: 'Short', milliwatts: 0 };
  if (demand.fault === 'overload' || demand.milliwatts > PORT_MAXIMUM) return { status: 'Overload', milliwatts: 0 };
  if (demand.milliwatts > left) return { status: 'Power denied', milliwatts: 0 };
  return { status: 'POWER ON', milliwatts: demand.milliwatts };
}
