import type { PortFacts, PowerCounters, PowerState } from '../../datapath.ts';
import type { ForwardingPlan, PortNumber } from '../../plan.ts';
import type { PowerPlan } from '../../power.ts';

/** The maximum draw of a powered device at a port, and its fault. */
export interface PowerDemand {
  readonly port: PortNumber;
  readonly milliwatts: number;
  /** It is from before IEEE 802.3af, and has no class. */
  readonly isLegacy: boolean;
  readonly fault: 'Overload' | 'Short' | 'Thermal shutdown' | undefined;
}

/** The supply to share: the ports that can give power, and milliwatts. */
export interface PowerSource {
  readonly ports: readonly PortFacts[];
  readonly budget: number;
}

/** The parts of a plan about sharing power. */
export type PowerPlans = Pick<ForwardingPlan, 'power' | 'powerSupply'>;

/** The most that a port gives (IEEE 802.3at type 2 at the PSE). */
const PORT_MAXIMUM = 30_000;
/** Devices draw between this share and all of what they may. */
const LEAST_DRAW = 0.9;
/**
 * Milliwatts that have to be left before a newcomer is powered, if it does not displace others
 * (docs/specification/security.md 2).
 */
const GUARD_BAND = 7000;
/** Tenths of volts that a port gives. */
const DECIVOLTS = 535;

/** Milliwatts at the PSE by class, from 1 on (IEEE 802.3 table 33-7, 145-11). */
const CLASS_POWER = [4000, 7000, 15_400, 30_000, 45_000, 60_000, 75_000, 90_000] as const;

const NOTHING_YET: PowerCounters = { absent: 0, invalidSignature: 0, denied: 0, overload: 0, short: 0 };
const NO_POWER: PowerPlan = {
  allowed: false,
  hold: undefined,
  priority: 'low',
  limit: undefined,
  acceptsLegacy: false,
  waitsLonger: false,
};

/** A port at which a device waits for power, or has it. */
interface Candidate {
  readonly port: PortNumber;
  readonly milliwatts: number;
  /** Its share of the supply while it is powered; at least its draw. */
  readonly share: number;
  readonly rank: number;
  readonly wasPowered: boolean;
}

/**
 * Shares the supply among the ports that give power, where `former` is their former share (labels:
 * docs/specification/product.md 4). The maximum draw of a device is reserved, so that the budget is never overdrawn.
 * Ports are served by their priority and then by their number; one that gets no share is denied, and a smaller one
 * behind it may be served.
 */
export function sharePower(
  source: PowerSource,
  plan: PowerPlans,
  demands: readonly PowerDemand[],
  former: ReadonlyMap<PortNumber, PowerState>,
): ReadonlyMap<PortNumber, PowerState> {
  const byPort = new Map(demands.map((demand) => [demand.port, demand]));
  const isByClass = plan.powerSupply.allocation === 'class';
  const candidates: Candidate[] = [];
  const states = new Map<PortNumber, PowerState>();
  for (const { number: port, pse } of source.ports) {
    if (!pse) continue;
    const [own, demand, before] = [plan.power.get(port) ?? NO_POWER, byPort.get(port), former.get(port)];
    const settled = withoutSupply(own, demand);
    states.set(port, stateAs(settled ?? 'Power denied', own, demand, before));
    if (settled !== undefined || !demand) continue;
    const share = isByClass ? mostOf(own, demand) : demand.milliwatts;
    const wasPowered = before?.status === 'POWER ON';
    candidates.push({ port, milliwatts: demand.milliwatts, share, rank: ranks.indexOf(own.priority), wasPowered });
  }
  for (const { port, share } of served(source, plan, candidates)) {
    const state = stateAs('POWER ON', plan.power.get(port) ?? NO_POWER, byPort.get(port), former.get(port));
    states.set(port, isByClass ? { ...state, allocated: share } : state);
  }
  return states;
}

/** The present draw of the shares: `at` (seconds) moves every device's draw slowly, each in its own time. */
export function drawnPower(shares: ReadonlyMap<PortNumber, PowerState>, at: number): Map<PortNumber, PowerState> {
  const drawn = new Map<PortNumber, PowerState>();
  for (const [port, state] of shares) {
    const wave = (1 + Math.sin(at / 37 + port)) / 2;
    const share = LEAST_DRAW + (1 - LEAST_DRAW) * wave;
    drawn.set(port, { ...state, milliwatts: Math.floor((state.milliwatts * share) / 100) * 100 });
  }
  return drawn;
}

