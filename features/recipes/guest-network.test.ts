// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { EVERY_PORT } from '../../datapath/combiners.ts';
import { buildTestFrame } from '../../datapath/contract/test-frame.ts';
import { emptyState } from '../../datapath/state.ts';
import { trace } from '../../datapath/trace/trace.ts';
import { factory, planOf } from '../network/testing.ts';
import { withVlan } from '../vlan-edit.ts';
import { guestNetwork } from './guest-network.ts';

const asked = { recipeVlan: 200, recipeName: 'Guests', recipeGuests: '1-2', recipeRouter: '9', recipeLink: 1 as const };

it('leads guests to the router alone: not to each other, and not into the VLAN that they were tagged in', () => {
  const before = withVlan(factory(), { vlan: 30, name: '', untagged: 0n, tagged: 0b1000_0110n, setPvid: true });
  const plan = planOf(guestNetwork.change(before, asked));
  /** The ports that a broadcast leaves by. */
  const reach = (port: number, tag?: string) => {
    const sent = { port, from: 'A', to: 'all', ...(tag !== undefined && { tag }) } as const;
    const entry = { kind: 'received', port, frame: buildTestFrame(sent, 1) } as const;
    const { departures } = trace(plan, emptyState, { up: EVERY_PORT, learnt: () => undefined }, entry);
    return departures.map((one) => one.bridgePort);
  };
  expect(reach(1)).toEqual([9]);
  expect(reach(2)).toEqual([9]);
  expect(reach(2, '30')).toEqual([]);
  expect(reach(9, '200')).toEqual([1, 2]);
  expect(reach(3)).toEqual([4, 5, 6, 7, 8, 9, 10]);
});
