import { describe, expect, test } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { firstPorts } from '../../model/values/port-list.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type AccessAddress, accessKey } from '../access-plan.ts';
import type { AccessContribution, Contribution } from '../contribution.ts';
import { operation } from '../feature.ts';
import type { Caller, Request } from '../management.ts';
import { plannedSlot } from '../slot.ts';
import { beginTransactions, rows, settings, settled } from './testing.ts';

const address: AccessAddress = { vlan: 1, address: '192.0.2.1', prefix: 24, leased: false };
const connection = { localAddress: '192.0.2.1', localPort: 443, remoteAddress: '192.0.2.9', service: 'https' } as const;
const admin: Caller = { access: 'web', user: 'admin', session: 's1', remoteAddress: '192.0.2.9', connection };
const silence = (silent: number): Request => ({ kind: 'set', object: settings, values: { silent } });
const level = (value: number): Request => ({ kind: 'set', object: settings, values: { level: value } });

/** Four ports in VLAN 1, where the switch has its address; the silent port is disabled, and at level 9 every one is. */
const plan: Contribution = {
  reads: [settings],
  compile(configuration) {
    const { silent, level } = configuration.group(settings);
    const ports = [1, 2, 3, 4].filter((port) => port === silent || level === 9);
    const { vlan } = address;
    const addresses = [{ address: address.address, prefix: address.prefix }];
    const members = firstPorts(4);
    return {
      ports: new Map(ports.map((port) => [port, { admin: false }])),
      vlans: new Map([[vlan, { members, untagged: members }]]),
      interfaces: new Map([
        [vlan, { vlan, name: 'vlan1', enabled: true, mac: '02-00-00-00-00-01', addresses, dhcpClient: false }],
      ]),
    };
  },
};
const access: AccessContribution = {
  reads: [settings],
  compile: () => ({ addresses: new Map([[accessKey(1, address.address), address]]) }),
};

/** Rows that a restart loses, so that it comes to another configuration than the present one. */
const passing = table('passing', {
  title: 'Passing',
  index: { id: integer({ label: 'Passing', min: 1, max: 9, access: 'create' }) },
  columns: {},
  rows: { max: 3, isKept: () => false },
});

/** Transactions with a session that comes in by port 2. */
async function begin(...others: readonly Contribution[]) {
  const brought = { objects: [passing], contributions: [plan, ...others], accessContributions: [access] };
  const begun = await beginTransactions(brought);
  begun.datapath.path = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-09' };
  const silent = () => begun.transactions.configuration.group(settings).silent;
  return { ...begun, silent };
}

const LOSS = 'This change would disconnect the current management session. Port 2 would be disabled.';

