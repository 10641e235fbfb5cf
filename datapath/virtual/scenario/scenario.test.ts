import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PortFacts } from '../../datapath.ts';
import { atTheSwitch } from './check-scenario.ts';
import { officeScenario } from './office.ts';
import { parseScenario } from './read-scenario.ts';

const ports = (count: number, fiberFrom = count + 1): PortFacts[] =>
  Array.from({ length: count }, (_, index) => {
    const fiber = index + 1 >= fiberFrom;
    return {
      number: index + 1,
      name: `Port ${index + 1}`,
      media: fiber ? 'fiber' : 'copper',
      speeds: fiber ? [1000, 10_000] : [10, 100, 1000],
      pse: !fiber,
    };
  });

const station = { name: 'desk', port: 1, mac: '02-00-00-00-00-01', address: '192.0.2.1' };
const other = { name: 'printer', port: 2, mac: '02-00-00-00-00-02', address: '192.0.2.2' };
const neighbor = { name: 'core', mac: '02-00-00-00-00-0C', cables: [{ port: 3, to: 1 }] };
const traffic = (to: string) => [{ to, kilobits: 10 }];

describe('a scenario that is not one is refused with the place and the reason', () => {
  const wrong: Record<string, [unknown, string]> = {
    'no stations': [{}, 'Scenario, stations: is missing.'],
    'a list that is none': [{ stations: {} }, 'stations: has to be a list'],
    'something else altogether': ['office', 'Scenario: has to be an object'],
    'an unknown word': [{ stations: [], colour: 'red' }, 'colour: is not known here'],
    'a port that the switch lacks': [{ stations: [{ ...station, port: 9 }] }, 'stations.0.port: port 9 does not exist'],
    'a port out of range': [
      { stations: [{ ...station, port: 0 }] },
      'stations.0.port: has to be a whole number from 1 to 64',
    ],
    'a port without a number': [{ stations: [{ ...station, port: '1' }] }, 'stations.0.port: has to be a whole number'],
    'an odd speed': [{ stations: [{ ...station, link: { speed: 55 } }] }, 'stations.0.link.speed: has to be (10 |'],
    'a group address': [{ stations: [{ ...station, mac: '01-00-5E-00-00-01' }] }, 'has to be a unicast MAC address'],
    'an address that is none': [{ stations: [{ ...station, address: '300.1.1.1' }] }, 'has to be an IPv4 address'],
    'two of one name': [{ stations: [station, { ...other, name: 'desk' }] }, 'stations.1.name: desk is taken'],
    'two of one MAC': [{ stations: [station, { ...other, mac: station.mac }] }, 'stations.1.mac'],
    'traffic to nobody': [
      { stations: [{ ...station, traffic: traffic('moon') }] },
      'traffic.0.to: there is no station named "moon"',
    ],
    'traffic to somebody without an address': [
      {
        stations: [
          { ...station, traffic: traffic('mute') },
          { ...other, name: 'mute', address: undefined },
        ],
      },
      'stations.0.traffic.0.to: station "mute" has no address',
    ],
    'an unknown fault': [{ stations: [], faults: [{ kind: 'earthquake' }] }, 'faults.0.kind: has to be'],
    'a fault of nobody': [
      { stations: [], faults: [{ kind: 'broadcastStorm', port: 3 }] },
      'faults.0.port: there is no station at port 3',
    ],
    'a neighbour at a port that is taken': [
      { stations: [station], switches: [{ ...neighbor, cables: [{ port: 1, to: 1 }] }] },
      'switches.0.cables.0.port: port 1 is taken by station "desk"',
    ],
    'two cables to one port of a neighbour': [
      {
        stations: [],
        switches: [
          {
            ...neighbor,
            cables: [
              { port: 3, to: 1 },
              { port: 4, to: 1 },
            ],
          },
        ],
      },
      'switches.0.cables.1.to: port 1 of "core" is taken by another cable',
    ],
    'a neighbour without a cable': [
      { stations: [], switches: [{ ...neighbor, cables: [] }] },
      'switches.0.cables: needs a cable at least',
    ],
    'a trunk of ports without a cable': [
      { stations: [], switches: [{ ...neighbor, trunk: [1, 2] }] },
      'switches.0.trunk: no cable leads to port 2 of "core"',
    ],
    'an odd priority': [
      { stations: [], switches: [{ ...neighbor, priority: 100 }] },
      'switches.0.priority: has to be a multiple of 4096',
    ],
    'a station at a neighbour that is not there': [
      { stations: [{ ...station, switch: 'moon' }] },
      'stations.0.switch: there is no switch named "moon"',
    ],
    'a station at the end of a cable': [
      { stations: [{ ...station, switch: 'core' }], switches: [neighbor] },
      'stations.0.port: port 1 of "core" is taken by a cable',
    ],
    'an administrator behind a neighbour': [
      { administrator: 'desk', stations: [{ ...station, switch: 'core', port: 2 }], switches: [neighbor] },
      'administrator: there is no station named "desk" at a port of the switch',
    ],
    'a loop at the end of a cable': [
      { stations: [], switches: [neighbor], faults: [{ kind: 'loop', port: 3, to: 4 }] },
      'faults.0.port: port 3 is taken by the cable to "core"',
    ],
    'a neighbour named like a station': [
      { stations: [station], switches: [{ ...neighbor, name: 'desk' }] },
      'stations.0.name: desk is taken by another station',
    ],
    'two of one address': [
      { stations: [station, { ...other, address: station.address }] },
      'stations.1.address: 192.0.2.1 is taken by another station',
    ],
    'a server of addresses without one': [
      { stations: [{ ...station, address: undefined, dhcpServer: { first: '192.0.2.9' } }] },
      'stations.0.dhcpServer: station "desk" has no address',
    ],
    'traffic from somebody without an address': [
      { stations: [other, { ...station, address: undefined, traffic: traffic('printer') }] },
      'stations.1.traffic.0: station "desk" has no address',
    ],
    'a word that is neither true nor false': [
      { stations: [{ ...station, uplink: 'yes' }] },
      'stations.0.uplink: has to be true or false',
    ],
    'a fault where no port is': [
      { stations: [], faults: [{ kind: 'badCable', port: 9 }] },
      'faults.0.port: port 9 does not exist; this switch has ports 1 to 8',
    ],
    'an overload of nobody': [
      { stations: [station], faults: [{ kind: 'trafficOverload', station: 'moon' }] },
      'faults.0.station: there is no station named "moon"',
    ],
    'a loop at a station': [
      { stations: [station], faults: [{ kind: 'loop', port: 8, to: station.port }] },
      `faults.0.to: port ${station.port} is taken by station "${station.name}"`,
    ],
    'a loop of one port': [{ stations: [], faults: [{ kind: 'loop', port: 4, to: 4 }] }, 'the cable of a loop'],
    'a loop to nowhere': [{ stations: [], faults: [{ kind: 'loop', port: 4, to: 9 }] }, 'port 9 does not exist'],
    'a fan too many': [
      { stations: [], faults: [{ kind: 'fanFailure', fan: 3 }] },
      'faults.0.fan: the chassis has 2 fans',
    ],
    'an administrator who is not there': [
      { stations: [], administrator: 'root' },
      'administrator: there is no station named "root"',
    ],
    'addresses without an uplink': [
      { stations: [station], macTable: 5 },
      'macTable: a station with "uplink": true is needed',
    ],
  };

  test.each(Object.entries(wrong))('%s', (_, [value, message]) => {
    expect(() => parseScenario(JSON.stringify(value), ports(8))).toThrow(message);
  });

  test('text that is not JSON', () => {
    expect(() => parseScenario('{ stations: [', ports(8))).toThrow('The scenario is not JSON');
  });
});

