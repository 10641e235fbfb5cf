import type { DeviceContext } from '../../../../device/feature.ts';
import { group, table } from '../../../../model/schema/object.ts';
import type { Values } from '../../../../model/wire/call.ts';
import type { TreePort } from '../../../../protocols/spanning-tree/bridge-state.ts';
import { bridgePorts } from '../../../bridge-ports.ts';
import { dot1dStpExtPortEntry, EdgeValue } from '../../../network/spanning-tree/objects.ts';
import { spanningTree } from '../../../network/spanning-tree/slots.ts';
import type { StandardObject } from '../standard-object.ts';
import { digits, FALSE, hidden, number, TRUE, UNSEEN } from './columns.ts';

/** dot1dStpPort of the table of ports. */
const STP_PORT = '1.3.6.1.2.1.17.2.15.1.1';

const dot1dStpFixed = group('dot1dStpFixed', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.2',
  fields: { dot1dStpProtocolSpecification: number(1), dot1dStpHoldTime: number(10) },
});

/** ieee8021d, and the hundredths of a second in which one BPDU goes at most where a bridge counts no held ones (RFC 4188). */
const [IEEE_8021D, HOLD_TIME] = [3, 100];

const dot1dStpPortVector = table('dot1dStpPortVector', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.2.15.1',
  index: { dot1dStpPort: number(1) },
  columns: {
    dot1dStpPortPathCost: number(5),
    dot1dStpPortDesignatedRoot: digits(6),
    dot1dStpPortDesignatedCost: number(7),
    dot1dStpPortDesignatedPort: digits(9),
  },
  rows: { max: 64 },
});

const dot1dStpExtPort = table('dot1dStpExtPort', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.2.19.1',
  index: { dot1dStpPort: hidden(STP_PORT) },
  columns: { dot1dStpPortAdminEdgePort: number(2), dot1dStpPortOperPointToPoint: number(5) },
  rows: { max: 64 },
});

/** The largest cost that 16 bits hold: dot1dStpPortPathCost32 has the one in use. */
const COST_MAXIMUM = 65_535;

function bridgeOf({ slots }: DeviceContext) {
  return slots.get(spanningTree)?.bridge();
}

/** The vector that a port has received, or sends; nothing if no tree is built. */
function vectorOf(port: TreePort | undefined) {
  const heard = port?.port.settings.enabled ? port.portPriority : undefined;
  return {
    dot1dStpPortPathCost: Math.min(COST_MAXIMUM, port?.port.settings.externalCost ?? COST_MAXIMUM),
    dot1dStpPortDesignatedRoot: heard?.root ?? '0'.repeat(16),
    dot1dStpPortDesignatedCost: heard ? heard.externalCost + heard.internalCost : 0,
    dot1dStpPortDesignatedPort: (heard?.designatedPort ?? 0).toString(16).padStart(4, '0'),
  };
}

function portRows(context: DeviceContext): readonly Values[] {
  const cist = bridgeOf(context)?.cist;
  return bridgePorts(context.configuration(), context.hardware).map(({ number: port }) => ({
    dot1dStpPort: port,
    ...vectorOf(cist?.ports.get(port)),
  }));
}

function rapidRows(context: DeviceContext): readonly Values[] {
  const ports = bridgeOf(context)?.ports;
  return context
    .configuration()
    .rows(dot1dStpExtPortEntry)
    .map(({ dot1dStpPort, dot1dStpPortAdminEdgePort: edge }) => ({
      dot1dStpPort,
      dot1dStpPortAdminEdgePort: edge === EdgeValue.yes ? TRUE : FALSE,
      dot1dStpPortOperPointToPoint: ports?.get(dot1dStpPort)?.settings.pointToPoint ? TRUE : FALSE,
    }));
}

/** The spanning tree, as RFC 4188 and RFC 4318 have it beside what the pages show. */
export const spanningTreeObjects: readonly StandardObject[] = [
  {
    object: dot1dStpFixed,
    rows: () => [{ dot1dStpProtocolSpecification: IEEE_8021D, dot1dStpHoldTime: HOLD_TIME }],
  },
  { object: dot1dStpPortVector, rows: portRows },
  { object: dot1dStpExtPort, rows: rapidRows },
];
