import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { EventLog } from './contract/event-log.ts';
import { randomSwitch } from './contract/random-switch.ts';
import { CONTRACT_PORTS } from './contract/test-plan.ts';
import { compileFlows, noFlows } from './openvswitch/pipeline/compile-flows.ts';
import { openVSwitchSections } from './openvswitch/sections.ts';
import { emptyPlan, type ForwardingPlan } from './plan.ts';
import { tracedSections } from './trace/sections.ts';
import { trace } from './trace/trace.ts';
import { createVirtualDatapath } from './virtual/create-virtual-datapath.ts';
import { virtualSections } from './virtual/sections.ts';
import { copperPorts, createVirtualHarness } from './virtual/virtual-harness.ts';

type Sections = Readonly<Record<keyof ForwardingPlan, string>>;

/** Switches enough that every section has entries somewhere. */
const random = randomSwitch(CONTRACT_PORTS.length, ['packetContent']);
const switches = fc.sample(
  fc.record({
    plan: random.plan,
    state: random.state,
    frames: fc.array(random.frame, { minLength: 8, maxLength: 8 }),
  }),
  { numRuns: 30, seed: 1 },
);

/** The plan, that writes down each section that is read of it. */
function noting(plan: ForwardingPlan, read: Set<string>): ForwardingPlan {
  return new Proxy(plan, {
    get(target, name) {
      read.add(String(name));
      return Reflect.get(target, name);
    },
  });
}

/** The sections that are declared to be read by one of `readers`. */
function declared(sections: Sections, ...readers: readonly string[]): string[] {
  return Object.entries(sections).flatMap(([name, reader]) => (readers.includes(reader) ? [name] : []));
}

test('the trace reads the sections that it says it reads, and no others', () => {
  const read = new Set<string>();
  const situation = { up: 0b111111n, learnt: () => undefined };
  for (const { plan, state, frames } of switches) {
    const noted = noting(plan, read);
    for (const { port, frame } of frames) trace(noted, state, situation, { kind: 'received', port, frame });
  }
  expect([...read].sort()).toEqual(declared(tracedSections, 'frames').sort());
});

test('the rules of Open vSwitch are made from the sections that say so, and from no others', () => {
  const read = new Set<string>();
  for (const { plan, state } of switches) compileFlows(noting(plan, read), state, CONTRACT_PORTS, noFlows);
  expect([...read].sort()).toEqual(declared(openVSwitchSections, 'rules').sort());
});

test('the virtual switch reads every section, in its stages, its host or its surroundings', async () => {
  const read = new Set<string>();
  const harness = await createVirtualHarness({ ports: CONTRACT_PORTS.length });
  for (const { plan, frames } of switches) {
    await harness.datapath.apply(noting(plan, read));
    for (const { port, frame } of frames) await harness.send(port, frame);
  }
  expect([...read]).toEqual(expect.arrayContaining(declared(virtualSections, 'switch', 'host')));
  const powered = await createVirtualDatapath({
    ports: copperPorts(CONTRACT_PORTS.length),
    forwardingDatabaseSize: 64,
    mirrorSessions: 1,
    powerBudget: 30_000,
    scenario: '{"stations":[]}',
    clock: new ManualClock(),
  });
  await powered.start(new EventLog());
  await powered.apply(noting(emptyPlan, read));
  await powered.stop();
  expect([...read].sort()).toEqual(Object.keys(virtualSections).sort());
});
