import { describe, expect, it } from 'vitest';
import { NO_PORTS, portListOf } from '../../model/values/port-list.ts';
import { igmp, linkLocalOf, mld } from './family.ts';
import { stepSnooping } from './snooping.ts';
import { idleSnooping, portsOfGroup, roleIn } from './state.ts';
import { SnoopingBench, SWITCH } from './testing.ts';

const GROUP = '239.1.2.3';
const OTHER = '239.1.2.4';
const everyPort = portListOf([1, 2, 3, 4, 5, 6, 7, 8]);
const place = { members: everyPort, routers: NO_PORTS, address: SWITCH };
const twoVlans = new Map([
  [1, place],
  [20, { ...place, members: portListOf([1, 2]), address: '198.51.100.200' }],
]);

describe('families', () => {
  it('know the lower of two addresses, and that none is no address', () => {
    const of = (one: string, other: string) => [igmp.outdoes(one, other), igmp.outdoes(other, one)];
    expect(of('192.0.2.9', '192.0.2.10')).toEqual([true, false]);
    expect(of('192.0.2.9', '192.0.2.9')).toEqual([false, false]);
    expect(of('0.0.0.0', '255.255.255.254')).toEqual([false, true]);
    expect(of('0.0.0.0', '0.0.0.0')).toEqual([false, false]);
    expect([mld.outdoes('fe80::1', 'fe80::2'), mld.outdoes('fe80::2', 'fe80::2')]).toEqual([true, false]);
  });

  it('know which groups stay on their link', () => {
    const kept = ['224.0.0.1', '224.0.0.255', '224.0.1.1', '239.0.0.1'].map((group) => igmp.staysOnLink(group));
    expect(kept).toEqual([true, true, false, false]);
    const scopes = ['ff01::1', 'ff02::1', 'ff12::1', 'ff03::1', 'ff05::1', 'ff0e::2', 'ff32::1'];
    expect(scopes.map((group) => mld.staysOnLink(group))).toEqual([true, true, true, false, false, false, true]);
  });

  it('have their own versions without a leave', () => {
    expect([igmp.versionWithoutLeave, mld.versionWithoutLeave]).toEqual([1, 0]);
  });

  it('make the link-local address of a MAC address', () => {
    expect(linkLocalOf('AC-12-34-56-78-9A')).toBe('fe80::ae12:34ff:fe56:789a');
    expect(linkLocalOf('02-FA-CE-00-00-01')).toBe('fe80::fa:ceff:fe00:1');
  });
});

it('the role in a VLAN needs the VLAN, the setting, and no other querier', () => {
  const known = { routers: new Map(), other: undefined, asksAt: 0, startup: 0 };
  const other = { address: '192.0.2.1', until: 1 };
  expect([
    roleIn({ querier: true }, undefined),
    roleIn({ querier: false }, known),
    roleIn({ querier: true }, known),
    roleIn({ querier: true }, { ...known, other }),
    roleIn({ querier: false }, { ...known, other }),
  ]).toEqual(['off', 'off', 'querier', 'nonQuerier', 'off']);
  expect(portsOfGroup(new Map([2, 5].map((port) => [port, 0])))).toBe(portListOf([2, 5]));
});

describe('a query of the switch', () => {
  it('has its address in the VLAN, its MAC address, and every time that is set', () => {
    const bench = new SnoopingBench();
    const settings = { ...bench.settings, ...{ querier: true, version: 3, robustness: 3, vlans: twoVlans } };
    const { send } = stepSnooping(settings, idleSnooping, { kind: 'configure' }, 1000);
    const times = { robustness: 3, interval: 125_000 };
    const query = {
      kind: 'query',
      version: 3,
      group: undefined,
      maxResponse: 10_000,
      suppress: false,
      sources: 0,
    } as const;
    const from = (address: string) => igmp.build(query, { mac: settings.mac, address }, times);
    expect(send).toEqual([
      { vlan: 1, ports: everyPort, frame: from(SWITCH) },
      { vlan: 20, ports: portListOf([1, 2]), frame: from('198.51.100.200') },
    ]);
  });

  it('for a group has the time of the last member', () => {
    const bench = new SnoopingBench({ version: 3, lastMemberInterval: 2500 });
    bench.joins(3, GROUP);
    const { send } = bench.tell({
      kind: 'message',
      vlan: 1,
      port: 3,
      message: { kind: 'leave', group: GROUP, source: '192.0.2.3' },
    });
    const query = { kind: 'query', version: 3, group: GROUP, maxResponse: 2500, suppress: false, sources: 0 } as const;
    const sender = { mac: bench.settings.mac, address: SWITCH };
    const times = { robustness: 2, interval: 125_000 };
    expect(send).toEqual([{ vlan: 1, ports: portListOf([3]), frame: igmp.build(query, sender, times) }]);
  });

  it('goes where receivers are, if not to the whole VLAN', () => {
    const asked = portListOf([2, 3]);
    const bench = new SnoopingBench({ querier: true, vlans: new Map([[1, { ...place, asked }]]) });
    expect(bench.queries.map(({ ports }) => ports)).toEqual([asked]);
  });
});

