import { expect, it } from 'vitest';
import { dot1dStp, dot1dStpPortEntry } from '../spanning-tree/objects.ts';
import { factory } from '../testing.ts';
import { portsTakingPart } from './device-settings.ts';
import { sysLBD, sysLBDCtrlEntry } from './objects.ts';

it('the ports of a spanning tree are left to that', () => {
  const both = factory()
    .withGroup(sysLBD, { sysLBDStateEnable: 1 })
    .withRow(sysLBDCtrlEntry, { sysLBDCtrlIndex: 2, sysLBDPortStatus: 1 })
    .withRow(sysLBDCtrlEntry, { sysLBDCtrlIndex: 3, sysLBDPortStatus: 1 })
    .withRow(dot1dStpPortEntry, { dot1dStpPort: 3, dot1dStpPortEnable: 2 });
  expect(portsTakingPart(both)).toEqual([2, 3]);
  expect(portsTakingPart(both.withGroup(dot1dStp, { stpGlobalStatus: 1 }))).toEqual([3]);
});
