import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import type { CommandIo } from '../../device/command-line/command-io.ts';
import type { MenuPlace, Target } from '../../device/command-line/menu.ts';
import { Shell } from '../../device/command-line/shell.ts';
import { DraftRows } from '../../features/system/snmp/draft-rows.ts';
import { servedColumns } from '../../features/system/snmp/served-columns.ts';
import { setVariables } from '../../features/system/snmp/set-variables.ts';
import { mibValueOf, syntaxOf } from '../../model/mib/column.ts';
import { instanceOf } from '../../model/mib/instance.ts';
import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Value } from '../../model/wire/call.ts';
import type { AgentClient, WireAnswer } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

const objects = features.flatMap((feature) => feature.objects);

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterAll(() => agent.close());

/** A call past HTTP, so that thousands are quick. */
async function call(method: string, params: object): Promise<WireAnswer> {
  const cookie = client.cookie.split('=')[1];
  const arrival = { localAddress: '127.0.0.1', localPort: 1, remoteAddress: '127.0.0.1', secure: false, epoch: 0 };
  const rpc = JSON.stringify({ method, id: 0, params });
  const { text } = await agent.running.backend.call({ gambit: client.gambit, cookie, rpc, arrival });
  return JSON.parse(text);
}

/** The index columns, but for one, of a row that is there, or how to make one that is not. */
function rowOf(object: ObjectDeclaration, without?: string): Record<string, Value> {
  if (object.shape === 'group') return {};
  const row: Readonly<Record<string, Value>> | undefined = agent.running.context.configuration().rows(object)[0];
  const names = Object.keys(object.index).filter((name) => name !== without);
  if (row) return Object.fromEntries(names.map((name) => [name, row[name] ?? 0]));
  return { ...Object.fromEntries(names.map((name) => [name, object.index[name]?.default ?? 0])), RowStatus: 4 };
}

const writable = ({ access }: Field) => access !== 'ro';

/** Every writable column with a numeric range. */
const ranged = objects.flatMap((object) =>
  Object.entries(object.fields).flatMap(([column, field]) => {
    const { min, max, fixed = [] } = field.limits;
    if (!writable(field) || min === undefined || max === undefined) return [];
    return [min - 1, max + 1]
      .filter((value) => !fixed.includes(value) && Number.isSafeInteger(value))
      .map((value) => ({ object, column, value }));
  }),
);

/** Every writable enumeration with a number that is none of its choices. */
const chosen = objects.flatMap((object) =>
  Object.entries(object.fields).flatMap(([column, field]) => {
    const { choices } = field.limits;
    if (!writable(field) || !choices) return [];
    const values = choices.map(({ value }) => value);
    return [Math.min(...values) - 1, Math.max(...values) + 1].map((value) => ({ object, column, value }));
  }),
);

describe('a number just outside its range', () => {
  test.each([...ranged, ...chosen].map(({ object, column, value }) => [object.name, column, value, object] as const))(
    '%s.%s = %d is refused, names its field, and changes nothing',
    async (template, column, value, object) => {
      const before = agent.running.context.configuration();
      const { error } = await call('CommonSet', { Template: template, [column]: value, ...rowOf(object, column) });
      expect(error.code).not.toBe(0);
      expect(error.message.toLowerCase()).toContain(object.fields[column]?.label.toLowerCase());
      expect(agent.running.context.configuration()).toBe(before);
    },
  );
});

/** RowStatus (RFC 2579). */
const CREATE_AND_GO = 4;

/** Whether a syntax can carry a number at all. */
function fits(type: 'Integer32' | 'Unsigned32', value: number): boolean {
  const [least, most] = type === 'Integer32' ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  return Number.isInteger(value) && value >= least && value <= most;
}

