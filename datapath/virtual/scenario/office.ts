import { macFromNumber } from '../../../protocols/frames/addresses.ts';
import type { PortFacts } from '../../datapath.ts';
import { readScenario } from './read-scenario.ts';
import type { Scenario, ScenarioInput } from './scenario.ts';

type StationInput = ScenarioInput['stations'][number];

/** The devices at the desks, port after port, repeated; "nothing" leaves the port down. */
const DESKS = [
  'access point',
  'camera',
  'phone',
  'workstation',
  'nothing',
  'phone',
  'phone',
  'camera',
  'printer',
  'nothing',
  'workstation',
  'nothing',
] as const;

/** Ports of a switch on which a desk can be spared for a recorder. */
const LARGE = 24;
/** The empty desk that it is at. */
const RECORDER_DESK = 16;
const RECORDER_DEVICE = 0xf0;
const RECORDER_ADDRESS = '192.168.10.240';
/** Seconds until one of the cameras hangs. */
const HANGS_AFTER = 120;
const WIRELESS_CLIENTS = 3;
/** The group that the server sends its pictures to, and workstations watch. */
const NEWS = '239.192.10.1';
/** Locally administered; phones and cameras carry the prefixes that voice and surveillance tables know. */
const ANYBODY = 0x02_00_5e_00_00_00;
const PHONE = 0x00_03_6b_00_00_00;
const CAMERA = 0x00_40_8c_00_00_00;

/**
 * The built-in scenario, an office that fits any switch of 8 to 64 ports: the administrator at port 1, the router's
 * switch at the last port, the server before it, which sends a stream to a group, and desks at the copper ports
 * between. The last remaining ports are connected to the core switch: two cables that it would aggregate, for which a
 * desk is given up if necessary, and one in reserve if there are enough ports. Desks and core switch leave the ports of
 * `free` unused.
 */
export function officeScenario(ports: readonly PortFacts[], free: ReadonlySet<number> = new Set()): Scenario {
  const office = new Office();
  const last = ports.length;
  const speedAt = (port: number, most: number): 100 | 1000 | 10_000 => {
    const fastest = Math.min(most, Math.max(...(ports[port - 1]?.speeds ?? [])));
    return fastest >= 10_000 ? 10_000 : fastest >= 1000 ? 1000 : 100;
  };
  office.add('router', last, ANYBODY, {
    uplink: true,
    lldp: 'switch',
    link: { speed: speedAt(last, 10_000) },
    dhcpServer: { first: '192.168.10.150', count: 50 },
  });
  office.add('server', last - 1, ANYBODY, {
    link: { speed: speedAt(last - 1, 10_000), energyEfficient: true },
    traffic: [
      { to: 'router', kilobits: 4000, back: 15_000 },
      { to: NEWS, kilobits: 2000, frame: 1358 },
    ],
  });
  office.add('administrator', 1, ANYBODY, {
    link: { energyEfficient: true },
    traffic: [
      { to: 'server', kilobits: 300, back: 2500 },
      { to: 'router', kilobits: 500, back: 6000 },
    ],
  });
  const desks = ports.filter(({ number, media }) => number > 1 && number < last - 1 && media !== 'fiber');
  const place = ports.length >= LARGE ? desks[RECORDER_DESK]?.number : undefined;
  if (place !== undefined && !free.has(place)) office.addRecorder(place);
  for (const [index, { number }] of desks.entries()) {
    if (!free.has(number)) furnish(office, number, DESKS[index % DESKS.length] ?? 'nothing');
  }
  const switches = addCore(office, ports, free);
  const printer = office.stations.find(({ name }) => name.startsWith('printer'));
  // Without a recorder, no one looks after cameras either.
  const hanging =
    office.recorder === 'server' ? undefined : office.stations.findLast(({ onvif }) => onvif?.kind === 'camera');
  const empty = desks.filter(({ number }) => !free.has(number) && !office.stations.some(({ port }) => port === number));
  const cabled = new Set(switches?.flatMap(({ cables }) => cables.map(({ port }) => port)));
  const [first, second] = empty.filter(({ number }) => !cabled.has(number));
  const value: ScenarioInput = {
    administrator: 'administrator',
    // Two sockets that somebody has complained about.
    wiring: [
      ...(first ? [{ port: first.number, metres: 12, fault: 'open' as const, pairs: [3, 4] }] : []),
      ...(second ? [{ port: second.number, metres: 34, fault: 'short' as const, pairs: [2] }] : []),
    ],
    switches,
    stations: office.stations,
    faults: [
      ...(printer ? [{ kind: 'badCable' as const, port: printer.port, rate: 0.02 }] : []),
      ...(hanging ? [{ kind: 'hang' as const, at: HANGS_AFTER, station: hanging.name }] : []),
    ],
  };
  return readScenario(value, ports);
}

/** Gives names, addresses and MACs in order. */
class Office {
  readonly stations: StationInput[] = [];
  /** The recorder of the cameras. */
  recorder = 'server';
  #host = 1;
  #device = 1;

