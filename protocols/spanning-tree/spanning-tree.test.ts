import { describe, expect, it } from 'vitest';
import type { Bpdu } from './bpdu.ts';
import { TestNetwork } from './testing.ts';

/** Three bridges in a ring; bridge 1 is the root. */
function ring(protocol: 'stp' | 'rstp' | 'mstp' = 'rstp') {
  const network = new TestNetwork();
  const [a, b, c] = [network.add({ protocol }), network.add({ protocol }), network.add({ protocol })];
  const cables = [
    network.connect({ bridge: a, port: 1 }, { bridge: b, port: 1 }),
    network.connect({ bridge: b, port: 2 }, { bridge: c, port: 2 }),
    network.connect({ bridge: c, port: 1 }, { bridge: a, port: 2 }),
  ] as const;
  return { network, cables };
}

describe('a ring', () => {
  it('becomes a tree within a second', () => {
    const { network } = ring();
    network.run(1);
    expect(network.port(2, 1)).toBe('root forwarding');
    expect(network.port(3, 1)).toBe('root forwarding');
    expect(network.port(2, 2)).toBe('designated forwarding');
    expect(network.port(3, 2)).toBe('alternate discarding');
    expect(network.parts(0)).toBe(1);
  });

  it('is one with STP after twice the forward delay', () => {
    const { network } = ring('stp');
    network.run(19);
    expect(network.port(2, 1)).toBe('root discarding');
    network.run(35);
    expect(network.port(2, 1)).toBe('root forwarding');
    expect(network.port(3, 2)).toBe('alternate discarding');
    expect(network.parts(0)).toBe(1);
  });

  it('heals within a moment when a link is cut, and takes the link back', () => {
    const { network, cables } = ring();
    network.run(10);
    network.cut(cables[2]);
    network.run(0.1);
    expect(network.port(3, 2)).toBe('root forwarding');
    expect(network.parts(0)).toBe(1);
    network.cut(cables[2], true);
    network.run(1);
    expect(network.port(3, 1)).toBe('root forwarding');
    expect(network.port(3, 2)).toBe('alternate discarding');
  });
});

it('a bridge that leaves is known to its neighbors for three hello times from then on, however old its last hello is', () => {
  const { network } = ring();
  network.run(11.5);
  network.tell(1, { kind: 'leave' });
  network.run(0.01);
  network.loses = () => true;
  network.run(5.9);
  expect([network.port(2, 1), network.port(3, 1)]).toEqual(['root forwarding', 'root forwarding']);
  network.run(0.2);
  expect(network.port(2, 1)).not.toContain('root');
});

describe('MSTP', () => {
  /** Two bridges, two links; each is the root of one instance, and each instance costs less by another link. */
  function pair(region: string) {
    const network = new TestNetwork();
    const vlans = { 10: 1, 20: 2 };
    const a = network.add({ protocol: 'mstp', vlans, region: 'one', priorities: { 1: 4096, 2: 8192 } });
    const b = network.add({ protocol: 'mstp', vlans, region, priorities: { 1: 8192, 2: 4096 } });
    const dear = new Map([
      [0, { priority: 128, internalCost: 20_000 }],
      [1, { priority: 128, internalCost: 200_000 }],
      [2, { priority: 128, internalCost: 200 }],
    ]);
    network.connect({ bridge: a, port: 1 }, { bridge: b, port: 1 });
    network.connect({ bridge: a, port: 2 }, { bridge: b, port: 2 }, { trees: dear });
    network.run(5);
    return network;
  }

  it('keeps two instances on different links within a region', () => {
    const network = pair('one');
    expect(network.port(2, 1, 1)).toBe('root forwarding');
    expect(network.port(2, 2, 1)).toBe('alternate discarding');
    expect(network.port(1, 2, 2)).toBe('root forwarding');
    expect(network.port(1, 1, 2)).toBe('alternate discarding');
    for (const tree of [0, 1, 2]) expect(network.parts(tree)).toBe(1);
  });

  it('does the same in every instance at the edge of a region', () => {
    const network = pair('two');
    expect(network.port(2, 1, 0)).toBe('root forwarding');
    expect(network.port(2, 1, 1)).toBe('master forwarding');
    expect(network.port(2, 2, 1)).toBe('alternate discarding');
    expect(network.port(2, 2, 2)).toBe('alternate discarding');
  });
});

