import type { TrunkPlan } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceFeature } from '../../../device/feature.ts';
import { perRow } from '../../../model/configuration/per-row.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { configuredTrunks, membersOf } from '../../bridge-ports.ts';
import { trunkGroupEntry } from './objects.ts';
import { trunkRules } from './rules.ts';

const trunkPart = perRow(
  (row: RowOf<typeof trunkGroupEntry>): TrunkPlan => ({ members: membersOf(row), hash: 'sourceDestinationMac' }),
);

const trunks: Contribution = {
  reads: [trunkGroupEntry],
  compile: (configuration) => ({
    trunks: new Map(configuredTrunks(configuration).map(({ number, row }) => [number, trunkPart(row)])),
  }),
};

/** Network > Trunk. */
export const trunk: DeviceFeature = {
  objects: [trunkGroupEntry],
  rules: trunkRules,
  contributions: [trunks],
};
