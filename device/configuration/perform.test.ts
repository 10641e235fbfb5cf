import { describe, expect, test } from 'vitest';
import { PlanConflict } from '../../datapath/section.ts';
import { conflict, type Rule } from '../../model/configuration/rule.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { Contribution } from '../contribution.ts';
import { operation } from '../feature.ts';
import { type Caller, type Request, theDevice } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { beginTransactions, rows, settings, settled } from './testing.ts';

const admin: Caller = {
  access: 'web',
  user: 'admin',
  session: 's1',
  remoteAddress: '192.0.2.9',
  connection: undefined,
};
const set = (values: Readonly<Record<string, number>>): Request => ({ kind: 'set', object: settings, values });
const create = (id: number, level = 5): Request => ({ kind: 'create', object: rows, values: { id, level } });
const destroy = (id: number): Request => ({ kind: 'destroy', object: rows, values: { id } });
const deleteAll: Request = { kind: 'deleteAll', object: rows, values: {} };
const silentPort: Contribution = {
  reads: [settings],
  compile: (configuration) => ({ ports: new Map([[configuration.group(settings).silent, { admin: false }]]) }),
};
/** Does what `go` says: 1 fails, 2 performs a further change, 3 one that is refused. */
const go = operation(settings, {
  async operate({ management }, { values, caller }) {
    if (values.go === 1) throw new Refusal(ErrorCode.genErr, say('Failed.'));
    if (values.go === 2) await management.perform([create(7)], caller);
    if (values.go === 3) await management.perform([destroy(55)], caller);
  },
});

describe('an operation that fails', () => {
  test('takes the change back everywhere: configuration, datapath, services, log', async () => {
    const { transactions, datapath, told, messages } = await beginTransactions({
      contributions: [silentPort],
      operations: [go],
    });
    const [configuration, plan] = [transactions.configuration, transactions.plan];
    await expect(transactions.perform([set({ silent: 2, go: 1 })], admin)).rejects.toThrow('Failed.');
    expect(transactions.configuration).toBe(configuration);
    expect(datapath.plans.map(({ ports }) => ports.get(2)?.admin)).toEqual([false, true]);
    expect(transactions.plan.ports).toEqual(plan.ports);
    expect(told).toEqual([['settings'], ['settings']]);
    expect(messages()).toEqual([]);
  });

  test('is told of where the datapath cannot go back', async () => {
    const { transactions, datapath, messages } = await beginTransactions({
      contributions: [silentPort],
      operations: [go],
    });
    const configuration = transactions.configuration;
    datapath.gate = async () => {
      if (datapath.plans.length === 2) throw new Error('No.');
    };
    await expect(transactions.perform([set({ silent: 2, go: 1 })], admin)).rejects.toThrow('Failed.');
    expect(transactions.configuration).toBe(configuration);
    expect(messages()[0]).toMatch(/^The former configuration could not be restored: /);
  });

  test('and changed nothing has nothing to take back', async () => {
    const { transactions, datapath, told } = await beginTransactions({ operations: [go] });
    await expect(transactions.perform([set({ go: 1 })], admin)).rejects.toThrow('Failed.');
    expect(datapath.asked).toEqual([]);
    expect(told).toEqual([]);
  });
});

describe('what an operation performs for its caller', () => {
  test('is part of the change, and the log and the history say who asked', async () => {
    const { transactions, history, messages } = await beginTransactions({ operations: [go] });
    await transactions.perform([set({ level: 4, go: 2 })], { ...admin, access: 'snmp' });
    expect(transactions.configuration.rows(rows).map(({ id }) => id)).toEqual([1, 7]);
    expect(messages()).toHaveLength(2);
    for (const message of messages()) expect(message).toMatch(/^admin \(SNMP\): /);
    expect(new Set(history.unsaved().map(({ user }) => user))).toEqual(new Set(['admin (SNMP)']));
  });

  test('takes the whole change back where it is refused', async () => {
    const { transactions, start, messages } = await beginTransactions({ operations: [go] });
    await expect(transactions.perform([set({ level: 4, go: 3 })], admin)).rejects.toThrow('no longer exists');
    expect(transactions.configuration).toBe(start);
    expect(messages()).toEqual([]);
  });
});

