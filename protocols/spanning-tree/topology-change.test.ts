import { describe, expect, it } from 'vitest';
import type { ReceivedMessage, TreePort } from './bridge-state.ts';
import { TestNetwork } from './testing.ts';
import { hearChange, hearNotification, topologyChange } from './topology-change.ts';

const OVER = Number.NEGATIVE_INFINITY;
const told = { rcvdTc: true, rcvdTcn: true, rcvdTcAck: true, tcProp: true };
const untold = { rcvdTc: false, rcvdTcn: false, rcvdTcAck: false, tcProp: false };
const later = 1e15;

/** IEEE 802.1Q-2018, 13.39: port 1 of an MSTP bridge with two more, open as `state` has it, in the CIST or instance 1. */
function step(state: Partial<TreePort>, options: Options = {}) {
  const { tree = 0, isEdge = false, sendsStp = false, restrictedChange = false, beside = {} } = options;
  const network = new TestNetwork();
  const number = network.add({ protocol: 'mstp', vlans: { 10: 1 } });
  for (const one of [1, 2, 3])
    network.plug(number, one, { edge: isEdge && one === 1 ? 'yes' : 'no', restrictedChange });
  const bridge = network.bridge(number);
  const ports = [...bridge.ports.values()];
  const [at, second, third] = ports.map(({ cist, trees }) => trees.get(tree) ?? cist);
  if (!at || !second || !third) throw new Error('The bridge has too few ports.');
  for (const port of ports) {
    port.newInfo = port.newInfoMsti = port.tcAck = false;
    port.sendRSTP = !sendsStp;
  }
  const open = { role: 'designated', changeState: 'active', ...untold, tcWhile: OVER } as const;
  for (const other of [second, third]) Object.assign(other, open);
  Object.assign(at, open, { learn: true, learning: true, forward: true, forwarding: true }, state);
  Object.assign(second, beside);
  at.port.tcAck = options.acknowledges ?? false;
  bridge.news = [];
  bridge.flushes.clear();
  bridge.restlessTrees.clear();
  const before = at.tree.topologyChanges;
  const changed = topologyChange(bridge, at);
  return {
    ...{ changed, bridge, at, second, third, port: at.port, news: bridge.news, flushed: [...bridge.flushes.values()] },
    counted: at.tree.topologyChanges - before,
    /** Seconds for which the port tells of a change. */
    tells: (at.tcWhile - bridge.now) / 1000,
  };
}

interface Options {
  readonly tree?: number;
  readonly isEdge?: boolean;
  readonly sendsStp?: boolean;
  readonly restrictedChange?: boolean;
  readonly acknowledges?: boolean;
  /** Of the second port. */
  readonly beside?: Partial<TreePort>;
}

describe('INACTIVE', () => {
  const closed = { changeState: 'inactive', learn: false, learning: false, forward: false, forwarding: false } as const;

  it('forgets what a closed port is told', () => {
    const { at, flushed } = step({ ...closed, ...told });
    expect(at).toMatchObject({ ...untold, changeState: 'inactive' });
    expect(flushed).toEqual([]);
  });

  it('ends once the port learns, without what it was told before', () => {
    expect(step({ ...closed, ...told, learn: true }).at).toMatchObject({ ...untold, changeState: 'learning' });
    expect(step({ ...closed, learn: true }).at.changeState).toBe('learning');
  });
});

describe('LEARNING', () => {
  const learning = { changeState: 'learning', forward: false, forwarding: false } as const;

  it('forgets what a port is told that does not forward', () => {
    expect(step({ ...learning, ...told }).at).toMatchObject({ ...untold, changeState: 'learning' });
  });

  it.each(['root', 'designated', 'master'] as const)('ends in a change once the port forwards as %s', (role) => {
    const { at, second, third, port, news, counted } = step({ changeState: 'learning', role });
    expect(at.changeState).toBe('active');
    expect([at.tcProp, second.tcProp, third.tcProp]).toEqual([false, true, true]);
    expect([port.newInfo, counted]).toEqual([true, 1]);
    expect(news).toEqual([{ kind: 'topologyChange', tree: 0, port: 1 }]);
  });

  it('stays at the edge of the network, and in a role that keeps the port closed', () => {
    for (const { at, counted } of [
      step({ changeState: 'learning' }, { isEdge: true }),
      step({ changeState: 'learning', role: 'alternate' }),
    ]) {
      expect([at.changeState, counted]).toEqual(['learning', 0]);
    }
  });

  const closing = { ...learning, role: 'alternate', learn: false, learning: false, tcWhile: later } as const;

  it('ends with what was learned at the port, once that is closed', () => {
    const { at, port, flushed } = step(closing, { acknowledges: true });
    expect(at).toMatchObject({ changeState: 'inactive', tcWhile: OVER });
    expect([port.tcAck, flushed]).toEqual([false, [{ tree: 0, port: 1 }]]);
  });

  it('of an instance leaves the acknowledgment to the CIST', () => {
    const { at, port, flushed } = step(closing, { tree: 1, acknowledges: true });
    expect([at.changeState, port.tcAck, flushed]).toEqual(['inactive', true, [{ tree: 1, port: 1 }]]);
  });

  it.each([{ role: 'designated' }, { learn: true }, { learning: true }] as const)('does not end while %o', (state) => {
    expect(step({ ...closing, ...state }).at.changeState).toBe('learning');
  });
});