test('two stations may do without an address, a fan be the last one, and a storm come from any port', () => {
  const scenario = {
    stations: [
      { ...station, address: undefined },
      { ...other, address: undefined },
    ],
    faults: [
      { kind: 'fanFailure', fan: 2 },
      { kind: 'broadcastStorm', port: 2 },
    ],
  };
  expect(parseScenario(JSON.stringify(scenario), ports(8)).faults).toHaveLength(2);
});

test('a short scenario is completed with defaults', () => {
  const scenario = parseScenario(JSON.stringify({ stations: [{ ...station, mac: '02-00-00-00-00-ab' }] }), ports(8));
  expect(scenario.stations[0]).toMatchObject({ mac: '02-00-00-00-00-AB', uplink: false, traffic: [] });
  expect(scenario).toMatchObject({ macTable: 0, faults: [], chassis: { fans: 2 } });
});

describe('the built-in office', () => {
  const sizes = [8, 10, 16, 20, 24, 28, 48, 52];

  test.each(sizes)('fits a switch of %i ports, with and without fiber ports', (count) => {
    for (const facts of [ports(count), ports(count, count - 3)]) {
      const office = officeScenario(facts);
      const taken = new Set(office.stations.map(({ port }) => port));
      const kinds = new Set(office.stations.map(({ name }) => name.replace(/[ \d.]+$/, '')));
      for (const kind of ['administrator', 'router', 'server', 'access point', 'camera', 'phone']) {
        expect(kinds, `${count} ports`).toContain(kind);
      }
      expect(office.stations.find(({ name }) => name === office.administrator)?.port).toBe(1);
      expect(taken.size).toBeLessThan(count);
      expect(taken.size).toBeGreaterThan(count / 2);
      expect(office.stations.map(({ address }) => address)).not.toContain('192.168.10.200');
    }
  });
});

