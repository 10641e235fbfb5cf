import {
  type DeviceFeature,
  type LiveAnswer,
  type LiveOf,
  type LiveRowOf,
  live,
  operation,
} from '../../device/feature.ts';
import { portsOnSwitch } from '../../model/configuration/port-list-rule.ts';
import { compareRows, type GroupObject, rowKey, type TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import type { Snooped } from './snooping.ts';
import { snoopedFrames, snoopedState, snoopingService } from './snooping-device.ts';
import { type GroupRow, groupRows, type VlanRow, vlanRows } from './snooping-rows.ts';

/** The objects of a family, and what is answered of them in the family's names. */
interface SnoopingObjects<V extends TableObject, R extends TableObject, G extends TableObject> {
  readonly settings: GroupObject;
  /** The column of the settings that makes all groups be forgotten; members answer the next query. */
  readonly clear: string;
  /** One row for each VLAN: its querier. */
  readonly vlans: V;
  readonly vlan: (known: VlanRow) => LiveOf<V>;
  /** One row for each VLAN: its routers. */
  readonly routers: R;
  readonly staticRouters: keyof R['fields'] & string;
  readonly router: (known: VlanRow) => LiveOf<R>;
  readonly groups: G;
  readonly group: (known: GroupRow) => LiveRowOf<G>;
}

/** IGMP or MLD snooping. */
export function snoopingFeature<V extends TableObject, R extends TableObject, G extends TableObject>(
  of: Snooped,
  { settings, vlans, routers, groups, ...names }: SnoopingObjects<V, R, G>,
): DeviceFeature {
  return {
    objects: [settings, vlans, groups, routers],
    rules: [portsOnSwitch(routers, [names.staticRouters])],
    contributions: [snoopedFrames(of)],
    stateContributions: [snoopedState(of)],
    live: [
      liveVlans(of, vlans, names.vlan),
      liveVlans(of, routers, names.router),
      live<TableObject>(groups, {
        rows: ({ slots, configuration }) =>
          groupRows(slots.get(of.handle), configuration())
            .map<Values>(names.group)
            .sort((a, b) => compareRows(groups, a, b)),
      }),
    ],
    operations: [
      operation(settings, {
        operate({ slots }, { values }) {
          if (values[names.clear] !== undefined) slots.get(of.handle)?.clear();
        },
      }),
    ],
    services: [snoopingService(of)],
  };
}

/** Answers the live columns of a table with one row for each VLAN. */
function liveVlans(of: Snooped, table: TableObject, columns: (known: VlanRow) => Values): LiveAnswer {
  const [index = ''] = Object.keys(table.index);
  return live(table, {
    columns: ({ slots, configuration }) =>
      new Map(
        vlanRows(slots.get(of.handle), configuration()).map((known) => [
          rowKey(table, { [index]: known.vlan }),
          columns(known),
        ]),
      ),
  });
}