test('what changes nothing holds nobody up: an operation that takes its time', async () => {
  let finish: () => void = () => undefined;
  const slow = operation(settings, {
    operate: (_context, { values }) =>
      values.go === undefined
        ? undefined
        : new Promise((resolve) => {
            finish = resolve;
          }),
  });
  const { transactions } = await beginTransactions({ operations: [slow] });
  const waiting = transactions.perform([set({ go: 1 })], admin);
  await transactions.perform([set({ level: 3 })], admin);
  expect(transactions.configuration.group(settings).level).toBe(3);
  finish();
  expect(await waiting).toEqual([{ deleted: 0, index: {} }]);
});

test('what an operation prepares is stored in place of what was given; it does its work with what was given', async () => {
  const seen: unknown[] = [];
  const hashing = operation(settings, {
    prepare: async (_context, { values, caller }) => {
      seen.push(caller);
      return { level: Number(values.level) + 1 };
    },
    operate: (_context, { values, caller }) => {
      seen.push(values.level, caller);
    },
  });
  const { transactions } = await beginTransactions({ operations: [hashing] });
  await transactions.perform([set({ level: 4 })], admin);
  expect(transactions.configuration.group(settings).level).toBe(5);
  expect(seen).toEqual([admin, 4, admin]);
});

describe('a full table', () => {
  test('takes as many rows as it says, counted over the whole batch', async () => {
    const { transactions } = await beginTransactions();
    const ids = () => transactions.configuration.rows(rows).map(({ id }) => id);
    await expect(transactions.perform([create(2), create(3), create(4)], admin)).rejects.toThrow(
      'The table is full (maximum 3 entries).',
    );
    expect(ids()).toEqual([1]);
    await transactions.perform([create(2), create(3)], admin);
    await expect(transactions.perform([create(4)], admin)).rejects.toMatchObject({
      code: ErrorCode.resourceUnavailable,
    });
    expect(ids()).toEqual([1, 2, 3]);
  });

  test('has room again for each row that the same batch deletes, and no more', async () => {
    const { transactions } = await beginTransactions();
    const ids = () => transactions.configuration.rows(rows).map(({ id }) => id);
    await transactions.perform([create(2), create(3)], admin);
    await expect(transactions.perform([destroy(2), create(4), create(5)], admin)).rejects.toThrow('table is full');
    await transactions.perform([destroy(2), create(4), destroy(4), create(5)], admin);
    expect(ids()).toEqual([1, 3, 5]);
    expect(await transactions.perform([deleteAll, create(8), create(9)], admin)).toEqual([
      { deleted: 2, index: {} },
      { deleted: 0, index: { id: 8 } },
      { deleted: 0, index: { id: 9 } },
    ]);
    expect(ids()).toEqual([1, 8, 9]);
    await transactions.perform([destroy(8), create(8, 3)], admin);
    expect(transactions.configuration.rows(rows)).toContainEqual({ id: 8, level: 3 });
  });

  test('is found full by the device’s own changes as well', async () => {
    const { transactions } = await beginTransactions();
    const fill = (count: number) =>
      transactions.change(say('Test'), (before) =>
        before.withRows(
          rows,
          Array.from({ length: count }, (_, at) => ({ id: at + 1, level: 0 })),
        ),
      );
    await expect(fill(4)).rejects.toThrow('The table is full (maximum 3 entries).');
    await fill(3);
    expect(transactions.configuration.rows(rows)).toHaveLength(3);
  });
});

describe('requests that cannot be', () => {
  test.each<[string, Request[], string]>([
    ['an entry that is there is not made again', [create(1)], 'The entry already exists.'],
    ['nor twice in one batch', [create(2), create(2)], 'The entry already exists.'],
    [
      'one that is not there is not changed',
      [{ kind: 'set', object: rows, values: { id: 9, level: 1 } }],
      'The entry no longer exists.',
    ],
    ['nor deleted', [destroy(9)], 'The entry no longer exists.'],
    ['nor deleted twice', [create(2), destroy(2), destroy(2)], 'The entry no longer exists.'],
    ['a built-in one is not deleted', [destroy(1)], 'is built in and cannot be deleted.'],
  ])('%s, and the rest of the batch is not done', async (_what, requests, message) => {
    const { transactions, start, datapath } = await beginTransactions();
    await expect(transactions.perform([set({ level: 8 }), ...requests], admin)).rejects.toThrow(message);
    expect(transactions.configuration).toBe(start);
    expect(datapath.asked).toEqual([]);
  });
});

