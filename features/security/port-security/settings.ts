import type { ManagementPath } from '../../../datapath/datapath.ts';
import { managementStations } from '../../../device/guard/management-stations.ts';
import type { SlotReader } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { hasPort, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type {
  ViolationAction as Action,
  PortSecuritySettings,
  SecuredPort,
  SecurePlace,
} from '../../../protocols/port-security/state.ts';
import { dot1qStaticUnicastEntry } from '../../network/static-unicast/objects.ts';
import { dot1qPortVlanEntry, dot1qVlan, LearningConstraint } from '../../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { portDecisions } from '../port-access-control/slots.ts';
import {
  AddressOrigin,
  AgingType,
  portSecAddrEntry,
  portSecGlobal,
  portSecPortEntry,
  SecurityMode,
  ViolationAction,
} from './objects.ts';
import { securedRows } from './secured-rows.ts';

/** The kind of the frames from sources that secured ports do not know. */
export const UNKNOWN_SOURCES = 'portSecurity';

/** The objects that `settingsOf` reads. */
export const settingsRead = [
  portSecGlobal,
  portSecPortEntry,
  portSecAddrEntry,
  dot1qStaticUnicastEntry,
  dot1qVlan,
  dot1qVlanStaticEntry,
  dot1qPortVlanEntry,
] as const;

const actions: Readonly<Record<number, Action>> = {
  [ViolationAction.protect]: 'protect',
  [ViolationAction.restrict]: 'restrict',
  [ViolationAction.shutdown]: 'shutdown',
};

/** The slots that `settingsOf` and `administrators` read. */
export const settingsUse = [portDecisions] as const;

/** Settings of port security by configuration and authenticator. `ownAddress` is the switch's. */
export function settingsOf(configuration: Configuration, slots: SlotReader, ownAddress: string): PortSecuritySettings {
  const { portSecSysNoLimit, portSecSysMaxAddr } = configuration.group(portSecGlobal);
  const decisions = slots.get(portDecisions);
  const ports = new Map<number, SecuredPort>();
  for (const row of securedRows(configuration)) {
    const port = row.portSecPort;
    const { memberships, pvid } = vlansOf(configuration, port);
    const decision = decisions.get(port);
    // An authenticated station finds the port as empty as after its link came up.
    const access = decision && `open ${decision.vlan ?? pvid}`;
    const isLent = decision?.vlan !== undefined && decision.vlan !== pvid && !memberships.includes(decision.vlan);
    ports.set(port, {
      maximum: row.portSecMaxAddr,
      violation: actions[row.portSecViolation] ?? 'protect',
      keeps: row.portSecMode === SecurityMode.permanent,
      ageing: millisecondsIn(portSecPortEntry, row)('portSecAgingTime'),
      ageingFrom: row.portSecAgingType === AgingType.inactivity ? 'lastFrame' : 'begin',
      vlans: [pvid, memberships.join(','), ...(access ? [access] : [])].join(':'),
      lentVlan: isLent ? decision.vlan : undefined,
    });
  }
  return {
    maximum: portSecSysNoLimit === Status.enabled ? Number.POSITIVE_INFINITY : portSecSysMaxAddr,
    ports,
    configured: configuration.rows(portSecAddrEntry).map((row) => ({
      port: row.portSecAddrPort,
      vlan: row.portSecAddrVlan,
      address: row.portSecAddrMac,
      isPermanent: row.portSecAddrPermanent === Status.enabled,
      isLearnt: row.portSecAddrOrigin === AddressOrigin.learnt,
    })),
    pinned: configuration.rows(dot1qStaticUnicastEntry).map((row) => ({
      port: row.dot1qStaticUnicastAllowedToGoTo,
      vlan: row.dot1qVlanIndex,
      address: row.dot1qStaticUnicastAddress,
    })),
    isShared: configuration.group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared,
    ownAddress,
  };
}

/**
 * Places of administrators, whose addresses are learned first; not in a VLAN that authentication has moved their port
 * out of.
 */
export function administrators(configuration: Configuration, slots: SlotReader): SecurePlace[] {
  const decisions = slots.get(portDecisions);
  const isThere = ({ port, vlan }: ManagementPath) => {
    const decision = decisions.get(port);
    if (!decision) return true;
    const { memberships, pvid } = vlansOf(configuration, port);
    return vlan === (decision.vlan ?? pvid) || memberships.includes(vlan);
  };
  const stations = slots.get(managementStations).filter(isThere);
  return stations.map(({ port, vlan, clientMac }) => ({ port, vlan, address: clientMac }));
}

/** The PVID of a port and the VLANs that it is a member of. */
function vlansOf(configuration: Configuration, port: number) {
  const pvid = configuration.row(dot1qPortVlanEntry, { dot1dBasePort: port })?.dot1qPvid ?? 0;
  const memberships = configuration
    .rows(dot1qVlanStaticEntry)
    .filter((row) => hasPort(parsePortList(row.dot1qVlanStaticEgressPorts) ?? NO_PORTS, port))
    .map((row) => row.dot1qVlanIndex);
  return { pvid, memberships };
}
