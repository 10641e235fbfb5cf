import type { Contribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  type LiveRowOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { formatVlanList, parseVlanList } from '../../../model/values/vlan-list.ts';
import { noCounts, withoutCounts } from '../../../protocols/arp-inspection/state.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { ifEntry } from '../../network/physical-interface/objects.ts';
import { portsClosedBy } from '../../network/physical-interface/slots.ts';
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
import { inspectedVlans, isTrusted, settingsRead } from './device-settings.ts';
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
import { ARP_PACKETS, arpCounts, arpInspectionHandle } from './slots.ts';

/** Packets of a port that are looked into in a second: twice as many as a port can be allowed, so that a flood is seen as one. */
const PACKETS_A_SECOND = 300;

/** ARP, and RARP, which has its form. */
const ADDRESS_CLAIMS = [EtherType.arp, EtherType.reverseArp] as const;

/** ARP that comes in by ports that are not trusted is taken out, and goes on where it may. */
const packets: Contribution = {
  reads: [arpInspVlanEntry, arpInspPortEntry, trunkGroupEntry, dot1qVlanStaticEntry],
  uses: [dynamicMembers],
  compile(configuration, hardware, slots) {
    const inspected = inspectedVlans(configuration);
    if (inspected.size === 0) return {};
    const ports = listOf(bridgePorts(configuration, hardware), (port) => !isTrusted(configuration, port));
    const matches = vlansToMatch(inspected, configuration, slots).flatMap((vlan) =>
      ADDRESS_CLAIMS.map((etherType) => ({
        etherType,
        behindTwoTags: true,
        ports,
        ...(vlan !== undefined && { vlan }),
      })),
    );
    if (matches.length === 0 || ports === 0n) return {};
    return {
      punts: new Map([
        [ARP_PACKETS, { stage: 'inspection', action: 'take', rate: PACKETS_A_SECOND, eachPort: true, matches }],
      ]),
    };
  },
};

const inspection: Service = {
  name: 'ARP inspection',
  reads: [
    ...settingsRead,
    dhcpSnoopingConfig,
    dhcpSnoopingVlanEntry,
    dhcpSnoopingPortEntry,
    dhcpSnoopingStaticBindingEntry,
  ],
  wanted: (configuration) =>
    configuration.rows(arpInspVlanEntry).some(({ arpInspVlanStatus }) => arpInspVlanStatus === Status.enabled),
  start: async (context) => (await import('./device-inspection.ts')).startInspection(context),
};

function liveLists({ configuration }: DeviceContext): LiveColumnsOf<typeof arpAclEntry> {
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

function liveVlans({ configuration }: DeviceContext): LiveColumnsOf<typeof arpInspVlanEntry> {
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

function livePorts({ hardware, slots }: DeviceContext): LiveColumnsOf<typeof arpInspPortEntry> {
  const flooding = portsClosedBy(slots, 'arpInspection');
  return new Map(
    [...hardware.ports.keys()].map((port) => [
      rowKey(arpInspPortEntry, { arpInspPort: port }),
      { arpInspPortState: flooding.has(port) ? PortInspectionState.errDisabled : PortInspectionState.normal },
    ]),
  );
}

function liveStatistics({ configuration, slots }: DeviceContext): readonly LiveRowOf<typeof arpInspStatsEntry>[] {
  const counts = slots.get(arpCounts);
  return [...inspectedVlans(configuration())]
    .sort((a, b) => a - b)
    .map((vlan) => {
      const of = counts.get(vlan) ?? noCounts;
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

function liveLog({ slots, wallClock, configuration }: DeviceContext): readonly LiveRowOf<typeof arpInspLogEntry>[] {
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
const clear = operation(arpInspConfig, {
  operate({ slots }, { values }) {
    const handle = slots.get(arpInspectionHandle);
    if (values.arpInspClear === InspectionClear.log) handle?.clearLog();
    if (values.arpInspClear !== InspectionClear.statistics) return;
    const vlans = parseVlanList(String(values.arpInspClearVlans ?? '')) ?? [];
    const meant = vlans.length === 0 ? undefined : new Set(vlans);
    if (handle) handle.clearCounts(meant);
    else slots.update(arpCounts, (counts) => withoutCounts(counts, meant));
  },
});

const clearLog = operation(arpInspLogEntry, {
  operate({ slots }, { kind }) {
    if (kind === 'deleteAll') slots.get(arpInspectionHandle)?.clearLog();
  },
});

/** Enabling a port that was shut down for a flood opens it. */
const recover = operation(ifEntry, {
  operate({ slots }, { values }) {
    if (values.ifAdminStatus === Status.enabled) slots.get(arpInspectionHandle)?.recover(Number(values.ifIndex));
  },
});

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
  contributions: [packets],
  accessContributions: [foreseenInspection],
  live: [
    live(arpAclEntry, { columns: liveLists }),
    live(arpInspVlanEntry, { columns: liveVlans }),
    live(arpInspPortEntry, { columns: livePorts }),
    live(arpInspStatsEntry, { rows: liveStatistics }),
    live(arpInspLogEntry, { rows: liveLog }),
  ],
  operations: [clear, clearLog, recover],
  services: [inspection],
};
