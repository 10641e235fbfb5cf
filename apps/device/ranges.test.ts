import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field, Fields } from '../../model/schema/field.ts';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';
import { features } from './features.ts';

/** A column that can be set, with what names a row of its object where that is a table. */
interface Settable {
  readonly object: string;
  readonly column: string;
  readonly field: Field;
  readonly index: Readonly<Record<string, string | number>>;
}

/** Values that name a row in words that every kind of index reads. */
const sample: Readonly<Record<string, string | number>> = {
  mac: '02-00-00-00-00-01',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  ipAddress: '128.0.0.0',
  text: 'name',
  host: 'name.example',
};

const settable = features
  .flatMap((feature) => feature.objects)
  .flatMap((object): Settable[] =>
    Object.entries(object.fields as Fields)
      .filter(([, { access }]) => access !== 'ro')
      .map(([column, field]) => ({
        object: object.name,
        column,
        field,
        index:
          object.shape === 'table'
            ? Object.fromEntries(
                Object.entries(object.index as Fields).map(([name, { kind, limits }]) => [
                  name,
                  sample[kind] ?? limits.min ?? 1,
                ]),
              )
            : {},
      })),
  );

describe('the agent', () => {
  let agent: TestAgent;
  let client: AgentClient;
  beforeAll(async () => {
    agent = await startTestAgent();
    client = await agent.signedIn();
  });
  afterAll(() => agent.close());

  const answer = async ({ object, column, index }: Settable, value: string | number) =>
    (await client.set(object, { ...index, [column]: value })).error;

  const ranges = settable.filter(({ field: { kind } }) => kind === 'integer' || kind === 'vlanId');

  test.each(ranges.map((one) => [`${one.object}.${one.column}`, one] as const))(
    'refuses %s one below and one above, and what only the control lets pass',
    async (_name, one) => {
      const { min = 0, max = 0, controlMax = max, fixed = [] } = one.field.limits;
      for (const wrong of [min - 1, max + 1, controlMax + 1].filter((value) => !fixed.includes(value))) {
        const { code, message, column } = await answer(one, wrong);
        expect([wrong, code === 0, column]).toEqual([wrong, false, one.column]);
        expect(message).toContain(`Please enter an integer between ${min} ~ ${max}`);
      }
    },
  );

  const macs = settable.filter(({ field }) => field.kind === 'mac');

  test.each(macs.map((one) => [`${one.object}.${one.column}`, one] as const))(
    'refuses what is no MAC address of %s in the same words',
    async (_name, one) => {
      for (const wrong of ['00-11-22-33-44', 'g0-11-22-33-44-55', '00:11-22:33:44:55']) {
        const { code, message } = await answer(one, wrong);
        expect([wrong, code === 0]).toEqual([wrong, false]);
        expect(message).toMatch(/Invalid MAC address\.$/);
      }
    },
  );
});