describe('VLANs', () => {
  it('have each their own querier', () => {
    const bench = new SnoopingBench({ querier: true, vlans: twoVlans });
    bench.waits(40);
    bench.queries.length = 0;
    const message = {
      kind: 'query',
      version: 2,
      group: undefined,
      maxResponse: 1000,
      suppress: false,
      sources: 0,
    } as const;
    bench.says({ port: 2, vlan: 20, from: '198.51.100.1', message });
    expect(bench.news).toEqual([
      { kind: 'router', vlan: 20, port: 2, there: true },
      { kind: 'querier', vlan: 20, address: '198.51.100.1' },
    ]);
    bench.waits(130);
    expect(bench.queries.map(({ ports }) => ports)).toEqual([everyPort]);
    expect([bench.routers(), bench.routers(20)]).toEqual([NO_PORTS, portListOf([2])]);
  });

  it('lose groups each by themselves', () => {
    const bench = new SnoopingBench({ fastLeave: true, vlans: twoVlans });
    for (const vlan of [1, 20]) bench.says({ port: 1, vlan, message: { kind: 'report', version: 2, group: GROUP } });
    bench.says({ port: 1, vlan: 20, message: { kind: 'leave', group: GROUP } });
    expect([bench.listeners(GROUP), bench.listeners(GROUP, 20)]).toEqual([[1], undefined]);
  });
});

describe('a change of the settings', () => {
  it('that concerns no listener keeps all, and no router either', () => {
    const bench = new SnoopingBench({ querier: true });
    for (const port of [1, 2]) bench.joins(port, GROUP);
    bench.asks(7, '192.0.2.9');
    const { revision } = bench.state;
    bench.configure({ hostTimeout: 300_000 });
    expect([bench.listeners(GROUP), bench.routers(), bench.state.revision]).toEqual([
      [1, 2],
      portListOf([7]),
      revision,
    ]);
    expect(bench.state.vlans.get(1)?.other?.address).toBe('192.0.2.9');
    bench.queries.length = 0;
    bench.waits(249);
    expect(bench.queries).toEqual([]);
  });

  it('forgets groups that a VLAN no longer carries, and ports that left it', () => {
    const bench = new SnoopingBench();
    for (const port of [1, 2]) for (const group of [GROUP, OTHER]) bench.joins(port, group);
    bench.asks(2, '192.0.2.9');
    const { revision } = bench.state;
    const members = portListOf([1, 3]);
    bench.configure({ vlans: new Map([[1, { ...place, members, carries: (group: string) => group === OTHER }]]) });
    expect([bench.listeners(GROUP), bench.listeners(OTHER), bench.routers()]).toEqual([undefined, [1], NO_PORTS]);
    expect(bench.state.revision).toBeGreaterThan(revision);
  });

  it('that only takes a router away counts as a change', () => {
    const bench = new SnoopingBench();
    bench.asks(7, '192.0.2.9');
    const { revision } = bench.state;
    bench.configure({ vlans: new Map([[1, { ...place, members: portListOf([1, 2]) }]]) });
    expect([bench.routers(), bench.state.revision]).toEqual([NO_PORTS, revision + 1]);
  });
});

describe('a lost link', () => {
  it('of a router alone counts as a change, one of nobody does not', () => {
    const bench = new SnoopingBench();
    bench.asks(7, '192.0.2.9');
    bench.asks(6, '192.0.2.8');
    const { revision } = bench.state;
    bench.tell({ kind: 'lost', ports: portListOf([1]) });
    expect(bench.state.revision).toBe(revision);
    bench.tell({ kind: 'lost', ports: portListOf([7]) });
    expect([bench.routers(), bench.state.revision]).toEqual([portListOf([6]), revision + 1]);
  });
});

