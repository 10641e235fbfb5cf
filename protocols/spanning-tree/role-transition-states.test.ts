import { describe, expect, it } from 'vitest';
import type { PortRole, TreePort } from './bridge-state.ts';
import { roleTransitions } from './role-transitions.ts';
import type { ProtocolName } from './settings.ts';
import { TestNetwork } from './testing.ts';

/** IEEE 802.1Q-2018, 13.37, state by state. */
const HELD = Number.POSITIVE_INFINITY;
const OVER = Number.NEGATIVE_INFINITY;

/** A port in a role in which nothing is left to do. */
function restingAs(role: PortRole): Partial<TreePort> {
  const isOpen = role === 'root' || role === 'designated' || role === 'master';
  return {
    ...{ role, selectedRole: role, selected: true, updtInfo: false },
    ...{ proposed: false, proposing: false, agree: true, agreed: false, synced: true, sync: false },
    ...{ reRoot: false, disputed: false, learn: isOpen, learning: isOpen, forward: isOpen, forwarding: isOpen },
    fdWhile: isOpen ? OVER : HELD,
    rrWhile: role === 'root' ? HELD : OVER,
    rbWhile: role === 'backup' ? HELD : OVER,
  };
}

const closed = { learn: false, learning: false, forward: false, forwarding: false };

/**
 * Port 1 of a bridge as `role`, but for `state`, in the CIST or instance 1, beside two designated ports. Says at once what the
 * machine did.
 */
function step(role: PortRole, state: Partial<TreePort>, options: Options = {}) {
  const { protocol = 'mstp', tree = 0, beside = {}, isEdge = false, sendsStp = false } = options;
  const network = new TestNetwork();
  const number = network.add({ protocol, vlans: { 10: 1 } });
  for (const one of [1, 2, 3]) network.plug(number, one, { edge: isEdge && one === 1 ? 'yes' : 'no' });
  const bridge = network.bridge(number);
  const ports = [...bridge.ports.values()];
  const [at, second, third] = ports.map(({ cist, trees }) => trees.get(tree) ?? cist);
  if (!at || !second || !third) throw new Error('The bridge has too few ports.');
  for (const port of ports) port.newInfo = port.newInfoMsti = false;
  if (sendsStp) at.port.sendRSTP = false;
  at.port.edgeDelayWhile = HELD;
  Object.assign(at, restingAs(role), state);
  for (const other of [second, third]) Object.assign(other, restingAs('designated'));
  Object.assign(second, beside);
  at.tree.rootPort = options.rootPort;
  bridge.news = [];
  bridge.restlessTrees.clear();
  const { forwardTransitions } = at;
  const changed = roleTransitions(bridge, at);
  const opened = at.forwardTransitions - forwardTransitions;
  /** Seconds until a timer runs out. */
  const left = (timer: 'fdWhile' | 'rrWhile' | 'rbWhile') => (at[timer] - bridge.now) / 1000;
  return { changed, bridge, at, second, third, port: at.port, left, opened, news: bridge.news };
}

interface Options {
  readonly protocol?: ProtocolName;
  readonly tree?: number;
  /** Of the second port. */
  readonly beside?: Partial<TreePort>;
  readonly isEdge?: boolean;
  readonly sendsStp?: boolean;
  readonly rootPort?: number;
}

const roles = ['root', 'designated', 'master', 'alternate', 'backup', 'disabled'] as const;
const later = 1e15;

describe('every role', () => {
  it.each(roles)('rests where nothing is to be done: %s', (role) => {
    expect(step(role, {}).changed).toBe(false);
  });

  it.each(roles)('waits until roles are selected, and said: %s', (role) => {
    for (const state of [{ selected: false }, { updtInfo: true }]) {
      const { changed, at } = step(role, { ...state, proposed: true, disputed: true, agree: false });
      expect(changed).toBe(false);
      expect(at).toMatchObject({ proposed: true, disputed: true, agree: false });
    }
  });
});

