import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceFeature, Operation } from '../../../device/feature.ts';
import { dot1dStaticEntry } from './objects.ts';
import { destinationFilterRules } from './rules.ts';

const filter: Contribution = {
  reads: [dot1dStaticEntry],
  compile: (configuration) => ({
    destinationFilter: new Map(configuration.rows(dot1dStaticEntry).map((row) => [row.dot1dStaticAddress, true])),
  }),
};

/** Where the station was heard before is forgotten; nothing goes there any more. */
const forget: Operation = {
  object: dot1dStaticEntry,
  async operate({ datapath }, { kind, values }) {
    if (kind === 'create') await datapath.flush({ address: String(values.dot1dStaticAddress) });
  },
};

/** Security > Destination MAC Filter. */
export const destinationMacFilter: DeviceFeature = {
  objects: [dot1dStaticEntry],
  rules: destinationFilterRules,
  contributions: [filter],
  operations: [forget],
};
