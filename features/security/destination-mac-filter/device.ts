import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceFeature } from '../../../device/feature.ts';
import { dot1dStaticEntry } from './objects.ts';
import { destinationFilterRules } from './rules.ts';

const filter: Contribution = {
  reads: [dot1dStaticEntry],
  compile: (configuration) => ({
    destinationFilter: new Map(configuration.rows(dot1dStaticEntry).map((row) => [row.dot1dStaticAddress, true])),
  }),
};

/** Security > Destination MAC Filter. */
export const destinationMacFilter: DeviceFeature = {
  objects: [dot1dStaticEntry],
  rules: destinationFilterRules,
  contributions: [filter],
};