describe('a new role', () => {
  it.each([
    ['root', 'alternate', ['blocked', 'alternate']],
    ['designated', 'backup', ['blocked', 'backup']],
    ['master', 'alternate', ['blocked', 'alternate']],
    ['alternate', 'root', ['unblocked', 'root']],
    ['backup', 'designated', ['unblocked', 'designated']],
    ['alternate', 'master', ['unblocked', 'master']],
    ['alternate', 'backup', undefined],
    ['root', 'designated', undefined],
    ['designated', 'disabled', undefined],
    ['disabled', 'alternate', undefined],
    ['disabled', 'designated', undefined],
  ] as const)('after %s, as %s, is news where the port blocks or no longer does', (former, role, said) => {
    const { news, at } = step(former, { selectedRole: role });
    const expected = said && { kind: said[0], tree: 0, port: 1, role: said[1] };
    expect(at.role).toBe(role);
    expect(news).toEqual(expected ? [expected] : []);
  });

  it.each(['disabled', 'alternate', 'backup'] as const)(
    'closes the port as %s, and waits until it is closed',
    (role) => {
      const { at, left } = step('designated', { selectedRole: role });
      expect(at).toMatchObject({ learn: false, forward: false, learning: true, synced: false });
      expect(left('fdWhile')).toBe(OVER);
    },
  );

  it('leaves the port open from root to designated, and keeps the other root port closed for a while', () => {
    const { at, left } = step(
      'root',
      { selectedRole: 'designated', synced: false, agreed: true, sync: false },
      {
        beside: { synced: false },
      },
    );
    expect(at).toMatchObject({ role: 'designated', learn: true, forward: true });
    // DESIGNATED_SYNCED has ended it: the port was agreed to.
    expect(left('rrWhile')).toBe(OVER);
    expect(step('root', { selectedRole: 'designated' }).left('rrWhile')).toBe(15);
  });

  it.each([
    ['disabled', 20, OVER],
    ['alternate', 2, OVER],
    ['backup', 2, 4],
  ] as const)('after %s lets the delay run', (former, delay, sinceBackup) => {
    const { left } = step(former, { selectedRole: 'designated', proposing: true }, { beside: { synced: false } });
    expect([left('fdWhile'), left('rbWhile')]).toEqual([delay, sinceBackup]);
  });

  it('after alternate towards a bridge of STP lets all of the delay run', () => {
    const options = { sendsStp: true, beside: { synced: false } };
    expect(step('alternate', { selectedRole: 'designated', proposing: true }, options).left('fdWhile')).toBe(15);
  });

  it('as root has what else was a root port wait for it', () => {
    expect(step('designated', { selectedRole: 'root' }).left('rrWhile')).toBe(HELD);
  });
});

describe.each(['root', 'master', 'alternate', 'backup'] as const)('an answer to a proposal, as %s port:', (role) => {
  it('the others are to be in step first', () => {
    const { at, second, third, bridge, port } = step(
      role,
      { proposed: true, agree: false },
      { beside: { synced: false } },
    );
    expect([second.sync, third.sync]).toEqual([true, true]);
    expect(at).toMatchObject({ proposed: false, agree: false });
    expect(bridge.restlessTrees.has(at.tree)).toBe(true);
    expect(port.newInfo).toBe(false);
  });

  it('once they are, it agrees', () => {
    const { at, port, second } = step(role, { agree: false });
    expect([at.agree, port.newInfo, second.sync]).toEqual([true, true, false]);
  });

  it('having agreed, it says so again, and nothing closes', () => {
    const { at, port, second } = step(role, { proposed: true });
    expect(at).toMatchObject({ agree: true, proposed: false });
    expect([port.newInfo, second.sync]).toEqual([true, false]);
  });

  it.each([
    ['is not in step', { synced: false }],
    ['has no role selected', { selected: false }],
    ['is about to say something else', { updtInfo: true }],
    ['is about to change its role', { selectedRole: 'alternate' }],
  ] as const)('it does not agree while another port %s', (_what, beside) => {
    const { at, port } = step(role, { agree: false }, { beside });
    expect([at.agree, port.newInfo]).toEqual([false, false]);
  });

  it('it may be out of step itself', () => {
    expect(step(role, { agree: false, synced: false, sync: false }).at.agree).toBe(true);
  });
});

it('a root port that is out of step keeps no other port from agreeing, but a designated one', () => {
  const beside = { ...restingAs('root'), synced: false };
  for (const [role, agrees] of [
    ['alternate', true],
    ['backup', true],
    ['designated', false],
    ['master', false],
  ] as const)
    expect(step(role, { agree: false }, { beside }).at.agree, role).toBe(agrees);
});