describe('the built-in office has', () => {
  /** The stations of ports, "name at port". */
  const places = (facts: readonly PortFacts[]) =>
    atTheSwitch(officeScenario(facts)).map(({ name, port: at }) => `${name} at ${at}`);
  const named = (name: string, facts = ports(16)) => officeScenario(facts).stations.find((each) => each.name === name);

  test('desks at the copper ports between the administrator and the server, and empty ones', () => {
    const clients = (port: number) => [1, 2, 3].map((client) => `wireless client ${port}.${client} at ${port}`);
    const pair = (port: number) => [`phone ${port} at ${port}`, `PC ${port} at ${port}`];
    expect(places(ports(16))).toEqual([
      'router at 16',
      'server at 15',
      'administrator at 1',
      'access point 2 at 2',
      ...clients(2),
      'camera 3 at 3',
      ...pair(4),
      'workstation 5 at 5',
      ...pair(7),
      ...pair(8),
      'camera 9 at 9',
      'printer 10 at 10',
      'workstation 12 at 12',
      'access point 14 at 14',
      ...clients(14),
    ]);
    expect(places(ports(16, 12)).at(-1)).toBe('printer 10 at 10');
  });

  test('addresses in order from one network, and MAC addresses of their makers', () => {
    const { stations, switches } = officeScenario(ports(16));
    const last = [...stations, ...switches].map(({ address }) => Number(address?.replace('192.168.10.', '')));
    const inOrder = last.sort((a, b) => a - b);
    expect(inOrder).toEqual([1, 2, ...inOrder.slice(2).map((_, index) => index + 10)]);
    expect(new Set(stations.map(({ mac }) => mac)).size).toBe(stations.length);
    expect(stations.slice(0, 2).map(({ mac }) => mac)).toEqual(['02-00-5E-00-00-01', '02-00-5E-00-00-02']);
    expect(named('camera 3')?.mac.slice(0, 8)).toBe('00-40-8C');
    expect(named('phone 4')?.mac.slice(0, 8)).toBe('00-03-6B');
  });

  test('an uplink and a server as fast as their ports, which gives addresses', () => {
    const speeds = (...list: readonly number[]) => ports(8).map((port) => ({ ...port, speeds: list }));
    for (const [facts, speed] of [
      [ports(8, 7), 10_000],
      [ports(8), 1000],
      [speeds(100), 100],
      [speeds(1000, 10_000, 25_000), 10_000],
    ] as const) {
      expect(named('router', facts)).toMatchObject({ uplink: true, link: { speed } });
      expect(named('server', facts)).toMatchObject({ uplink: false, link: { speed } });
    }
    expect(named('router', ports(8, 8))?.link.speed).toBe(10_000);
    expect(named('server', ports(8, 8))?.link.speed).toBe(1000);
    expect(named('router')?.dhcpServer).toMatchObject({ first: '192.168.10.150', count: 50 });
  });

  test('a core switch at three of the ports that are left over, at two on a small switch, at the cost of a desk if need be', () => {
    const cables = (facts: readonly PortFacts[]) =>
      officeScenario(facts).switches.flatMap((one) => one.cables.map(({ port }) => port));
    expect(cables(ports(28, 25))).toEqual([25, 26, 23]);
    expect(cables(ports(16))).toEqual([11, 13]);
    expect(cables(ports(10, 9))).toEqual([6, 8]);
    expect(cables(ports(8))).toEqual([5, 6]);
    expect(officeScenario(ports(8)).stations.filter(({ port: at, switch: behind }) => at === 5 && !behind)).toEqual([]);
    expect(cables(ports(52, 49))).toEqual([49, 50, 47]);
    expect(
      officeScenario(ports(8), new Set([5, 6])).switches.flatMap((one) => one.cables.map(({ port }) => port)),
    ).toEqual([3, 4]);
    const { stations } = officeScenario(ports(28, 25));
    expect(stations.filter((one) => one.switch).map(({ name }) => name)).toEqual(['archive', 'meeting room']);
  });

  test('on a large switch a recorder that the cameras stream to, of which one hangs after a while', () => {
    const large = officeScenario(ports(28, 25));
    const recorder = large.stations.find(({ onvif }) => onvif?.kind === 'recorder');
    expect(recorder).toMatchObject({ name: 'recorder', port: 18 });
    const cameras = large.stations.filter(({ onvif }) => onvif?.kind === 'camera');
    expect(cameras.map(({ traffic }) => traffic.map(({ to }) => to))).toEqual(cameras.map(() => ['recorder']));
    expect(large.faults).toContainEqual({ kind: 'hang', at: 120, station: cameras.at(-1)?.name });
  });

  test('devices that want power, a slow camera, an old printer with a bad cable, and everybody speaks', () => {
    expect(named('access point 2')).toMatchObject({ power: 11_000, traffic: [] });
    expect(named('camera 3')).toMatchObject({ power: 5500, link: { speed: 100 } });
    expect(named('phone 4')).toMatchObject({ power: 4200 });
    expect(named('printer 10')?.link).toMatchObject({ speed: 100, duplex: 'half' });
    expect(officeScenario(ports(16)).faults).toMatchObject([{ kind: 'badCable', port: 10 }]);
    expect(officeScenario(ports(8)).faults).toEqual([]);
    const silent = officeScenario(ports(16)).stations.filter(({ traffic: sent }) => sent.length === 0);
    expect(silent.map(({ name }) => name)).toEqual(['router', 'access point 2', 'access point 14']);
  });
});

test('the example in the documentation is a scenario', () => {
  const text = readFileSync(new URL('../../../docs/scenario.md', import.meta.url), 'utf8');
  const example = /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  expect(parseScenario(example, ports(8)).stations).toHaveLength(5);
});
