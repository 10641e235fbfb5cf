import type { MulticastVlanPlan } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import { type DeviceContext, type DeviceFeature, type LiveColumnsOf, live } from '../../../device/feature.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { igsCtrl } from '../igmp-snooping/objects.ts';
import { igmpSnoopingHandle } from '../igmp-snooping/slots.ts';
import { mldsCtrl } from '../mld-snooping/objects.ts';
import { mldSnoopingHandle } from '../mld-snooping/slots.ts';
import { igmpMessages, mldMessages } from '../snooped-messages.ts';
import { groupRows } from '../snooping-rows.ts';
import { configuredMulticastVlans, multicastVlanObjects } from './configured.ts';
import {
  multicastVlanAssocEntry,
  multicastVlanCtrl,
  multicastVlanEntry,
  multicastVlanGroupEntry,
  multicastVlanGroupRangeEntry,
  rangeText,
} from './objects.ts';
import { multicastVlanRules } from './rules.ts';

/** Source and receiver ports of streams, and the messages that snooping inspects. */
const streams: Contribution = {
  reads: [...multicastVlanObjects, igsCtrl, mldsCtrl],
  compile(configuration) {
    const messages = [
      ...(configuration.group(igsCtrl).igsStatus === Status.enabled ? igmpMessages : []),
      ...(configuration.group(mldsCtrl).mldsStatus === Status.enabled ? mldMessages : []),
    ];
    return {
      multicastVlans: new Map(
        configuredMulticastVlans(configuration).map(
          ({ vlan, sources, receivers, untagged, groups, priority }): [number, MulticastVlanPlan] => [
            vlan,
            { members: sources | receivers, untagged, sources, groups, messages, priority },
          ],
        ),
      ),
    };
  },
};

function streamColumns({ slots, configuration }: DeviceContext): LiveColumnsOf<typeof multicastVlanEntry> {
  const present = configuration();
  const known = [igmpSnoopingHandle, mldSnoopingHandle].flatMap((handle) => groupRows(slots.get(handle), present));
  const profiles = present.rows(multicastVlanAssocEntry);
  return new Map(
    present.rows(multicastVlanEntry).map((row) => {
      const { multicastVlanId } = row;
      const names = profiles.filter((assoc) => assoc.multicastVlanId === multicastVlanId);
      return [
        rowKey(multicastVlanEntry, row),
        {
          multicastVlanGroups: names.map(({ multicastVlanGroupName }) => multicastVlanGroupName).join(', '),
          multicastVlanActiveGroups: known.filter(({ vlan }) => vlan === multicastVlanId).length,
        },
      ];
    }),
  );
}

/** The ranges of a profile in words. */
function rangesText(configuration: Configuration, name: string): string {
  const rows = configuration.rows(multicastVlanGroupRangeEntry);
  return rows
    .filter(({ multicastVlanGroupName }) => multicastVlanGroupName === name)
    .map(rangeText)
    .join(', ');
}

function profileColumns({ configuration }: DeviceContext): LiveColumnsOf<typeof multicastVlanGroupEntry> {
  const present = configuration();
  return new Map(
    present
      .rows(multicastVlanGroupEntry)
      .map((row) => [
        rowKey(multicastVlanGroupEntry, row),
        { multicastVlanGroupRanges: rangesText(present, row.multicastVlanGroupName) },
      ]),
  );
}

function associationColumns({ configuration }: DeviceContext): LiveColumnsOf<typeof multicastVlanAssocEntry> {
  const present = configuration();
  return new Map(
    present.rows(multicastVlanAssocEntry).map((row) => {
      const { multicastVlanId, multicastVlanGroupName } = row;
      return [
        rowKey(multicastVlanAssocEntry, row),
        {
          multicastVlanAssocVlanName: present.row(multicastVlanEntry, { multicastVlanId })?.multicastVlanName ?? '',
          multicastVlanAssocRanges: rangesText(present, multicastVlanGroupName),
        },
      ];
    }),
  );
}

/** Network > Multicast VLAN. Receivers are learned by IGMP and MLD snooping. */
export const multicastVlan: DeviceFeature = {
  objects: [
    multicastVlanCtrl,
    multicastVlanEntry,
    multicastVlanGroupEntry,
    multicastVlanGroupRangeEntry,
    multicastVlanAssocEntry,
  ],
  rules: multicastVlanRules,
  contributions: [streams],
  live: [
    live(multicastVlanEntry, { columns: streamColumns }),
    live(multicastVlanGroupEntry, { columns: profileColumns }),
    live(multicastVlanAssocEntry, { columns: associationColumns }),
  ],
};