describe('clearing', () => {
  it('takes groups, not routers, and a full table is said again', () => {
    const bench = new SnoopingBench({ capacity: 2 });
    bench.asks(7, '192.0.2.9');
    const fill = () => [1, 2, 3].map((last) => bench.joins(1, `239.0.0.${last}`));
    fill();
    bench.tell({ kind: 'clear' });
    expect([bench.state.groups.size, bench.routers()]).toEqual([0, portListOf([7])]);
    fill();
    expect(bench.news.filter(({ kind }) => kind === 'full')).toHaveLength(2);
  });
});

describe('a leave', () => {
  it('is asked about by the querier also where a router is behind the same port', () => {
    const bench = new SnoopingBench({ querier: true });
    bench.waits(40);
    bench.asks(1, '192.0.2.250');
    bench.joins(1, GROUP);
    bench.queries.length = 0;
    bench.leaves(1, GROUP);
    expect(bench.queries.map(({ group }) => group)).toEqual([GROUP]);
  });

  it('is left to a querier of any address where the switch is to be none', () => {
    const bench = new SnoopingBench();
    bench.asks(1, '192.0.2.250');
    bench.joins(1, GROUP);
    bench.leaves(1, GROUP);
    expect(bench.queries).toEqual([]);
  });

  it('prolongs nothing that ends before', () => {
    const bench = new SnoopingBench({ lastMemberInterval: 3000 });
    bench.joins(1, GROUP);
    bench.waits(259);
    bench.leaves(1, GROUP);
    bench.waits(0.999);
    expect(bench.listeners(GROUP)).toEqual([1]);
    bench.waits(0.001);
    expect(bench.listeners(GROUP)).toBeUndefined();
  });

  it('is asked about again when its time has come, not when another timer wakes', () => {
    const bench = new SnoopingBench({ robustness: 3 });
    bench.joins(2, OTHER);
    bench.waits(259.5);
    bench.joins(1, GROUP);
    bench.leaves(1, GROUP);
    const begun = 259_500;
    bench.waits(10);
    expect(bench.listeners(OTHER)).toBeUndefined();
    expect(bench.queries.map(({ at }) => at - begun)).toEqual([0, 1000, 2000]);
  });

  it('ends membership exactly after the last question has had its time', () => {
    const bench = new SnoopingBench();
    bench.joins(1, GROUP);
    bench.leaves(1, GROUP);
    bench.waits(1.999);
    expect(bench.listeners(GROUP)).toEqual([1]);
    bench.waits(0.001);
    expect(bench.listeners(GROUP)).toBeUndefined();
  });

  it('counts after records of every kind, which can say that they leave', () => {
    for (const kind of ['isInclude', 'allowNewSources', 'toInclude', 'isExclude', 'toExclude'] as const) {
      const bench = new SnoopingBench({ fastLeave: true });
      bench.records(1, kind, GROUP, ['198.51.100.1']);
      expect(bench.listeners(GROUP), kind).toEqual([1]);
      bench.leaves(1, GROUP);
      expect(bench.listeners(GROUP), kind).toBeUndefined();
    }
  });

  it('is none that records without sources say in passing', () => {
    for (const kind of ['isInclude', 'allowNewSources'] as const) {
      const bench = new SnoopingBench({ fastLeave: true });
      bench.joins(1, GROUP);
      bench.records(1, kind, GROUP);
      expect(bench.listeners(GROUP), kind).toEqual([1]);
    }
  });

  it('by blocked sources does not happen with a question about nothing else', () => {
    const bench = new SnoopingBench();
    bench.joins(1, GROUP);
    bench.joins(1, OTHER);
    bench.records(1, 'blockOldSources', GROUP, ['198.51.100.1']);
    expect(bench.queries.map(({ group }) => group)).toEqual([GROUP]);
  });

  it('of a group that nobody has, or by a port that does not have it, asks nothing', () => {
    const bench = new SnoopingBench();
    bench.joins(1, GROUP);
    bench.leaves(2, GROUP);
    bench.leaves(1, OTHER);
    expect([bench.queries, bench.listeners(GROUP)]).toEqual([[], [1]]);
  });

  it('does not count behind an old host, also after another querier has asked', () => {
    const bench = new SnoopingBench({ fastLeave: true, hostTimeout: 100_000 });
    bench.joins(1, GROUP, 1);
    bench.asks(8, '192.0.2.1', GROUP);
    bench.leaves(1, GROUP);
    expect(bench.listeners(GROUP)).toEqual([1]);
  });

  it('does not count behind an old host at a doubted port either', () => {
    const bench = new SnoopingBench({ querier: true, fastLeave: true });
    bench.joins(1, GROUP, 1);
    bench.tell({ kind: 'topologyChange', ports: portListOf([1]) });
    bench.leaves(1, GROUP);
    expect(bench.listeners(GROUP)).toEqual([1]);
  });

  it('counts from the moment at which the old host is forgotten', () => {
    const bench = new SnoopingBench({ fastLeave: true, hostTimeout: 100_000 });
    bench.joins(1, GROUP, 1);
    bench.waits(50);
    bench.joins(1, GROUP);
    bench.waits(49.999);
    bench.leaves(1, GROUP);
    expect(bench.listeners(GROUP)).toEqual([1]);
    bench.waits(0.001);
    bench.leaves(1, GROUP);
    expect(bench.listeners(GROUP)).toBeUndefined();
  });
});