describe('a neighbour that speaks STP', () => {
  it('is spoken to in STP, and in RSTP again once it is asked and can', () => {
    const network = new TestNetwork();
    const old = network.add({ protocol: 'stp' });
    const young = network.add({ protocol: 'rstp' });
    network.connect({ bridge: old, port: 1 }, { bridge: young, port: 1 });
    network.run(5);
    expect(network.bridge(young).ports.get(1)?.sendRSTP).toBe(false);
    network.run(60);
    expect(network.port(young, 1)).toBe('root forwarding');
    expect(network.parts(0)).toBe(1);
    network.tell(young, { kind: 'migrate', port: 1 });
    expect(network.bridge(young).ports.get(1)?.sendRSTP).toBe(true);
    network.run(10);
    expect(network.bridge(young).ports.get(1)?.sendRSTP).toBe(false);
  });
});

describe('a port', () => {
  it('is an edge port after three seconds of silence, and none any more after a BPDU', () => {
    const network = new TestNetwork();
    const a = network.add();
    network.plug(a, 1);
    network.run(2.9);
    expect(network.port(a, 1)).toBe('designated discarding');
    network.run(0.2);
    expect(network.port(a, 1)).toBe('designated forwarding');
    const b = network.add({ priorities: { 0: 0 } });
    network.connect({ bridge: a, port: 1 }, { bridge: b, port: 1 });
    network.run(1);
    expect(network.bridge(a).ports.get(1)?.operEdge).toBe(false);
    expect(network.port(a, 1)).toBe('root forwarding');
    expect(network.news).toContainEqual({ kind: 'edgeLost', port: 1, bridge: a });
  });

  it('that is restricted never leads to the root', () => {
    const network = new TestNetwork();
    const a = network.add({ priorities: { 0: 4096 } });
    const b = network.add({ priorities: { 0: 0 } });
    network.connect({ bridge: a, port: 1 }, { bridge: b, port: 1 }, { restrictedRole: true });
    network.run(5);
    expect(network.port(a, 1)).toBe('alternate discarding');
    expect(network.bridge(a).cist.rootPort).toBeUndefined();
  });

  it('sends no more BPDUs a second than it may', () => {
    const network = new TestNetwork();
    const a = network.add();
    network.plug(a, 1, { edge: 'no' });
    let sent = 0;
    for (let change = 0; change < 40; change += 1) {
      const settings = { ...network.bridge(a).settings, priorities: new Map([[0, 4096 * (change % 2)]]) };
      sent += network.tell(a, { kind: 'configure', settings }).send.length;
    }
    expect(sent).toBeLessThanOrEqual(6);
  });
});

it('ends a region where information of its root has passed as many bridges as it may', () => {
  const network = new TestNetwork();
  const bridges = Array.from({ length: 8 }, () => network.add({ protocol: 'mstp', settings: { maxHops: 6 } }));
  for (const [at, bridge] of bridges.slice(1).entries()) {
    network.connect({ bridge: bridges[at] ?? 0, port: 2 }, { bridge, port: 1 });
  }
  network.run(60);
  const toRoot = bridges.slice(1).map((bridge) => network.port(bridge, 1).split(' ')[0]);
  expect(toRoot.slice(0, 5)).toEqual(['root', 'root', 'root', 'root', 'root']);
  // It takes itself for the root, since what it hears has no hop left.
  expect(toRoot[5]).toBe('designated');
});