describe('a number just outside its range, by another way than the console,', () => {
  const numbers = [...ranged, ...chosen];
  /** A value as a line or a test's report has it. */
  const named = ({ object, column, value }: (typeof numbers)[number]) => `${object.name}.${column} = ${value}`;

  test('is set by no SNMP manager', async () => {
    const { context } = agent.running;
    const columns = servedColumns(objects);
    const drafts = new DraftRows(() => context.clock.now());
    const caller = {
      access: 'snmp',
      user: 'a manager',
      session: 'snmp',
      remoteAddress: undefined,
      connection: undefined,
    } as const;
    const taken: string[] = [];
    let tried = 0;
    for (const one of numbers) {
      const { object, column, value } = one;
      const row = rowOf(object, column);
      const isIndex = object.shape === 'table' && Object.hasOwn(object.index, column);
      const field = object.fields[column];
      const served = columns.find((each) => each.object === object && each.column === (isIndex ? undefined : column));
      if (!served || !field || field.mib?.values) continue;
      // An index is named by the instance of a row that is to be made. A standard may count in a unit that does not come so close.
      const asked = isIndex ? CREATE_AND_GO : mibValueOf(field, value);
      if (!isIndex && syntaxOf(field).decode(asked) !== value) continue;
      const type = isIndex || syntaxOf(field).type === 'Integer32' ? 'Integer32' : 'Unsigned32';
      if (typeof asked !== 'number' || !fits(type, asked) || (isIndex && value < 0)) continue;
      tried += 1;
      const before = context.configuration();
      const name = [...served.oid, ...instanceOf(object, { ...row, ...(isIndex && { [column]: value }) })];
      const failure = await setVariables(
        [{ name, value: { type, value: asked } }],
        { context, columns, standard: new Map(), drafts },
        caller,
      );
      if (!failure || context.configuration() !== before) taken.push(named(one));
    }
    expect(taken).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  });

  test('is entered on no command line, which says what would be right', async () => {
    const { context } = agent.running;
    const caller = {
      access: 'commandLine',
      user: 'admin',
      session: 'x',
      remoteAddress: '127.0.0.1',
      connection: undefined,
    } as const;
    const shell = new Shell(context, caller, []);
    const before = context.configuration();
    const taken: string[] = [];
    let tried = 0;
    let said = '';
    const io: CommandIo = {
      width: 80,
      signal: new AbortController().signal,
      async print() {},
      async complain(message) {
        said = message;
      },
      ask: async () => true,
    };
    const targets = (place: MenuPlace): { readonly path: readonly string[]; readonly target: Target }[] => [
      ...place.targets.map((target) => ({ path: place.path, target })),
      ...place.children.flatMap(targets),
    ];
    for (const { path, target } of targets(shell.language.menu)) {
      for (const [word, { object, name }] of target.columns) {
        for (const one of numbers.filter((each) => each.object === object && each.column === name)) {
          const row = rowOf(object, name);
          const isOpen = object.shape === 'table' && !object.rows.fixed;
          const isNew = isOpen && (row.RowStatus !== undefined || object.fields[name]?.access === 'create');
          const index = object.shape === 'table' ? Object.keys(object.index).map((key) => row[key]) : [];
          const line = [isNew ? 'add' : 'set', ...path, target.word, ...index, word, one.value];
          said = '';
          tried += 1;
          const outcome = await shell.run(line.join(' '), io);
          const isTold = /between|must be|^Unknown |Invalid|out of range/.test(said);
          if (outcome === 0 || !isTold || context.configuration() !== before) taken.push(`${line.join(' ')}: ${said}`);
        }
      }
    }
    expect(taken).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  });
});

describe('whatever is sent to whichever column', () => {
  test('the configuration stays one that fields and rules accept, and the agent answers', async () => {
    const columns = objects
      // Restarting, clearing and the like have effects beside the configuration, and tests of their own.
      .map((object) => ({ object, names: Object.keys(object.fields).filter((name) => isPlain(object, name)) }))
      .filter(({ names }) => names.length > 0);
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1-3,5',
        '192.168.10.7',
        '255.255.255.0',
        'ff-ff-ff-ff-ff-ff',
        '__proto__',
        '4096',
      ),
      fc.integer({ min: 0, max: 70 }),
    );
    const sets = fc.constantFrom(...columns).chain(({ object, names }) =>
      fc.record({
        object: fc.constant(object),
        values: fc.dictionary(fc.constantFrom(...names), odd, { minKeys: 1, maxKeys: 4 }),
        status: fc.constantFrom(undefined, undefined, 4, 6, 5),
        index: fc.boolean(),
      }),
    );
    let judged: unknown;
    await fc.assert(
      fc.asyncProperty(sets, async ({ object, values, status, index }) => {
        const answer = await call('CommonSet', {
          Template: object.name,
          ...(index ? rowOf(object) : {}),
          ...values,
          ...(status && { RowStatus: status }),
        });
        expect(typeof answer.error.code).toBe('number');
        if (answer.error.code !== 0) expect(answer.error.message).toMatch(/^\S.{3,}/s);
        expect(answer.error.message).not.toMatch(/undefined|\[object|node_modules|TypeError/);
        const configuration = agent.running.context.configuration();
        // What was refused left the configuration that was judged before.
        if (configuration !== judged) expect(await agent.running.context.problemsOf(configuration)).toEqual([]);
        judged = configuration;
      }),
      { numRuns: 1500 },
    );
    expect(
      agent.running.context.log
        .entries()
        .map(({ message }) => message)
        .join('\n'),
    ).not.toMatch(/could not be carried out/);
  });
});

function isPlain(object: ObjectDeclaration, name: string): boolean {
  const field = object.fields[name];
  return field !== undefined && field.access !== 'action' && field.access !== 'ro' && object.name !== 'sysUserEntry';
}
