import { expect, it } from 'vitest';
import { firstPorts, portBit } from '../../../model/values/port-list.ts';
import { defaultPortPlan, emptyPlan, type ForwardingPlan } from '../../plan.ts';
import { HIGHEST_QUEUE } from '../../queueing.ts';
import { injected, transmitted } from './packet-outs.ts';
import { note, Register } from './registers.ts';

const everybody = firstPorts(4);
const plan: ForwardingPlan = {
  ...emptyPlan,
  ports: new Map([1, 2, 3, 4].map((port) => [port, defaultPortPlan(everybody)])),
  vlans: new Map([[1, { members: everybody, untagged: everybody }]]),
};

it("lets a frame that takes a port's place reach every port but that one", () => {
  expect(injected(plan, 2, 1)?.actions).toContainEqual(note(Register.reachable, everybody & ~portBit(2)));
});

it('sends what a protocol says of itself before all that waits', () => {
  expect(transmitted(3).actions).toContainEqual(note(Register.queue, HIGHEST_QUEUE));
});
