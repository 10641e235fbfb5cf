import { describe, expect, test } from 'vitest';
import { emptyState } from '../../datapath/state.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { firstPorts, portListOf } from '../../model/values/port-list.ts';
import { type AccessAddress, accessKey } from '../access-plan.ts';
import type { AccessContribution, Contribution, StateContribution } from '../contribution.ts';
import type { Caller, Request } from '../management.ts';
import { type PlannedSlot, plannedSlot } from '../slot.ts';
import { beginTransactions, settings } from './testing.ts';

/** Ports that stay open only as long as a row says so: 0 for ever, 1 until its time is over. */
const passes = table('passes', {
  title: 'Pass',
  index: { port: integer({ label: 'Port', min: 1, max: 4, access: 'create' }) },
  columns: {
    lifetime: integer({ label: 'Lifetime', min: 0, max: 1 }),
    kept: integer({ label: 'Kept', min: 0, max: 1, default: 1 }),
  },
  rows: { max: 4, ends: ({ lifetime }) => lifetime !== 0, isKept: ({ kept }) => kept === 1 },
  rowName: ({ port }) => say('pass of port {{port}}', { port }),
});

type Ports = ReadonlySet<number>;
const none: Ports = new Set();
const relearned = plannedSlot<Ports>('relearned', none, 'returns');
const lost = plannedSlot<Ports>('lost', none, 'lost');
const onFlash = plannedSlot<Ports>('on flash', none, (present, configuration) =>
  configuration.group(settings).level > 0 ? present : none,
);
const timed = plannedSlot<Ports>('timed', none, 'returns', () => none);
const slots: readonly PlannedSlot<Ports>[] = [relearned, lost, onFlash, timed];

const address: AccessAddress = { vlan: 1, address: '192.0.2.1', prefix: 24, leased: false };
const connection = { localAddress: '192.0.2.1', localPort: 443, remoteAddress: '192.0.2.9', service: 'https' } as const;
const admin: Caller = { access: 'web', user: 'admin', session: 's1', remoteAddress: '192.0.2.9', connection };

/** While `silent` is not 0 a port is open only if a row or a slot has it. */
const plan: Contribution = {
  reads: [settings, passes],
  uses: [...slots],
  compile(configuration, _hardware, read) {
    const guarded = configuration.group(settings).silent > 0;
    const open = new Set(slots.flatMap((slot) => [...read.get(slot)]));
    for (const { port } of configuration.rows(passes)) open.add(port);
    const closed = guarded ? [1, 2, 3].filter((port) => !open.has(port)) : [];
    const members = firstPorts(4);
    return {
      ports: new Map(closed.map((port) => [port, { admin: false }])),
      vlans: new Map([[1, { members, untagged: members }]]),
      interfaces: new Map([
        [
          1,
          {
            vlan: 1,
            name: 'vlan1',
            enabled: true,
            mac: '02-00-00-00-00-01',
            addresses: [{ address: address.address, prefix: address.prefix }],
            dhcpClient: false,
          },
        ],
      ]),
    };
  },
};
const access: AccessContribution = {
  reads: [settings],
  compile: () => ({ addresses: new Map([[accessKey(1, address.address), address]]) }),
};
const guardPorts: Request = { kind: 'set', object: settings, values: { silent: 1 } };
const level = (value: number): Request => ({ kind: 'set', object: settings, values: { level: value } });
const pass = (values: { readonly lifetime?: number; readonly kept?: number }): Request => ({
  kind: 'set',
  object: passes,
  values: { port: 2, ...values },
});
const newPass = (values: { readonly lifetime?: number; readonly kept?: number }): Request => ({
  ...pass(values),
  kind: 'create',
});

async function begin(stateContributions: readonly StateContribution[] = []) {
  const begun = await beginTransactions({
    objects: [passes],
    contributions: [plan],
    accessContributions: [access],
    stateContributions,
  });
  begun.datapath.path = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-09' };
  const ask = (...requests: Request[]) =>
    begun.transactions.perform(requests, admin).then(
      () => 'fine',
      (error: Error) => error.message.replace('This change would disconnect the current management session. ', ''),
    );
  const learn = (slot: PlannedSlot<Ports>) => begun.transactions.slots.update(slot, () => new Set([2]));
  return { ...begun, ask, learn };
}

const AT_THE_END = 'After all timed state has expired: Port 2 would be disabled.';
const AFTER_RESTART = 'After a restart: Port 2 would be disabled.';

describe('what holds the way of a session', () => {
  test('for ever is no matter', async () => {
    const { ask, learn } = await begin();
    learn(relearned);
    expect(await ask(guardPorts)).toBe('fine');
  });

  test.each([
    [{ lifetime: 1 }, AT_THE_END],
    [{ kept: 0 }, AFTER_RESTART],
    [{ lifetime: 1, kept: 0 }, AT_THE_END],
  ])('as a row that goes (%o) is told of', async (values, said) => {
    const { ask } = await begin();
    expect(await ask(newPass(values))).toBe('fine');
    expect(await ask(guardPorts)).toBe(said);
    expect(await ask(pass({ lifetime: 0, kept: 1 }))).toBe('fine');
    expect(await ask(guardPorts)).toBe('fine');
    expect(await ask(pass(values))).toBe(said);
  });

  test.each([
    [timed, AT_THE_END],
    [lost, AFTER_RESTART],
  ])('as what was learned and goes ($name) is told of', async (slot, said) => {
    const { ask, learn } = await begin();
    learn(slot);
    expect(await ask(guardPorts)).toBe(said);
    expect(await ask(guardPorts, newPass({}))).toBe('fine');
  });

  test('on flash is told of by whoever has it kept no longer', async () => {
    const { ask, learn } = await begin();
    learn(onFlash);
    expect(await ask(guardPorts)).toBe('fine');
    expect(await ask(level(0))).toBe(AFTER_RESTART);
    expect(await ask(level(2))).toBe('fine');
  });

  test('and was given up by force is not asked about again', async () => {
    const { transactions, ask, learn, guard } = await begin();
    learn(lost);
    await transactions.perform([guardPorts], admin, { force: true });
    guard.drop();
    expect(await ask(level(3))).toBe('fine');
  });

  test('is told of beside what stops it at once', async () => {
    const { ask, learn } = await begin([
      {
        reads: [settings],
        compile: (configuration) =>
          configuration.group(settings).level === 9
            ? { ...emptyState, blocked: new Map([[0, { ports: portListOf([2]) }]]) }
            : {},
      },
    ]);
    learn(lost);
    expect(await ask(level(9), guardPorts)).toBe(`Port 2 would be blocked in VLAN 1. ${AFTER_RESTART}`);
  });
});
