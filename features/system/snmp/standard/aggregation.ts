import type { DeviceContext } from '../../../../device/feature.ts';
import { group, table } from '../../../../model/schema/object.ts';
import { namedBits, timeTicks } from '../../../../model/smi/syntax.ts';
import { portsOf } from '../../../../model/values/port-list.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { keyOf } from '../../../../protocols/lacp/actor.ts';
import { StateBit } from '../../../../protocols/lacp/lacpdu.ts';
import { idleLacp, type LacpPort, noPartner } from '../../../../protocols/lacp/state.ts';
import { configuredTrunks } from '../../../bridge-ports.ts';
import { SYSTEM_PRIORITY } from '../../../network/trunk/lacp-objects.ts';
import { speaksLacp } from '../../../network/trunk/objects.ts';
import { lacpReader, trunkViews } from '../../../network/trunk/slots.ts';
import type { StandardObject } from '../standard-object.ts';
import { counter, FALSE, hidden, number, physAddress, TRUE, UNSEEN } from './columns.ts';

/** Root of IEEE8023-LAG-MIB. */
const LAG_MIB = '1.2.840.10006.300.43.1';

const aggregator = table('dot3adAgg', {
  title: UNSEEN,
  oid: `${LAG_MIB}.1.1.1`,
  index: { dot3adAggIndex: hidden(1) },
  columns: {
    dot3adAggActorSystemID: physAddress(4),
    dot3adAggAggregateOrIndividual: number(5),
    dot3adAggActorAdminKey: number(6),
    dot3adAggCollectorMaxDelay: number(11),
  },
  rows: { max: 8 },
});

const aggregationPort = table('dot3adAggPort', {
  title: UNSEEN,
  oid: `${LAG_MIB}.2.1.1`,
  index: { dot3adAggPortIndex: hidden(1) },
  columns: {
    dot3adAggPortActorSystemPriority: number(2),
    dot3adAggPortActorSystemID: physAddress(3),
    dot3adAggPortActorAdminKey: number(4),
    dot3adAggPortActorOperKey: number(5),
    dot3adAggPortPartnerAdminSystemPriority: number(6),
    dot3adAggPortPartnerOperSystemPriority: number(7),
    dot3adAggPortPartnerAdminSystemID: physAddress(8),
    dot3adAggPortPartnerAdminKey: number(10),
    dot3adAggPortPartnerOperKey: number(11),
    dot3adAggPortAttachedAggID: number(13),
    dot3adAggPortActorPort: number(14),
    dot3adAggPortPartnerAdminPort: number(16),
    dot3adAggPortPartnerAdminPortPriority: number(18),
    dot3adAggPortActorAdminState: number(20, namedBits),
    dot3adAggPortPartnerAdminState: number(22, namedBits),
    dot3adAggPortAggregateOrIndividual: number(24),
  },
  rows: { max: 64 },
});

const markersSent = table('dot3adAggPortMarkers', {
  title: UNSEEN,
  oid: `${LAG_MIB}.2.2.1`,
  index: { dot3adAggPortIndex: hidden(`${LAG_MIB}.2.1.1.1`) },
  columns: { dot3adAggPortStatsMarkerPDUsTx: counter(7) },
  rows: { max: 64 },
});

const changes = group('dot3adTables', {
  title: UNSEEN,
  oid: LAG_MIB,
  fields: { dot3adTablesLastChanged: number(3, timeTicks) },
});

const lacpPorts = ({ slots }: DeviceContext) => (slots.get(lacpReader)?.() ?? idleLacp).ports;

function aggregatorRows(context: DeviceContext): readonly Values[] {
  const ports = lacpPorts(context);
  return configuredTrunks(context.configuration()).map(({ number: trunk, members, row }) => {
    const [first] = portsOf(members).flatMap((port) => ports.get(port) ?? []);
    return {
      dot3adAggIndex: trunk,
      dot3adAggActorSystemID: context.hardware.baseMacAddress,
      dot3adAggAggregateOrIndividual: context.slots.get(trunkViews).get(trunk)?.individual === undefined ? TRUE : FALSE,
      dot3adAggActorAdminKey: first && speaksLacp(row.trunkMode) ? keyOf(first.settings) : 0,
      // Frames are handed on as they come.
      dot3adAggCollectorMaxDelay: 0,
    };
  });
}

function adminState(port: LacpPort | undefined): number {
  if (!port) return 0;
  const { active, shortTimeout } = port.settings;
  return StateBit.aggregation | (active ? StateBit.activity : 0) | (shortTimeout ? StateBit.timeout : 0);
}

function portRow(context: DeviceContext, number: number, trunk: number, port: LacpPort | undefined): Values {
  const { baseMacAddress } = context.hardware;
  const key = port ? keyOf(port.settings) : 0;
  const partner = port?.partner ?? noPartner;
  return {
    dot3adAggPortIndex: number,
    dot3adAggPortActorSystemPriority: SYSTEM_PRIORITY,
    dot3adAggPortActorSystemID: baseMacAddress,
    dot3adAggPortActorAdminKey: key,
    dot3adAggPortActorOperKey: key,
    // Values assumed of a partner that sends nothing.
    dot3adAggPortPartnerAdminSystemPriority: noPartner.systemPriority,
    dot3adAggPortPartnerOperSystemPriority: partner.systemPriority,
    dot3adAggPortPartnerAdminSystemID: noPartner.system,
    dot3adAggPortPartnerAdminKey: noPartner.key,
    dot3adAggPortPartnerOperKey: partner.key,
    dot3adAggPortAttachedAggID: trunk,
    dot3adAggPortActorPort: number,
    dot3adAggPortPartnerAdminPort: noPartner.port,
    dot3adAggPortPartnerAdminPortPriority: noPartner.portPriority,
    dot3adAggPortActorAdminState: adminState(port),
    dot3adAggPortPartnerAdminState: noPartner.state,
    dot3adAggPortAggregateOrIndividual: trunk === 0 ? FALSE : TRUE,
  };
}

/** The trunk that each port sends frames for: a member on standby is attached to none. */
async function portRows(context: DeviceContext): Promise<readonly Values[]> {
  const ports = lacpPorts(context);
  const states = await context.datapath.portStates();
  const attached = new Map<number, number>();
  for (const { number: trunk, members, row } of configuredTrunks(context.configuration())) {
    const view = context.slots.get(trunkViews).get(trunk);
    const carrying = speaksLacp(row.trunkMode)
      ? portsOf((view?.distributing ?? 0n) & members)
      : portsOf(members).filter((port) => states.get(port)?.link === 'up');
    for (const port of carrying) attached.set(port, trunk);
  }
  return [...context.hardware.ports.keys()].map((port) =>
    portRow(context, port, attached.get(port) ?? 0, ports.get(port)),
  );
}

/** Trunks and their ports, as IEEE8023-LAG-MIB has them beside what the pages show. */
export const aggregationObjects: readonly StandardObject[] = [
  { object: aggregator, rows: aggregatorRows },
  { object: aggregationPort, rows: portRows },
  {
    object: markersSent,
    // Markers are answered, never sent.
    rows: (context) =>
      [...lacpPorts(context).keys()].map((port) => ({ dot3adAggPortIndex: port, dot3adAggPortStatsMarkerPDUsTx: '0' })),
  },
  { object: changes, rows: () => [{ dot3adTablesLastChanged: 0 }] },
];
