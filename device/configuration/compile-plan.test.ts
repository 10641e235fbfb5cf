import { expect, test } from 'vitest';
import { EVERY_PORT } from '../../datapath/combiners.ts';
import type { VlanPlan } from '../../datapath/plan.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { group, table } from '../../model/schema/object.ts';
import type { Contribution } from '../contribution.ts';
import { plannedSlot, type Slot, type SlotReader } from '../slot.ts';
import { type CompiledPlan, compilePlan, compilingPlan } from './compile-plan.ts';

const ports = group('ports', { title: 'Ports', fields: { disabled: integer({ label: 'Disabled', min: 0, max: 4 }) } });
const vlans = table('vlans', {
  title: 'VLAN',
  index: { vlan: integer({ label: 'VLAN', min: 1, max: 4094 }) },
  columns: { members: integer({ label: 'Members', min: 0, max: 15 }) },
  rows: { max: 4094 },
});
const hardware: Hardware = {
  modelName: 'x',
  portCount: 4,
  baseMacAddress: '02-00-00-00-00-00',
  ports: new Map([1, 2, 3, 4].map((number) => [number, { number, media: 'copper', speeds: [1000], pse: false }])),
  maxVlanId: 4094,
  maxVlans: 4094,
  mirrorSessions: 1,
  lacking: new Set(),
};
const nothing: SlotReader = { get: ({ empty }) => empty };
const compile = (configuration: Configuration, previous?: CompiledPlan, slots = nothing) =>
  compilePlan(contributions, { configuration, hardware, slots }, previous);

let asked: string[] = [];
const contributions: Contribution[] = [
  {
    reads: [ports],
    compile(configuration) {
      asked.push('ports');
      return { ports: new Map([[configuration.group(ports).disabled, { admin: false }]]) };
    },
  },
  {
    reads: [],
    compile: () => ({
      ports: new Map([[2, { pvid: 7 }]]),
      learning: { ageingTime: { by: 'configured', value: 10 } },
    }),
  },
  {
    reads: [vlans],
    compile(configuration) {
      asked.push('vlans');
      const entries = configuration
        .rows(vlans)
        .map(({ vlan, members }): [number, VlanPlan] => [vlan, { members: BigInt(members), untagged: 0n }]);
      return { vlans: new Map(entries) };
    },
  },
];

const start = Configuration.empty.withGroup(ports, { disabled: 2 }).withRow(vlans, { vlan: 1, members: 3 });

test('lays the parts of several features together over the defaults', () => {
  const { whole: plan } = compile(start);
  expect(plan.ports.get(2)).toMatchObject({
    admin: false,
    pvid: 7,
    acceptableFrameTypes: 'all',
    forwardTo: EVERY_PORT,
  });
  expect(plan.ports.get(1)).toMatchObject({ admin: true, pvid: 1 });
  expect(plan.learning).toEqual({ constraint: 'independent', ageingTime: 10 });
  expect(plan.vlans.get(1)?.members).toBe(3n);
});

test('asks a feature again only when something that it reads has changed, and keeps the rest by identity', () => {
  const first = compile(start);
  asked = [];
  const second = compile(start.withRow(vlans, { vlan: 9, members: 1 }), first);
  expect(asked).toEqual(['vlans']);
  expect(second.whole).not.toBe(first.whole);
  expect(second.whole.ports).toBe(first.whole.ports);
  expect(second.whole.learning).toBe(first.whole.learning);
  expect(compile(start, first)).toBe(first);
});

test('a port whose plan comes out the same keeps it, whoever was asked', () => {
  const first = compile(start);
  const second = compile(start.withGroup(ports, { disabled: 3 }), first);
  expect(second.whole.ports.get(1)).toBe(first.whole.ports.get(1));
  expect(second.whole.ports.get(2)).toMatchObject({ admin: true, pvid: 7 });
  expect(second.whole.ports.get(3)).toMatchObject({ admin: false });
});

