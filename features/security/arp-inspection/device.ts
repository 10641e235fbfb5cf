import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceContext, DeviceFeature, Operation, Service } from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { formatVlanList, parseVlanList } from '../../../model/values/vlan-list.ts';
import type { Values } from '../../../model/wire/call.ts';
import { noCounts } from '../../../protocols/arp-inspection/state.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { ifEntry } from '../../network/physical-interface/objects.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dynamicMembers } from '../../network/vlan/slots.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { deviceTimeAt } from '../../system/system-time/objects.ts';
import {
  dhcpSnoopingConfig,
  dhcpSnoopingPortEntry,
  dhcpSnoopingStaticBindingEntry,
  dhcpSnoopingVlanEntry,
} from '../dhcp-snooping/objects.ts';
import { listOf, vlansToMatch } from '../inspected-ports.ts';
import { arpAclEntry, arpAclRuleEntry } from './acl-objects.ts';
import { ARP_PACKETS, inspectedVlans, isTrusted, settingsRead } from './device-settings.ts';
import { foreseenInspection } from './foreseen.ts';
import {
  arpInspConfig,
  arpInspFilterEntry,
  arpInspLogConfig,
  arpInspLogEntry,
  arpInspPortEntry,
  arpInspStatsEntry,
  arpInspVlanEntry,
  arpInspVlanLogEntry,
  InspectionClear,
  LogAction,
  LogReason,
  PortInspectionState,
} from './objects.ts';
import { arpInspectionRules } from './rules.ts';
import { arpInspectionHandle, floodingPorts } from './slots.ts';

/** Packets of a port that are looked into in a second: twice as many as a port can be allowed, so that a flood is seen as one. */
const PACKETS_A_SECOND = 300;

/** ARP that comes in by ports that are not trusted is taken out, and goes on where it may. */
const packets: Contribution = {
  reads: [arpInspVlanEntry, arpInspPortEntry, trunkGroupEntry, dot1qVlanStaticEntry],
  uses: [dynamicMembers],
  compile(configuration, hardware, slots) {
    const inspected = inspectedVlans(configuration);
    if (inspected.size === 0) return {};
    const ports = listOf(bridgePorts(configuration, hardware), (port) => !isTrusted(configuration, port));
    const matches = vlansToMatch(inspected, configuration, slots).map((vlan) => ({
      etherType: EtherType.arp,
      ports,
      ...(vlan !== undefined && { vlan }),
    }));
    if (matches.length === 0 || ports === 0n) return {};
    return {
      punts: new Map([
        [ARP_PACKETS, { stage: 'inspection', action: 'take', rate: PACKETS_A_SECOND, eachPort: true, matches }],
      ]),
    };
  },
};

/** A port that was shut down for a flood. */
const shutDown: Contribution = {
  reads: [],
  uses: [floodingPorts],
  compile(_configuration, _hardware, slots) {
    const ports = slots.get(floodingPorts);
    return ports.size === 0 ? {} : { ports: new Map([...ports].map((port) => [port, { admin: false }])) };
  },
};

const inspection: Service = {
  name: 'ARP inspection',
  reads: [
    ...settingsRead,
    ifEntry,
    dhcpSnoopingConfig,
    dhcpSnoopingVlanEntry,
    dhcpSnoopingPortEntry,
    dhcpSnoopingStaticBindingEntry,
  ],
  wanted: (configuration) =>
    configuration.rows(arpInspVlanEntry).some(({ arpInspVlanStatus }) => arpInspVlanStatus === Status.enabled),
  start: async (context) => (await import('./device-inspection.ts')).startInspection(context),
};

function liveLists({ configuration }: DeviceContext): ReadonlyMap<string, Values> {
  const rules = configuration().rows(arpAclRuleEntry);
  const filters = configuration().rows(arpInspFilterEntry);
  return new Map(
    configuration()
      .rows(arpAclEntry)
      .map((row) => {
        const { arpAclName: name } = row;
        const vlans = filters.filter(({ arpInspFilterAcl }) => arpInspFilterAcl === name);
        const columns = {
          arpAclRuleCount: rules.filter(({ arpAclName }) => arpAclName === name).length,
          arpAclVlans: formatVlanList(vlans.map(({ arpInspVlanId }) => arpInspVlanId)),
        };
        return [rowKey(arpAclEntry, row), columns];
      }),
  );
}