describe('a change that would cut its own session off', () => {
  test('is refused, and told of when it is tried out', async () => {
    const { transactions, datapath, silent } = await begin();
    await expect(transactions.perform([silence(2)], admin)).rejects.toMatchObject({
      code: ErrorCode.managementLoss,
      message: LOSS,
    });
    await expect(transactions.perform([silence(2)], admin, { force: false })).rejects.toThrow(LOSS);
    expect(silent()).toBe(0);
    expect(datapath.asked).toEqual([]);
    const { loss, changes } = await transactions.tryOut([silence(2)], admin);
    expect(loss).toMatchObject({ reason: { values: { port: 2 } }, isFinal: false });
    expect(changes).toHaveLength(1);
    expect((await transactions.tryOut([silence(3)], admin)).loss).toBeUndefined();
    await transactions.perform([silence(3)], admin);
    expect(silent()).toBe(3);
  });

  test('is none where it comes to the same now and later, whatever was changed before it', async () => {
    const { transactions, datapath } = await begin();
    await transactions.perform([{ kind: 'create', object: passing, values: { id: 1 } }], admin);
    await transactions.perform([silence(3)], admin);
    datapath.path = undefined;
    await transactions.perform([{ kind: 'set', object: rows, values: { id: 1, level: 5 } }], admin);
    await transactions.perform([{ kind: 'set', object: rows, values: { id: 1, level: 6 } }], admin);
    expect(transactions.configuration.rows(rows)).toEqual([{ id: 1, level: 6 }]);
  });

  test('is none where engines have decided something else since the last change, now and later', async () => {
    const decided = plannedSlot<ReadonlySet<number>>('decided', new Set(), 'returns');
    const closing: Contribution = {
      reads: [],
      uses: [decided],
      compile: (_, __, slots) => ({ ports: new Map([...slots.get(decided)].map((port) => [port, { admin: false }])) }),
    };
    const { transactions, datapath } = await begin(closing);
    await transactions.perform([{ kind: 'create', object: passing, values: { id: 1 } }], admin);
    transactions.slots.update(decided, () => new Set([4]));
    await settled();
    datapath.path = undefined;
    await transactions.perform([{ kind: 'set', object: rows, values: { id: 1, level: 5 } }], admin);
    expect(transactions.configuration.rows(rows)).toEqual([{ id: 1, level: 5 }]);
  });

  test('of which that cannot be told is refused in other words', async () => {
    const { transactions, datapath } = await begin();
    datapath.path = undefined;
    await expect(transactions.perform([silence(3)], admin)).rejects.toThrow(
      'This change might disconnect the current management session. The path of this session through the switch could not be determined.',
    );
    expect((await transactions.tryOut([silence(3)], admin)).loss).toBeDefined();
    await transactions.perform([level(5)], { ...admin, connection: undefined });
  });

  test('is made where it is forced, and taken back where nobody confirms it', async () => {
    const { transactions, datapath, clock, silent, messages } = await begin();
    await transactions.perform([silence(2)], admin, { force: true });
    expect(silent()).toBe(2);
    expect(datapath.plans.at(-1)?.ports.get(2)?.admin).toBe(false);
    expect(messages()[0]).toBe('admin forced a change that may disconnect the session: Port 2 would be disabled.');
    clock.advance(59_999);
    await settled();
    expect(silent()).toBe(2);
    clock.advance(1);
    await settled();
    await settled();
    expect(silent()).toBe(0);
    expect(datapath.plans.at(-1)?.ports.get(2)?.admin).toBe(true);
    expect(messages()[0]).toBe(
      'A forced change was not confirmed within 60 s; the former configuration is in force again.',
    );
  });

  test('holds up every other one while it waits, also of the device itself', async () => {
    const { transactions, clock } = await begin();
    await transactions.perform([silence(2)], admin, { force: true });
    clock.advance(20_000);
    const waits = /^A change by admin.* is waiting for confirmation; try again in 40 s\.$/;
    await expect(transactions.perform([level(5)], admin)).rejects.toThrow(waits);
    await expect(transactions.perform([level(5)], admin)).rejects.toMatchObject({
      code: ErrorCode.resourceUnavailable,
    });
    const raise = () => transactions.change(say('test'), (now) => now.withGroup(settings, { level: 5 }));
    await expect(raise()).rejects.toThrow(waits);
  });

  test('is unconfirmed from the moment it is made, for its operations too, until somebody confirms it', async () => {
    const seen: boolean[] = [];
    const looks = operation(settings, {
      operate: () => {
        seen.push(transactions.isUnconfirmed);
      },
    });
    const { transactions, datapath, clock } = await beginTransactions({
      contributions: [plan],
      accessContributions: [access],
      operations: [looks],
    });
    datapath.path = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-09' };
    expect(transactions.isUnconfirmed).toBe(false);
    await transactions.perform([silence(3)], admin, { force: true });
    expect(transactions.isUnconfirmed).toBe(false);
    await transactions.perform([silence(2)], admin, { force: true });
    expect(seen).toEqual([false, true]);
    expect(transactions.isUnconfirmed).toBe(true);
    clock.advance(60_000);
    await settled();
    await settled();
    expect(transactions.isUnconfirmed).toBe(false);
    await transactions.perform([level(3)], admin);
    expect(seen).toEqual([false, true, false]);
  });

  test('is unconfirmed in every moment in which it is in force', async () => {
    const { transactions, silent } = await begin();
    let isMade = false;
    const made = transactions.perform([silence(2)], admin, { force: true }).finally(() => {
      isMade = true;
    });
    const seen: boolean[] = [];
    for (let look = 0; !isMade; look += 1) {
      if (silent() === 2) seen.push(transactions.isUnconfirmed);
      await (look % 64 === 0 ? settled() : undefined);
    }
    await made;
    expect(seen).not.toHaveLength(0);
    expect(seen).not.toContain(false);
  });

  test('by what an operation does for it is taken back whole', async () => {
    const disables = operation(settings, {
      operate: async ({ management }, { values, caller, forced }) => {
        if (values.level === 5) await management?.perform([silence(2)], caller, { force: forced });
      },
    });
    const { transactions, datapath, clock, start, onFlash } = await beginTransactions({
      contributions: [plan],
      accessContributions: [access],
      operations: [disables],
    });
    datapath.path = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-09' };
    await expect(transactions.perform([level(5)], admin)).rejects.toThrow(LOSS);
    expect(transactions.configuration.group(settings)).toMatchObject({ level: 1, silent: 0 });
    await transactions.perform([level(5)], admin, { force: true });
    expect(transactions.configuration.group(settings)).toMatchObject({ level: 5, silent: 2 });
    expect(JSON.stringify(onFlash.change?.former)).toContain('"level":1');
    clock.advance(60_000);
    await settled();
    await settled();
    expect(transactions.configuration).toBe(start);
    await transactions.perform([level(3)], admin);
    expect(transactions.isUnconfirmed).toBe(false);
  });

  test('that needs no force does not wait when it is forced', async () => {
    const { transactions, clock, silent, messages } = await begin();
    await transactions.perform([silence(3)], admin, { force: true });
    clock.advance(100_000);
    await settled();
    expect(silent()).toBe(3);
    expect(messages()).toHaveLength(1);
  });
});

