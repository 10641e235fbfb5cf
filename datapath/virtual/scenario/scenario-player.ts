import { macFromNumber, macToNumber, putMac } from '../../../protocols/frames/addresses.ts';
import { buildEthernet } from '../../../protocols/frames/ethernet.ts';
import { isTagged, popTag, pushTag, tagOf } from '../../../protocols/frames/vlan-tag.ts';
import type { Cancel, Clock } from '../../clock.ts';
import type { Connection, Environment, ManagementPath, PortFacts } from '../../datapath.ts';
import type { PortNumber } from '../../plan.ts';
import { DhcpServer } from '../stations/dhcp-server.ts';
import { Flow } from '../stations/flow.ts';
import { Host } from '../stations/host.ts';
import { type Listener, Segment } from '../stations/segment.ts';
import type { Surroundings, VirtualDatapath } from '../virtual-datapath.ts';
import { playFaults } from './faults.ts';
import { type PowerDemand, sharePower } from './power-supply.ts';
import { type Random, seededRandom, wholeAround } from './random.ts';
import type { Scenario, ScenarioFault, ScenarioStation } from './scenario.ts';

/** The chassis that a scenario is played on. */
export interface Stage {
  readonly ports: readonly PortFacts[];
  /** Milliwatts for powered devices. */
  readonly powerBudget: number;
  readonly clock: Clock;
}

interface PlayedFlow {
  readonly station: string;
  readonly flow: Flow;
}

/** One turn of all stations: often enough for live figures, seldom enough to cost next to nothing. */
const TURN_MILLISECONDS = 1000;
/** Seconds in which every further address behind the uplink speaks once: well below any ageing time in use. */
const ADDRESS_ROUND_SECONDS = 120;
const FIRST_FURTHER_ADDRESS = 0x06_00_00_00_00_01;
const SPEEDS = [10, 100, 1000, 10_000];
const TEMPERATURE_PERIOD_SECONDS = 900;
/** An experimental EtherType (IEEE 802 clause 9.2.4): nobody listens to it. */
const EXPERIMENTAL_ETHER_TYPE = 0x88b5;

/** Plays a scenario on a virtual switch: its stations, their traffic, power, heat, and the faults. */
export class ScenarioPlayer implements Surroundings {
  readonly #scenario: Scenario;
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #segments = new Map<PortNumber, Segment>();
  readonly #hosts = new Map<string, Host>();
  readonly #flows: PlayedFlow[] = [];
  readonly #active = new Set<ScenarioFault>();
  readonly #flaps = new Map<ScenarioFault, Cancel>();
  readonly #timers: Cancel[] = [];
  #chassis: VirtualDatapath | undefined;
  #last = 0;
  #spoken = 0;

  constructor(scenario: Scenario, stage: Stage) {
    this.#scenario = scenario;
    this.#stage = stage;
    this.#random = seededRandom(scenario.seed);
  }