describe('ACTIVE', () => {
  it('rests where nothing is told', () => {
    expect(step({}).changed).toBe(false);
  });

  it.each([
    ['as alternate', { role: 'alternate' }, {}],
    ['at the edge', {}, { isEdge: true }],
  ] as const)('ends %s, without what it was told', (_what, state, options) => {
    const { at, second, counted } = step({ ...state, ...told }, options);
    expect(at).toMatchObject({ ...untold, changeState: 'learning' });
    expect([second.tcProp, counted]).toEqual([false, 0]);
  });

  it('passes on a change that a neighbor tells of, and does not tell it that', () => {
    const { at, second, third, port, counted, flushed, bridge } = step({ rcvdTc: true });
    expect(at).toMatchObject({ ...untold, tcWhile: OVER });
    expect([second.tcProp, third.tcProp, port.tcAck, counted, flushed]).toEqual([true, true, false, 0, []]);
    expect(bridge.restlessTrees.has(at.tree)).toBe(true);
  });

  it.each([
    ['a designated port acknowledges', 'designated', 0, true],
    ['a root port does not', 'root', 0, false],
    ['an instance does not', 'designated', 1, false],
  ] as const)('tells of a change that a neighbor notifies; %s it', (_what, role, tree, acknowledges) => {
    const { at, second, port, counted } = step({ rcvdTcn: true, role }, { tree });
    expect(at).toMatchObject(untold);
    expect([second.tcProp, port.tcAck, counted]).toEqual([true, acknowledges, 1]);
  });

  it('passes nothing on where that is restricted', () => {
    const { at, second } = step({ rcvdTc: true }, { restrictedChange: true });
    expect([at.rcvdTc, second.tcProp]).toEqual([false, false]);
  });

  it('forgets what was learned where another port has seen a change, and tells of it', () => {
    const { at, flushed, counted, tells } = step({ tcProp: true });
    expect([at.tcProp, flushed, counted, tells]).toEqual([false, [{ tree: 0, port: 1 }], 1, 3]);
  });

  it('tells of a change no longer than until that is acknowledged', () => {
    expect(step({ rcvdTcAck: true, tcWhile: later }).at).toMatchObject({ rcvdTcAck: false, tcWhile: OVER });
  });
});

describe('newTcWhile', () => {
  it('is a hello time and a second, and said at once', () => {
    const { tells, port } = step({ tcProp: true });
    expect([tells, port.newInfo, port.newInfoMsti]).toEqual([3, true, false]);
    const instance = step({ tcProp: true }, { tree: 1 });
    expect([instance.tells, instance.port.newInfo, instance.port.newInfoMsti]).toEqual([3, false, true]);
  });

  it('towards a bridge of STP is as long as that may take to forget, and said with the next message', () => {
    const { tells, port } = step({ tcProp: true }, { sendsStp: true });
    expect([tells, port.newInfo]).toEqual([35, false]);
  });

  it('does not begin again while it runs', () => {
    const { at, port, counted } = step({ tcProp: true, tcWhile: later });
    expect([at.tcWhile, port.newInfo, counted]).toEqual([later, false, 0]);
  });

  it('counts one change of a tree, not one of each port', () => {
    const { tells, counted, news } = step({ tcProp: true }, { beside: { tcWhile: later } });
    expect([tells, counted, news]).toEqual([3, 0, []]);
  });

  it('has the tree know when the last change was', () => {
    const { at, bridge } = step({ tcProp: true });
    expect(at.tree.changedAt).toBe(bridge.now);
  });
});

describe('setTcFlags', () => {
  const message = (flags: Partial<ReceivedMessage['flags']>): ReceivedMessage => {
    const { at } = step({});
    return {
      ...{ priority: at.portPriority, times: at.portTimes },
      flags: {
        ...{ role: 'root', proposal: false, agreement: false, learning: false, master: false },
        ...{ topologyChange: false, acknowledgment: false, ...flags },
      },
    };
  };

  it.each([
    ['another region counts for all trees', 0, false, [true, true]],
    ['this region counts for its own tree', 0, true, [true, false]],
    ['an instance counts for that', 1, false, [false, true]],
  ] as const)('of a change from %s', (_what, tree, isInternal, expected) => {
    const { bridge, at, port } = step({}, { tree });
    port.rcvdInternal = isInternal;
    hearChange(bridge, at, message({ topologyChange: true }));
    const trees = [...port.trees.values()];
    expect(trees.map(({ rcvdTc }) => rcvdTc)).toEqual(expected);
    expect(trees.map((one) => bridge.restlessTrees.has(one.tree))).toEqual(expected);
    expect(at.rcvdTcAck).toBe(false);
  });

  it('of an acknowledgment is no change', () => {
    const { bridge, at } = step({});
    hearChange(bridge, at, message({ acknowledgment: true }));
    expect([at.rcvdTcAck, at.rcvdTc]).toEqual([true, false]);
  });

  it('of a notification is one for the CIST, and a change for the others', () => {
    const { bridge, port } = step({});
    hearNotification(bridge, port.cist);
    const trees = [...port.trees.values()];
    expect(trees.map(({ rcvdTc, rcvdTcn }) => [rcvdTc, rcvdTcn])).toEqual([
      [false, true],
      [true, false],
    ]);
    for (const { tree } of trees) expect(bridge.restlessTrees.has(tree)).toBe(true);
  });
});