describe('a topology change', () => {
  it('has addresses forgotten behind every port but the one it was heard at', () => {
    const { network, cables } = ring();
    network.run(20);
    network.flushed.length = 0;
    network.cut(cables[0]);
    network.run(0.1);
    const flushed = network.flushed.map(({ bridge, port }) => `${bridge}.${port}`);
    // The way between 2 and 3 opens: 1 forgets what it knew behind the cut, 3 what it knew behind the way to the root.
    expect(flushed).toContain('1.1');
    expect(flushed).toContain('3.1');
    expect(flushed).not.toContain('1.2');
  });

  it('is counted and reported once by each bridge, however many of its ports pass it on', () => {
    const network = new TestNetwork();
    const [a, b, c] = [network.add(), network.add(), network.add()];
    network.connect({ bridge: a, port: 1 }, { bridge: b, port: 1 });
    network.connect({ bridge: a, port: 2 }, { bridge: c, port: 1 });
    for (const port of [3, 4]) network.plug(a, port, { edge: 'no' });
    network.plug(c, 2, { edge: 'no' });
    network.run(60);
    const counts = () => [a, b, c].map((index) => network.bridge(index).cist.topologyChanges);
    const before = counts();
    network.news.length = 0;
    network.plug(b, 2, { edge: 'no' });
    network.run(60);
    expect(counts()).toEqual(before.map((count) => count + 1));
    const reported = network.news.filter(({ kind }) => kind === 'topologyChange').map(({ bridge }) => bridge);
    expect(reported.toSorted((one, other) => one - other)).toEqual([a, b, c]);
  });

  it.each([
    ['goes on behind an ordinary port', false],
    ['ends at a port that may tell of none', true],
  ])('%s', (_what, restrictedChange) => {
    const network = new TestNetwork();
    const [a, b] = [network.add(), network.add()];
    network.connect({ bridge: a, port: 1 }, { bridge: b, port: 1 });
    network.setPort(a, 1, { restrictedChange });
    network.plug(a, 2, { edge: 'no' });
    network.run(60);
    network.flushed.length = 0;
    network.plug(b, 2, { edge: 'no' });
    network.run(60);
    expect(network.flushed.some(({ bridge, port }) => bridge === a && port === 2)).toBe(!restrictedChange);
  });

  it('is announced twice, a hello time apart: a neighbor that loses the first one hears it', () => {
    const network = new TestNetwork();
    const [a, b] = [network.add(), network.add()];
    network.connect({ bridge: a, port: 1 }, { bridge: b, port: 1 });
    network.plug(a, 2, { edge: 'no' });
    network.run(60);
    network.flushed.length = 0;
    network.news.length = 0;
    let noticedAt = Number.POSITIVE_INFINITY;
    network.loses = () => {
      if (network.news.some(({ kind }) => kind === 'topologyChange')) noticedAt = Math.min(noticedAt, network.now);
      return network.now >= noticedAt && network.now < noticedAt + 1990;
    };
    network.plug(b, 2, { edge: 'no' });
    network.run(60);
    expect(network.news).toContainEqual({ kind: 'topologyChange', tree: 0, port: 2, bridge: b });
    expect(network.flushed.filter(({ bridge, port }) => bridge === a && port === 2)).not.toEqual([]);
  });

  it('beyond the threshold of the protection is followed once, when the cycle ends', () => {
    const network = new TestNetwork();
    const a = network.add({ settings: { protection: { threshold: 2, cycle: 5 } } });
    const b = network.add({ priorities: { 0: 61_440 } });
    network.connect({ bridge: a, port: 1 }, { bridge: b, port: 1 }, { protected: true });
    network.plug(a, 2, { edge: 'no' });
    network.run(60);
    network.flushed.length = 0;
    const bpdu = changeOf(network, b);
    for (let count = 0; count < 10; count += 1) network.tell(a, { kind: 'bpdu', port: 1, bpdu });
    expect(network.flushed.filter(({ port }) => port === 2)).toHaveLength(2);
    expect(network.bridge(a).ports.get(1)?.ignoredChanges).toBe(8);
    expect(network.news.filter(({ kind }) => kind === 'changesIgnored')).toHaveLength(1);
    network.run(5);
    expect(network.flushed.filter(({ port }) => port === 2)).toHaveLength(3);
  });
});

/** The BPDU of bridge `index` at its root port while the topology changes. */
function changeOf(network: TestNetwork, index: number): Bpdu {
  const { cist } = network.bridge(index);
  const { root, externalCost } = cist.rootPriority;
  return {
    kind: 'rapid',
    role: 'root',
    topologyChange: true,
    proposal: false,
    learning: true,
    forwarding: true,
    agreement: true,
    acknowledgment: false,
    root,
    externalCost,
    bridge: cist.identifier,
    port: 0x8001,
    messageAge: 1,
    maxAge: 20,
    helloTime: 2,
    forwardDelay: 15,
  };
}