/** Milliseconds without a draw after which a device is taken for gone (IEEE 802.3 33.2.9). */
export function dropOutTime(plan: PowerPlan | undefined): number {
  return plan?.waitsLonger ? 500 : 400;
}

const ranks: readonly PowerPlan['priority'][] = ['critical', 'high', 'low'];

/** State of a port that no supply would change; undefined if it only needs its share. */
function withoutSupply(plan: PowerPlan, demand: PowerDemand | undefined): PowerState['status'] | undefined {
  if (!plan.allowed) return 'POWER OFF';
  if (plan.hold !== undefined) return plan.hold === 'schedule' ? 'Time-Based OFF' : 'POWER OFF';
  if (!demand || isRefused(plan, demand)) return 'POWER OFF';
  if (demand.fault) return demand.fault;
  return demand.milliwatts > mostOf(plan, demand) ? 'Overload' : undefined;
}

function isRefused(plan: PowerPlan, { isLegacy }: PowerDemand): boolean {
  return isLegacy && !plan.acceptsLegacy;
}

/** The ports that get a share. */
function served({ budget }: PowerSource, { powerSupply }: PowerPlans, candidates: readonly Candidate[]): Candidate[] {
  const inOrder = candidates.toSorted((one, other) => one.rank - other.rank || one.port - other.port);
  const newcomersWait = powerSupply.shedding === 'newcomers';
  const queue = newcomersWait
    ? [...inOrder.filter(({ wasPowered }) => wasPowered), ...inOrder.filter(({ wasPowered }) => !wasPowered)]
    : inOrder;
  let left = Math.min(budget, powerSupply.threshold ?? budget);
  return queue.filter(({ share, wasPowered }) => {
    const fits = share <= left && (wasPowered || !newcomersWait || left >= GUARD_BAND);
    if (fits) left -= share;
    return fits;
  });
}

/** Milliwatts that a port gives a device at most. */
function mostOf({ limit }: PowerPlan, demand: PowerDemand): number {
  return Math.min(PORT_MAXIMUM, limit ?? CLASS_POWER[(classOf(demand) || 3) - 1] ?? PORT_MAXIMUM);
}

/** The class that a device says; 0 where it says none. */
function classOf({ milliwatts, isLegacy }: PowerDemand): number {
  return isLegacy ? 0 : CLASS_POWER.findIndex((most) => milliwatts <= most) + 1;
}

function stateAs(
  status: PowerState['status'],
  plan: PowerPlan,
  demand: PowerDemand | undefined,
  before: PowerState | undefined,
): PowerState {
  const isOn = status === 'POWER ON';
  const isOff = !plan.allowed || plan.hold !== undefined;
  const isFound = demand !== undefined && !isOff && !isRefused(plan, demand);
  return {
    status,
    detection: detectionAs(status, isOff),
    powerClass: isFound ? (demand.isLegacy ? 'legacy' : classOf(demand)) : undefined,
    milliwatts: isOn && demand ? demand.milliwatts : 0,
    decivolts: isOn ? DECIVOLTS : 0,
    counters: countedAs(status, before, {
      isAbsent: !isOff && demand === undefined,
      isInvalid: !isOff && demand !== undefined && isRefused(plan, demand),
    }),
  };
}

function detectionAs(status: PowerState['status'], isOff: boolean): PowerState['detection'] {
  if (isOff) return 'disabled';
  if (status === 'POWER ON') return 'deliveringPower';
  if (status === 'POWER OFF') return 'searching';
  return status === 'Thermal shutdown' ? 'otherFault' : 'fault';
}

/** The counter of a port's new state; none while the state is unchanged. */
function countedAs(
  status: PowerState['status'],
  before: PowerState | undefined,
  { isAbsent, isInvalid }: { readonly isAbsent: boolean; readonly isInvalid: boolean },
): PowerCounters {
  const counters = before?.counters ?? NOTHING_YET;
  const isNew = before?.status !== status;
  if (isNew && status === 'Power denied') return { ...counters, denied: counters.denied + 1 };
  if (isNew && status === 'Overload') return { ...counters, overload: counters.overload + 1 };
  if (isNew && status === 'Short') return { ...counters, short: counters.short + 1 };
  if (isNew && isAbsent && before?.status === 'POWER ON') return { ...counters, absent: counters.absent + 1 };
  if (isInvalid && (isNew || before?.detection !== 'searching')) {
    return { ...counters, invalidSignature: counters.invalidSignature + 1 };
  }
  return counters;
}
