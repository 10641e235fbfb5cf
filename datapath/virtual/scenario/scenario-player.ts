import { type PortList, portListOf } from '../../../model/values/port-list.ts';
import type { Cancel, Clock } from '../../clock.ts';
import type { CablePair, Connection, Environment, ManagementPath, PortFacts, PowerState } from '../../datapath.ts';
import { emptyPlan, type PortNumber } from '../../plan.ts';
import { cable, type PatchCable } from '../cable.ts';
import type { Neighbor } from '../neighbor/neighbor-switch.ts';
import { Crowd } from '../stations/crowd.ts';
import type { Listener, Segment } from '../stations/segment.ts';
import type { Surroundings, VirtualDatapath } from '../virtual-datapath.ts';
import { brokenCables, testedCable } from './cable-test.ts';
import { type Cast, castScenario } from './cast.ts';
import { atTheSwitch } from './check-scenario.ts';
import { playFaults } from './faults.ts';
import { hardwareReport } from './hardware-reports.ts';
import { playLines } from './lines.ts';
import { drawnPower, dropOutTime, type PowerDemand, type PowerPlans, sharePower } from './power-supply.ts';
import { type Random, seededRandom } from './random.ts';
import type { Scenario, ScenarioFault, ScenarioSwitch } from './scenario.ts';
import { playStorm } from './storm.ts';

/** The chassis that a scenario is played on. */
export interface Stage {
  readonly ports: readonly PortFacts[];
  /** Milliwatts for powered devices. */
  readonly powerBudget: number;
  readonly clock: Clock;
}

/** One turn of all stations: often enough for live figures, seldom enough to cost next to nothing. */
const TURN_MILLISECONDS = 1000;
/** After a longer sleep of the host nothing is made up for. */
const LONGEST_TURN_SECONDS = 5;
const TEMPERATURE_PERIOD_SECONDS = 900;
/** Degrees that a fully used power supply adds. */
const HEAT_OF_POWER = 8;

/** Plays a scenario on a virtual switch: its stations, their traffic, power, heat, and the faults. */
export class ScenarioPlayer implements Surroundings {
  readonly #scenario: Scenario;
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #crowd: { readonly crowd: Crowd; readonly segment: Segment } | undefined;
  readonly #active = new Set<ScenarioFault>();
  /** The flapping links, and whether each is away at the moment. */
  readonly #flaps = new Map<ScenarioFault, { away: boolean; readonly cancel: Cancel }>();
  /** The cables that make a loop. */
  readonly #loops = new Map<ScenarioFault, PatchCable>();
  readonly #neighbors: Neighbor[] = [];
  /** The cables to neighbor switches, by port. */
  readonly #patches = new Map<PortNumber, PatchCable>();
  readonly #timers: Cancel[] = [];
  #power: ReadonlyMap<PortNumber, PowerState> = new Map();
  #powerPlan: PowerPlans = emptyPlan;
  /** The stations that hang, by name. */
  readonly #hanging = new Set<string>();
  #chassis: VirtualDatapath | undefined;
  #last = 0;