test('a change after which nobody could reach the switch cannot be forced', async () => {
  const { transactions, datapath, start } = await begin();
  for (const force of [true, false]) {
    await expect(transactions.perform([level(9)], admin, { force })).rejects.toMatchObject({
      code: ErrorCode.inconsistentValue,
      message: 'After this change no port would reach a VLAN with an IP interface.',
    });
  }
  await expect(transactions.tryOut([level(9)], admin)).rejects.toThrow('no port would reach');
  expect(transactions.configuration).toBe(start);
  expect(datapath.asked).toEqual([]);
});

test('the outlook is that of what is in force', async () => {
  const { transactions } = await begin();
  const before = transactions.outlook;
  expect(before.access.addresses.size).toBe(1);
  expect(transactions.outlook.access).toBe(before.access);
  await transactions.perform([silence(3)], admin);
  expect(transactions.outlook.plan).toBe(transactions.plan);
  expect(transactions.outlook.plan).not.toBe(before.plan);
});

describe('a restart that comes to another configuration', () => {
  test('is refused where its session would be cut off, unless that is forced', async () => {
    const { transactions } = await begin();
    const disabling = (silent: number) => transactions.configuration.withGroup(settings, { silent });
    const judge = (silent: number, forced: boolean) =>
      transactions.restarts.judge(disabling(silent), { ...silence(silent), caller: admin, forced });
    await expect(judge(2, false)).rejects.toMatchObject({ code: ErrorCode.managementLoss });
    await judge(2, true);
    await judge(3, false);
  });

  test('is not followed by a change: nobody would find it after the restart', async () => {
    const { transactions, silent } = await begin();
    const { configuration, restarts } = transactions;
    await restarts.with(
      configuration.withGroup(settings, { level: 3 }),
      { caller: admin, forced: false },
      async () => {},
    );
    await expect(transactions.perform([silence(3)], admin)).rejects.toMatchObject({
      code: ErrorCode.resourceUnavailable,
    });
    expect(silent()).toBe(0);
  });
});
