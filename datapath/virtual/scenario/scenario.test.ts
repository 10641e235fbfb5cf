import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PortFacts } from '../../datapath.ts';
import { officeScenario } from './office.ts';
import { parseScenario } from './scenario.ts';

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
    'traffic to nobody': [{ stations: [{ ...station, traffic: traffic('moon') }] }, 'there is no station named "moon"'],
    'traffic to somebody without an address': [
      {
        stations: [
          { ...station, traffic: traffic('mute') },
          { ...other, name: 'mute', address: undefined },
        ],
      },
      'station "mute" has no address',
    ],
    'an unknown fault': [{ stations: [], faults: [{ kind: 'earthquake' }] }, 'faults.0.kind: has to be'],
    'a fault of nobody': [{ stations: [], faults: [{ kind: 'broadcastStorm', port: 3 }] }, 'no station at port 3'],
    'a loop at a station': [
      { stations: [station], faults: [{ kind: 'loop', port: 8, to: station.port }] },
      `faults.0.to: port ${station.port} is taken by station "${station.name}"`,
    ],
    'a loop of one port': [{ stations: [], faults: [{ kind: 'loop', port: 4, to: 4 }] }, 'the cable of a loop'],
    'a loop to nowhere': [{ stations: [], faults: [{ kind: 'loop', port: 4, to: 9 }] }, 'port 9 does not exist'],
    'a fan too many': [{ stations: [], faults: [{ kind: 'fanFailure', fan: 3 }] }, 'the chassis has 2 fans'],
    'an administrator who is not there': [{ stations: [], administrator: 'root' }, 'there is no station named "root"'],
    'addresses without an uplink': [{ stations: [station], macTable: 5 }, '"uplink": true is needed'],
  };

  test.each(Object.entries(wrong))('%s', (_, [value, message]) => {
    expect(() => parseScenario(JSON.stringify(value), ports(8))).toThrow(message);
  });

  test('text that is not JSON', () => {
    expect(() => parseScenario('{ stations: [', ports(8))).toThrow('The scenario is not JSON');
  });
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

test('the example in the documentation is a scenario', () => {
  const text = readFileSync(new URL('../../../docs/scenario.md', import.meta.url), 'utf8');
  const example = /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  expect(parseScenario(example, ports(8)).stations).toHaveLength(4);
});
