import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPorts } from '../../model/values/port-list.ts';
import { bridgePortOf } from '../bridge-ports.ts';
import { buildTestFrame, describeArrival, stationMac } from '../contract/test-frame.ts';
import { addressKey, defaultPortPlan, emptyPlan, type ForwardingPlan } from '../plan.ts';
import { emptyState, type ForwardingState } from '../state.ts';
import { ReferenceSwitch } from './reference-switch.ts';
import { createVirtualHarness, type VirtualHarness } from './virtual-harness.ts';

const PORTS = 6;
/** Ports 2 and 4 as one, where a plan has it. */
const TRUNK = 5003;
const TRUNK_MEMBERS = 0b1010n;
const GROUP = '01-00-5E-00-00-05';
const VLANS = [1, 2, 40];
const STATIONS = ['A', 'B', 'C', 'D'];

const port = fc.integer({ min: 1, max: PORTS });
const portList = fc.bigInt({ min: 0n, max: firstPorts(PORTS) });
const vid = fc.constantFrom(...VLANS, 99);
const usually = fc.integer({ min: 0, max: 9 }).map((number) => number > 0);

const portPlan = fc
  .record({
    admin: usually,
    pvid: vid,
    acceptableFrameTypes: fc.constantFrom(
      'all' as const,
      'all' as const,
      'tagged' as const,
      'untaggedAndPriority' as const,
    ),
    ingressFiltering: fc.boolean(),
    forwardTo: fc.oneof(fc.constant(firstPorts(PORTS)), portList),
  })
  .map((wanted) => ({ ...defaultPortPlan(wanted.forwardTo), ...wanted }));

const vlanPlan = fc
  .record({ members: portList, untagged: portList })
  .map(({ members, untagged }) => ({ members, untagged: untagged & members }));

const pinned = fc.record({
  vlan: fc.constantFrom(...VLANS),
  address: fc.constantFrom(...STATIONS).map(stationMac),
  port,
});

/** Of the ports that are in no trunk: by which member of a trunk a frame leaves is not foretold. */
const mirror = fc.record({
  session: fc.constant(1),
  target: fc.constantFrom(1, 3, 5, 6),
  ingress: portList,
  egress: portList.map((list) => list & ~TRUNK_MEMBERS),
});

const group = fc
  .record({ vlan: fc.constantFrom(...VLANS), ports: portList, forbidden: portList })
  .map((wanted) => ({ ...wanted, address: GROUP }));
const groups = fc
  .uniqueArray(group, { selector: ({ vlan }) => vlan, maxLength: 2 })
  .map((wanted) => new Map(wanted.map((each) => [addressKey(each.vlan, each.address), each])));
const instance = fc
  .record({ learning: portList, forwarding: portList })
  .map(({ learning, forwarding }) => ({ learning, forwarding: forwarding & learning }));
const instanceNumber = fc.constantFrom(0, 3);

const plan: fc.Arbitrary<ForwardingPlan> = fc
  .record({
    ports: fc.array(portPlan, { minLength: PORTS, maxLength: PORTS }),
    vlans: fc.uniqueArray(fc.tuple(fc.constantFrom(...VLANS), vlanPlan), { selector: ([vlan]) => vlan, minLength: 1 }),
    constraint: fc.constantFrom('independent' as const, 'shared' as const),
    pinned: fc.uniqueArray(pinned, { selector: ({ address }) => address, maxLength: 2 }),
    trunked: fc.boolean(),
    groups,
    filtered: fc.option(fc.constantFrom(...STATIONS).map(stationMac), { nil: undefined, freq: 3 }),
    instanceOf: fc.uniqueArray(fc.tuple(fc.constantFrom(...VLANS), instanceNumber), { selector: ([vlan]) => vlan }),
    mirrors: fc.array(mirror, { maxLength: 1 }),
  })
  .map((wanted) => ({
    ...emptyPlan,
    ports: new Map(wanted.ports.map((each, index) => [index + 1, each])),
    vlans: new Map(wanted.vlans),
    learning: { constraint: wanted.constraint, ageingTime: 300 },
    staticUnicast: new Map(wanted.pinned.map((entry) => [addressKey(entry.vlan, entry.address), entry])),
    mirrors: new Map(wanted.mirrors.map((each) => [each.session, each])),
    trunks: new Map(wanted.trunked ? [[TRUNK, { members: TRUNK_MEMBERS, hash: 'sourceDestinationMac' }]] : []),
    groups: wanted.groups,
    destinationFilter: new Map(wanted.filtered === undefined ? [] : [[wanted.filtered, true]]),
    spanningTreeInstances: new Map(wanted.instanceOf),
  }));

