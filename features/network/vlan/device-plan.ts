import type { AcceptableFrameTypes, PortPart } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { mappedBy } from '../../../model/values/overlaid-map.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { membershipOf } from '../../vlan-membership.ts';
import { AcceptableFrameTypesValue, dot1dTp, dot1qPortVlanEntry, dot1qVlan, LearningConstraint } from './objects.ts';
import { privateVlanPortEntry } from './private-vlan-objects.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';

const memberships = mappedBy((row: RowOf<typeof dot1qVlanStaticEntry>) => [row.dot1qVlanIndex, membershipOf(row)]);

const vlans: Contribution = {
  reads: [dot1qVlanStaticEntry],
  compile(configuration) {
    return { vlans: memberships(configuration.rowMap(dot1qVlanStaticEntry)) };
  },
};

const frameTypes = new Map<number, AcceptableFrameTypes>([
  [AcceptableFrameTypesValue.all, 'all'],
  [AcceptableFrameTypesValue.tagged, 'tagged'],
  [AcceptableFrameTypesValue.untaggedAndPriority, 'untaggedAndPriority'],
]);

const classification = onceFor(
  (row: RowOf<typeof dot1qPortVlanEntry>): PortPart => ({
    pvid: row.dot1qPvid,
    acceptableFrameTypes: frameTypes.get(row.dot1qPortAcceptableFrameTypes) ?? 'all',
    ingressFiltering: row.dot1qPortIngressFiltering === Status.enabled,
  }),
);

const portVlans: Contribution = {
  reads: [dot1qPortVlanEntry],
  compile: (configuration) => ({
    ports: new Map(configuration.rows(dot1qPortVlanEntry).map((row) => [row.dot1dBasePort, classification(row)])),
  }),
};

const forwarding = onceFor(
  (row: RowOf<typeof privateVlanPortEntry>): PortPart => ({
    forwardTo: parsePortList(row.privateVlanForwardPorts) ?? NO_PORTS,
  }),
);

const privateVlans: Contribution = {
  reads: [privateVlanPortEntry],
  compile: (configuration) => ({
    ports: new Map(configuration.rows(privateVlanPortEntry).map((row) => [row.privateVlanSourcePort, forwarding(row)])),
  }),
};

const learning: Contribution = {
  reads: [dot1qVlan, dot1dTp],
  compile(configuration) {
    const shared = configuration.group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared;
    return {
      learning: {
        constraint: shared ? 'shared' : 'independent',
        ageingTime: { by: 'configured', value: configuration.group(dot1dTp).dot1dTpAgingTime },
      },
    };
  },
};

/** Contributions of the VLAN pages to the datapath. */
export const vlanContributions: readonly Contribution[] = [vlans, portVlans, privateVlans, learning];
