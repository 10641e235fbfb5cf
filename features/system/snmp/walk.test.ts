import { afterAll, beforeAll, expect, test } from 'vitest';
import { theDevice } from '../../../device/door.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { table } from '../../../model/schema/object.ts';
import { viewOf } from '../../../protocols/snmp/vacm.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { servedColumns } from './served-columns.ts';
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

/** What a walk over so many rows costs, one request for each variable: how often a value of a row is looked at. */
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
  const variables = new DeviceVariables(agent.running.context, servedColumns([sample], { root: '1', arcs: {} }), [
    { object: sample, rows },
  ]);
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
