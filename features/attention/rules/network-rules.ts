import { trunkNumber } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { portsOf } from '../../../model/values/port-list.ts';
import { SystemCapability } from '../../../protocols/lldp/information.ts';
import type { BridgePort } from '../../../protocols/spanning-tree/bridge-state.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { storms } from '../../network/bandwidth-control/slots.ts';
import { lldpState } from '../../network/lldp/slots.ts';
import { spanningTree } from '../../network/spanning-tree/slots.ts';
import { dot1qPortVlanEntry } from '../../network/vlan/objects.ts';
import type { Facts } from '../facts.ts';
import type { Finding, Rule } from '../finding.ts';

const TREE_PORTS = '/Network/SpanningTree/Port';
const TREE = '/Network/SpanningTree/Protocol';
const PORT_VLANS = '/Network/VLAN/Port';
const NEIGHBORS = '/Network/LLDP/Neighbors';
const STORM = '/Network/BandwidthControl/StormControl';
const ADDRESSES = '/Network/VLAN/Dynamic';
const HOSTS = '/Hosts';

/** Digits of a bridge identifier's priority, before its address. */
const PRIORITY_DIGITS = 4;
/** The share of the address table from which on it counts as full. */
const FULL = 0.95;

const stormKinds = {
  broadcasts: say('broadcasts'),
  multicasts: say('multicasts'),
  unknownUnicasts: say('unknown unicasts'),
} as const;

/** The physical ports of a bridge port by its number: a port, or the members of a trunk. */
function membersOf({ configuration, hardware }: Facts, number: number): readonly number[] {
  const found = bridgePorts(configuration, hardware).find((port) => port.number === number);
  return found ? portsOf(found.members) : [number];
}

/** Name of a bridge port in a sentence. */
function nameOf(number: number) {
  const trunk = trunkNumber(number);
  return trunk === undefined ? say('port {{port}}', { port: number }) : say('trunk {{trunk}}', { trunk });
}

/** A bridge by its identifier: "00-11-22-33-44-55, priority 4096". */
function bridgeName(identifier: string) {
  const mac = (identifier.slice(PRIORITY_DIGITS).match(/../g) ?? []).join('-');
  return say('{{mac}}, priority {{priority}}', {
    mac,
    priority: Number.parseInt(identifier.slice(0, PRIORITY_DIGITS), 16),
  });
}

/** State of each bridge port in the spanning tree; nothing while it is disabled. */
function treePorts({ slots }: Facts): readonly BridgePort[] {
  return [...(slots.get(spanningTree)?.bridge()?.ports.values() ?? [])];
}

/** The spanning tree blocks a port: there is a second way. */
export const treeBlocked: Rule = {
  name: 'tree-blocked',
  pages: [TREE_PORTS, TREE],
  find: (facts) =>
    treePorts(facts).flatMap(({ number, cist }): readonly Finding[] => {
      if (cist.role !== 'alternate' && cist.role !== 'backup') return [];
      const { root } = cist.tree.rootPriority;
      return [
        {
          at: String(number),
          severity: 'warning',
          ports: membersOf(facts, number),
          what: say('{{port}} is blocked by the spanning tree.', { port: nameOf(number) }),
          cause:
            cist.role === 'alternate'
              ? say('There is a second way to the root bridge ({{root}}).', { root: bridgeName(root) })
              : say('Another port of this switch leads to the same segment.'),
          advice: say('This is as intended if the cable is in reserve.'),
          actions: [{ label: say('Show the tree'), to: TREE }],
          circumstance: `${cist.role} ${root}`,
        },
      ];
    }),
};