describe('timers', () => {
  it('of listeners, routers and another querier end exactly at their time', () => {
    const bench = new SnoopingBench({ querier: true });
    bench.joins(1, GROUP);
    bench.asks(7, '192.0.2.9');
    bench.waits(249.999);
    expect([bench.routers(), bench.state.vlans.get(1)?.other?.address]).toEqual([portListOf([7]), '192.0.2.9']);
    bench.waits(0.001);
    expect([bench.routers(), bench.state.vlans.get(1)?.other]).toEqual([NO_PORTS, undefined]);
    bench.waits(9.999);
    expect(bench.listeners(GROUP)).toEqual([1]);
    bench.waits(0.001);
    expect(bench.listeners(GROUP)).toBeUndefined();
  });

  it('of a group that another querier asks about are its own, of no other group', () => {
    const bench = new SnoopingBench();
    for (const group of [GROUP, OTHER]) bench.joins(1, group);
    bench.asks(8, '192.0.2.1', GROUP);
    bench.waits(1.999);
    expect(bench.listeners(GROUP)).toEqual([1]);
    bench.waits(0.001);
    expect([bench.listeners(GROUP), bench.listeners(OTHER)]).toEqual([undefined, [1]]);
  });

  it('are not shortened by a query about sources', () => {
    const bench = new SnoopingBench();
    bench.joins(1, GROUP);
    const message = {
      kind: 'query',
      version: 3,
      group: GROUP,
      maxResponse: 1000,
      suppress: false,
      sources: 1,
    } as const;
    bench.tell({ kind: 'message', vlan: 1, port: 4, message: { ...message, source: '192.0.2.4' } });
    bench.waits(30);
    expect(bench.listeners(GROUP)).toEqual([1]);
  });

  it('of doubted ports are two response times, and others keep theirs', () => {
    const bench = new SnoopingBench({ querier: true });
    for (const port of [1, 2]) bench.joins(port, GROUP);
    bench.tell({ kind: 'topologyChange', ports: portListOf([1]) });
    bench.waits(19.999);
    expect(bench.listeners(GROUP)).toEqual([1, 2]);
    bench.waits(0.001);
    expect(bench.listeners(GROUP)).toEqual([2]);
  });
});

describe('room', () => {
  it('of the last quarter is for ports with less than eight groups, exactly', () => {
    const bench = new SnoopingBench({ capacity: 40 });
    for (let last = 1; last <= 30; last += 1) bench.joins(1, `239.0.1.${last}`);
    expect(bench.state.groups.size).toBe(30);
    for (let last = 1; last <= 9; last += 1) bench.joins(2, `239.0.2.${last}`);
    expect(bench.listeners('239.0.2.8')).toEqual([2]);
    expect(bench.listeners('239.0.2.9')).toBeUndefined();
    expect(bench.news).toEqual([{ kind: 'share', vlan: 1, group: '239.0.2.9', port: 2 }]);
  });
});