  addRecorder(port: number): void {
    this.recorder = 'recorder';
    const onvif = { kind: 'recorder', manufacturer: 'Example', model: 'NVR-16' } as const;
    // Its address is outside the consecutive range.
    const identity = { name: this.recorder, mac: macFromNumber(ANYBODY + RECORDER_DEVICE), address: RECORDER_ADDRESS };
    this.stations.push({ ...identity, port, onvif });
  }

  add(name: string, port: number, prefix: number, more: Partial<StationInput>): void {
    this.stations.push({ ...this.next(name, prefix), port, ...more });
    if (this.stations.length === 2) this.#host = 10;
  }

  /** Removes the device at a port. */
  clear(port: number): void {
    const others = this.stations.filter((station) => station.port !== port);
    this.stations.splice(0, this.stations.length, ...others);
  }

  /** The next station, by its name. */
  next(name: string, prefix: number): Pick<StationInput, 'name' | 'mac'> & { readonly address: string } {
    const identity = { name, mac: macFromNumber(prefix + this.#device), address: `192.168.10.${this.#host}` };
    this.#device += 1;
    this.#host += 1;
    return identity;
  }
}

/** The cables to the core switch, with the one in reserve. */
const CORE_CABLES = 3;
/** The lowest of the usual choices: participants in its spanning tree see it as the root. */
const CORE_PRIORITY = 4096;

/** The core switch with the devices behind it. */
function addCore(office: Office, ports: readonly PortFacts[], free: ReadonlySet<number>): ScenarioInput['switches'] {
  const taken = new Set([...office.stations.map(({ port }) => port), ...free]);
  const left = ports.map(({ number }) => number).filter((number) => !taken.has(number));
  const desks = ports.map(({ number }) => number).filter((number) => number > 1 && number < ports.length - 1);
  let trunk = lastAlike(left, ports);
  while (!trunk) {
    const given = desks.findLast((number) => !left.includes(number) && !free.has(number));
    if (given === undefined) return [];
    office.clear(given);
    left.push(given);
    left.sort((a, b) => a - b);
    trunk = lastAlike(left, ports);
  }
  const pair = trunk;
  // One port stays without a cable where that can be.
  const reserve = left.length > CORE_CABLES ? left.filter((port) => !pair.includes(port)).slice(-1) : [];
  const cables = [...pair, ...reserve].map((port, at) => ({ port, to: at + 1 }));
  const { name, mac, address } = office.next('core switch', ANYBODY);
  const backup = [{ to: 'server', kilobits: 200, back: 3500 }];
  office.add('archive', CORE_CABLES + 1, ANYBODY, { switch: name, traffic: backup });
  office.add('meeting room', CORE_CABLES + 2, ANYBODY, { switch: name, traffic: deskTraffic, groups: [NEWS] });
  return [{ name, mac, address, cables, trunk: [1, 2], priority: CORE_PRIORITY }];
}

/** The last two ports of one kind, which is what a trunk takes; undefined where there are no two. */
function lastAlike(left: readonly number[], ports: readonly PortFacts[]): readonly number[] | undefined {
  const kindOf = (port: number) => `${ports[port - 1]?.media} ${ports[port - 1]?.speeds.join()}`;
  for (const [at, last] of [...left.entries()].reverse()) {
    const other = left.slice(0, at).findLast((port) => kindOf(port) === kindOf(last));
    if (other !== undefined) return [other, last];
  }
  return undefined;
}

function furnish(office: Office, port: number, desk: (typeof DESKS)[number]): void {
  if (desk === 'workstation')
    office.add(`workstation ${port}`, port, ANYBODY, { traffic: deskTraffic, groups: [NEWS] });
  if (desk === 'camera') {
    const traffic = [{ to: office.recorder, kilobits: 4500, back: 60, frame: 1400, backFrame: 90 }];
    const onvif = { kind: 'camera', manufacturer: 'Axis', model: 'M1065-LW' } as const;
    office.add(`camera ${port}`, port, CAMERA, { link: { speed: 100 }, power: 5500, traffic, onvif });
  }
  if (desk === 'phone') {
    const voice = [{ to: 'server', kilobits: 87, back: 87, frame: 218, backFrame: 218 }];
    office.add(`phone ${port}`, port, PHONE, { power: 4200, traffic: voice, lldp: 'phone' });
    office.add(`PC ${port}`, port, ANYBODY, { traffic: deskTraffic });
  }
  if (desk === 'access point') {
    office.add(`access point ${port}`, port, ANYBODY, { power: 11_000, lldp: 'accessPoint' });
    for (let client = 1; client <= WIRELESS_CLIENTS; client += 1) {
      const traffic = [{ to: 'router', kilobits: 500, back: 4000 }];
      office.add(`wireless client ${port}.${client}`, port, ANYBODY, { traffic });
    }
  }
  if (desk === 'printer') {
    const link = { speed: 100, duplex: 'half' } as const;
    office.add(`printer ${port}`, port, ANYBODY, { link, traffic: [{ to: 'server', kilobits: 5, back: 120 }] });
  }
}

const deskTraffic = [
  { to: 'server', kilobits: 600, back: 2500 },
  { to: 'router', kilobits: 300, back: 3500 },
];