/** A bridge takes itself, or another one, for the root, and does not hear that there is a better one. */
export const secondRoot: Rule = {
  name: 'second-root',
  pages: [TREE_PORTS, TREE],
  find: (facts) =>
    treePorts(facts).flatMap(({ number, cist }): readonly Finding[] =>
      cist.disputed
        ? [
            {
              at: String(number),
              severity: 'critical',
              ports: membersOf(facts, number),
              what: say('The bridge behind {{port}} has another root.', { port: nameOf(number) }),
              cause: say(
                'It does not receive the BPDUs of this switch: the link carries frames in one direction only, or something filters BPDUs.',
              ),
              advice: say('Check the cable and the settings of the far end.'),
              actions: [{ label: say('Show the tree'), to: TREE }],
            },
          ]
        : [],
    ),
};

/** Both ends of a link put untagged frames into different VLANs. */
export const nativeVlan: Rule = {
  name: 'native-vlan',
  pages: [PORT_VLANS, NEIGHBORS],
  find({ slots, configuration }) {
    const neighbors = [...slots.get(lldpState).neighbours.values()];
    return neighbors.flatMap(({ port, information, index }): readonly Finding[] => {
      const { portVlan, systemName, capabilities } = information;
      const enabled = capabilities?.enabled ?? 0;
      const isBridge = (enabled & SystemCapability.bridge) !== 0 && (enabled & SystemCapability.telephone) === 0;
      const own = configuration.row(dot1qPortVlanEntry, { dot1dBasePort: port })?.dot1qPvid;
      if (!isBridge || portVlan === undefined || portVlan === 0 || own === undefined || portVlan === own) return [];
      return [
        {
          at: `${port} ${index}`,
          severity: 'warning',
          ports: [port],
          what: say('The ends of the link at port {{port}} have different native VLANs.', { port }),
          cause: say('Untagged frames are in VLAN {{own}} here and in VLAN {{vlan}} at {{neighbor}}.', {
            own,
            vlan: portVlan,
            neighbor: systemName ?? say('the neighbor'),
          }),
          advice: say('Give both ends the same PVID.'),
          actions: [
            { label: say('Open VLANs of ports'), to: PORT_VLANS },
            { label: say('Show neighbors'), to: NEIGHBORS },
          ],
          circumstance: `${own} ${portVlan}`,
        },
      ];
    });
  },
};

/** Two stations have the same address, none of them this switch. */
export const contestedAddress: Rule = {
  name: 'contested-address',
  pages: [HOSTS],
  find: ({ contested }) =>
    contested.map(({ address, macs: [first, second] }) => ({
      at: address,
      severity: 'warning',
      what: say('Two stations claim the address {{address}}.', { address }),
      cause: say('{{first}} and {{second}} answer for it in turn; connections to it break off.', { first, second }),
      advice: say('Give one of the two another address.'),
      actions: [{ label: say('Show hosts'), to: HOSTS }],
      circumstance: `${first} ${second}`,
    })),
};

/** Frames of a kind come in faster than storm control lets them pass. */
export const storm: Rule = {
  name: 'storm',
  pages: [STORM],
  find: ({ slots }) =>
    slots.get(storms).map(({ port, kind }) => ({
      at: `${port} ${kind}`,
      severity: 'critical',
      ports: [port],
      what: say('Storm on port {{port}}: too many {{kind}}.', { port, kind: stormKinds[kind] }),
      cause: say('A loop behind the port, or a device that floods the network. Excess frames are dropped.'),
      actions: [{ label: say('Open Storm Control'), to: STORM }],
    })),
};

/** The address table has no room: frames to addresses that are not in it go out everywhere. */
export const addressTableFull: Rule = {
  name: 'address-table-full',
  pages: [ADDRESSES],
  find({ addresses }) {
    if (!addresses || addresses.used < addresses.size * FULL) return [];
    return [
      {
        at: '',
        severity: 'critical',
        what: say('The MAC address table is full.'),
        cause: say(
          '{{used}} of {{size}} entries are in use; frames to further addresses are flooded to all ports.',
          addresses,
        ),
        advice: say('A station that sends from many addresses fills it; port security limits them.'),
        actions: [{ label: say('Show addresses'), to: ADDRESSES }],
      },
    ];
  },
};