  begin(chassis: VirtualDatapath): void {
    this.#chassis = chassis;
    for (const station of this.#scenario.stations) this.#place(station);
    for (const [port, segment] of this.#segments) segment.plug(chassis.attach(port, segment));
    for (const station of this.#scenario.stations) this.#startTraffic(station);
    const { clock } = this.#stage;
    this.#last = clock.now();
    this.#timers.push(
      clock.every(TURN_MILLISECONDS, () => this.#turn()),
      playFaults(this.#scenario.faults, clock, {
        began: (fault) => this.#began(fault),
        ended: (fault) => this.#ended(fault),
      }),
    );
  }

  environment(): Environment {
    const { chassis, stations } = this.#scenario;
    const seconds = this.#stage.clock.now() / 1000;
    const heat = this.#activeFaults('overheating').reduce((sum, { degrees }) => sum + degrees, 0);
    const sway = 2 * Math.sin((2 * Math.PI * seconds) / TEMPERATURE_PERIOD_SECONDS);
    const still = new Set(this.#activeFaults('fanFailure').map(({ fan }) => fan));
    const demands = stations.flatMap((station) => this.#demandOf(station, seconds));
    const power = sharePower(this.#stage.ports, this.#stage.powerBudget, demands);
    return {
      temperature: Math.round(chassis.temperature + sway + heat),
      fans: Array.from({ length: chassis.fans }, (_, index) => (still.has(index + 1) ? 'down' : 'up')),
      ...(power && { power }),
    };
  }

  /** The administrator's station, in the VLAN that its frames are classified into. */
  locate(_connection: Connection): ManagementPath | undefined {
    const { administrator, stations } = this.#scenario;
    const station = stations.find(({ name }) => name === administrator);
    if (!station) return undefined;
    const vlan = station.vlan ?? this.#chassis?.plan.ports.get(station.port)?.pvid ?? 1;
    return { port: station.port, vlan, clientMac: station.mac };
  }

  end(): void {
    for (const cancel of [...this.#timers, ...this.#flaps.values()]) cancel();
    this.#timers.length = 0;
    this.#flaps.clear();
    this.#chassis = undefined;
  }

  #place(station: ScenarioStation): void {
    const { speed = 1000, duplex = 'full', negotiates = true } = station.link;
    const speeds = SPEEDS.filter((slower) => slower <= speed);
    const segment = this.#segments.get(station.port) ?? new Segment({ speeds, duplex, negotiates });
    this.#segments.set(station.port, segment);
    const identity = {
      mac: station.mac,
      address: station.address,
      vlan: station.vlan,
      everyVlan: station.uplink,
    };
    const listener: Listener = {
      receive: (frame, weight) => host.receive(frame, weight),
      forget: () => host.forget(),
    };
    const host = new Host(
      identity,
      (frame, weight) => segment.send(listener, frame, weight),
      () => this.#stage.clock.now(),
    );
    segment.add(listener);
    this.#hosts.set(station.name, host);
    if (station.dhcpServer && station.address) {
      segment.add(
        dhcpListener(new DhcpServer({ ...station.dhcpServer, mac: station.mac, address: station.address }), host),
      );
    }
  }

  #startTraffic(station: ScenarioStation): void {
    const from = this.#hosts.get(station.name);
    for (const { to, kilobits, back, frame, backFrame } of station.traffic) {
      const target = this.#hosts.get(to);
      if (!from || !target) continue;
      const add = (name: string, source: Host, destination: Host, rate: number, length: number) => {
        if (rate === 0) return;
        const flow = new Flow(source, destination, { kilobits: rate, frameLength: length }, this.#random);
        this.#flows.push({ station: name, flow });
      };
      add(station.name, from, target, kilobits, frame);
      add(to, target, from, back, backFrame);
    }
  }

  #turn(): void {
    const now = this.#stage.clock.now();
    const seconds = (now - this.#last) / 1000;
    this.#last = now;
    const overloads = this.#activeFaults('trafficOverload');
    for (const { station, flow } of this.#flows) {
      const factor = overloads.find((fault) => fault.station === station)?.factor ?? 1;
      flow.play(seconds, now / 1000, factor);
    }
    this.#speakForFurtherAddresses(seconds);
    for (const fault of this.#active) this.#goOn(fault, seconds);
  }

  #goOn(fault: ScenarioFault, seconds: number): void {
    if (fault.kind === 'badCable') {
      const fcsErrors = wholeAround(fault.rate * seconds, this.#random);
      if (fcsErrors > 0) this.#chassis?.countErrors(fault.port, { fcsErrors });
    }
    if (fault.kind === 'broadcastStorm') {
      const station = this.#scenario.stations.find(({ port }) => port === fault.port);
      const host = station && this.#hosts.get(station.name);
      const frame = host?.frame('FF-FF-FF-FF-FF-FF', EXPERIMENTAL_ETHER_TYPE, new Uint8Array(46));
      if (host && frame) host.send(frame, Math.max(1, Math.round(fault.rate * seconds)));
    }
  }

  /** Lets the addresses behind the uplink speak in turn, so that the address table holds them all. */
  #speakForFurtherAddresses(seconds: number): void {
    const { macTable, stations } = this.#scenario;
    const uplink = stations.find((station) => station.uplink);
    const segment = uplink && this.#segments.get(uplink.port);
    if (macTable === 0 || !segment) return;
    const silent: Listener = { receive: () => {}, forget: () => {} };
    const first = this.#spoken === 0;
    const many = first ? macTable : Math.ceil((macTable * seconds) / ADDRESS_ROUND_SECONDS);
    const frame = buildEthernet({
      destination: uplink.mac,
      source: uplink.mac,
      etherType: EXPERIMENTAL_ETHER_TYPE,
      payload: new Uint8Array(46),
    });
    for (let spoken = 0; spoken < many; spoken += 1) {
      putMac(frame, 6, macFromNumber(FIRST_FURTHER_ADDRESS + (this.#spoken % macTable)));
      this.#spoken += 1;
      segment.send(silent, frame.slice(), 1);
    }
  }

  #demandOf({ port, power, name }: ScenarioStation, seconds: number): PowerDemand[] {
    if (power === undefined) return [];
    const drift = 1 + 0.04 * Math.sin(seconds / 37 + (macToNumber(this.#hosts.get(name)?.identity.mac ?? '0') % 97));
    const has = (kind: 'powerOverload' | 'powerShort') => this.#activeFaults(kind).some((fault) => fault.port === port);
    const fault = has('powerShort') ? 'short' : has('powerOverload') ? 'overload' : undefined;
    return [{ port, milliwatts: Math.round((power * drift) / 100) * 100, fault }];
  }

  #began(fault: ScenarioFault): void {
    this.#active.add(fault);
    if (fault.kind === 'linkFlap') this.#flap(fault);
    this.#report(fault, true);
  }

  #ended(fault: ScenarioFault): void {
    this.#active.delete(fault);
    this.#flaps.get(fault)?.();
    this.#flaps.delete(fault);
    if (fault.kind === 'linkFlap') this.#segments.get(fault.port)?.setLink('up');
    this.#report(fault, false);
  }

  #flap(fault: Extract<ScenarioFault, { kind: 'linkFlap' }>): void {
    let up = true;
    const turn = () => {
      up = !up;
      this.#segments.get(fault.port)?.setLink(up ? 'up' : 'down');
    };
    turn();
    this.#flaps.set(fault, this.#stage.clock.every(fault.period * 1000, turn));
  }

  /** What the hardware itself would report; links and counters speak for the other faults. */
  #report(fault: ScenarioFault, began: boolean): void {
    const say = (bad: string, good: string) => this.#chassis?.report(began ? 4 : 5, began ? bad : good);
    if (fault.kind === 'fanFailure') say(`Fan ${fault.fan} stands still`, `Fan ${fault.fan} turns again`);
    if (fault.kind === 'overheating') say('The temperature rises', 'The temperature falls again');
    if (fault.kind === 'powerOverload')
      say(`PoE overload on port ${fault.port}`, `PoE overload on port ${fault.port} is over`);
    if (fault.kind === 'powerShort') say(`PoE short on port ${fault.port}`, `PoE short on port ${fault.port} is over`);
  }

  #activeFaults<Kind extends ScenarioFault['kind']>(kind: Kind): Extract<ScenarioFault, { kind: Kind }>[] {
    const isOfKind = (fault: ScenarioFault): fault is Extract<ScenarioFault, { kind: Kind }> => fault.kind === kind;
    return [...this.#active].filter(isOfKind);
  }
}

/** A DHCP server beside its host: answers with the tag of the question. */
function dhcpListener(server: DhcpServer, host: Host): Listener {
  return {
    receive(frame) {
      const answer = server.answer(isTagged(frame) ? popTag(frame) : frame);
      const vid = tagOf(frame)?.vid;
      if (answer) host.send(vid ? pushTag(answer, vid) : answer, 1);
    },
    forget: () => {},
  };
}
