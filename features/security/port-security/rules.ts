import { changedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, isTakenUp, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { hasPort, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type { SecurePlace } from '../../../protocols/port-security/state.ts';
import { trunkOfPort } from '../../bridge-ports.ts';
import { mirrorSessionEntry } from '../../network/mirroring/objects.ts';
import { dot1qStaticUnicastEntry } from '../../network/static-unicast/objects.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlan, LearningConstraint } from '../../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { AuthMode, dot1xAuthConfigEntry, dot1xPortExtEntry, PortControl } from '../port-access-control/objects.ts';
import { PORT_MAXIMUM, portSecAddrEntry, portSecPortEntry } from './objects.ts';
import { securedRows } from './secured-rows.ts';

/** A port of a trunk, or the target of a mirror session, is no port by itself. */
const ordinaryPorts: Rule = {
  concerns: [portSecPortEntry, trunkGroupEntry, mirrorSessionEntry],
  *check({ after }) {
    const rows = securedRows(after);
    if (rows.length === 0) return;
    const trunks = trunkOfPort(after);
    const targets = new Set(
      after
        .rows(mirrorSessionEntry)
        .filter(({ mirrorSessionStatus }) => mirrorSessionStatus === Status.enabled)
        .map(({ mirrorTargetPort }) => mirrorTargetPort),
    );
    for (const row of rows) {
      const { portSecPort: port } = row;
      const place = { row, column: 'portSecState' };
      if (trunks.has(port)) yield conflict(portSecPortEntry, say('Port {{port}} is a trunk member.', { port }), place);
      if (targets.has(port)) {
        yield conflict(portSecPortEntry, say('Port {{port}} is the target of a mirroring session.', { port }), place);
      }
    }
  },
};

/** The stations of a port are accepted one by one by port security or by authentication, not by both. */
const oneGatekeeper: Rule = {
  concerns: [portSecPortEntry, dot1xAuthConfigEntry, dot1xPortExtEntry],
  *check({ after, changes }) {
    const secured = new Map(securedRows(after).map((row) => [row.portSecPort, row]));
    if (secured.size === 0) return;
    const changed = new Set(changedRows(changes, portSecPortEntry));
    for (const control of after.rows(dot1xAuthConfigEntry)) {
      const { dot1xPaePortNumber: port } = control;
      const row = secured.get(port);
      if (!row || control.dot1xAuthAuthControlledPortControl !== PortControl.auto) continue;
      const mode = after.row(dot1xPortExtEntry, { dot1xPaePortNumber: port })?.dot1xPortAuthMode;
      if (mode !== AuthMode.macBased) continue;
      if (changed.has(row)) {
        const message = say('Port {{port}} uses MAC-based authentication.', { port });
        yield conflict(portSecPortEntry, message, { row, column: 'portSecState' });
      } else {
        const extended = { row: { dot1xPaePortNumber: port }, column: 'dot1xPortAuthMode' };
        yield conflict(dot1xPortExtEntry, say('Port {{port}} has port security.', { port }), extended);
      }
    }
  },
};

/**
 * An address configured for a port fits it: the port is secured, a member of the VLAN, has room, and the address is
 * configured at no other port.
 */
const addresses: Rule = {
  concerns: [
    portSecAddrEntry,
    portSecPortEntry,
    dot1qStaticUnicastEntry,
    dot1qVlan,
    dot1qVlanStaticEntry,
    dot1xAuthConfigEntry,
    dot1xPortExtEntry,
  ],
  *check({ after, before, changes, hardware }) {
    if (isTakenUp({ before })) return;
    const rows = after.rows(portSecAddrEntry);
    const isShared = after.group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared;
    for (const row of changedRows(changes, portSecAddrEntry)) {
      const { portSecAddrPort: port, portSecAddrVlan: vlan, portSecAddrMac: address } = row;
      const at = (column: string) => ({ row, column });
      const settings = after.row(portSecPortEntry, { portSecPort: port });
      if (settings?.portSecState !== Status.enabled) {
        const message = say('Enable port security on port {{port}} first.', { port });
        yield conflict(portSecAddrEntry, message, at('portSecAddrPort'));
        continue;
      }
      if (address === hardware.baseMacAddress) {
        yield conflict(portSecAddrEntry, say('Invalid MAC address.'), at('portSecAddrMac'));
      }
      if (!isMember(after, vlan, port) && !maybeAssigned(after, vlan, port)) {
        const message = say('Port {{port}} is not a member of VLAN {{vlan}}.', { port, vlan });
        yield conflict(portSecAddrEntry, message, at('portSecAddrVlan'));
      }
      const other = ownerOf(after, { port, vlan, address }, isShared);
      if (other !== undefined) {
        const message = say('Address belongs to port {{port}}.', { port: other });
        yield conflict(portSecAddrEntry, message, at('portSecAddrMac'));
      }
      if (rows.filter(({ portSecAddrPort }) => portSecAddrPort === port).length > roomFor(settings)) {
        yield conflict(portSecAddrEntry, say("The port's maximum is reached."), at('portSecAddrPort'));
      }
    }
  },
};

/** An address that is secure at one port is pinned to no other, and shared learning leaves each at one. */
const oneOwner: Rule = {
  concerns: [portSecAddrEntry, dot1qStaticUnicastEntry, dot1qVlan],
  *check({ after, before, changes }) {
    if (isTakenUp({ before })) return;
    const secure = after.rows(portSecAddrEntry);
    if (secure.length === 0) return;
    const isShared = after.group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared;
    for (const row of changedRows(changes, dot1qStaticUnicastEntry)) {
      const owner = secure.find(
        (one) =>
          one.portSecAddrMac === row.dot1qStaticUnicastAddress &&
          one.portSecAddrPort !== row.dot1qStaticUnicastAllowedToGoTo &&
          (isShared || one.portSecAddrVlan === row.dot1qVlanIndex),
      );
      if (!owner) continue;
      const message = say('Address belongs to port {{port}}.', { port: owner.portSecAddrPort });
      yield conflict(dot1qStaticUnicastEntry, message, { row, column: 'dot1qStaticUnicastAddress' });
    }
    if (!isShared || before.group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared) return;
    const addresses = secure
      .filter((row) => ownerOf(after, placeOf(row), true) !== undefined)
      .map(({ portSecAddrMac }) => portSecAddrMac);
    if (addresses.length === 0) return;
    const message = say(
      'Shared VLAN learning cannot be used together with secure addresses on different ports: {{addresses}}.',
      { addresses: [...new Set(addresses)] },
    );
    yield conflict(dot1qVlan, message, { column: 'dot1qConstraintTypeDefault' });
  },
};

/** A maximum has room for what is configured. */
const room: Rule = {
  concerns: [portSecPortEntry, portSecAddrEntry],
  *check({ after, changes }) {
    for (const row of changedRows(changes, portSecPortEntry)) {
      const { portSecPort: port, portSecState } = row;
      const count = after.rows(portSecAddrEntry).filter(({ portSecAddrPort }) => portSecAddrPort === port).length;
      if (portSecState !== Status.enabled || count <= roomFor(row)) continue;
      const message = say('Maximum is below the addresses in use on port {{port}}.', { port });
      yield conflict(portSecPortEntry, message, { row, column: 'portSecMaxAddr' });
    }
  },
};

/**
 * Maximum number of configured addresses of a port; with a maximum of 0 only those are accepted
 * (docs/specification/security.md, "Port Settings").
 */
function roomFor({ portSecMaxAddr }: { readonly portSecMaxAddr: number }): number {
  return portSecMaxAddr === 0 ? PORT_MAXIMUM : portSecMaxAddr;
}

function isMember(configuration: Configuration, vlan: number, port: number): boolean {
  const row = configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
  return row === undefined || hasPort(parsePortList(row.dot1qVlanStaticEgressPorts) ?? NO_PORTS, port);
}

/** Whether authentication can put the port into the VLAN. */
function maybeAssigned(configuration: Configuration, vlan: number, port: number): boolean {
  const index = { dot1xPaePortNumber: port };
  const control = configuration.row(dot1xAuthConfigEntry, index)?.dot1xAuthAuthControlledPortControl;
  const extended = configuration.row(dot1xPortExtEntry, index);
  if (control !== PortControl.auto || !extended) return false;
  return extended.dot1xPortGuestVlan === vlan || extended.dot1xPortDynamicVlan === Status.enabled;
}

function placeOf({ portSecAddrPort, portSecAddrVlan, portSecAddrMac }: RowOf<typeof portSecAddrEntry>): SecurePlace {
  return { port: portSecAddrPort, vlan: portSecAddrVlan, address: portSecAddrMac };
}

/** Another port that has the address. */
function ownerOf(
  configuration: Configuration,
  { port, vlan, address }: SecurePlace,
  isShared: boolean,
): number | undefined {
  const known = [
    ...configuration.rows(portSecAddrEntry).map(placeOf),
    ...configuration.rows(dot1qStaticUnicastEntry).map((row) => ({
      port: row.dot1qStaticUnicastAllowedToGoTo,
      vlan: row.dot1qVlanIndex,
      address: row.dot1qStaticUnicastAddress,
    })),
  ];
  return known.find((one) => one.address === address && one.port !== port && (isShared || one.vlan === vlan))?.port;
}

/** Rules between port security, trunks, mirror sessions, VLANs and static addresses. */
export const portSecurityRules: readonly Rule[] = [ordinaryPorts, oneGatekeeper, addresses, oneOwner, room];
