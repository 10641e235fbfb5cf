import { expect, test } from 'vitest';
import { testPlan } from '../../datapath/contract/test-plan.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { emptyState } from '../../datapath/state.ts';
import { portBit } from '../../model/values/port-list.ts';
import { rememberingWays } from './remembered-ways.ts';
import type { Session } from './session.ts';

const session: Session = {
  ...{ port: 1, vlan: 1, clientMac: '02-00-00-00-00-01', cables: portBit(1), tagged: false },
  ...{ server: undefined, nextHop: undefined, clientAddress: undefined, serverPort: 80 },
};

const vlan = (members: bigint) => ({ members, untagged: members });

const plan: ForwardingPlan = {
  ...testPlan({}),
  vlans: new Map([
    [1, vlan(3n)],
    [2, vlan(1n)],
  ]),
};

/** What is found with a look at VLAN 1, or at all of them, and how often it had to be. */
function remembered(look: (plan: ForwardingPlan) => unknown = ({ vlans }) => vlans.get(1)?.members) {
  let found = 0;
  const ways = rememberingWays((given: ForwardingPlan) => {
    found += 1;
    return look(given);
  });
  return { ways, found: () => found };
}

const with2 = (members: bigint): ForwardingPlan => ({ ...plan, vlans: new Map(plan.vlans).set(2, vlan(members)) });

test('a way is found once for all plans that differ only in VLANs that it does not look at', () => {
  const { ways, found } = remembered();
  expect(ways(plan, emptyState, session)).toBe(3n);
  expect(ways(with2(7n), emptyState, { ...session })).toBe(3n);
  expect(ways(with2(5n), { ...emptyState }, session)).toBe(3n);
  expect(found()).toBe(1);
});

test('a way that looked at all VLANs, or whether there is one, is found again where that is another one', () => {
  const all = remembered(({ vlans }) => [...vlans.keys()].length);
  const some = remembered(({ vlans }) => vlans.has(9));
  for (const { ways, found } of [all, some]) {
    ways(plan, emptyState, session);
    ways({ ...plan, vlans: new Map(plan.vlans).set(9, vlan(1n)) }, emptyState, session);
    expect(found()).toBe(2);
  }
  expect(all.ways(with2(7n), emptyState, session)).toBe(2);
  expect(all.found()).toBe(3);
});

test.each<[string, Partial<ForwardingPlan>, Partial<typeof emptyState>, Partial<Session>]>([
  ['VLAN', { vlans: new Map(plan.vlans).set(1, vlan(1n)) }, {}, {}],
  ['section of the plan', { ports: new Map(plan.ports) }, {}, {}],
  ['section of the state', {}, { trunks: new Map() }, {}],
  ['port', {}, {}, { port: 2, cables: portBit(2) }],
  ['station', {}, {}, { clientMac: '02-00-00-00-00-02' }],
  ['cable', {}, {}, { cables: portBit(3) }],
])('with another %s it is found again', (_what, ofPlan, ofState, ofSession) => {
  const { ways, found } = remembered();
  ways(plan, emptyState, session);
  ways({ ...plan, ...ofPlan }, { ...emptyState, ...ofState }, { ...session, ...ofSession });
  expect(found()).toBe(2);
  ways(plan, emptyState, session);
  expect(found()).toBe(2);
});