describe('a root port', () => {
  it('is in step with an agreement', () => {
    expect(step('root', { synced: false, agreed: true, sync: true }).at).toMatchObject({ synced: true, sync: false });
    expect(step('root', { sync: true }).at).toMatchObject({ synced: true, sync: false });
    expect(step('root', { synced: false, sync: true }).at).toMatchObject({ synced: false, sync: true });
  });

  it('closes for a dispute, with both delays', () => {
    const { at, left } = step('root', { disputed: true });
    expect(at).toMatchObject({ learn: false, forward: false, disputed: false });
    expect([left('rbWhile'), left('fdWhile')]).toEqual([6, 15]);
  });

  it('opens at once where no other was a root port lately, and has the others wait for it', () => {
    const { at, second, opened } = step('root', { ...closed, fdWhile: later });
    expect(at).toMatchObject({ learn: true, forward: true, fdWhile: OVER, reRoot: false });
    expect([second.reRoot, opened]).toEqual([true, 1]);
  });

  it.each([
    ['another was a root port lately', { fdWhile: later }, { beside: { rrWhile: later } }, true],
    ['it was a backup port lately', { fdWhile: later, rbWhile: later }, {}, false],
    ['it speaks STP', { fdWhile: later }, { protocol: 'stp' }, true],
  ] as const)('waits for its delay where %s', (_what, state, options, hasOthersWait) => {
    const { at, second } = step('root', { ...closed, ...state }, options);
    expect([at.learn, at.forward, second.reRoot]).toEqual([false, false, hasOthersWait]);
  });

  it('learns after one delay, and forwards after the next', () => {
    const first = step('root', { ...closed, fdWhile: OVER, rbWhile: later });
    expect([first.at.learn, first.at.forward, first.left('fdWhile'), first.opened]).toEqual([true, false, 2, 0]);
    const waiting = step('root', { ...closed, learn: true, fdWhile: later, rbWhile: later });
    expect(waiting.at.forward).toBe(false);
    const next = step('root', { ...closed, learn: true, fdWhile: OVER, rbWhile: later });
    expect([next.at.forward, next.opened]).toEqual([true, 1]);
  });

  it('that forwards waits for no other', () => {
    expect(step('root', { reRoot: true }).at.reRoot).toBe(false);
  });
});

describe('a designated port', () => {
  it('proposes until it is open', () => {
    const { at, port, bridge } = step('designated', { ...closed, fdWhile: later });
    expect([at.proposing, port.newInfo, port.edgeDelayWhile - bridge.now]).toEqual([true, true, 3000]);
    expect(bridge.restlessPorts.has(port)).toBe(true);
  });

  it('of an instance proposes, and leaves it to the CIST whether a station is there', () => {
    const { at, port } = step('designated', { ...closed, fdWhile: later }, { tree: 1 });
    expect([at.proposing, port.newInfoMsti, port.edgeDelayWhile]).toEqual([true, true, HELD]);
  });

  it.each([
    ['agreed to', { ...closed, agreed: true }, {}],
    ['at the edge', closed, { isEdge: true }],
    ['open', {}, {}],
  ])('does not propose where it is %s', (_what, state, options) => {
    const { at, port } = step('designated', state, options);
    expect([at.proposing, port.newInfo, at.forward]).toEqual([false, false, true]);
  });

  it.each([
    ['is closed', { ...closed, proposing: true, fdWhile: later }, {}],
    ['is agreed to', { agreed: true }, {}],
    ['is at the edge', {}, { isEdge: true }],
  ])('is in step where it %s', (_what, state, options) => {
    const { at } = step('designated', { ...state, synced: false, sync: true, rrWhile: later }, options);
    expect(at).toMatchObject({ synced: true, sync: false, rrWhile: OVER });
  });

  it.each([{ learn: true }, { learning: true }, { forwarding: true }])('is not in step while %o', (open) => {
    const { at } = step('designated', { ...closed, ...open, proposing: true, synced: false, fdWhile: later });
    expect(at.synced).toBe(false);
  });

  it('agrees where all others are in step, and still closes where it has to', () => {
    const { at, port } = step('designated', { agree: false, sync: true, synced: false });
    expect(at).toMatchObject({ agree: true, sync: true, learn: false, forward: false });
    expect(port.newInfo).toBe(true);
    expect(step('designated', { proposed: true }).at).toMatchObject({ agree: true, proposed: false });
  });

  it('no longer waits for a root port once that is closed', () => {
    expect(step('designated', { reRoot: true }).at).toMatchObject({ reRoot: false, forward: true });
  });

  const opening = { ...closed, proposing: true, fdWhile: later };

  it.each([
    ['its delay is over', { fdWhile: OVER }, {}, 'learns'],
    ['it is agreed to', { agreed: true }, {}, 'forwards'],
    ['it is at the edge', {}, { isEdge: true }, 'forwards'],
    ['nothing has happened', {}, {}, 'waits'],
    ['it was a root port lately', { agreed: true, rrWhile: later, reRoot: false }, {}, 'forwards'],
  ] as const)('where %s: %s', (_what, state, options, does) => {
    const { at, opened } = step('designated', { ...opening, ...state }, options);
    expect([at.learn, at.forward, opened]).toEqual([
      does !== 'waits',
      does === 'forwards',
      Number(does === 'forwards'),
    ]);
  });

  it.each([
    ['it is disputed', { disputed: true, fdWhile: OVER }],
    ['it waits for another root port', { reRoot: true, rrWhile: later, fdWhile: OVER }],
  ])('stays closed where %s', (_what, state) => {
    const { at } = step('designated', { ...opening, ...state, synced: true });
    expect([at.learn, at.forward]).toEqual([false, false]);
  });

  it('has its neighbor’s agreement once it is open, unless that speaks STP', () => {
    expect(step('designated', { ...opening, learn: true, fdWhile: OVER }).at.agreed).toBe(true);
    expect(
      step('designated', { ...opening, learn: true, fdWhile: OVER, agreed: true }, { sendsStp: true }).at.agreed,
    ).toBe(false);
  });

  it('of an instance opens on an agreement only where those above agree, too', () => {
    const at = (options: Options) =>
      step('designated', { ...opening, agreed: true }, { tree: 1, ...options }).at.forward;
    expect(at({})).toBe(true);
    expect(at({ rootPort: 2, beside: { agreed: false } })).toBe(false);
    expect(at({ rootPort: 2, beside: { agreed: true } })).toBe(true);
    expect(at({ rootPort: 9 })).toBe(false);
    // In the CIST the agreement is all that counts.
    expect(at({ tree: 0, rootPort: 2, beside: { agreed: false } })).toBe(true);
  });

  it.each([
    ['is to be in step', { sync: true, synced: false }],
    ['waits for another root port', { reRoot: true, rrWhile: later, synced: true }],
    ['is disputed', { disputed: true }],
  ])('closes where it %s, but not at the edge', (_what, state) => {
    const { at, left } = step('designated', state, { beside: { synced: false } });
    expect(at).toMatchObject({ learn: false, forward: false, disputed: false });
    expect(left('fdWhile')).toBe(2);
    const edge = step('designated', { ...state, synced: true }, { isEdge: true });
    expect(edge.at).toMatchObject({ learn: true, forward: true });
  });

  it('closes also where it only learned', () => {
    const { at } = step('designated', { ...closed, learn: true, proposing: true, disputed: true, fdWhile: later });
    expect([at.learn, at.disputed]).toEqual([false, false]);
  });

  it('that is closed has its delay begin again with each dispute', () => {
    const { at, left } = step('designated', { ...opening, disputed: true, fdWhile: OVER });
    expect(at).toMatchObject({ learn: false, disputed: false });
    expect(left('fdWhile')).toBe(2);
  });
});