const few = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });

const state: fc.Arbitrary<ForwardingState> = fc
  .record({
    instances: fc.uniqueArray(fc.tuple(instanceNumber, instance), { selector: ([number]) => number, maxLength: 2 }),
    trunk: few(fc.record({ collecting: portList, distributing: portList })),
    blocked: few(fc.tuple(fc.constantFrom(0, ...VLANS), portList)),
    membership: few(fc.tuple(fc.constantFrom(...VLANS, 70), vlanPlan)),
    groups,
    routerPorts: few(fc.tuple(fc.constantFrom(...VLANS), portList)),
  })
  .map((wanted) => ({
    ...emptyState,
    instances: new Map(wanted.instances),
    trunks: new Map(wanted.trunk ? [[TRUNK, wanted.trunk]] : []),
    blocked: new Map(wanted.blocked ? [[wanted.blocked[0], { ports: wanted.blocked[1] }]] : []),
    memberships: new Map(wanted.membership ? [wanted.membership] : []),
    groups: wanted.groups,
    routerPorts: new Map(wanted.routerPorts ? [[wanted.routerPorts[0], { ports: wanted.routerPorts[1] }]] : []),
  }));

const frame = fc.record({
  port,
  from: fc.constantFrom(...STATIONS),
  to: fc.constantFrom('all', GROUP, ...STATIONS),
  vid: fc.option(fc.constantFrom(0, ...VLANS, 70, 99), { nil: undefined }),
});
type Sent = typeof frame extends fc.Arbitrary<infer Value> ? Value : never;

async function arrivals(harness: VirtualHarness, sent: Sent, serial: number): Promise<string[]> {
  const octets = buildTestFrame({ ...sent, ...(sent.vid !== undefined && { tag: `${sent.vid}` }) }, serial);
  await harness.send(sent.port, octets);
  const { left } = await harness.collect({ left: 0, punted: 0 });
  const { plan: inForce } = harness.datapath;
  return left
    .map(({ port: physical, frame: arrived }) =>
      describeArrival({ port: bridgePortOf(inForce, physical), frame: arrived }, octets),
    )
    .sort();
}

test('random frames under random, changing plans and states go where the reference says', async () => {
  const step = fc.oneof(
    { weight: 1, arbitrary: plan },
    { weight: 1, arbitrary: state },
    { weight: 8, arbitrary: frame },
  );
  await fc.assert(
    fc.asyncProperty(plan, fc.array(step, { maxLength: 40 }), async (first, steps) => {
      const harness = await createVirtualHarness({ ports: PORTS });
      const reference = new ReferenceSwitch();
      for (const [serial, next] of [first, ...steps].entries()) {
        if ('vlans' in next) {
          await harness.datapath.apply(next);
          reference.apply(next);
        } else if ('instances' in next) {
          harness.datapath.update(next);
          reference.update(next);
        } else {
          const { to, from } = next;
          const expected = reference.send({
            ...next,
            from: stationMac(from),
            to: to.length === 1 ? stationMac(to) : to,
          });
          expect(await arrivals(harness, next, serial)).toEqual(expected);
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('several plans one after the other forward like the last one alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 2, maxLength: 5 }),
      fc.array(frame, { maxLength: 15 }),
      async (plans, frames) => {
        const seasoned = await createVirtualHarness({ ports: PORTS });
        for (const each of plans) {
          await seasoned.datapath.apply(each);
          for (const sent of frames.slice(0, 4)) await arrivals(seasoned, sent, 0);
        }
        await seasoned.datapath.flush({});
        const fresh = await createVirtualHarness({ ports: PORTS });
        await fresh.datapath.apply(plans.at(-1) ?? emptyPlan);
        for (const [serial, sent] of frames.entries()) {
          expect(await arrivals(seasoned, sent, serial)).toEqual(await arrivals(fresh, sent, serial));
        }
        expect(await seasoned.datapath.forwardingDatabase()).toEqual(await fresh.datapath.forwardingDatabase());
      },
    ),
    { numRuns: 200 },
  );
});
