import { describe, expect, it } from 'vitest';
import type { InstanceMessage, TreeMessage } from './bpdu.ts';
import { parseBpduFrame } from './bpdu-frame.ts';
import { needsRestart } from './bridge.ts';
import { addressPart, bridgeIdentifier, formatBridgeIdentifier, priorityPart, treePart } from './bridge-identifier.ts';
import { buildBpdu } from './build-bpdu.ts';
import { parseBpdu } from './parse-bpdu.ts';
import { automaticPathCost } from './path-cost.ts';
import { compareVectors, type PriorityVector, sameOutside, supersedes } from './priority-vector.ts';
import type { SpanningTreeSettings } from './settings.ts';
import { TestNetwork } from './testing.ts';

const plain: TreeMessage = {
  ...{ kind: 'rapid', role: 'designated', topologyChange: false, proposal: false, learning: false, forwarding: false },
  ...{ agreement: false, acknowledgment: false, root: '1000020000000009', externalCost: 1, bridge: '8000020000000002' },
  ...{ port: 0x8003, messageAge: 1, maxAge: 20, helloTime: 2, forwardDelay: 15 },
};
const instance: InstanceMessage = {
  ...{ topologyChange: false, proposal: false, role: 'root', learning: false, forwarding: false, agreement: false },
  ...{ master: false, regionalRoot: '1001020000000009', internalCost: 2, bridgePriority: 0x1000, portPriority: 0x10 },
  remainingHops: 3,
};
const regional = {
  ...{ region: { name: 'r', revision: 7, digest: '00112233445566778899AABBCCDDEEFF' }, internalCost: 4 },
  ...{ bridge: '8000020000000004', remainingHops: 5, instances: [instance] },
};
const multiple: TreeMessage = { ...plain, regional };
const read = (message: TreeMessage) => parseBpdu(buildBpdu(message));

