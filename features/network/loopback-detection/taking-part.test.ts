import { expect, it } from 'vitest';
import type { SlotReader } from '../../../device/slot.ts';
import { portBit } from '../../../model/values/port-list.ts';
import { dot1dStp, dot1dStpPortEntry } from '../spanning-tree/objects.ts';
import { factory, testHardware } from '../testing.ts';
import { loopbackDetection } from './device.ts';
import { portsTakingPart } from './device-settings.ts';
import { sysLBD, sysLBDCtrlEntry } from './objects.ts';

const both = factory()
  .withGroup(sysLBD, { sysLBDStateEnable: 1 })
  .withRow(sysLBDCtrlEntry, { sysLBDCtrlIndex: 2, sysLBDPortStatus: 1 })
  .withRow(sysLBDCtrlEntry, { sysLBDCtrlIndex: 3, sysLBDPortStatus: 1 })
  .withRow(dot1dStpPortEntry, { dot1dStpPort: 3, dot1dStpPortEnable: 2 });

it('the ports of a spanning tree are left to that', () => {
  expect(portsTakingPart(both)).toEqual([2, 3]);
  expect(portsTakingPart(both.withGroup(dot1dStp, { stpGlobalStatus: 1 }))).toEqual([3]);
});

it('only a port that begins to be probed may turn out to be at a loop', () => {
  const slots: SlotReader = { get: ({ empty }) => empty };
  const one = both.withRow(sysLBDCtrlEntry, { sysLBDCtrlIndex: 3, sysLBDPortStatus: 2 });
  const [closed] = loopbackDetection.stateContributions ?? [];
  const { blocked } = closed?.foresee?.(both, testHardware, slots, one) ?? {};
  expect([...(blocked?.values() ?? [])].map(({ ports }) => ports)).toEqual([portBit(3)]);
});
