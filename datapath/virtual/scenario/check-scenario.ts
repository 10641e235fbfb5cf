import type { PortFacts } from '../../datapath.ts';
import { isGroup, isHostAddress, type Scenario, type ScenarioStation } from './scenario.ts';

/** Throws an Error with one sentence where the parts of a scenario do not fit each other, or the switch with these ports. */
export function checkTogether(scenario: Scenario, ports: readonly PortFacts[]): void {
  const names = new Set<string>();
  const macs = new Set<string>();
  const addresses = new Set<string>();
  const refuse = (place: string, reason: string): never => {
    throw new Error(`Scenario, ${place}: ${reason}.`);
  };
  const once = (seen: Set<string>, value: string | undefined, place: string) => {
    if (value === undefined) return;
    if (seen.has(value)) refuse(place, `${value} is taken by another station`);
    seen.add(value);
  };
  const needPort = (number: number, place: string) => {
    if (number > ports.length)
      refuse(place, `port ${number} does not exist; this switch has ports 1 to ${ports.length}`);
  };
  const identify = (one: { name: string; mac: string; address?: string | undefined }, place: string) => {
    once(names, one.name, `${place}.name`);
    once(macs, one.mac, `${place}.mac`);
    once(addresses, one.address, `${place}.address`);
  };
  scenario.switches.forEach((neighbor, index) => {
    identify(neighbor, `switches.${index}`);
  });
  checkSwitches(scenario, needPort, refuse);
  scenario.stations.forEach((station, index) => {
    identify(station, `stations.${index}`);
    if (station.switch === undefined) needPort(station.port, `stations.${index}.port`);
    if (station.dhcpServer && !station.address) {
      refuse(`stations.${index}.dhcpServer`, `station "${station.name}" has no address`);
    }
    if (station.onvif && !station.address) {
      refuse(`stations.${index}.onvif`, `station "${station.name}" has no address`);
    }
  });
  scenario.stations.forEach((station, index) => {
    station.traffic.forEach((traffic, position) => {
      const place = `stations.${index}.traffic.${position}`;
      if (!station.address) refuse(place, `station "${station.name}" has no address`);
      if (isGroup(traffic.to)) {
        if (traffic.back > 0) refuse(`${place}.back`, 'nobody answers for a group');
        return;
      }
      if (isHostAddress(traffic.to)) {
        if (traffic.back > 0) refuse(`${place}.back`, 'what comes back is said where the other station is');
        return;
      }
      const target = scenario.stations.find(({ name }) => name === traffic.to);
      if (!target) refuse(`${place}.to`, `there is no station named "${traffic.to}"`);
      else if (!target.address) refuse(`${place}.to`, `station "${traffic.to}" has no address`);
    });
  });
  scenario.wiring.forEach((wire, index) => {
    needPort(wire.port, `wiring.${index}.port`);
    if (scenario.wiring.findIndex((other) => other.port === wire.port) < index) {
      refuse(`wiring.${index}.port`, `the cable at port ${wire.port} is there twice`);
    }
  });
  scenario.faults.forEach((fault, index) => {
    if ('port' in fault) needPort(fault.port, `faults.${index}.port`);
    if ('station' in fault && !names.has(fault.station)) {
      refuse(`faults.${index}.station`, `there is no station named "${fault.station}"`);
    }
    if (fault.kind === 'fanFailure' && fault.fan > scenario.chassis.fans) {
      refuse(`faults.${index}.fan`, `the chassis has ${scenario.chassis.fans} fans`);
    }
    if (fault.kind === 'broadcastStorm' && !atTheSwitch(scenario).some(({ port: at }) => at === fault.port)) {
      refuse(`faults.${index}.port`, `there is no station at port ${fault.port}`);
    }
  });
  checkLoops(scenario, needPort, refuse);
  if (
    scenario.administrator !== undefined &&
    !atTheSwitch(scenario).some(({ name }) => name === scenario.administrator)
  ) {
    refuse('administrator', `there is no station named "${scenario.administrator}" at a port of the switch`);
  }
  if (scenario.macTable > 0 && !scenario.stations.some(({ uplink }) => uplink)) {
    refuse('macTable', 'a station with "uplink": true is needed');
  }
}

/** The stations that are plugged into the switch itself. */
export function atTheSwitch({ stations }: Scenario): readonly ScenarioStation[] {
  return stations.filter((station) => station.switch === undefined);
}

/**
 * A cable to a neighbor switch needs a port of its own at either end; statements about the neighbor's ports have to be
 * consistent.
 */
function checkSwitches(
  scenario: Scenario,
  needPort: (number: number, place: string) => void,
  refuse: (place: string, reason: string) => never,
): void {
  const taken = new Map(atTheSwitch(scenario).map(({ port: at, name }) => [at, `station "${name}"`]));
  const cabled = new Map<string, ReadonlySet<number>>();
  scenario.switches.forEach(({ name, cables, trunk }, index) => {
    const ends = new Set<number>();
    cables.forEach(({ port: at, to }, position) => {
      const place = `switches.${index}.cables.${position}`;
      needPort(at, `${place}.port`);
      const by = taken.get(at);
      if (by !== undefined) refuse(`${place}.port`, `port ${at} is taken by ${by}`);
      taken.set(at, `the cable to "${name}"`);
      if (ends.has(to)) refuse(`${place}.to`, `port ${to} of "${name}" is taken by another cable`);
      ends.add(to);
    });
    for (const member of trunk) {
      if (!ends.has(member)) refuse(`switches.${index}.trunk`, `no cable leads to port ${member} of "${name}"`);
    }
    cabled.set(name, ends);
  });
  scenario.stations.forEach((station, index) => {
    if (station.switch === undefined) return;
    const ends = cabled.get(station.switch);
    if (!ends) refuse(`stations.${index}.switch`, `there is no switch named "${station.switch}"`);
    else if (ends.has(station.port)) {
      refuse(`stations.${index}.port`, `port ${station.port} of "${station.switch}" is taken by a cable`);
    }
  });
}

/** A cable needs two ports of its own. */
function checkLoops(
  scenario: Scenario,
  needPort: (number: number, place: string) => void,
  refuse: (place: string, reason: string) => never,
): void {
  const taken = new Map(atTheSwitch(scenario).map(({ port: at, name }) => [at, `station "${name}"`]));
  for (const { name, cables } of scenario.switches)
    for (const { port: at } of cables) taken.set(at, `the cable to "${name}"`);
  scenario.faults.forEach((fault, index) => {
    if (fault.kind !== 'loop') return;
    for (const end of ['port', 'to'] as const) {
      const place = `faults.${index}.${end}`;
      needPort(fault[end], place);
      const by = taken.get(fault[end]);
      if (by !== undefined) refuse(place, `port ${fault[end]} is taken by ${by}`);
      taken.set(fault[end], 'the cable of a loop');
    }
  });
}