test('asks a feature again when a slot that it uses has changed, and no other one', () => {
  const silenced = plannedSlot<ReadonlySet<number>>('silenced', new Set(), 'returns');
  const values = new Map<unknown, unknown>();
  // The test stores values of the slot's type.
  const slots: SlotReader = { get: <V>(one: Slot<V>) => (values.has(one) ? (values.get(one) as V) : one.empty) };
  const using: Contribution[] = [
    ...contributions,
    {
      reads: [],
      uses: [silenced],
      compile: (_configuration, _hardware, reader) => ({
        ports: new Map([...reader.get(silenced)].map((port) => [port, { admin: false }])),
      }),
    },
  ];
  const first = compilePlan(using, { configuration: start, hardware, slots });
  asked = [];
  values.set(silenced, new Set([4]));
  const second = compilePlan(using, { configuration: start, hardware, slots }, first);
  expect(asked).toEqual([]);
  expect(second.whole.ports.get(4)?.admin).toBe(false);
  expect(second.whole.ports.get(1)).toBe(first.whole.ports.get(1));
  expect(second.whole.vlans).toBe(first.whole.vlans);
});

test('what a feature no longer says, and the others never did, is gone', () => {
  const mirrored = plannedSlot<boolean>('mirrored', true, 'returns');
  let isMirrored = true;
  // The test holds the one slot's value.
  const slots: SlotReader = { get: <V>() => isMirrored as V };
  const mirror = { session: 1, target: 4, ingress: 1n, egress: 0n };
  const using: Contribution[] = [
    ...contributions,
    {
      reads: [],
      uses: [mirrored],
      compile: (_configuration, _hardware, reader) => (reader.get(mirrored) ? { mirrors: new Map([[1, mirror]]) } : {}),
    },
  ];
  const first = compilePlan(using, { configuration: start, hardware, slots });
  expect(first.whole.mirrors.get(1)).toEqual(mirror);
  isMirrored = false;
  const second = compilePlan(using, { configuration: start, hardware, slots }, first);
  expect(second.whole.mirrors.size).toBe(0);
  expect(second.whole.vlans).toBe(first.whole.vlans);
});

test('what two features say of one port meets by its combiner, in either order', () => {
  const narrow = (ports: bigint): Contribution => ({
    reads: [],
    compile: () => ({ ports: new Map([[1, { forwardTo: ports }]]) }),
  });
  const off: Contribution = { reads: [], compile: () => ({ ports: new Map([[1, { admin: false }]]) }) };
  const on: Contribution = { reads: [], compile: () => ({ ports: new Map([[1, { admin: true }]]) }) };
  for (const order of [
    [narrow(0b0110n), narrow(0b0011n), off, on],
    [on, off, narrow(0b0011n), narrow(0b0110n)],
  ]) {
    const { whole } = compilePlan(order, { configuration: start, hardware, slots: nothing });
    expect(whole.ports.get(1)).toMatchObject({ admin: false, forwardTo: 0b0010n });
  }
});

test('the stronger claim of the ageing time holds, and two that one feature alone may have are refused with the port named', () => {
  const ageing = (by: 'configured' | 'topologyChange', value: number): Contribution => ({
    reads: [],
    compile: () => ({ learning: { ageingTime: { by, value } } }),
  });
  const pvid = (value: number): Contribution => ({
    reads: [],
    compile: () => ({ ports: new Map([[1, { pvid: value }]]) }),
  });
  const inputs = { configuration: start, hardware, slots: nothing };
  const { whole } = compilePlan([ageing('topologyChange', 15), ageing('configured', 300)], inputs);
  expect(whole.learning.ageingTime).toBe(15);
  expect(() => compilePlan([pvid(20), pvid(21)], inputs)).toThrow('Port 1: two settings use its PVID.');
});

test('a plan is put together in two steps, so that frames go between them', () => {
  asked = [];
  const inputs = { configuration: Configuration.empty, hardware, slots: nothing };
  const steps = compilingPlan(contributions, inputs);
  expect(steps.next().done).toBe(false);
  expect(asked.length).toBeGreaterThan(0);
  expect(steps.next().value).toEqual(compilePlan(contributions, inputs));
});