describe('a BPDU', () => {
  it('has each flag at its own bit', () => {
    const flags = ['topologyChange', 'proposal', 'learning', 'forwarding', 'agreement'] as const;
    expect(flags.map((flag) => (buildBpdu({ ...plain, [flag]: true })[4] ?? 0) & ~0x0c)).toEqual([1, 2, 16, 32, 64]);
    for (const flag of flags) expect(read({ ...plain, [flag]: true })).toEqual({ ...plain, [flag]: true });
    const roles = (['alternateOrBackup', 'root', 'designated'] as const).map(
      (role) => buildBpdu({ ...plain, role })[4],
    );
    expect(roles).toEqual([4, 8, 12]);
    const old = { ...plain, kind: 'configuration' } as const;
    expect([buildBpdu(old)[4], buildBpdu({ ...old, topologyChange: true })[4]]).toEqual([0, 1]);
    expect(buildBpdu({ ...old, acknowledgment: true })[4]).toBe(0x80);
    expect(buildBpdu({ ...plain, acknowledgment: true })[4]).toBe(12);
  });

  it('has each flag of an instance at its own bit, and nothing of one instance in another', () => {
    const flags = ['topologyChange', 'proposal', 'learning', 'forwarding', 'agreement', 'master'] as const;
    const of = (...instances: InstanceMessage[]) => ({ ...plain, regional: { ...regional, instances } });
    const first = flags.map((flag) => (buildBpdu(of({ ...instance, [flag]: true }))[102] ?? 0) & ~0x0c);
    expect(first).toEqual([1, 2, 16, 32, 64, 128]);
    for (const flag of flags) {
      const message = of(instance, { ...instance, [flag]: true, internalCost: 99, remainingHops: 98 });
      expect(read(message)).toEqual(message);
    }
  });

  it('has its times in 256ths of a second, each at its place', () => {
    const times = { messageAge: 0.5, maxAge: 6, helloTime: 1.25, forwardDelay: 30 };
    expect([...buildBpdu({ ...plain, ...times }).subarray(27, 35)]).toEqual([0, 128, 6, 0, 1, 64, 30, 0]);
    expect(read({ ...plain, ...times })).toMatchObject(times);
  });

  it('has no cost beyond 32 bits', () => {
    const large = { ...multiple, externalCost: 2 ** 32 + 5 };
    const written = {
      ...large,
      regional: { ...regional, internalCost: 2 ** 32 + 6, instances: [{ ...instance, internalCost: 2 ** 33 }] },
    };
    const greatest = 2 ** 32 - 1;
    expect(read(written)).toMatchObject({
      ...{ externalCost: greatest },
      regional: { internalCost: greatest, instances: [{ internalCost: greatest }] },
    });
  });

  it('has 32 octets of a region’s name, of one or of all characters', () => {
    for (const name of ['', 'x', 'y'.repeat(32)]) {
      const message = { ...plain, regional: { ...regional, region: { ...regional.region, name } } };
      expect(read(message)).toEqual(message);
    }
    const long = { ...plain, regional: { ...regional, region: { ...regional.region, name: 'z'.repeat(40) } } };
    expect(read(long)).toMatchObject({ regional: { region: { name: 'z'.repeat(32), revision: 7 } } });
  });

  it('carries up to 64 instances, and is read as one of RSTP where it says more, or not whole ones', () => {
    const of = (count: number) => ({ ...plain, regional: { ...regional, instances: Array(count).fill(instance) } });
    for (const count of [0, 1, 64]) expect(read(of(count))).toEqual(of(count));
    expect(read(of(65))).toEqual(plain);
    const changed = (at: number, value: number) => parseBpdu(buildBpdu(multiple).with(at, value));
    expect(changed(37, 64 + 15)).toEqual(plain);
    expect(changed(37, 64 - 16)).toEqual(plain);
    expect(changed(37, 64 + 32)).toEqual(plain);
    expect(changed(37, 64)).toEqual({ ...plain, regional: { ...regional, instances: [] } });
  });

  it('is of another region’s kind with another selector, version 1 length or version', () => {
    const changed = (at: number, value: number) => parseBpdu(buildBpdu(multiple).with(at, value));
    expect([changed(38, 1), changed(35, 1), changed(2, 2)]).toEqual([plain, plain, plain]);
    expect(changed(2, 4)).toEqual(multiple);
    expect([changed(2, 1), changed(0, 1), changed(1, 1), changed(3, 1)]).toEqual(Array(4).fill(undefined));
  });

  it('with an unknown role is one of STP, of a designated port without any flag of RSTP', () => {
    const octets = buildBpdu({ ...plain, proposal: true, learning: true, forwarding: true, agreement: true });
    octets[4] = (octets[4] ?? 0) & ~0x0c;
    expect(parseBpdu(octets)).toEqual({ ...plain, kind: 'configuration' });
  });

  it('of STP is as old as its maximum at the most less one step', () => {
    const old = (messageAge: number) => read({ ...plain, kind: 'configuration', messageAge });
    expect(old(20)).toBeUndefined();
    expect(old(20 - 1 / 256)).toMatchObject({ messageAge: 20 - 1 / 256 });
    expect(read({ ...plain, messageAge: 20 })).toBeDefined();
  });

  it('is as long as its kind at least', () => {
    const cut = (message: TreeMessage, length: number) => parseBpdu(buildBpdu(message).subarray(0, length));
    const old = { ...plain, kind: 'configuration' } as const;
    expect([cut(old, 34), cut(old, 35)?.kind, cut(plain, 35), cut(plain, 36)?.kind]).toEqual([
      ...[undefined, 'configuration'],
      ...[undefined, 'rapid'],
    ]);
    const notification = buildBpdu({ kind: 'notification' });
    expect([...notification]).toEqual([0, 0, 0, 0x80]);
    expect([parseBpdu(notification), parseBpdu(notification.subarray(0, 3))]).toEqual([
      { kind: 'notification' },
      undefined,
    ]);
    expect([cut(multiple, 117), cut(multiple, 118)]).toEqual([plain, multiple]);
  });

  it('reads the priorities of an instance in their four bits', () => {
    const octets = buildBpdu(multiple).with(115, 0xff).with(116, 0xff);
    expect(parseBpdu(octets)).toMatchObject({
      regional: { instances: [{ bridgePriority: 0xf000, portPriority: 0xf0 }] },
    });
  });
});

