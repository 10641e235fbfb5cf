import fc from 'fast-check';
import { test } from 'vitest';
import { Recording } from '../../../tests/recording.ts';
import { randomSwitch } from '../../contract/random-switch.ts';
import { emptyState } from '../../state.ts';
import { formatFlow } from '../openflow/flow.ts';
import { type CompiledFlows, compileFlows, noFlows } from './compile-flows.ts';

const PORTS = [1, 2, 3, 4, 5, 6];

/** With numbers of any length. */
const textOf = (value: unknown) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));

function linesOf({ families, meters, classes }: CompiledFlows): readonly string[] {
  const sections = [...families.values()].flatMap((family) => [...family.sections.values()]);
  const flows = sections.flatMap((one) =>
    one.flows.map(({ tag, isLeased, ...flow }) =>
      [formatFlow(flow), tag, isLeased && 'leased'].filter(Boolean).join(' '),
    ),
  );
  const groups = sections.flatMap(({ group }) => (group ? [`group ${textOf(group)}`] : []));
  const limits = meters.map((meter) => `meter ${textOf(meter)}`);
  return [...flows, ...groups, ...limits, `classes ${textOf([...classes])}`];
}

test('switches are compiled into the recorded rules', async () => {
  const { plan, state } = randomSwitch(PORTS.length);
  const recording = new Recording(0);
  const samples = fc.sample(fc.tuple(plan, state), { seed: 3, numRuns: 2 });
  let compiled = noFlows;
  for (const [at, [planned, decided]] of samples.entries()) {
    compiled = compileFlows(planned, decided, PORTS, compiled);
    recording.lines(`switch ${at}`, linesOf(compiled));
    if (at === 0) recording.lines('alone', linesOf(compileFlows(planned, emptyState, PORTS, noFlows)));
  }
  await recording.isAsIn('recorded.txt');
});
