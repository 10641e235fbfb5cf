import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  type LiveRowOf,
  live,
  operation,
} from '../../../device/feature.ts';
import { portsOnSwitch } from '../../../model/configuration/port-list-rule.ts';
import { compareRows, rowKey } from '../../../model/schema/object.ts';
import { formatPortList } from '../../../model/values/port-list.ts';
import { snoopedFrames, snoopedState, snoopingService } from '../snooping-device.ts';
import { groupRows, vlanRows } from '../snooping-rows.ts';
import { snoopedIgmp } from './device-snooped.ts';
import {
  igsCtrl,
  igsVlanFilterEntry,
  igsVlanMulticastGroupEntry,
  igsVlanRouterEntry,
  QuerierState,
} from './objects.ts';
import { igmpSnoopingHandle } from './slots.ts';

function querierStates({ slots, configuration }: DeviceContext): LiveColumnsOf<typeof igsVlanFilterEntry> {
  return new Map(
    vlanRows(slots.get(igmpSnoopingHandle), configuration()).map(({ vlan, role }) => [
      rowKey(igsVlanFilterEntry, { igsVlanFilterVlanId: vlan }),
      { igsVlanQuerierState: QuerierState[role] },
    ]),
  );
}

function dynamicRouterPorts({ slots, configuration }: DeviceContext): LiveColumnsOf<typeof igsVlanRouterEntry> {
  return new Map(
    vlanRows(slots.get(igmpSnoopingHandle), configuration()).map(({ vlan, routers, expires }) => [
      rowKey(igsVlanRouterEntry, { igsVlanRouterVlanId: vlan }),
      { igsVlanDynamicRouterPorts: formatPortList(routers), igsVlanRouterExpiry: expires },
    ]),
  );
}

function groups({ slots, configuration }: DeviceContext): readonly LiveRowOf<typeof igsVlanMulticastGroupEntry>[] {
  const rows = groupRows(slots.get(igmpSnoopingHandle), configuration()).map(({ vlan, group, ports, expires }) => ({
    igsVlanMulticastGroupVlanId: vlan,
    igsVlanMulticastGroupIpAddress: group,
    igsVlanMulticastGroupPortList: formatPortList(ports),
    igsVlanMulticastGroupAge: expires,
  }));
  return rows.sort((a, b) => compareRows(igsVlanMulticastGroupEntry, a, b));
}

/** Clear: every learned group is forgotten; members answer the next query. */
const clear = operation(igsCtrl, {
  operate({ slots }, { values }) {
    if (values.igsClearGroups !== undefined) slots.get(igmpSnoopingHandle)?.clear();
  },
});

/** Network > IGMP Snooping. */
export const igmpSnooping: DeviceFeature = {
  objects: [igsCtrl, igsVlanFilterEntry, igsVlanMulticastGroupEntry, igsVlanRouterEntry],
  rules: [portsOnSwitch(igsVlanRouterEntry, ['igsVlanStaticRouterPorts'])],
  contributions: [snoopedFrames(snoopedIgmp)],
  stateContributions: [snoopedState(snoopedIgmp)],
  live: [
    live(igsVlanFilterEntry, { columns: querierStates }),
    live(igsVlanRouterEntry, { columns: dynamicRouterPorts }),
    live(igsVlanMulticastGroupEntry, { rows: groups }),
  ],
  operations: [clear],
  services: [snoopingService(snoopedIgmp)],
};
