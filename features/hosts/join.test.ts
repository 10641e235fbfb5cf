import { describe, expect, it } from 'vitest';
import { atOnce } from '../../model/configuration/steps.ts';
import { type HostSources, type JoinedHost, joinHosts, type ToldNeighbor, type ToldStation } from './join.ts';

const camera = '00-40-8C-00-00-08';
const phone = '00-03-6B-00-00-09';
const noon = Date.UTC(2026, 10, 26, 12);

/** Sources without any host, with a test's additions. */
function known(sources: Partial<HostSources>): HostSources {
  return {
    own: '02-FA-CE-00-00-01',
    heard: [],
    held: [],
    neighbors: [],
    told: [],
    labels: new Map(),
    remembered: new Map(),
    vendorOf: () => '',
    ...sources,
  };
}

const join = (sources: Partial<HostSources>) => atOnce(joinHosts(known(sources)));

const heard = (mac: string, port = 3, vlan = 1, lastSeen: number | undefined = noon) => ({ mac, port, vlan, lastSeen });

const neighbor = (told: Partial<ToldNeighbor>): ToldNeighbor => ({
  port: 3,
  macs: [],
  name: '',
  vendor: '',
  model: '',
  addresses: [],
  isBridge: false,
  ...told,
});

const only = (sources: Partial<HostSources>): JoinedHost => {
  const [host, ...others] = join(sources);
  expect(others).toEqual([]);
  if (!host) throw new Error('There is no host.');
  return host;
};

describe('the name of a host', () => {
  const told = (by: ToldStation['by'], name: string): ToldStation => ({ mac: camera, by, name });
  const everything = {
    labels: new Map([[camera, 'camera yard']]),
    neighbors: [neighbor({ macs: [camera], name: 'axis-lldp' })],
    dhcp: told('dhcp', 'axis-dhcp'),
    mdns: told('mdns', 'axis-mdns'),
    onvif: told('onvif', 'M1065-LW'),
    dot1x: told('dot1x', 'cam01'),
  };
  const { labels, neighbors, dhcp, mdns, onvif, dot1x } = everything;
  it.each(['x', '😀'])('is cut after 64 characters, however long each is: %s', (character) => {
    const host = only({ heard: [heard(camera)], told: [told('dhcp', character.repeat(65))] });
    expect(host.name).toBe(character.repeat(64));
  });

  it.each([
    ['label', 'camera yard', { labels, neighbors, told: [dot1x, onvif, mdns, dhcp] }],
    ['lldp', 'axis-lldp', { neighbors, told: [dot1x, onvif, mdns, dhcp] }],
    ['dhcp', 'axis-dhcp', { told: [dot1x, onvif, mdns, dhcp] }],
    ['mdns', 'axis-mdns', { told: [dot1x, onvif, mdns] }],
    ['onvif', 'M1065-LW', { told: [dot1x, onvif] }],
    ['dot1x', 'cam01', { told: [dot1x] }],
    [undefined, '', {}],
  ] as const)('is that of %s: %s', (nameFrom, name, sources) => {
    expect(only({ heard: [heard(camera)], ...sources })).toMatchObject({ name, nameFrom });
  });

  it('is not taken from a source that tells none', () => {
    const silent = neighbor({ macs: [camera] });
    const host = only({ heard: [heard(camera)], neighbors: [silent], told: [dhcp] });
    expect(host).toMatchObject({ name: 'axis-dhcp', knownBy: ['lldp', 'dhcp', 'address'] });
  });
});

describe('a host', () => {
  it('is one row for all its VLANs, at the port where it was heard last', () => {
    const host = only({ heard: [heard(camera, 3, 40, noon - 5000), heard(camera, 7, 1, noon)] });
    expect(host).toMatchObject({ port: 7, vlans: [1, 40], lastSeen: noon, isPresent: true });
  });

  it('keeps its place among the hosts that are gone, and counts as gone', () => {
    const remembered = new Map([[camera, { since: noon - 9000, lastSeen: noon - 4000, port: 5, vlan: 20 }]]);
    expect(only({ remembered })).toMatchObject({ port: 5, vlans: [20], lastSeen: noon - 4000, isPresent: false });
  });

  it('has the addresses of both families, each once', () => {
    const held = [
      { mac: camera, address: '192.0.2.9', by: 'arp' },
      { mac: camera, address: '192.0.2.9', by: 'dhcp' },
      { mac: camera, address: 'fe80::9', by: 'nd' },
    ] as const;
    const host = only({ heard: [heard(camera)], held });
    expect(host).toMatchObject({ ipv4: ['192.0.2.9'], ipv6: ['fe80::9'], knownBy: ['dhcp', 'arp', 'nd', 'address'] });
  });

  it('has the maker that it tells, else that of its address', () => {
    const vendorOf = () => 'Axis Communications AB';
    expect(only({ heard: [heard(camera)], vendorOf }).vendor).toBe('Axis Communications AB');
    const told = [{ mac: camera, by: 'onvif', vendor: 'AXIS', model: 'M1065-LW' }] as const;
    expect(only({ heard: [heard(camera)], told, vendorOf })).toMatchObject({ vendor: 'AXIS', model: 'M1065-LW' });
  });
});

