import type { DeviceContext, LiveColumnsOf, LiveOf, LiveRowOf } from '../../../device/feature.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { formatPortList, NO_PORTS, type PortList, portListOf, portsOf } from '../../../model/values/port-list.ts';
import { actorOf, keyOf } from '../../../protocols/lacp/actor.ts';
import { idleLacp, type LacpPort, type LacpState, noPartner } from '../../../protocols/lacp/state.ts';
import { memberStatus } from '../../../protocols/lacp/trunk-view.ts';
import { type ConfiguredTrunk, configuredTrunks } from '../../bridge-ports.ts';
import {
  type dot3adAggEntry,
  dot3adAggPortEntry,
  type dot3adAggPortListEntry,
  type dot3adAggPortStatsEntry,
  MemberStatusValue,
  SYSTEM_PRIORITY,
} from './lacp-objects.ts';
import { speaksLacp } from './objects.ts';
import { lacpReader, trunkViews } from './slots.ts';

function lacpOf({ slots }: DeviceContext): LacpState {
  return slots.get(lacpReader)?.() ?? idleLacp;
}

/** Result of the negotiation of each trunk in use. */
export function trunkRows(context: DeviceContext): readonly LiveRowOf<typeof dot3adAggEntry>[] {
  const { ports } = lacpOf(context);
  return configuredTrunks(context.configuration()).map((trunk) => {
    const { number, row } = trunk;
    const port = speaksLacp(row.trunkMode) ? spokesman(context, trunk, ports) : undefined;
    const partner = port?.partner ?? noPartner;
    return {
      dot3adAggIndex: number,
      trunkMode: row.trunkMode,
      dot3adAggMACAddress: context.hardware.baseMacAddress,
      dot3adAggActorSystemPriority: SYSTEM_PRIORITY,
      dot3adAggActorOperKey: port ? keyOf(port.settings) : 0,
      dot3adAggPartnerSystemID: partner.system,
      dot3adAggPartnerSystemPriority: partner.systemPriority,
      dot3adAggPartnerOperKey: partner.key,
    };
  });
}

/** The member that says what the trunk has agreed: one that is bundled, else one that was chosen, else the first one. */
function spokesman(
  { slots }: DeviceContext,
  { number, members }: ConfiguredTrunk,
  ports: LacpState['ports'],
): LacpPort | undefined {
  const [bundled] = portsOf(slots.get(trunkViews).get(number)?.distributing ?? NO_PORTS);
  const candidates = portsOf(members).flatMap((port) => ports.get(port) ?? []);
  const chosen = candidates.find(({ selected }) => selected === 'selected');
  return (bundled === undefined ? undefined : ports.get(bundled)) ?? chosen ?? candidates[0];
}

/** The ports by which each trunk in use sends. */
export async function activePortRows(
  context: DeviceContext,
): Promise<readonly LiveRowOf<typeof dot3adAggPortListEntry>[]> {
  const states = await context.datapath.portStates();
  const up = portListOf([...states.values()].filter(({ link }) => link === 'up').map(({ port }) => port));
  return configuredTrunks(context.configuration()).map((trunk) => ({
    dot3adAggIndex: trunk.number,
    dot3adAggPortListPorts: formatPortList(activePorts(context, trunk, up)),
  }));
}

function activePorts({ slots }: DeviceContext, { number, members, row }: ConfiguredTrunk, up: PortList): PortList {
  if (!speaksLacp(row.trunkMode)) return members & up;
  return (slots.get(trunkViews).get(number)?.distributing ?? NO_PORTS) & members;
}

/** Each port as LACP sees it; a member of a manual trunk is bundled while it has a link. */
export async function portColumns(context: DeviceContext): Promise<LiveColumnsOf<typeof dot3adAggPortEntry>> {
  const { hardware } = context;
  const { ports } = lacpOf(context);
  const states = await context.datapath.portStates();
  const columns = new Map<string, LiveOf<typeof dot3adAggPortEntry>>();
  const settings = { system: hardware.baseMacAddress, systemPriority: SYSTEM_PRIORITY, places: 0, ports: new Map() };
  for (const number of hardware.ports.keys()) {
    columns.set(rowKey(dot3adAggPortEntry, { dot3adAggPortIndex: number }), outsideTrunk);
  }
  for (const { number: trunk, members, row } of configuredTrunks(context.configuration())) {
    for (const number of portsOf(members)) {
      const port = ports.get(number);
      const key = rowKey(dot3adAggPortEntry, { dot3adAggPortIndex: number });
      if (!speaksLacp(row.trunkMode) || !port) {
        const up = states.get(number)?.link === 'up';
        const status = !up ? MemberStatusValue.linkDown : MemberStatusValue[port ? 'standby' : 'bundled'];
        columns.set(key, { ...outsideTrunk, dot3adAggPortSelectedAggID: trunk, memberStatus: status });
        continue;
      }
      columns.set(key, {
        dot3adAggPortSelectedAggID: trunk,
        memberStatus: MemberStatusValue[memberStatus(port, number, context.slots.get(trunkViews).get(trunk))],
        dot3adAggPortActorOperState: actorOf(settings, number, port).state,
        dot3adAggPortPartnerOperState: port.partner.state,
        dot3adAggPortPartnerOperSystemID: port.partner.system,
        dot3adAggPortPartnerOperPort: port.partner.port,
        dot3adAggPortPartnerOperPortPriority: port.partner.portPriority,
      });
    }
  }
  return columns;
}

const outsideTrunk: LiveOf<typeof dot3adAggPortEntry> = {
  dot3adAggPortSelectedAggID: 0,
  memberStatus: MemberStatusValue.linkDown,
  dot3adAggPortActorOperState: 0,
  dot3adAggPortPartnerOperState: 0,
  dot3adAggPortPartnerOperSystemID: noPartner.system,
  dot3adAggPortPartnerOperPort: 0,
  dot3adAggPortPartnerOperPortPriority: 0,
};

/** Frames of LACP at each port that speaks it. */
export function statisticsRows(context: DeviceContext): readonly LiveRowOf<typeof dot3adAggPortStatsEntry>[] {
  return [...lacpOf(context).ports]
    .sort(([one], [other]) => one - other)
    .map(([port, { counts }]) => ({
      dot3adAggPortIndex: port,
      dot3adAggPortStatsLACPDUsRx: String(counts.lacpdusReceived),
      dot3adAggPortStatsMarkerPDUsRx: String(counts.markersReceived),
      dot3adAggPortStatsMarkerResponsePDUsRx: String(counts.markerResponsesReceived),
      dot3adAggPortStatsUnknownRx: String(counts.unknownReceived),
      dot3adAggPortStatsIllegalRx: String(counts.illegalReceived),
      dot3adAggPortStatsLACPDUsTx: String(counts.lacpdusSent),
      dot3adAggPortStatsMarkerResponsePDUsTx: String(counts.markerResponsesSent),
    }));
}