describe('a master port', () => {
  it('opens once all in the region are in step, or after its delay', () => {
    const at = (state: Partial<TreePort>, beside: Partial<TreePort>) =>
      step('master', { ...closed, ...state }, { tree: 1, beside }).at;
    expect(at({ fdWhile: later }, {})).toMatchObject({ learn: true, forward: true, agreed: true });
    expect(at({ fdWhile: later }, { synced: false })).toMatchObject({ learn: false });
    expect(at({ fdWhile: OVER }, { synced: false })).toMatchObject({ learn: true, forward: false });
  });

  it('towards a bridge of STP has no agreement', () => {
    expect(step('master', { ...closed, agreed: true }, { tree: 1, sendsStp: true }).at.agreed).toBe(false);
  });

  it.each([
    ['is to be in step', { sync: true, synced: false }, true],
    ['waits for another root port', { reRoot: true, rrWhile: later }, true],
    ['is disputed', { disputed: true }, true],
    ['waits for none that is open', { reRoot: true, rrWhile: OVER }, false],
    ['is agreed to', { sync: true, synced: false, agreed: true }, false],
  ])('closes where it %s', (_what, state, closes) => {
    const { at } = step('master', state, { tree: 1, beside: { synced: false } });
    expect([at.learn, at.forward]).toEqual([!closes, !closes]);
  });

  it('no longer waits for a root port once that is closed', () => {
    expect(step('master', { reRoot: true }, { tree: 1 }).at.reRoot).toBe(false);
  });
});

describe.each(['alternate', 'backup', 'disabled'] as const)('a port that is %s', (role) => {
  it.each([{ learning: true }, { forwarding: true }])('waits until it is closed: %o', (open) => {
    const { changed, at } = step(role, { ...open, synced: false, sync: true });
    expect(changed).toBe(false);
    expect(at).toMatchObject({ synced: false, sync: true });
  });

  it.each([
    { synced: false },
    { sync: true },
    { reRoot: true },
    { disputed: true },
    { fdWhile: OVER },
    { rrWhile: later },
  ])('is in step, waits for nothing, and has nothing in dispute: %o', (state) => {
    const { changed, at } = step(role, state);
    expect(changed).toBe(true);
    expect(at).toMatchObject({
      synced: true,
      sync: false,
      reRoot: false,
      disputed: false,
      fdWhile: HELD,
      rrWhile: OVER,
    });
  });
});

it('a backup port was one until it is none any more', () => {
  expect(step('backup', { synced: false, rbWhile: OVER }).at.rbWhile).toBe(HELD);
  expect(step('alternate', { synced: false }).at.rbWhile).toBe(OVER);
});
