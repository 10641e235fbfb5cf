import { expect, test } from 'vitest';
import { features } from './features.ts';

/** Slots from which the plan is compiled and which no new run of a service may empty, with the reason. */
const kept: Readonly<Record<string, string>> = {
  closedPorts: 'of several services: each takes back its own',
  devicesRestartedByHand: 'of an operation',
  heldAddresses: 'of the guard',
  leases: 'the switch stays reachable at them until its clients have asked again',
  presentMinute: 'the time, read at each start',
  probedLeases: 'of the leases, which stay',
  secureEntries: 'what was let in is in force still',
  servicePorts: 'of the listeners',
  spanningTreeStates: 'without them every port would forward until the new run has begun',
  unlinkedVlans: 'of the links, read at each start',
};

const services = features.flatMap((feature) => feature.services ?? []);
const decided = services.flatMap((service) => service.decides ?? []);

test('what services decide of the plan is empty when they start again, but for what is kept for a reason', () => {
  const planned = new Map(
    features
      .flatMap(({ contributions = [], stateContributions = [] }) => [...contributions, ...stateContributions])
      .flatMap(({ uses = [] }) => uses)
      .map((slot) => [slot.name, slot]),
  );
  const left = [...planned.values()].filter((slot) => !decided.includes(slot)).map(({ name }) => name);
  expect(left.sort()).toEqual(Object.keys(kept).sort());
});

test('a slot is decided by one service', () => {
  expect(new Set(decided).size).toBe(decided.length);
});