  constructor(scenario: Scenario, stage: Stage) {
    this.#scenario = scenario;
    this.#stage = stage;
    this.#random = seededRandom(scenario.seed);
    this.#cast = castScenario(
      scenario,
      () => stage.clock.now(),
      this.#random,
      (name) => this.#hanging.has(name),
    );
    const uplink = atTheSwitch(scenario).find((station) => station.uplink);
    const segment = uplink && this.#cast.segments.get(uplink.port);
    if (segment && scenario.macTable > 0) this.#crowd = { crowd: new Crowd(scenario.macTable, uplink.mac), segment };
  }

  async begin(chassis: VirtualDatapath): Promise<void> {
    const { clock } = this.#stage;
    this.#chassis = chassis;
    this.#last = clock.now();
    for (const [port, segment] of this.#cast.segments) segment.plug(chassis.attach(port, segment));
    for (const neighbor of this.#scenario.switches) await this.#beginNeighbor(chassis, neighbor);
    this.#settle();
    this.#timers.push(
      clock.every(TURN_MILLISECONDS, () => this.#turn(chassis)),
      playFaults(this.#scenario.faults, clock, {
        began: (fault) => this.#began(fault),
        ended: (fault) => this.#ended(fault),
      }),
    );
  }

  /** Engines that only neighbors need here are loaded with the first of them. */
  async #beginNeighbor(
    chassis: VirtualDatapath,
    { name, address, cables, trunk, ...own }: ScenarioSwitch,
  ): Promise<void> {
    const { startNeighbor } = await import('../neighbor/neighbor-switch.ts');
    const behind = this.#cast.behind.get(name) ?? new Map<PortNumber, Segment>();
    const vlans = this.#scenario.stations.flatMap((station) =>
      station.switch === name && station.vlan !== undefined ? [station.vlan] : [],
    );
    const cabled = cables.map(({ to }) => to);
    const neighbor = await startNeighbor({
      ...own,
      name,
      address,
      portCount: Math.max(...cabled, ...behind.keys()),
      cabled: portListOf(cabled),
      trunk: portListOf(trunk),
      vlans,
      clock: this.#stage.clock,
    });
    this.#neighbors.push(neighbor);
    for (const [port, segment] of behind) segment.plug(neighbor.datapath.attach(port, segment));
    for (const { port, to } of cables) this.#patches.set(port, cable(chassis, port, neighbor.datapath, to));
  }

  planned({ power, powerSupply }: PowerPlans): void {
    if (power === this.#powerPlan.power && powerSupply === this.#powerPlan.powerSupply) return;
    this.#powerPlan = { power, powerSupply };
    this.#settle();
  }

  environment(): Environment {
    const { chassis } = this.#scenario;
    const { ports, powerBudget, clock } = this.#stage;
    const seconds = clock.now() / 1000;
    const still = new Set(this.#activeFaults('fanFailure').map(({ fan }) => fan));
    const drawn = drawnPower(this.#power, seconds);
    let used = 0;
    for (const { milliwatts } of drawn.values()) used += milliwatts;
    const heat = this.#activeFaults('overheating').reduce((sum, { degrees }) => sum + degrees, 0);
    const sway = 2 * Math.sin((2 * Math.PI * seconds) / TEMPERATURE_PERIOD_SECONDS);
    const load = powerBudget > 0 ? (HEAT_OF_POWER * used) / powerBudget : 0;
    return {
      temperature: Math.round(chassis.temperature + sway + load + heat),
      fans: Array.from({ length: chassis.fans }, (_, index) => (still.has(index + 1) ? 'down' : 'up')),
      ...(ports.some(({ pse }) => pse) && { power: { budget: powerBudget, ports: drawn } }),
    };
  }

  losingPower(plan: PowerPlans): PortList {
    const next = this.#shared(plan);
    const isOn = (state: PowerState | undefined) => state?.status === 'POWER ON';
    return portListOf(
      [...this.#power].filter(([port, now]) => isOn(now) && !isOn(next.get(port))).map(([port]) => port),
    );
  }

  testCable(port: PortNumber): readonly CablePair[] {
    const isLooped = [...this.#loops.keys()].some(
      (fault) => fault.kind === 'loop' && (fault.port === port || fault.to === port),
    );
    return testedCable(this.#scenario, port, this.#cast.segments.has(port) || this.#patches.has(port) || isLooped);
  }

  /** The administrator's station, in the VLAN that its frames are classified into. */
  locate(_connection: Connection): ManagementPath | undefined {
    const { administrator } = this.#scenario;
    const station = atTheSwitch(this.#scenario).find(({ name }) => name === administrator);
    if (!station) return undefined;
    const vlan = station.vlan ?? this.#chassis?.plan.ports.get(station.port)?.pvid ?? 1;
    return { port: station.port, vlan, clientMac: station.mac };
  }

  async end(): Promise<void> {
    for (const cancel of this.#timers) cancel();
    for (const patch of this.#patches.values()) patch.unplug();
    this.#patches.clear();
    for (const neighbor of this.#neighbors.splice(0)) await neighbor.stop();
    for (const { cancel } of this.#flaps.values()) cancel();
    for (const patch of this.#loops.values()) patch.unplug();
    this.#loops.clear();
    this.#timers.length = 0;
    this.#flaps.clear();
    this.#active.clear();
    this.#chassis = undefined;
  }

  #turn(chassis: VirtualDatapath): void {
    const now = this.#stage.clock.now();
    const seconds = Math.min(LONGEST_TURN_SECONDS, (now - this.#last) / 1000);
    this.#last = now;
    const overloads = new Map(this.#activeFaults('trafficOverload').map(({ station, factor }) => [station, factor]));
    for (const { sender, segment, flow } of this.#cast.flows) {
      flow.play(seconds, now / 1000, segment.pace * (overloads.get(sender) ?? 1));
    }
    for (const { segment, member } of this.#cast.members) if (segment.isUp) member.play();
    for (const { segment, station } of this.#cast.announcers) if (segment.isUp) station.play();
    for (const { segment, speaker } of this.#cast.speakers) if (segment.isUp) speaker.play(now);
    for (const { port, rate } of this.#activeFaults('broadcastStorm')) this.#storm(chassis, port, rate, seconds);
    playLines(chassis, this.#cast.segments.keys(), this.#active, seconds, this.#random);
    this.#playCrowd(seconds);
    for (const segment of this.#cast.segments.values()) segment.recover();
    for (const segments of this.#cast.behind.values()) for (const segment of segments.values()) segment.recover();
  }

  #storm(chassis: VirtualDatapath, port: PortNumber, rate: number, seconds: number): void {
    const station = atTheSwitch(this.#scenario).find((candidate) => candidate.port === port);
    const host = station && this.#cast.hosts.get(station.name);
    if (host) playStorm(host, rate, seconds, chassis.line(port)?.speed ?? 0);
  }

  #playCrowd(seconds: number): void {
    if (!this.#crowd) return;
    const { crowd, segment } = this.#crowd;
    if (segment.isUp) crowd.play(seconds, (frame) => segment.send(SILENT, frame, 1));
    else crowd.startOver();
  }

  #began(fault: ScenarioFault): void {
    this.#active.add(fault);
    if (fault.kind === 'linkFlap') {
      const turn = () => {
        flap.away = !flap.away;
        this.#settle();
      };
      const flap = { away: true, cancel: this.#stage.clock.every(fault.period * 1000, turn) };
      this.#flaps.set(fault, flap);
    }
    if (fault.kind === 'loop' && this.#chassis) {
      this.#loops.set(fault, cable(this.#chassis, fault.port, this.#chassis, fault.to));
    }
    if (fault.kind === 'hang') this.#hanging.add(fault.station);
    this.#report(fault, true);
    this.#settle();
  }

  #ended(fault: ScenarioFault): void {
    this.#active.delete(fault);
    this.#flaps.get(fault)?.cancel();
    this.#flaps.delete(fault);
    this.#loops.get(fault)?.unplug();
    this.#loops.delete(fault);
    this.#report(fault, false);
    this.#settle();
  }

  /** Allocates the power again; a segment whose device has none, or whose cable flaps, has no link. */
  #settle(): void {
    const before = this.#power;
    this.#power = this.#shared(this.#powerPlan);
    const away = new Set(brokenCables(this.#scenario));
    for (const [fault, flap] of this.#flaps) if (flap.away && 'port' in fault) away.add(fault.port);
    for (const { port, name, power } of atTheSwitch(this.#scenario)) {
      if (power === undefined || givesPower(this.#power, port)) continue;
      away.add(port);
      // A device that has lost its power restarts; one that waits for power since the switch started has not lost any.
      if (givesPower(before, port)) this.#hanging.delete(name);
    }
    for (const [port, segment] of this.#cast.segments) segment.setLink(away.has(port) ? 'down' : 'up');
    for (const [port, patch] of this.#patches) patch.setLink(away.has(port) ? 'down' : 'up');
  }

  /** Which devices get power under a plan, as the ports are now. */
  #shared(plan: PowerPlans): ReadonlyMap<PortNumber, PowerState> {
    const { ports, powerBudget } = this.#stage;
    return sharePower({ ports, budget: powerBudget }, plan, this.#demands(plan), this.#power);
  }

  /** The first powered device at each port; a fault needs one to show. */
  #demands(plan: PowerPlans): readonly PowerDemand[] {
    const faults = new Map<PortNumber, PowerDemand['fault']>();
    for (const { port } of this.#activeFaults('powerOverload')) faults.set(port, 'Overload');
    for (const { port } of this.#activeFaults('powerShort')) faults.set(port, 'Short');
    for (const { port } of this.#activeFaults('powerOverheating')) faults.set(port, 'Thermal shutdown');
    const gone = new Set(
      this.#activeFaults('powerDip')
        .filter(({ port, milliseconds }) => milliseconds > dropOutTime(plan.power.get(port)))
        .map(({ port }) => port),
    );
    const demands = new Map<PortNumber, PowerDemand>();
    for (const { port, power, legacyPower } of atTheSwitch(this.#scenario)) {
      if (power === undefined || demands.has(port) || gone.has(port)) continue;
      demands.set(port, { port, milliwatts: power, isLegacy: legacyPower, fault: faults.get(port) });
    }
    return [...demands.values()];
  }

  #report(fault: ScenarioFault, began: boolean): void {
    const message = hardwareReport(fault, began);
    if (message !== undefined) this.#chassis?.report(began ? 4 : 5, message);
  }

  #activeFaults<Kind extends ScenarioFault['kind']>(kind: Kind): Extract<ScenarioFault, { kind: Kind }>[] {
    const isOfKind = (fault: ScenarioFault): fault is Extract<ScenarioFault, { kind: Kind }> => fault.kind === kind;
    return [...this.#active].filter(isOfKind);
  }
}

/** Whether a device at a port runs: one that gives no power at all leaves it to a supply of its own. */
function givesPower(states: ReadonlyMap<PortNumber, PowerState>, port: PortNumber): boolean {
  const state = states.get(port);
  return state === undefined || state.status === 'POWER ON';
}

/** The sender of the crowd: it receives nothing. */
const SILENT: Listener = { receive: () => {}, forget: () => {} };