describe('priority vectors', () => {
  const columns = [
    'root',
    'externalCost',
    'regionalRoot',
    'internalCost',
    'designatedBridge',
    'designatedPort',
  ] as const;
  const middle: PriorityVector = {
    ...{ root: 'B000000000000001', externalCost: 5, regionalRoot: 'B000000000000002', internalCost: 5 },
    ...{ designatedBridge: 'B000000000000003', designatedPort: 0x8005 },
  };
  const changed = (column: (typeof columns)[number], by: 1 | -1): PriorityVector => {
    const value = middle[column];
    return {
      ...middle,
      [column]: typeof value === 'number' ? value + by : `${by < 0 ? 'A' : 'C'}${value.slice(1)}`,
    };
  };

  it('are compared column by column, the lower one better, the first that differs deciding', () => {
    expect(compareVectors(middle, { ...middle })).toBe(0);
    for (const [place, column] of columns.entries()) {
      expect(compareVectors(changed(column, -1), middle), column).toBeLessThan(0);
      expect(compareVectors(changed(column, 1), middle), column).toBeGreaterThan(0);
      for (const later of columns.slice(place + 1)) {
        const mixed = { ...changed(column, -1), [later]: changed(later, 1)[later] };
        expect(compareVectors(mixed, middle), `${column} before ${later}`).toBeLessThan(0);
      }
    }
  });

  it('are superseded by better ones, and by any of the same port of the same bridge, whatever its priority', () => {
    expect([supersedes(changed('internalCost', -1), middle), supersedes({ ...middle }, middle)]).toEqual([true, true]);
    expect(supersedes(changed('root', 1), middle)).toBe(true);
    expect(
      supersedes({ ...changed('root', 1), designatedBridge: 'F000000000000003', designatedPort: 0x1005 }, middle),
    ).toBe(true);
    expect(supersedes({ ...changed('root', 1), designatedPort: 0x8006 }, middle)).toBe(false);
    expect(supersedes({ ...changed('root', 1), designatedBridge: 'B000000000000004' }, middle)).toBe(false);
  });

  it('lead the same way out of the region by root, cost to it and regional root', () => {
    const same = columns.map((column) => sameOutside(changed(column, 1), middle));
    expect(same).toEqual([false, false, false, true, true, true]);
  });
});

it('an identifier has four bits of priority, the tree’s number, and the address', () => {
  const identifier = bridgeIdentifier(0x7000, 0xabc, '00-11-22-AA-BB-CC');
  expect(identifier).toBe('7ABC001122AABBCC');
  expect([addressPart(identifier), priorityPart(identifier), treePart(identifier)]).toEqual([
    '001122AABBCC',
    0x7abc,
    0xabc,
  ]);
  expect(bridgeIdentifier(0, 5, '00-11-22-AA-BB-CC')).toBe('0005001122AABBCC');
  expect(formatBridgeIdentifier('8001001122AABBCC')).toBe('32769 00-11-22-AA-BB-CC');
});

it('path costs end where links are slower or faster than any, and change exactly at their speeds', () => {
  const wide = [0, 0.1, 1, 20_000_000, 40_000_000].map((speed) => automaticPathCost(speed, 32));
  expect(wide).toEqual([200_000_000, 200_000_000, 20_000_000, 1, 1]);
  const speeds = [9, 10, 99, 100, 999, 1000, 1999, 2000, 9999, 10_000];
  expect(speeds.map((speed) => automaticPathCost(speed, 16))).toEqual([250, 100, 100, 19, 19, 4, 4, 3, 3, 2]);
});

