import { expect, test } from 'vitest';
import type { VlanPlan } from '../../datapath/plan.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/configuration/hardware.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { group, table } from '../../model/schema/object.ts';
import type { Contribution, Learnt } from '../contribution.ts';
import { compilePlan } from './compile-plan.ts';

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
const learnt: Learnt = { leases: new Map() };

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
    compile: () => ({ ports: new Map([[2, { pvid: 7 }]]), learning: { ageingTime: 10 } }),
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
  const { plan } = compilePlan(contributions, hardware, start, learnt);
  expect(plan.ports.get(2)).toMatchObject({ admin: false, pvid: 7, acceptableFrameTypes: 'all', forwardTo: 0b1111n });
  expect(plan.ports.get(1)).toMatchObject({ admin: true, pvid: 1 });
  expect(plan.learning).toEqual({ constraint: 'independent', ageingTime: 10 });
  expect(plan.vlans.get(1)?.members).toBe(3n);
});

test('asks a feature again only when something that it reads has changed, and keeps the rest by identity', () => {
  const first = compilePlan(contributions, hardware, start, learnt);
  asked = [];
  const second = compilePlan(contributions, hardware, start.withRow(vlans, { vlan: 9, members: 1 }), learnt, first);
  expect(asked).toEqual(['vlans']);
  expect(second.plan).not.toBe(first.plan);
  expect(second.plan.ports).toBe(first.plan.ports);
  expect(second.plan.learning).toBe(first.plan.learning);
  expect(compilePlan(contributions, hardware, start, learnt, first)).toBe(first);
});

test('a port whose plan comes out the same keeps it, whoever was asked', () => {
  const first = compilePlan(contributions, hardware, start, learnt);
  const second = compilePlan(contributions, hardware, start.withGroup(ports, { disabled: 3 }), learnt, first);
  expect(second.plan.ports.get(1)).toBe(first.plan.ports.get(1));
  expect(second.plan.ports.get(2)).toMatchObject({ admin: true, pvid: 7 });
  expect(second.plan.ports.get(3)).toMatchObject({ admin: false });
});
