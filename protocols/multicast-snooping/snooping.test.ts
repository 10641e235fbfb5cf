import { describe, expect, it } from 'vitest';
import { portListOf } from '../../model/values/port-list.ts';
import { SnoopingBench, SWITCH } from './testing.ts';

const GROUP = '239.1.2.3';
const OTHER = '239.1.2.4';
const everyPort = portListOf([1, 2, 3, 4, 5, 6, 7, 8]);

describe('membership', () => {
  it('follows reports of every version, port by port, and goes to routers alone', () => {
    const bench = new SnoopingBench();
    expect(bench.joins(1, GROUP, 1)).toBe('routers');
    expect(bench.joins(2, GROUP)).toBe('routers');
    expect(bench.records(3, 'toExclude', GROUP)).toBe('routers');
    expect(bench.records(4, 'isExclude', GROUP)).toBe('routers');
    expect(bench.records(5, 'allowNewSources', GROUP, ['198.51.100.1'])).toBe('routers');
    expect(bench.records(6, 'isInclude', GROUP, ['198.51.100.1'])).toBe('routers');
    expect(bench.records(7, 'toInclude', GROUP, ['198.51.100.1'])).toBe('routers');
    expect(bench.listeners(GROUP)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    bench.records(8, 'isInclude', GROUP);
    bench.records(8, 'allowNewSources', GROUP);
    expect(bench.listeners(GROUP)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(bench.listeners(OTHER)).toBeUndefined();
  });

  it('ends by the host timeout without another report, at that port alone', () => {
    const bench = new SnoopingBench();
    bench.joins(1, GROUP);
    bench.waits(100);
    bench.joins(2, GROUP);
    bench.waits(159);
    expect(bench.listeners(GROUP)).toEqual([1, 2]);
    bench.waits(2);
    expect(bench.listeners(GROUP)).toEqual([2]);
    bench.waits(100);
    expect(bench.listeners(GROUP)).toBeUndefined();
    expect(bench.state.wakeAt).toBe(Number.POSITIVE_INFINITY);
  });

  it('is kept apart by VLAN, and of VLANs and ports that are snooped alone', () => {
    const bench = new SnoopingBench();
    const place = { members: portListOf([1, 2]), routers: 0n, address: '0.0.0.0' };
    bench.configure({ vlans: new Map([...bench.settings.vlans, [20, place]]) });
    const report = { kind: 'report', version: 2, group: GROUP } as const;
    bench.says({ port: 2, vlan: 20, message: report });
    expect(bench.says({ port: 3, vlan: 20, message: report })).toBe('everywhere');
    expect(bench.says({ port: 3, vlan: 30, message: report })).toBe('everywhere');
    expect([bench.listeners(GROUP), bench.listeners(GROUP, 20)]).toEqual([undefined, [2]]);
    bench.configure({ vlans: new Map([[20, { ...place, members: portListOf([1]) }]]) });
    expect(bench.listeners(GROUP, 20)).toBeUndefined();
  });

  it('is not kept of groups that stay on their link, whose reports go to routers all the same', () => {
    const bench = new SnoopingBench();
    expect(bench.joins(1, '224.0.0.251')).toBe('routers');
    expect(bench.state.groups.size).toBe(0);
  });

  it('of a port ends with its link, and of all ports when cleared', () => {
    const bench = new SnoopingBench({ querier: true });
    for (const port of [1, 2, 3]) bench.joins(port, GROUP);
    bench.asks(4, '192.0.2.250');
    bench.tell({ kind: 'lost', ports: portListOf([1, 4]) });
    expect([bench.listeners(GROUP), bench.routers()]).toEqual([[2, 3], 0n]);
    bench.tell({ kind: 'clear' });
    expect(bench.listeners(GROUP)).toBeUndefined();
  });

  it('is asked about at once after a topology change, and kept until it should have been answered', () => {
    const bench = new SnoopingBench({ querier: true });
    for (const port of [1, 2, 3]) bench.joins(port, GROUP);
    bench.waits(60);
    bench.queries.length = 0;
    bench.tell({ kind: 'topologyChange', ports: portListOf([1, 2]) });
    expect(bench.queries).toMatchObject([{ group: 'all', ports: everyPort }]);
    bench.waits(9);
    bench.joins(1, GROUP);
    expect(bench.listeners(GROUP)).toEqual([1, 2, 3]);
    bench.waits(12);
    expect(bench.listeners(GROUP)).toEqual([1, 3]);
  });

  it('outlives a topology change where another asks, who may not do so for minutes', () => {
    const bench = new SnoopingBench();
    for (const port of [1, 2]) bench.joins(port, GROUP);
    bench.asks(4, '192.0.2.250');
    bench.tell({ kind: 'topologyChange', ports: portListOf([1, 4]) });
    bench.waits(125);
    expect(bench.listeners(GROUP)).toEqual([1, 2]);
    expect(bench.routers()).toBe(portListOf([4]));
  });

  it('outlives a topology change where a switch that would query gave way to another querier', () => {
    const bench = new SnoopingBench({ querier: true });
    bench.asks(4, '192.0.2.1');
    for (const port of [1, 2]) bench.joins(port, GROUP);
    bench.queries.length = 0;
    bench.tell({ kind: 'topologyChange', ports: portListOf([1, 4]) });
    bench.waits(125);
    expect(bench.queries).toEqual([]);
    expect(bench.listeners(GROUP)).toEqual([1, 2]);
  });

  it('is kept no longer by a question than without', () => {
    const [asking, hearing] = [new SnoopingBench({ querier: true }), new SnoopingBench()];
    hearing.asks(4, '192.0.2.1');
    for (const bench of [asking, hearing]) {
      bench.joins(1, GROUP);
      bench.waits(259);
    }
    asking.tell({ kind: 'topologyChange', ports: portListOf([1]) });
    hearing.asks(4, '192.0.2.1', GROUP);
    for (const bench of [asking, hearing]) {
      bench.waits(1.5);
      expect(bench.listeners(GROUP)).toBeUndefined();
    }
  });

  it('has room for so many groups, says once that it is full, and takes new ones when others are gone', () => {
    const bench = new SnoopingBench({ capacity: 2 });
    for (const last of [1, 2, 3, 4]) expect(bench.joins(1, `239.0.0.${last}`)).toBe('routers');
    bench.joins(2, '239.0.0.1');
    expect([...bench.state.groups.keys()]).toEqual(['1 239.0.0.1', '1 239.0.0.2']);
    expect(bench.news).toEqual([{ kind: 'full', vlan: 1, group: '239.0.0.3' }]);
    bench.waits(261);
    bench.joins(1, '239.0.0.9');
    expect(bench.listeners('239.0.0.9')).toEqual([1]);
  });

  it('keeps the last quarter of the room for ports that listen to less than eight groups', () => {
    const bench = new SnoopingBench({ capacity: 64 });
    const floods = (port: number) => {
      for (let last = 1; last <= 100; last += 1) bench.joins(port, `239.0.${port}.${last}`);
      return [...bench.state.groups.values()].filter(({ listeners }) => listeners.has(port)).length;
    };
    expect(floods(1)).toBe(48);
    expect(bench.news).toEqual([{ kind: 'share', vlan: 1, group: '239.0.1.49', port: 1 }]);
    expect([floods(2), floods(3)]).toEqual([8, 8]);
    expect(bench.joins(4, '239.0.4.1')).toBe('routers');
    expect(bench.news.slice(1)).toEqual([{ kind: 'full', vlan: 1, group: '239.0.3.9' }]);
    // The known groups leave room for everyone.
    bench.joins(4, '239.0.1.1');
    expect(bench.listeners('239.0.1.1')).toEqual([1, 4]);
  });

  it('is told of a port that wants too much once, however fast its groups come and go', () => {
    const bench = new SnoopingBench({ capacity: 64, fastLeave: true });
    for (let last = 1; last <= 49; last += 1) bench.joins(1, `239.0.1.${last}`);
    for (const port of [2, 3]) bench.joins(port, `239.0.${port}.1`);
    bench.leaves(2, '239.0.2.1');
    bench.joins(1, '239.0.1.60');
    expect(bench.news).toHaveLength(1);
    for (let last = 1; last <= 9; last += 1) bench.leaves(1, `239.0.1.${last}`);
    bench.joins(1, '239.0.1.61');
    expect(bench.listeners('239.0.1.61')).toEqual([1]);
  });
});

describe('a leave', () => {
  it('has the switch ask at that port as often as it is robust, and then ends what nobody claims', () => {
    const bench = new SnoopingBench({ robustness: 3 });
    for (const port of [1, 2]) bench.joins(port, GROUP);
    expect(bench.leaves(1, GROUP)).toBe('routers');
    expect(bench.listeners(GROUP)).toEqual([1, 2]);
    bench.waits(10);
    expect(bench.queries).toEqual(
      [0, 1000, 2000].map((at) => ({ at, group: GROUP, ports: portListOf([1]), version: 2 })),
    );
    expect(bench.listeners(GROUP)).toEqual([2]);
  });

  it('ends nothing where somebody answers, and is asked about once however often it is said', () => {
    const bench = new SnoopingBench();
    bench.joins(1, GROUP);
    bench.leaves(1, GROUP);
    bench.leaves(1, GROUP);
    bench.waits(0.5);
    bench.joins(1, GROUP);
    bench.waits(60);
    expect(bench.listeners(GROUP)).toEqual([1]);
    expect(bench.queries).toHaveLength(1);
  });

  it('by records counts too: nothing is included any more, or sources are blocked', () => {
    const bench = new SnoopingBench();
    for (const port of [1, 2]) bench.records(port, 'toExclude', GROUP);
    bench.records(1, 'toInclude', GROUP);
    bench.records(2, 'blockOldSources', GROUP, ['198.51.100.1']);
    bench.waits(3);
    expect(bench.listeners(GROUP)).toBeUndefined();
  });

  it('takes the port out at once with fast leave, but for blocked sources, of which others may be left', () => {
    const bench = new SnoopingBench({ fastLeave: true });
    for (const port of [1, 2, 3]) bench.joins(port, GROUP);
    bench.leaves(1, GROUP);
    bench.records(2, 'toInclude', GROUP);
    bench.records(3, 'blockOldSources', GROUP, ['198.51.100.1']);
    expect(bench.listeners(GROUP)).toEqual([3]);
    expect(bench.queries).toHaveLength(1);
  });

  it('does not count while a host is there that cannot say so (RFC 2236 5)', () => {
    const bench = new SnoopingBench({ fastLeave: true });
    bench.joins(1, GROUP, 1);
    bench.waits(100);
    bench.joins(1, GROUP, 2);
    bench.leaves(1, GROUP);
    expect(bench.listeners(GROUP)).toEqual([1]);
    bench.waits(161);
    bench.leaves(1, GROUP);
    expect(bench.listeners(GROUP)).toBeUndefined();
  });

  it('is asked about at its port alone where another querier was heard at another one', () => {
    for (const querier of [false, true]) {
      const bench = new SnoopingBench({ querier });
      bench.waits(300);
      bench.asks(8, '192.0.2.1');
      const before = bench.queries.length;
      for (const port of [1, 2]) bench.joins(port, GROUP);
      bench.leaves(1, GROUP);
      bench.waits(3);
      const asked = bench.queries.slice(before);
      expect(asked.map(({ group, ports }) => ({ group, ports }))).toEqual([
        { group: GROUP, ports: portListOf([1]) },
        { group: GROUP, ports: portListOf([1]) },
      ]);
      expect(bench.listeners(GROUP)).toEqual([2]);
    }
  });

  it('is left to another querier behind the same port, whose question for the group ends what nobody claims', () => {
    const bench = new SnoopingBench();
    bench.asks(1, '192.0.2.1');
    for (const port of [1, 2]) bench.joins(port, GROUP);
    bench.leaves(1, GROUP);
    bench.waits(20);
    expect([bench.queries, bench.listeners(GROUP)]).toEqual([[], [1, 2]]);
    bench.asks(1, '192.0.2.1', GROUP);
    bench.waits(1);
    bench.joins(2, GROUP);
    bench.waits(1.1);
    expect(bench.listeners(GROUP)).toEqual([2]);
  });

  it('is ended by no question of another that is to suppress that (RFC 3376 4.1.5)', () => {
    const bench = new SnoopingBench();
    bench.joins(1, GROUP);
    const question = { kind: 'query', version: 3, group: GROUP, maxResponse: 1000, sources: 0 } as const;
    bench.says({ port: 4, message: { ...question, suppress: true } });
    bench.waits(30);
    expect(bench.listeners(GROUP)).toEqual([1]);
    bench.says({ port: 4, message: { ...question, suppress: false } });
    bench.waits(30);
    expect(bench.listeners(GROUP)).toBeUndefined();
  });

  it('is not asked about in version 1, which has no such question', () => {
    const bench = new SnoopingBench({ version: 1 });
    bench.joins(1, GROUP);
    bench.leaves(1, GROUP);
    bench.waits(20);
    expect([bench.queries, bench.listeners(GROUP)]).toEqual([[], [1]]);
  });
});

describe('router ports', () => {
  it('are where queries, PIM and DVMRP come from, until nothing is heard for the router timeout', () => {
    const bench = new SnoopingBench();
    expect(bench.asks(7, '192.0.2.9')).toBe('everywhere');
    bench.waits(200);
    bench.asks(7, '192.0.2.9');
    bench.waits(249);
    expect(bench.routers()).toBe(portListOf([7]));
    bench.waits(2);
    expect(bench.routers()).toBe(0n);
    expect(bench.news).toEqual([
      { kind: 'router', vlan: 1, port: 7, there: true },
      { kind: 'router', vlan: 1, port: 7, there: false },
    ]);
  });

  it('are not where a query without a source comes from (RFC 4541 2.1.1)', () => {
    const bench = new SnoopingBench({ querier: true });
    expect(bench.asks(7, '0.0.0.0')).toBe('everywhere');
    expect(bench.routers()).toBe(0n);
    expect(bench.news).toEqual([]);
  });

  it('are not where PIM without a source comes from', () => {
    const bench = new SnoopingBench();
    const hello = (source: string) =>
      bench.tell({ kind: 'message', vlan: 1, port: 7, message: { kind: 'router', source } }).forward;
    expect([hello('0.0.0.0'), bench.routers()]).toEqual(['everywhere', 0n]);
    expect([hello('192.0.2.9'), bench.routers()]).toEqual(['everywhere', portListOf([7])]);
  });

  it('are none of a VLAN any more that they have left', () => {
    const bench = new SnoopingBench();
    for (const port of [3, 7]) bench.asks(port, '192.0.2.9');
    const place = { members: portListOf([1, 2, 3]), routers: 0n, address: SWITCH };
    bench.configure({ vlans: new Map([[1, place]]) });
    expect(bench.routers()).toBe(portListOf([3]));
  });

  it('are those that are set, too, and stay when nothing is heard', () => {
    const bench = new SnoopingBench();
    const [[vlan, place] = [0, undefined]] = [...bench.settings.vlans];
    bench.configure({
      vlans: new Map([[vlan, { ...place, members: everyPort, address: SWITCH, routers: portListOf([4]) }]]),
    });
    bench.asks(7, '192.0.2.9');
    expect(bench.routers()).toBe(portListOf([4, 7]));
    bench.waits(300);
    expect(bench.routers()).toBe(portListOf([4]));
  });
});

describe('the querier', () => {
  it('asks at the start as often as it is robust, faster, then by its interval, in its own version', () => {
    const bench = new SnoopingBench({ querier: true, version: 3, robustness: 3 });
    bench.waits(300);
    expect(bench.queries).toEqual(
      [0, 31_250, 62_500, 187_500].map((at) => ({ at, group: 'all', ports: everyPort, version: 3 })),
    );
  });

  it('gives way to a lower address, and asks again when that is silent for the router timeout', () => {
    const bench = new SnoopingBench({ querier: true });
    bench.waits(40);
    bench.queries.length = 0;
    bench.asks(3, '192.0.2.201');
    bench.waits(200);
    expect(bench.queries).not.toEqual([]);
    bench.queries.length = 0;
    bench.asks(3, '192.0.2.199');
    bench.waits(249);
    expect(bench.queries).toEqual([]);
    bench.waits(2);
    expect(bench.queries).toHaveLength(1);
    expect(bench.news.filter(({ kind }) => kind === 'querier')).toEqual([
      { kind: 'querier', vlan: 1, address: '192.0.2.199' },
      { kind: 'querier', vlan: 1, address: undefined },
    ]);
  });

  it('asks at once when the other is silent, however long its own interval is', () => {
    const bench = new SnoopingBench({ querier: true, queryInterval: 600_000 });
    bench.waits(200);
    bench.asks(3, '192.0.2.199');
    bench.queries.length = 0;
    bench.waits(251);
    expect(bench.queries).toHaveLength(1);
  });

  it('goes by the lowest of the others', () => {
    const bench = new SnoopingBench({ querier: true });
    bench.asks(3, '192.0.2.100');
    bench.waits(100);
    // It asks as well, and keeps the lower one from being forgotten.
    bench.asks(4, '192.0.2.150');
    expect(bench.state.vlans.get(1)?.other?.address).toBe('192.0.2.100');
    bench.asks(4, '192.0.2.50');
    expect(bench.state.vlans.get(1)?.other?.address).toBe('192.0.2.50');
  });

  it('is not the switch where it is not to be, whatever happens to the tree', () => {
    const bench = new SnoopingBench();
    bench.joins(1, GROUP);
    bench.tell({ kind: 'topologyChange', ports: portListOf([1]) });
    bench.waits(300);
    expect(bench.queries).toEqual([]);
  });

  it('gives way to anybody where the switch has no address', () => {
    const place = { members: everyPort, routers: 0n, address: '0.0.0.0' };
    const bench = new SnoopingBench({ querier: true, vlans: new Map([[1, place]]) });
    bench.queries.length = 0;
    bench.asks(3, '192.0.2.250');
    bench.waits(240);
    expect(bench.queries).toEqual([]);
  });

  it('starts and stops with its setting', () => {
    const bench = new SnoopingBench();
    bench.waits(300);
    expect(bench.queries).toEqual([]);
    bench.configure({ querier: true });
    expect(bench.queries).toHaveLength(1);
    bench.configure({ querier: true, fastLeave: true });
    expect(bench.queries).toHaveLength(1);
    bench.waits(32);
    expect(bench.queries).toHaveLength(2);
    bench.configure({ querier: false });
    bench.waits(300);
    expect(bench.queries).toHaveLength(2);
  });
});

it('what is broken goes nowhere and teaches nothing, what is unknown goes everywhere (RFC 4541 2.1.1)', () => {
  const bench = new SnoopingBench();
  const sender = { mac: '02-AA-00-00-00-01', address: '192.0.2.1' };
  const report = bench.settings.family.build({ kind: 'report', version: 2, group: GROUP }, sender);
  const broken = report.slice();
  broken[40] = (broken[40] ?? 0) ^ 1;
  expect(bench.tell({ kind: 'frame', vlan: 1, port: 1, octets: broken }).forward).toBe('nowhere');
  expect(bench.state.groups.size).toBe(0);
  const unknown = report.slice();
  // Another type, its checksum mended.
  unknown[38] = 0x40;
  unknown[40] = (unknown[40] ?? 0) - (0x40 - 0x16);
  expect(bench.tell({ kind: 'frame', vlan: 1, port: 1, octets: unknown }).forward).toBe('everywhere');
});
