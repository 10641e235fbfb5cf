import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { vlanList } from '../../../model/schema/kinds/vlan-list.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** How the switch looks for loops (docs/specification/network.md, "Loopback Detection"). */
export const sysLBD = group('sysLBD', {
  title: 'Loopback detection',
  page: '/Network/LoopbackDetection',
  fields: {
    sysLBDStateEnable: status({
      label: 'Loopback Detection State',
      help: 'Sends probes through participating ports and blocks a port through which they return.',
    }),
    sysLBDMode: enumeration({
      label: 'Mode',
      choices: { portBased: [1, 'Port-based'], vlanBased: [2, 'VLAN-based'] },
      help: 'Scope of a block: the whole port, or only the VLANs of the loop.',
    }),
    sysLBDInterval: integer({
      label: 'Interval',
      unit: 's',
      min: 1,
      max: 32767,
      default: 10,
      help: 'Interval between rounds of probes. With very many VLANs a round takes longer.',
    }),
    sysLBDRecoverTime: integer({
      label: 'Recover Time',
      unit: 's',
      min: 60,
      max: 1_000_000,
      default: 60,
      fixed: [0],
      help: 'Minimum time that a loop blocks a port; it is released once the loop is gone. 0: until the port is disabled and enabled.',
    }),
  },
  privateMib: { number: 46, columns: ['sysLBDStateEnable', 'sysLBDMode', 'sysLBDInterval', 'sysLBDRecoverTime'] },
});

/** Loop detection of each port, and its result (docs/specification/network.md, "Loopback Detection"). */
export const sysLBDCtrlEntry = table('sysLBDCtrlEntry', {
  title: 'Loopback detection of port',
  page: '/Network/LoopbackDetection',
  index: { sysLBDCtrlIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    sysLBDPortStatus: status({
      label: 'Port State',
      help: 'Only participating ports send probes and are blocked; spanning tree ports never participate.',
    }),
    sysLBDPortLoopStatus: enumeration({
      label: 'Loop Status',
      access: 'ro',
      choices: { normal: [1, 'Normal'], loop: [2, 'Loop'] },
      help: 'Loop: a probe came back, and the port or its VLANs below are blocked.',
    }),
    sysLBDPortLoopVlan: vlanList({
      label: 'Loop VLAN',
      access: 'ro',
      help: 'VLANs that are blocked on the port, in VLAN-based mode.',
    }),
    sysLBDPortRecover: integer({
      label: 'Recover',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Releases the port at once. If the loop is still there, the next probe blocks it again.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) => [...ports.keys()].map((sysLBDCtrlIndex) => ({ sysLBDCtrlIndex })),
  rowName: ({ sysLBDCtrlIndex }) => say('port {{port}}', { port: sysLBDCtrlIndex }),
  privateMib: {
    number: 47,
    columns: ['sysLBDCtrlIndex', 'sysLBDPortStatus', 'sysLBDPortLoopStatus', 'sysLBDPortLoopVlan', 'sysLBDPortRecover'],
  },
});

/** Wire values of `sysLBDMode`. */
export const LoopMode = sysLBD.fields.sysLBDMode.values;

/** Wire values of `sysLBDPortLoopStatus` (docs/specification/product.md 4, "Loop status"). */
export const LoopStatus = sysLBDCtrlEntry.fields.sysLBDPortLoopStatus.values;
