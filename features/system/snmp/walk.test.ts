import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PortCounters } from '../../../datapath/datapath.ts';
import { theDevice } from '../../../device/management.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { table } from '../../../model/schema/object.ts';
import { newCounters } from '../../../protocols/snmp/agent.ts';
import { viewOf } from '../../../protocols/snmp/vacm.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { servedColumns } from './served-columns.ts';
import { interfaceObjects } from './standard/interfaces.ts';
import { DeviceVariables } from './variables.ts';

const column = (number: number) => gauge({ label: '', mib: { column: number } });
const sample = table('sampleEntry', {
  title: '',
  oid: '1.3.6.1.2.1.99.1.1',
  index: { place: column(1) },
  columns: { first: column(2), second: column(3) },
  rows: { max: 16_384 },
});
const COLUMNS = 3;
const everything = viewOf([{ subtree: [1], mask: new Uint8Array(0), isIncluded: true }]);

let agent: TestAgent;
beforeAll(async () => {
  agent = await startTestAgent();
});
afterAll(() => agent.close());

/** Cost of a walk over so many rows, one request for each variable: how often a value of a row is read. */
async function costOf(size: number): Promise<number> {
  let looks = 0;
  const counted = (place: number) =>
    new Proxy<Record<string, number>>(
      { place, first: 1, second: 2 },
      {
        get(row, name) {
          looks += 1;
          return Reflect.get(row, name);
        },
      },
    );
  // In no order: that is the agent's to make.
  const rows = () => Array.from({ length: size }, (_, at) => counted(((at * 7919) % size) + 1));
  const variables = new DeviceVariables(agent.running.context, servedColumns([sample]), [{ object: sample, rows }]);
  let name: readonly number[] = [1, 3, 6, 1];
  let found = 0;
  for (;;) {
    const next = await variables.for(theDevice).next(name, everything);
    if (!next) break;
    name = next.name;
    found += 1;
  }
  expect(found).toBe(size * COLUMNS);
  return looks;
}

test('a walk costs as much a row in a long table as in a short one', async () => {
  const [short, long] = [await costOf(50), await costOf(5000)];
  expect(long / 5000).toBeLessThanOrEqual((short / 50) * 1.1);
});

test('a row that is asked for is made without the others', async () => {
  const variables = new DeviceVariables(agent.running.context, servedColumns([sample]), [
    {
      object: sample,
      rows: () => {
        throw new Error('Nobody walks.');
      },
      row: async (_, { place }) => (place === 7 ? { place, first: 70, second: 71 } : undefined),
    },
  ]);
  const get = (place: number) => variables.for(theDevice).get([1, 3, 6, 1, 2, 1, 99, 1, 1, 3, place]);
  expect(await get(7)).toMatchObject({ value: 71 });
  expect(await get(8)).toEqual({ type: 'noSuchInstance' });
});

test('one interface reads as among all, and takes the counters of its own ports alone', async () => {
  const { context } = agent.running;
  const figures = { counters: newCounters(), lastChange: () => 0 };
  const asked = new Set<number>();
  const counters = await context.datapath.portCounters();
  const watched: ReadonlyMap<number, PortCounters> = Object.assign(new Map(counters), {
    get(port: number) {
      asked.add(port);
      return counters.get(port);
    },
  });
  const seen = {
    ...context,
    datapath: Object.assign(Object.create(context.datapath), {
      facts: context.datapath.facts,
      portStates: () => context.datapath.portStates(),
      portCounters: async () => watched,
    }),
  };
  const objects = interfaceObjects(figures).filter(({ row }) => row);
  expect(objects.map(({ object }) => object.name)).toEqual(['interfaceEntry', 'ifEntry', 'ifXEntry']);
  for (const { object, rows, row } of objects) {
    for (const whole of await rows(seen)) {
      asked.clear();
      expect(await row?.(seen, { ifIndex: Number(whole.ifIndex) }), object.name).toEqual(whole);
      expect([...asked].filter((port) => port !== whole.ifIndex)).toEqual([]);
    }
    expect(await row?.(seen, { ifIndex: 63 })).toBeUndefined();
  }
});