describe('a neighbor by LLDP', () => {
  it('that sends under another address than its frames is the host with its management address', () => {
    const neighbors = [neighbor({ macs: ['02-00-00-00-00-01'], name: 'core', addresses: ['192.0.2.1'] })];
    const held = [{ mac: camera, address: '192.0.2.1', by: 'arp' }] as const;
    expect(only({ heard: [heard(camera)], held, neighbors })).toMatchObject({ mac: camera, name: 'core' });
  });

  it('that names no MAC address is the only host at its port', () => {
    const neighbors = [neighbor({ name: 'phone 4' })];
    expect(only({ heard: [heard(phone)], neighbors })).toMatchObject({ mac: phone, name: 'phone 4' });
    const two = join({ heard: [heard(phone), heard(camera)], neighbors });
    expect(two.map(({ name }) => name)).toEqual(['', '']);
  });

  it('whose address is heard at another port is a host of its own port', () => {
    const neighbors = [neighbor({ port: 9, macs: ['02-00-00-00-00-01'], name: 'core' })];
    const hosts = join({ heard: [heard(camera)], neighbors });
    expect(hosts.map(({ mac, port }) => [mac, port])).toEqual([
      [camera, 3],
      ['02-00-00-00-00-01', 9],
    ]);
  });
});

describe('an IPv4 address of two hosts', () => {
  const held = [
    { mac: camera, address: '192.0.2.9', by: 'arp' },
    { mac: phone, address: '192.0.2.9', by: 'dhcp' },
  ] as const;
  const duplicates = (sources: Partial<HostSources>) => join(sources).map((one) => one.isDuplicate);

  it('is marked at both', () => {
    expect(duplicates({ held, heard: [heard(camera), heard(phone, 4)] })).toEqual([true, true]);
  });

  it('is no duplicate once one of them is gone', () => {
    const remembered = new Map([[phone, { since: noon, lastSeen: noon, port: 4, vlan: 1 }]]);
    expect(duplicates({ held, heard: [heard(camera)], remembered })).toEqual([false, false]);
  });

  it('is none where one of them only tells it: a switch answers under another MAC address', () => {
    const neighbors = [neighbor({ port: 9, macs: ['02-00-00-00-00-01'], addresses: ['192.0.2.9'] })];
    expect(duplicates({ held: held.slice(0, 1), heard: [heard(camera)], neighbors })).toEqual([false, false]);
  });
});

describe('an access point', () => {
  const ap = '02-5E-00-00-00-14';
  const neighbors = [neighbor({ port: 14, macs: [ap], name: 'access point 14', isBridge: true })];

  it('has the hosts at its port behind it, and counts those that are there', () => {
    const remembered = new Map([['02-00-00-00-00-99', { since: noon, lastSeen: noon, port: 14, vlan: 1 }]]);
    const hosts = join({
      heard: [heard(ap, 14), heard(camera, 14), heard(phone, 14), heard('02-00-00-00-00-05', 5)],
      neighbors,
      remembered,
    });
    expect(Object.fromEntries(hosts.map(({ mac, clients, behind }) => [mac, [clients, behind]]))).toEqual({
      [ap]: [2, undefined],
      [camera]: [0, ap],
      [phone]: [0, ap],
      '02-00-00-00-00-99': [0, ap],
      '02-00-00-00-00-05': [0, undefined],
    });
  });
});

describe('a host that lies', () => {
  const own = '02-FA-CE-00-00-01';
  const places = (hosts: readonly JoinedHost[]) => hosts.map(({ mac, port, name }) => [mac, port, name]);

  it('by LLDP takes neither name nor place of one that is heard at another port', () => {
    const neighbors = [neighbor({ port: 9, macs: [camera], name: 'liar' })];
    expect(places(join({ heard: [heard(camera)], neighbors }))).toEqual([[camera, 3, '']]);
    const both = join({ heard: [heard(camera), heard(phone, 9)], neighbors });
    expect(places(both)).toEqual([
      [phone, 9, 'liar'],
      [camera, 3, ''],
    ]);
  });

  it('by LLDP takes no place of a neighbor that is not heard', () => {
    const core = neighbor({ port: 3, macs: ['02-00-00-00-00-01'], name: 'core' });
    const liar = neighbor({ port: 9, macs: ['02-00-00-00-00-01'], name: 'liar' });
    expect(places(join({ neighbors: [core, liar] }))).toEqual([['02-00-00-00-00-01', 3, 'core']]);
  });

  it('is never the switch itself', () => {
    const neighbors = [neighbor({ port: 9, macs: [own], name: 'liar' })];
    expect(join({ neighbors, held: [{ mac: own, address: '192.0.2.1', by: 'dhcp' }] })).toEqual([]);
  });

  it('has a name that can be shown anywhere, in one line of bounded length', () => {
    const name = `\x1b[2J\r\n\u202Efdp${'x'.repeat(250)}`;
    const told = [{ mac: camera, by: 'dot1x', name, model: 'a\u2028b' }] as const;
    const shown = only({ heard: [heard(camera)], told });
    expect(shown.name).toBe(`\uFFFD[2J\uFFFD\uFFFD\uFFFDfdp${'x'.repeat(54)}`);
    expect(shown.model).toBe('a\uFFFDb');
  });

  it('has no thousands of addresses', () => {
    const held = Array.from({ length: 1000 }, (_, number) => ({
      ...{ mac: camera, address: `10.0.${number >> 8}.${number & 0xff}`, by: 'arp' as const },
    }));
    expect(only({ heard: [heard(camera)], held }).ipv4).toHaveLength(32);
  });
});

it('joins thousands of hosts without a step that looks at all of them', () => {
  const mac = (number: number) => `02-00-00-00-${(number >> 8).toString(16)}-${(number & 0xff).toString(16)}`;
  const all = Array.from({ length: 4096 }, (_, number) => heard(mac(number)));
  let steps = 0;
  for (const joining = joinHosts(known({ heard: all })); !joining.next().done; ) steps += 1;
  // Heard, at places, holders, bridges, clients, joined, sorted and merged three times.
  expect(steps).toBeGreaterThanOrEqual(9 * 7);
});
