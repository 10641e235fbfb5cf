import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32, unsigned32 } from '../../../model/smi/syntax.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import type { Values } from '../../../model/wire/call.ts';
import { DEFAULT_VLAN, dot1qVlanStaticEntry } from './static-vlan-objects.ts';

/** Capacity and number of VLANs (RFC 4363 dot1qBase). */
export const dot1qBase = group('dot1qBase', {
  title: 'VLANs of this switch',
  help: 'VLANs that exist and that fit on this switch.',
  page: '/Network/VLAN/Tagged',
  fields: {
    dot1qMaxVlanId: gauge({ mib: { column: 2 }, label: 'Largest VLAN ID', access: 'ro' }),
    dot1qMaxSupportedVlans: gauge({ mib: { column: 3, syntax: unsigned32 }, label: 'Maximum VLANs', access: 'ro' }),
    dot1qNumVlans: gauge({ mib: { column: 4, syntax: unsigned32 }, label: 'VLANs', access: 'ro' }),
  },
  oid: '1.3.6.1.2.1.17.7.1.1',
});

/** A port's PVID, as the user of a VLAN. */
export function pvidOf({ dot1dBasePort: port = 0 }: Values): Message {
  return say('the PVID of port {{port}}', { port });
}

/** How each port classifies and admits frames (docs/specification/network.md, "VLAN > Port"; RFC 4363). */
export const dot1qPortVlanEntry = table('dot1qPortVlanEntry', {
  title: 'VLAN settings of port',
  page: '/Network/VLAN/Port',
  index: { dot1dBasePort: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    dot1qPvid: vlanId({
      mib: { column: 1 },
      label: 'PVID',
      default: DEFAULT_VLAN,
      help: 'VLAN of frames received untagged.',
      references: { table: dot1qVlanStaticEntry, by: pvidOf },
    }),
    dot1qPortAcceptableFrameTypes: enumeration({
      mib: { column: 2 },
      label: 'Acceptable Frame Type',
      choices: {
        all: [1, 'Admit all'],
        tagged: [2, 'Only VLAN tagged'],
        untaggedAndPriority: [3, 'Only untagged and priority tagged'],
      },
      help: 'Other frames are dropped on reception, except those of protocols such as spanning tree, LACP and LLDP.',
    }),
    dot1qPortIngressFiltering: status({
      mib: { column: 3 },
      label: 'Ingress Filtering',
      default: 1,
      help: 'Drops frames of VLANs that the port is not a member of.',
    }),
    dot1qPortGvrpStatus: status({
      mib: { column: 4 },
      label: 'Dynamic VLAN Status',
      help: 'Announces and learns VLANs by GVRP on the port.',
    }),
    dot1qPortRestrictedVlanRegistration: status({
      mib: { column: 7 },
      label: 'Restricted VLAN Registration',
      help: 'The port joins only VLANs that already exist.',
    }),
    dot1qPortGvrpFailedRegistrations: gauge({
      mib: { column: 5, syntax: counter32 },
      label: 'Failed Registrations',
      access: 'ro',
      help: 'VLANs that were announced to the port but not learned: too many, or registration is restricted.',
    }),
    dot1qPortGvrpLastPduOrigin: mac({
      mib: { column: 6 },
      label: 'Last PDU Origin',
      access: 'ro',
      default: '00-00-00-00-00-00',
      help: 'Station that sent the last GVRP frame to the port.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  alikeInTrunk: { columns: ['dot1qPvid', 'dot1qPortAcceptableFrameTypes', 'dot1qPortIngressFiltering'] },
  factory: ({ ports }) => [...ports.keys()].map((dot1dBasePort) => ({ dot1dBasePort })),
  rowName: ({ dot1dBasePort }) => say('port {{port}}', { port: dot1dBasePort }),
  oid: '1.3.6.1.2.1.17.7.1.4.5.1',
});

/** Wire values of `dot1qPortAcceptableFrameTypes`. */
export const AcceptableFrameTypesValue = dot1qPortVlanEntry.fields.dot1qPortAcceptableFrameTypes.values;

/** How the VLANs share what they learn (docs/specification/network.md, "VLAN > Forwarding"). */
export const dot1qVlan = group('dot1qVlan', {
  title: 'VLAN forwarding',
  page: '/Network/VLAN/Forwarding',
  oid: '1.3.6.1.2.1.17.7.1.4',
  fields: {
    dot1qConstraintTypeDefault: enumeration({
      mib: { column: 10 },
      label: 'Forwarding Table Mode',
      help: 'Independent: one address table per VLAN. Shared: one for all.',
      choices: { independent: [1, 'Independent (IVL)'], shared: [2, 'Shared (SVL)'] },
    }),
    asymmetricVlanStatus: status({
      label: 'Asymmetric VLAN',
      help: 'Allows untagged membership in several VLANs, and a PVID of a VLAN without membership. Needs shared learning.',
    }),
  },
  privateMib: { number: 39, columns: ['asymmetricVlanStatus'] },
});

/** Wire values of `dot1qConstraintTypeDefault` (RFC 4363). */
export const LearningConstraint = dot1qVlan.fields.dot1qConstraintTypeDefault.values;

/** How long a learned address stays (RFC 4188 dot1dTp). */
export const dot1dTp = group('dot1dTp', {
  title: 'Address table',
  page: '/Network/VLAN/Forwarding',
  fields: {
    dot1dTpAgingTime: integer({
      mib: { column: 2 },
      label: 'MAC Aging Time',
      unit: 's',
      min: 10,
      max: 1_000_000,
      fixed: [0],
      default: 300,
      words: { 0: 'never' },
      help: '10 to 1000000 seconds, or 0 to keep addresses until they move.',
    }),
  },
  oid: '1.3.6.1.2.1.17.4',
});
