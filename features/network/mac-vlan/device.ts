import type { ClassifierPlan } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  live,
  type Service,
} from '../../../device/feature.ts';
import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { type RowOf, rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { EntryStatus, macVlanEntry } from './objects.ts';

type Entry = RowOf<typeof macVlanEntry>;

const entryPart = onceFor(
  (row: Entry): ClassifierPlan => ({
    rank: 'station',
    source: row.macVlanAddress,
    vlan: row.macVlanId,
    priority: row.macVlanPriority,
  }),
);

const classifiers: Contribution = {
  reads: [macVlanEntry],
  compile: (configuration) => ({
    classifiers: new Map(
      configuration.rows(macVlanEntry).map((row) => [`station ${row.macVlanAddress}`, entryPart(row)]),
    ),
  }),
};

/** The switch sends, and is never classified. */
const notTheSwitch: Rule = {
  concerns: [macVlanEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, macVlanEntry)) {
      if (row.macVlanAddress !== hardware.baseMacAddress) continue;
      yield conflict(macVlanEntry, say('Invalid MAC address.'), { row, column: 'macVlanAddress' });
    }
  },
};

/**
 * Addresses of a station learned in the VLAN that it leaves are forgotten: frames to it would go astray until they age.
 */
const moves: Service = {
  name: 'MAC VLAN',
  reads: [macVlanEntry],
  start(context) {
    const vlans = () =>
      new Map(
        context
          .configuration()
          .rows(macVlanEntry)
          .map((row) => [row.macVlanAddress, row.macVlanId]),
      );
    let known = vlans();
    return {
      changed() {
        const former = known;
        known = vlans();
        for (const address of new Set([...former.keys(), ...known.keys()])) {
          if (former.get(address) === known.get(address)) continue;
          // While the datapath is recovering it has not learned anything yet.
          void context.datapath.flush({ address }).catch(() => 0);
        }
      },
    };
  },
};

function statuses({ configuration }: DeviceContext): LiveColumnsOf<typeof macVlanEntry> {
  const running = configuration();
  const hasUntagged = ({ macVlanId }: Entry) =>
    running.row(dot1qVlanStaticEntry, { dot1qVlanIndex: macVlanId })?.dot1qVlanStaticUntaggedPorts !== '';
  return new Map(
    running
      .rows(macVlanEntry)
      .map((row) => [
        rowKey(macVlanEntry, row),
        { macVlanEntryStatus: hasUntagged(row) ? EntryStatus.active : EntryStatus.inactive },
      ]),
  );
}

/** Network > MAC VLAN. */
export const macVlan: DeviceFeature = {
  objects: [macVlanEntry],
  rules: [notTheSwitch],
  contributions: [classifiers],
  live: [live(macVlanEntry, { columns: statuses })],
  services: [moves],
};
