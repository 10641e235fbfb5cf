import { status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { group, table } from '../../../model/schema/object.ts';
import { integer32, scaled } from '../../../model/smi/syntax.ts';
import { TRUNK_BASE } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { oneForEachBridgePort } from '../../bridge-ports.ts';

/** Whether VLANs are learned from neighbors (docs/specification/network.md, "GVRP > Global"; RFC 4363). */
export const gvrpGlobal = group('gvrpGlobal', {
  title: 'GVRP',
  page: '/Network/GVRP/Global',
  oid: '1.3.6.1.2.1.17.7.1.1',
  fields: {
    dot1qGvrpStatus: status({
      mib: { column: 5 },
      label: 'GVRP Status',
      help: 'Disabled withdraws every learned VLAN and forwards GVRP frames like ordinary multicast.',
    }),
    gvrpDynamicVlanCount: gauge({ label: 'Dynamic VLANs', help: 'VLANs that neighbors registered.' }),
  },
  privateMib: { number: 85, columns: ['gvrpDynamicVlanCount'] },
});

/** The standard counts hundredths of a second (TimeInterval). */
const hundredths = scaled(10, integer32);

/** How fast each port speaks and forgets (docs/specification/network.md, "GVRP > Time Settings"; RFC 4363 P-BRIDGE-MIB). */
export const dot1dPortGarpEntry = table('dot1dPortGarpEntry', {
  title: 'GARP timers of port',
  page: '/Network/GVRP/TimeSettings',
  oid: '1.3.6.1.2.1.17.6.1.3.1.1',
  index: { dot1dBasePort: integer({ label: 'Port', access: 'create', min: 1, max: TRUNK_BASE + 64 }) },
  columns: {
    dot1dPortGarpJoinTime: integer({
      mib: { column: 1, syntax: hundredths },
      label: 'Join Time',
      unit: 'ms',
      min: 10,
      max: 1_073_741_810,
      step: 10,
      default: 200,
      help: 'Maximum delay before a port sends.',
    }),
    dot1dPortGarpLeaveTime: integer({
      mib: { column: 2, syntax: hundredths },
      label: 'Leave Time',
      unit: 'ms',
      min: 30,
      max: 2_147_483_630,
      step: 10,
      default: 600,
      help: 'Time for others to claim a VLAN that one neighbor withdrew.',
    }),
    dot1dPortGarpLeaveAllTime: integer({
      mib: { column: 3, syntax: hundredths },
      label: 'Leave All Time',
      unit: 'ms',
      min: 40,
      max: 2_147_483_640,
      step: 10,
      default: 10_000,
      help: 'Interval at which all VLANs are claimed again. Ten times the leave time or more keeps the load low.',
    }),
  },
  rows: { max: TRUNK_BASE, of: oneForEachBridgePort('dot1dBasePort') },
  rowName: ({ dot1dBasePort }) =>
    dot1dBasePort > TRUNK_BASE
      ? say('trunk {{trunk}}', { trunk: dot1dBasePort - TRUNK_BASE })
      : say('port {{port}}', { port: dot1dBasePort }),
});