function liveVlans({ configuration }: DeviceContext): ReadonlyMap<string, Values> {
  const filters = configuration().rowMap(arpInspFilterEntry);
  return new Map(
    configuration()
      .rows(arpInspVlanEntry)
      .map((row) => {
        const key = rowKey(arpInspVlanEntry, row);
        return [key, { arpInspVlanAcl: filters.get(key)?.arpInspFilterAcl ?? '' }];
      }),
  );
}

function livePorts({ hardware, slots }: DeviceContext): ReadonlyMap<string, Values> {
  const flooding = slots.get(floodingPorts);
  return new Map(
    [...hardware.ports.keys()].map((port) => [
      rowKey(arpInspPortEntry, { arpInspPort: port }),
      { arpInspPortState: flooding.has(port) ? PortInspectionState.errDisabled : PortInspectionState.normal },
    ]),
  );
}

function liveStatistics({ configuration, slots }: DeviceContext): readonly Values[] {
  const counts = slots.get(arpInspectionHandle)?.read().state.counts;
  return [...inspectedVlans(configuration())]
    .sort((a, b) => a - b)
    .map((vlan) => {
      const of = counts?.get(vlan) ?? noCounts;
      const failures = of.sourceMacFailures + of.destinationMacFailures + of.addressFailures;
      return {
        arpInspVlanId: vlan,
        arpInspForwarded: String(of.listPermits + of.bindingPermits),
        arpInspDropped: String(of.listDrops + of.bindingDrops + failures),
        arpInspDhcpDrops: String(of.bindingDrops),
        arpInspDhcpPermits: String(of.bindingPermits),
        arpInspAclDrops: String(of.listDrops),
        arpInspAclPermits: String(of.listPermits),
        arpInspSrcMacFailures: String(of.sourceMacFailures),
        arpInspDstMacFailures: String(of.destinationMacFailures),
        arpInspIpFailures: String(of.addressFailures),
      };
    });
}

function liveLog({ slots, wallClock, configuration }: DeviceContext): readonly Values[] {
  const read = slots.get(arpInspectionHandle)?.read();
  if (!read) return [];
  const date = wallClock.now();
  return [...read.state.log.values()].map((entry) => ({
    arpInspLogIndex: entry.index,
    arpInspLogPort: entry.port,
    arpInspLogVlan: entry.vlan,
    arpInspLogSenderIp: entry.senderAddress,
    arpInspLogSenderMac: entry.senderMac,
    arpInspLogTargetIp: entry.targetAddress,
    arpInspLogReason: LogReason[entry.reason],
    arpInspLogAction: entry.permits ? LogAction.permit : LogAction.deny,
    arpInspLogCount: String(entry.count),
    arpInspLogTime: formatDateTime(deviceTimeAt(configuration(), date - (read.now - entry.at))),
  }));
}

/** Clear: what was counted, of some VLANs or of all, or the log. */
const clear: Operation = {
  object: arpInspConfig,
  operate({ slots }, { values }) {
    const handle = slots.get(arpInspectionHandle);
    if (values.arpInspClear === InspectionClear.log) handle?.clearLog();
    if (values.arpInspClear !== InspectionClear.statistics) return;
    const vlans = parseVlanList(String(values.arpInspClearVlans ?? '')) ?? [];
    handle?.clearCounts(vlans.length === 0 ? undefined : new Set(vlans));
  },
};

const clearLog: Operation = {
  object: arpInspLogEntry,
  operate({ slots }, { kind }) {
    if (kind === 'deleteAll') slots.get(arpInspectionHandle)?.clearLog();
  },
};

/** Enabling a port that was shut down for a flood opens it. */
const recover: Operation = {
  object: ifEntry,
  operate({ slots }, { values }) {
    if (values.ifAdminStatus === Status.enabled) slots.get(arpInspectionHandle)?.recover(Number(values.ifIndex));
  },
};

/** Security > Dynamic ARP Inspection. */
export const arpInspection: DeviceFeature = {
  objects: [
    arpAclEntry,
    arpAclRuleEntry,
    arpInspConfig,
    arpInspVlanEntry,
    arpInspFilterEntry,
    arpInspVlanLogEntry,
    arpInspPortEntry,
    arpInspStatsEntry,
    arpInspLogConfig,
    arpInspLogEntry,
  ],
  rules: arpInspectionRules,
  contributions: [packets, shutDown],
  accessContributions: [foreseenInspection],
  live: [
    { object: arpAclEntry, columns: liveLists },
    { object: arpInspVlanEntry, columns: liveVlans },
    { object: arpInspPortEntry, columns: livePorts },
    { object: arpInspStatsEntry, rows: liveStatistics },
    { object: arpInspLogEntry, rows: liveLog },
  ],
  operations: [clear, clearLog, recover],
  services: [inspection],
};
