import type { DeviceContext } from '../../../../device/feature.ts';
import { group, table } from '../../../../model/schema/object.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { configuredTrunks } from '../../../bridge-ports.ts';
import { dot1dTrafficClassEntry } from '../../../qos/cos/objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { counter, hidden, identifier, number, physAddress, UNSEEN } from './columns.ts';

const dot1dBase = group('dot1dBase', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.1',
  fields: { dot1dBaseBridgeAddress: physAddress(1), dot1dBaseNumPorts: number(2), dot1dBaseType: number(3) },
});

const dot1dBasePortEntry = table('dot1dBasePortEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.1.4.1',
  index: { dot1dBasePort: number(1) },
  columns: {
    dot1dBasePortIfIndex: number(2),
    dot1dBasePortCircuit: identifier(3),
    dot1dBasePortDelayExceededDiscards: counter(4),
    dot1dBasePortMtuExceededDiscards: counter(5),
  },
  rows: { max: 64 },
});

const dot1dTpFdbEntry = table('dot1dTpFdbEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.4.3.1',
  index: { dot1dTpFdbAddress: physAddress(1) },
  columns: { dot1dTpFdbPort: number(2), dot1dTpFdbStatus: number(3) },
  rows: { max: 16_384 },
});

/** dot1dBasePort of the table of ports. */
const BASE_PORT = '1.3.6.1.2.1.17.1.4.1.1';

const dot1dPortTrafficClassEntry = table('dot1dPortTrafficClassEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.6.1.2.3.1',
  index: { dot1dBasePort: hidden(BASE_PORT), dot1dTrafficClassPriority: hidden(1) },
  columns: { dot1dTrafficClass: number(2) },
  rows: { max: 64 * 8 },
});

/** dot1dTpFdbStatus (RFC 4188). */
const fdbStatus = { learned: 3, self: 4, static: 5 } as const;

async function addressRows({ datapath }: DeviceContext): Promise<readonly Values[]> {
  const entries = await datapath.forwardingDatabase();
  // This table has no VLANs: an address appears there once.
  return [
    ...new Map(
      [...entries].map(({ address, port, origin }) => [
        address,
        { dot1dTpFdbAddress: address, dot1dTpFdbPort: port, dot1dTpFdbStatus: fdbStatus[origin] },
      ]),
    ).values(),
  ];
}

/** The queue of each priority, which is the same at every port. */
function trafficClassRows(context: DeviceContext): readonly Values[] {
  const rows = context.configuration().rows(dot1dTrafficClassEntry);
  return portNumbers(context).flatMap((dot1dBasePort) => rows.map((row) => ({ dot1dBasePort, ...row })));
}

/** The ports, as tables of other pages name each of them, and behind them the trunks. */
function portNumbers({ hardware, configuration }: DeviceContext): readonly number[] {
  return [...hardware.ports.keys(), ...configuredTrunks(configuration()).map(({ number: trunk }) => trunk)];
}

/** The bridge, as RFC 4188 has it beside what the pages show. */
export const bridgeObjects: readonly StandardObject[] = [
  {
    object: dot1dBase,
    // Transparent only.
    rows: (context) => [
      {
        dot1dBaseBridgeAddress: context.hardware.baseMacAddress,
        dot1dBaseNumPorts: portNumbers(context).length,
        dot1dBaseType: 2,
      },
    ],
  },
  {
    object: dot1dBasePortEntry,
    rows: (context) =>
      portNumbers(context).map((port) => ({
        dot1dBasePort: port,
        dot1dBasePortIfIndex: port,
        dot1dBasePortCircuit: '',
        dot1dBasePortDelayExceededDiscards: '0',
        dot1dBasePortMtuExceededDiscards: '0',
      })),
  },
  { object: dot1dTpFdbEntry, rows: addressRows },
  { object: dot1dPortTrafficClassEntry, rows: trafficClassRows },
];
