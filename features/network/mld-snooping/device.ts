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
import { snoopedMld } from './device-snooped.ts';
import {
  mldsCtrl,
  mldsVlanFilterEntry,
  mldsVlanMulticastGroupEntry,
  mldsVlanRouterEntry,
  QuerierState,
} from './objects.ts';
import { mldSnoopingHandle } from './slots.ts';

function querierStates({ slots, configuration }: DeviceContext): LiveColumnsOf<typeof mldsVlanFilterEntry> {
  return new Map(
    vlanRows(slots.get(mldSnoopingHandle), configuration()).map(({ vlan, role }) => [
      rowKey(mldsVlanFilterEntry, { mldsVlanFilterVlanId: vlan }),
      { mldsVlanQuerierState: QuerierState[role] },
    ]),
  );
}

function dynamicRouterPorts({ slots, configuration }: DeviceContext): LiveColumnsOf<typeof mldsVlanRouterEntry> {
  return new Map(
    vlanRows(slots.get(mldSnoopingHandle), configuration()).map(({ vlan, routers, expires }) => [
      rowKey(mldsVlanRouterEntry, { mldsVlanRouterVlanId: vlan }),
      { mldsVlanDynamicRouterPorts: formatPortList(routers), mldsVlanRouterExpiry: expires },
    ]),
  );
}

function groups({ slots, configuration }: DeviceContext): readonly LiveRowOf<typeof mldsVlanMulticastGroupEntry>[] {
  const rows = groupRows(slots.get(mldSnoopingHandle), configuration()).map(({ vlan, group, ports, expires }) => ({
    mldsVlanMulticastGroupVlanId: vlan,
    mldsVlanMulticastGroupIpAddress: group,
    mldsVlanMulticastGroupPortList: formatPortList(ports),
    mldsVlanMulticastGroupAge: expires,
  }));
  return rows.sort((a, b) => compareRows(mldsVlanMulticastGroupEntry, a, b));
}

/** Clear: every learned group is forgotten; members answer the next query. */
const clear = operation(mldsCtrl, {
  operate({ slots }, { values }) {
    if (values.mldsClearGroups !== undefined) slots.get(mldSnoopingHandle)?.clear();
  },
});

/** Network > MLD Snooping. */
export const mldSnooping: DeviceFeature = {
  objects: [mldsCtrl, mldsVlanFilterEntry, mldsVlanMulticastGroupEntry, mldsVlanRouterEntry],
  rules: [portsOnSwitch(mldsVlanRouterEntry, ['mldsVlanStaticRouterPorts'])],
  contributions: [snoopedFrames(snoopedMld)],
  stateContributions: [snoopedState(snoopedMld)],
  live: [
    live(mldsVlanFilterEntry, { columns: querierStates }),
    live(mldsVlanRouterEntry, { columns: dynamicRouterPorts }),
    live(mldsVlanMulticastGroupEntry, { rows: groups }),
  ],
  operations: [clear],
  services: [snoopingService(snoopedMld)],
};