test('what the datapath refuses is not kept, and the answer says so', async () => {
  const { transactions, datapath, start, told, messages } = await beginTransactions({ contributions: [silentPort] });
  datapath.gate = () => Promise.reject(new Error('No room.'));
  await expect(transactions.perform([set({ silent: 1 })], admin)).rejects.toMatchObject({
    code: ErrorCode.commitFailed,
    message: 'The setting was not applied; the previous value is kept. No room.',
  });
  expect(transactions.configuration).toBe(start);
  expect(told).toEqual([]);
  expect(messages()).toEqual(['The datapath refused a change: No room.']);
});

test('a rule is asked about the change as a whole, and what it says is refused with its place', async () => {
  const rule: Rule = {
    concerns: [settings],
    *check({ before, after }) {
      if (after.group(settings).level <= before.group(settings).level) return;
      if (after.rows(rows).length < 2) {
        yield conflict(settings, say('Level needs a second row.'), { column: 'level' });
      }
    },
  };
  const { transactions } = await beginTransactions({ rules: [rule] });
  await expect(transactions.perform([set({ level: 9 })], admin)).rejects.toThrow('Level needs a second row.');
  await expect(transactions.change(say('Test'), (before) => before.withGroup(settings, { level: 9 }))).rejects.toThrow(
    'Level needs a second row.',
  );
  await transactions.perform([set({ level: 9 }), create(2)], admin);
  expect(transactions.configuration.group(settings).level).toBe(9);
});

test('changes that come together are made one after the other, each on what the one before left', async () => {
  const { transactions } = await beginTransactions();
  const increase = () =>
    transactions.change(say('Test'), (before) =>
      before.withGroup(settings, { level: before.group(settings).level + 1 }),
    );
  await Promise.all([increase(), increase(), transactions.perform([create(2)], theDevice), increase()]);
  expect(transactions.configuration.group(settings).level).toBe(4);
  expect(transactions.configuration.rows(rows)).toHaveLength(2);
});

test('the inner changes of an operation are made one after the other', async () => {
  const order: string[] = [];
  const both = operation(settings, {
    async operate({ management, configuration }, { values, caller }) {
      if (values.go === undefined) return;
      const add = async (id: number) => {
        await management.perform([create(id)], caller);
        order.push(`${id}: ${configuration().rows(rows).length}`);
      };
      await Promise.all([add(2), add(3)]);
    },
  });
  const { transactions } = await beginTransactions({ operations: [both] });
  await transactions.perform([set({ level: 2, go: 1 })], admin);
  await settled();
  expect(order).toEqual(['2: 2', '3: 3']);
});