describe('settings', () => {
  const settingsOf = (protocol: 'rstp' | 'mstp') => {
    const network = new TestNetwork();
    return network.bridge(network.add({ protocol, vlans: { 10: 1 } })).settings;
  };

  it('restart everything where protocol, address, trees, or the region of MSTP differ', () => {
    const mstp = settingsOf('mstp');
    const restarts = (change: Partial<SpanningTreeSettings>, former = mstp) =>
      needsRestart(former, { ...former, ...change });
    expect(restarts({})).toBe(false);
    expect(restarts({ maxAge: 10, helloTime: 1, forwardDelay: 9, maxHops: 9, transmitHoldCount: 1 })).toBe(false);
    expect(restarts({ priorities: new Map([...mstp.priorities.keys()].map((tree) => [tree, 4096])) })).toBe(false);
    expect([restarts({ protocol: 'rstp' }), restarts({ address: '02-00-00-00-00-77' })]).toEqual([true, true]);
    expect(restarts({ priorities: new Map([[0, 0]]) })).toBe(true);
    expect(restarts({ priorities: new Map([...mstp.priorities, [2, 0]]) })).toBe(true);
    expect(
      restarts({
        priorities: new Map([
          [0, 0],
          [2, 0],
        ]),
      }),
    ).toBe(true);
    const rstp = settingsOf('rstp');
    for (const change of [{ name: 'other' }, { revision: 1 }, { digest: '00' }]) {
      expect(restarts({ region: { ...mstp.region, ...change } }), JSON.stringify(change)).toBe(true);
      expect(restarts({ region: { ...rstp.region, ...change } }, rstp)).toBe(false);
    }
  });

  it.each(['maxAge', 'helloTime', 'forwardDelay', 'maxHops'] as const)(
    'of the root hold in the tree at once: %s',
    (name) => {
      const network = new TestNetwork();
      const [root, leaf] = [network.add(), network.add()];
      network.connect({ bridge: root, port: 1 }, { bridge: leaf, port: 1 });
      network.run(5);
      network.configure(root, { [name]: 7 });
      const key = name === 'maxHops' ? 'remainingHops' : name;
      expect(network.bridge(root).cist.rootTimes[key]).toBe(7);
      network.run(3);
      if (name !== 'maxHops') expect(network.bridge(leaf).cist.rootTimes[key]).toBe(7);
      expect(network.port(leaf, 1)).toBe('root forwarding');
    },
  );

  it('of a bridge’s priority move the root, and back', () => {
    const network = new TestNetwork();
    const [one, other] = [network.add(), network.add()];
    network.connect({ bridge: one, port: 1 }, { bridge: other, port: 1 });
    network.run(5);
    expect(network.bridge(other).cist.rootPort).toBe(1);
    network.configure(other, { priorities: new Map([[0, 4096]]) });
    network.run(5);
    expect([network.bridge(one).cist.rootPort, network.bridge(other).cist.rootPort]).toEqual([1, undefined]);
    expect(network.bridge(one).cist.rootPriority.root).toBe('1000020000000002');
  });

  it.each([
    ['cost', { externalCost: 30_000 }],
    ['restricted role', { restrictedRole: true }],
  ])('of a port’s %s move the root port at once', (_what, settings) => {
    const network = new TestNetwork();
    const [root, leaf] = [network.add(), network.add()];
    for (const port of [1, 2]) network.connect({ bridge: root, port }, { bridge: leaf, port });
    network.run(5);
    expect([network.port(leaf, 1), network.port(leaf, 2)]).toEqual(['root forwarding', 'alternate discarding']);
    network.setPort(leaf, 1, settings);
    network.run(1);
    expect([network.port(leaf, 1), network.port(leaf, 2)]).toEqual(['alternate discarding', 'root forwarding']);
  });

  it('of a port’s priority and number are in what it says', () => {
    const network = new TestNetwork();
    const [root, leaf] = [network.add(), network.add()];
    for (const port of [1, 2]) network.connect({ bridge: root, port }, { bridge: leaf, port });
    network.run(5);
    network.setPort(root, 2, { trees: new Map([[0, { priority: 16, internalCost: 1 }]]) });
    network.run(3);
    expect(network.port(leaf, 2)).toBe('root forwarding');
    expect(network.bridge(leaf).cist.rootPriority.designatedPort).toBe(0x1002);
    network.setPort(root, 2, { number: 77 });
    network.run(20);
    expect(network.bridge(leaf).cist.rootPriority.designatedPort).toBe(0x104d);
  });

  it('of an edge port hold at once, and one that is none any more waits', () => {
    const network = new TestNetwork();
    const one = network.add();
    network.plug(one, 1, { edge: 'no' });
    network.run(10);
    expect(network.port(one, 1)).toBe('designated discarding');
    network.setPort(one, 1, { edge: 'yes' });
    expect(network.port(one, 1)).toBe('designated forwarding');
  });

  it('without a port leave the others, and another becomes the root port', () => {
    const network = new TestNetwork();
    const [root, leaf] = [network.add(), network.add()];
    for (const port of [1, 2]) network.connect({ bridge: root, port }, { bridge: leaf, port });
    network.run(5);
    network.nodes[leaf - 1]?.ports.delete(1);
    network.configure(leaf);
    network.run(1);
    expect([network.bridge(leaf).ports.has(1), network.port(leaf, 2)]).toEqual([false, 'root forwarding']);
    network.nodes[leaf - 1]?.ports.delete(2);
    network.configure(leaf);
    expect(network.bridge(leaf).cist).toMatchObject({
      rootPort: undefined,
      rootPriority: { root: '8000020000000002' },
    });
  });
});

