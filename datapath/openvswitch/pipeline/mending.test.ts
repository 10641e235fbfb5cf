import { describe, expect, it } from 'vitest';
import { testPlan } from '../../contract/test-plan.ts';
import { emptyState } from '../../state.ts';
import type { Flow } from '../openflow/flow.ts';
import { writeFields } from '../openflow/match.ts';
import { OctetWriter } from '../openflow/octet-writer.ts';
import { compileFlows, noFlows } from './compile-flows.ts';
import { Table } from './layout.ts';
import { mendingOf } from './mending.ts';

const compiled = compileFlows(testPlan({ vlans: { 10: { tagged: '1-3' } } }), emptyState, [1, 2, 3], noFlows);
const flows = [...compiled.families.values()].flatMap(({ sections }) =>
  [...sections.values()].flatMap((section) => section.flows),
);

function reported({ table, priority, match }: Flow) {
  const writer = new OctetWriter();
  writeFields(writer, match);
  return { table, priority, fields: writer.finish() };
}

describe('rules that others changed', () => {
  it('come back as they are to be where they are of the plan, and no other of the plan does', () => {
    const changed = flows.filter(({ table }) => table === Table.vlan);
    expect(changed.length).toBeGreaterThan(0);
    expect(mendingOf(compiled, changed.map(reported))).toEqual({ add: changed, remove: [] });
  });

  it('go where they are not', () => {
    const [some] = flows;
    if (!some) throw new Error('There are no rules.');
    const other = { ...reported(some), priority: some.priority + 1 };
    // A condition on ct_state, which no rule here looks at.
    const closer = {
      ...reported(some),
      fields: Uint8Array.from([...reported(some).fields, 0, 1, 0xd2, 4, 0, 0, 0, 1]),
    };
    expect(mendingOf(compiled, [other, closer])).toEqual({ add: [], remove: [other, closer] });
  });
});
