import { expect, test } from 'vitest';
import { PlanConflict } from '../../datapath/section.ts';
import { EVERY_VLAN } from '../../datapath/state.ts';
import { say } from '../../model/values/message.ts';
import { portBit, portListOf } from '../../model/values/port-list.ts';
import type { Contribution, StateContribution } from '../contribution.ts';
import { operation } from '../feature.ts';
import { theDevice } from '../management.ts';
import { plannedSlot } from '../slot.ts';
import { beginTransactions, settings, settled } from './testing.ts';

/** Ports that an engine has closed: they change often, and take the short way. */
const closed = plannedSlot<ReadonlySet<number>>('closed', new Set(), 'returns');
/** Ports that have leased something: they are part of the plan. */
const leased = plannedSlot<ReadonlyMap<number, string>>('leased', new Map(), 'returns');

const closedPorts: StateContribution = {
  reads: [],
  uses: [closed],
  compile: (_configuration, _hardware, slots) => ({
    blocked: new Map([[EVERY_VLAN, { ports: portListOf(slots.get(closed)) }]]),
  }),
};
const leasedPorts: Contribution = {
  reads: [],
  uses: [leased],
  compile: (_configuration, _hardware, slots) => ({
    ports: new Map([...slots.get(leased).keys()].map((port) => [port, { admin: false }])),
  }),
};
const silentPort: Contribution = {
  reads: [settings],
  compile: (configuration) => ({ ports: new Map([[configuration.group(settings).silent, { admin: false }]]) }),
};
const brought = { contributions: [silentPort, leasedPorts], stateContributions: [closedPorts] };
const set = (values: Readonly<Record<string, number>>) => ({ kind: 'set', object: settings, values }) as const;
const close = (port: number) => (present: ReadonlySet<number>) => new Set([...present, port]);
const lease = (port: number) => (present: ReadonlyMap<number, string>) => new Map([...present, [port, 'lease']]);

test('what engines decide reaches the datapath while a transaction waits for it', async () => {
  const { transactions, datapath } = await beginTransactions(brought);
  let open: () => void = () => undefined;
  datapath.gate = () =>
    new Promise((resolve) => {
      open = resolve;
    });
  const changing = transactions.perform([set({ silent: 2 })], theDevice);
  await expect.poll(() => datapath.plans.length).toBe(1);
  transactions.slots.update(closed, close(3));
  await settled();
  expect(transactions.configuration.group(settings).silent).toBe(0);
  expect(datapath.states.map(({ blocked }) => blocked.get(EVERY_VLAN)?.ports)).toEqual([portBit(3)]);
  open();
  await changing;
  expect(transactions.configuration.group(settings).silent).toBe(2);
  expect(transactions.state.blocked.get(EVERY_VLAN)?.ports).toBe(portBit(3));
});

test('many decisions of one moment reach the datapath as one', async () => {
  const { transactions, datapath } = await beginTransactions(brought);
  for (const port of [1, 2, 3]) transactions.slots.update(closed, close(port));
  await settled();
  expect(datapath.asked).toHaveLength(1);
  expect(datapath.states[0]?.blocked.get(EVERY_VLAN)?.ports).toBe(portListOf([1, 2, 3]));
});

test('of several deciders one that fails keeps what it decided last, and costs the others nothing', async () => {
  const fragile: StateContribution = {
    reads: [],
    uses: [leased],
    compile(_configuration, _hardware, slots) {
      if (slots.get(leased).has(4)) throw new Error('unlucky');
      return { blocked: new Map([...slots.get(leased).keys()].map((port) => [port, { ports: portBit(port) }])) };
    },
  };
  const { transactions, messages } = await beginTransactions({ stateContributions: [fragile, closedPorts] });
  transactions.slots.update(leased, lease(1));
  await settled();
  transactions.slots.update(leased, lease(4));
  transactions.slots.update(closed, close(3));
  await settled();
  expect([...transactions.state.blocked]).toEqual([
    [1, { ports: portBit(1) }],
    [EVERY_VLAN, { ports: portBit(3) }],
  ]);
  expect(messages()).toEqual(['A decision of a protocol could not be put in force: unlucky']);
});

test('a refused change goes back even where what was learnt meanwhile stands against the former plan', async () => {
  const contrary: Contribution = {
    reads: [settings],
    uses: [leased],
    compile(configuration, _hardware, slots) {
      if (slots.get(leased).has(4) && configuration.group(settings).level === 1) throw new PlanConflict(say('Never.'));
      return {};
    },
  };
  const learns = operation(settings, {
    operate({ slots }) {
      slots.update(leased, lease(4));
      throw new Error('It failed.');
    },
  });
  const { transactions, start, messages } = await beginTransactions({
    contributions: [contrary],
    operations: [learns],
  });
  await expect(transactions.perform([set({ level: 2, go: 1 })], theDevice)).rejects.toThrow('It failed.');
  expect(transactions.configuration).toBe(start);
  expect(messages()).toContain('The former configuration is restored without the state learned since: Never.');
});