describe('a topology change', () => {
  it('that STP notifies is acknowledged once, at the port where it was heard', () => {
    const network = new TestNetwork();
    const root = network.add({ protocol: 'stp' });
    for (const port of [1, 2]) network.plug(root, port, { edge: 'no' });
    network.run(40);
    const before = network.bridge(root).cist.topologyChanges;
    network.run(60);
    const said: (string | number)[][] = [];
    const take = (step: ReturnType<TestNetwork['tell']>) => {
      for (const { port, frame } of step.send) {
        const bpdu = parseBpduFrame(frame);
        if (bpdu?.kind === 'configuration') said.push([port, Number(bpdu.acknowledgment), Number(bpdu.topologyChange)]);
      }
    };
    take(network.tell(root, { kind: 'bpdu', port: 1, bpdu: { kind: 'notification' } }));
    for (let second = 0; second < 5; second += 1) {
      network.now += 1000;
      take(network.tell(root, { kind: 'wake' }));
    }
    expect(said.filter(([port, acknowledges]) => port === 1 && acknowledges === 1)).toHaveLength(1);
    expect(said.filter(([port, acknowledges]) => port === 2 && acknowledges === 1)).toEqual([]);
    expect(said.filter(([, , changes]) => changes === 1).length).toBeGreaterThan(2);
    expect(network.bridge(root).cist.topologyChanges - before).toBe(1);
    expect(network.news.at(-1)).toEqual({ kind: 'topologyChange', tree: 0, port: 1, bridge: root });
  });

  it('is none where an edge port comes or goes', () => {
    const network = new TestNetwork();
    const [one, other] = [network.add(), network.add()];
    network.connect({ bridge: one, port: 1 }, { bridge: other, port: 1 });
    network.run(40);
    network.news.length = network.flushed.length = 0;
    network.plug(one, 2, { edge: 'yes' });
    network.run(5);
    network.setPort(one, 2, { enabled: false });
    network.run(5);
    expect(network.news.filter(({ kind }) => kind === 'topologyChange')).toEqual([]);
    expect(network.flushed.filter(({ bridge, port }) => bridge === other || port !== 2)).toEqual([]);
  });

  it('stops at a port where it is restricted', () => {
    const network = new TestNetwork();
    const bridges = [network.add(), network.add(), network.add()] as const;
    network.connect({ bridge: bridges[0], port: 1 }, { bridge: bridges[1], port: 1 });
    network.connect({ bridge: bridges[1], port: 2 }, { bridge: bridges[2], port: 1 });
    network.run(40);
    network.setPort(bridges[1], 2, { restrictedChange: true });
    network.run(10);
    network.flushed.length = 0;
    network.plug(bridges[2], 5, { edge: 'no' });
    network.run(60);
    expect(network.flushed.filter(({ bridge, port }) => bridge === bridges[1] && port === 1)).toEqual([]);
    network.setPort(bridges[1], 2, { restrictedChange: false });
    network.plug(bridges[2], 6, { edge: 'no' });
    network.run(60);
    expect(network.flushed.filter(({ bridge, port }) => bridge === bridges[1] && port === 1)).not.toEqual([]);
  });
});