describe('operations', () => {
  const noting = (name: string, order: string[], concludes?: (values: { readonly go?: number }) => boolean) =>
    operation(settings, {
      ...(concludes && { concludes }),
      operate: ({ hardware }, { values }) => {
        order.push(`${name} ${values.go ?? ''} at ${hardware.portCount}`);
      },
    });

  test('that conclude a change come last, in whatever order they are asked for', async () => {
    const order: string[] = [];
    const { transactions } = await beginTransactions({
      operations: [noting('end', order, ({ go }) => go === 2), noting('work', order), noting('more', order)],
    });
    await transactions.perform([set({ go: 1 }), set({ go: 2 })], admin);
    expect(order).toEqual(['end 1 at 4', 'work 1 at 4', 'more 1 at 4', 'work 2 at 4', 'more 2 at 4', 'end 2 at 4']);
  });

  test('that keep what is in force find no change that is under way, and none that is refused in the end', async () => {
    const kept: number[] = [];
    const keeps = operation(settings, {
      concludes: ({ go }) => go === 2,
      operate: async ({ configuration }, { values }) => {
        if (values.go === 2) kept.push(configuration?.().group(settings).level);
      },
    });
    const gates: { arrive?: () => void; fail?: () => void } = {};
    const slow = operation(settings, {
      operate: (_context, { values }) =>
        values.go === 1
          ? new Promise<void>((resolve) => {
              gates.arrive = () => resolve();
            })
          : undefined,
    });
    const fails = operation(settings, {
      operate: (_context, { values }) =>
        values.level === 5
          ? new Promise((_resolve, reject) => {
              gates.fail = () => reject(new Refusal(ErrorCode.genErr, say('Failed.')));
            })
          : undefined,
    });
    const { transactions } = await beginTransactions({ operations: [keeps, slow, fails] });
    const batch = transactions.perform([set({ go: 1 }), set({ go: 2 })], admin);
    const refused = transactions.perform([set({ level: 5 })], admin);
    const isRefused = expect(refused).rejects.toThrow('Failed.');
    for (let turn = 0; turn < 8; turn += 1) await settled();
    gates.arrive?.();
    await batch;
    while (!gates.fail) await settled();
    gates.fail();
    await isRefused;
    expect(kept).toEqual([1]);
  });

  test('are asked about their own object alone', async () => {
    const order: string[] = [];
    const prepares = operation(settings, {
      prepare: async ({ hardware }) => {
        order.push(`prepared at ${hardware.portCount}`);
        return {};
      },
    });
    const { transactions } = await beginTransactions({ operations: [noting('work', order), prepares] });
    await transactions.perform([create(2)], admin);
    expect(order).toEqual([]);
    await transactions.perform([set({ level: 2 })], admin);
    expect(order).toEqual(['prepared at 4', 'work  at 4']);
  });
});

describe('two features that want what cannot hold at once', () => {
  const contrary: Contribution = {
    reads: [settings],
    compile(configuration) {
      const { level } = configuration.group(settings);
      if (level === 7) throw new PlanConflict(say('Seven is taken.'));
      if (level === 8) throw new Error('A fault of ours.');
      return {};
    },
  };

  test('refuse the change, in their words', async () => {
    const { transactions, start, datapath } = await beginTransactions({ contributions: [contrary] });
    await expect(transactions.perform([set({ level: 7 })], admin)).rejects.toMatchObject({
      code: ErrorCode.inconsistentValue,
      message: 'Seven is taken.',
    });
    expect(transactions.configuration).toBe(start);
    expect(datapath.asked).toEqual([]);
  });

  test('are something else than a fault', async () => {
    const { transactions, start } = await beginTransactions({ contributions: [contrary] });
    const faulty = transactions.perform([set({ level: 8 })], admin);
    await expect(faulty).rejects.toThrow('A fault of ours.');
    await expect(faulty).rejects.not.toBeInstanceOf(Refusal);
    expect(transactions.configuration).toBe(start);
  });
});

test('a change of the device that comes to nothing is none', async () => {
  const { transactions, start, datapath, told, messages } = await beginTransactions();
  await transactions.change(say('Test'), (before) => before.withGroup(settings, { level: 1 }));
  expect(transactions.configuration).toBe(start);
  expect(datapath.asked).toEqual([]);
  expect(told).toEqual([]);
  expect(messages()).toEqual([]);
});

test('everything that is wrong with a configuration as a whole is told, and nothing of one that may be', async () => {
  const rule: Rule = {
    concerns: [settings],
    *check({ after }) {
      const { level } = after.group(settings);
      if (level > 3) yield conflict(settings, say('Too high.'));
      if (level > 6) yield conflict(settings, say('Far too high.'));
    },
  };
  const { transactions, start } = await beginTransactions({ rules: [rule] });
  const wrong = async (level: number) =>
    (await transactions.problemsOf(start.withGroup(settings, { level }))).map(({ message }) => wordsOf(message));
  expect(await wrong(2)).toEqual([]);
  expect(await wrong(5)).toEqual(['Too high.']);
  expect(await wrong(12)).toHaveLength(3);
});