test('two that lease at the same moment both keep what they leased', async () => {
  const { transactions, datapath, inForce } = await beginTransactions(brought);
  let open: () => void = () => undefined;
  datapath.gate = () =>
    new Promise((resolve) => {
      open = resolve;
    });
  transactions.slots.update(leased, lease(1));
  await expect.poll(() => datapath.plans.length).toBe(1);
  // The second comes while the plan of the first is on its way.
  transactions.slots.update(leased, lease(4));
  await settled();
  expect([...transactions.slots.get(leased).keys()]).toEqual([1, 4]);
  open();
  await expect.poll(() => datapath.plans.length).toBe(2);
  open();
  await expect.poll(() => inForce.length).toBeGreaterThan(1);
  await settled();
  const admin = [1, 2, 3, 4].map((port) => transactions.plan.ports.get(port)?.admin);
  expect(admin).toEqual([false, true, true, false]);
});

test('what is taken back is the configuration alone: what engines decided meanwhile holds', async () => {
  const failing = operation(settings, {
    async operate({ slots }, { values }) {
      if (values.go === undefined) return;
      slots.update(closed, close(2));
      slots.update(leased, lease(4));
      await settled();
      throw new Error('No.');
    },
  });
  const { transactions, datapath } = await beginTransactions({ ...brought, operations: [failing] });
  await expect(transactions.perform([set({ silent: 1, go: 1 })], theDevice)).rejects.toThrow('No.');
  await settled();
  expect(transactions.configuration.group(settings).silent).toBe(0);
  expect(transactions.plan.ports.get(1)?.admin).toBe(true);
  expect(transactions.plan.ports.get(4)?.admin).toBe(false);
  expect(datapath.plans.at(-1)).toBe(transactions.plan);
  expect(datapath.states.at(-1)?.blocked.get(EVERY_VLAN)?.ports).toBe(portBit(2));
});

test('a plan that the datapath refuses for a slot’s sake is told of, and the former one stays', async () => {
  const { transactions, datapath, messages } = await beginTransactions(brought);
  const before = transactions.plan;
  datapath.gate = () => Promise.reject(new Error('No room.'));
  transactions.slots.update(leased, lease(1));
  await expect.poll(messages).toHaveLength(2);
  expect(messages()[0]).toMatch(/^A change of leased could not be put in force: /);
  expect(transactions.plan).toBe(before);
});

test('followers of a slot are told once a moment, after the datapath, and one that throws skips no other', async () => {
  const { transactions, datapath, messages } = await beginTransactions(brought);
  const told: string[] = [];
  transactions.slots.follow([closed], () => {
    throw new Error('oops');
  });
  const end = transactions.slots.follow([closed, leased], () => told.push(`both after ${datapath.asked.length}`));
  transactions.slots.follow([leased], () => told.push('leased'));
  transactions.slots.update(closed, close(1));
  transactions.slots.update(closed, close(2));
  transactions.slots.update(closed, (present) => present);
  await settled();
  expect(told).toEqual(['both after 1']);
  expect(messages()).toEqual(['A state change could not be processed: oops']);
  end();
  transactions.slots.update(leased, lease(1));
  await settled();
  expect(told).toEqual(['both after 1', 'leased']);
});

test('a slot that changes what nobody decides by leaves the datapath alone', async () => {
  const { transactions, datapath, inForce } = await beginTransactions({ stateContributions: [closedPorts] });
  const plans = inForce.length;
  transactions.slots.update(leased, lease(1));
  await settled();
  await settled();
  expect(datapath.asked).toEqual([]);
  expect(inForce).toHaveLength(plans);
});

test('a plan that is made of several slots follows any of them, and what goes wrong names those that changed', async () => {
  const both: Contribution = {
    reads: [],
    uses: [closed, leased],
    compile: (_configuration, _hardware, slots) => ({
      ports: new Map([...slots.get(closed), ...slots.get(leased).keys()].map((port) => [port, { admin: false }])),
    }),
  };
  const { transactions, datapath, messages } = await beginTransactions({ contributions: [both] });
  transactions.slots.update(leased, lease(2));
  await expect.poll(() => transactions.plan.ports.get(2)?.admin).toBe(false);
  transactions.slots.update(closed, close(3));
  await expect.poll(() => transactions.plan.ports.get(3)?.admin).toBe(false);
  datapath.gate = () => Promise.reject(new Error('No room.'));
  transactions.slots.update(closed, close(4));
  transactions.slots.update(leased, lease(1));
  await expect.poll(messages).toHaveLength(2);
  expect(messages()[0]).toMatch(/^A change of closed, leased could not be put in force: /);
});
