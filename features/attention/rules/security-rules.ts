import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { NO_PORTS, parsePortList, portListOf } from '../../../model/values/port-list.ts';
import { decisionOf } from '../../../protocols/dot1x/access.ts';
import { PaeState } from '../../../protocols/dot1x/state.ts';
import { ifEntry } from '../../network/physical-interface/objects.ts';
import { type Closer, closedPorts } from '../../network/physical-interface/slots.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import {
  dhcpSnoopingConfig,
  dhcpSnoopingPortEntry,
  dhcpSnoopingVlanEntry,
} from '../../security/dhcp-snooping/objects.ts';
import { authenticator } from '../../security/port-access-control/slots.ts';
import { snmpCommunityEntry } from '../../system/snmp/community-objects.ts';
import { READ_ONLY } from '../../system/snmp/group-objects.ts';
import { snmpAgentCtrl } from '../../system/snmp/objects.ts';
import type { Finding, Rule } from '../finding.ts';
import { openPort } from './open-port.ts';
import { perPort } from './per-port.ts';

const INTERFACES = '/Network/PhysicalInterface';
const ACCESS = '/Security/PortAccessControl';
const COMMUNITIES = '/System/SNMP/Community';
const SNOOPED_VLANS = '/Security/DHCPSnooping/VLAN';
const SNOOPING_PORTS = '/Security/DHCPSnooping/Interfaces';

/** Why a port is shut, and the page of what shut it. */
const closers: Readonly<Record<Closer, { readonly cause: Message; readonly page: string; readonly label: Message }>> = {
  portSecurity: {
    cause: say('Port Security shut it down: a station with an address that is not allowed sent frames.'),
    page: '/Security/PortSecurity/PortSettings',
    label: say('Open Port Security'),
  },
  arpInspection: {
    cause: say('ARP inspection shut it down: it received more ARP packets than its limit.'),
    page: '/Security/DynamicARPInspection/PortSettings',
    label: say('Open ARP inspection'),
  },
  pingWatchdog: {
    cause: say('Ping Watchdog shut it down: the host behind it did not answer.'),
    page: '/Tools/PingWatchdog',
    label: say('Open Ping Watchdog'),
  },
};

/** The switch itself has shut a port. */
export const errDisabled: Rule = {
  name: 'err-disabled',
  pages: [INTERFACES, ...Object.values(closers).map(({ page }) => page)],
  find: ({ slots }) =>
    [...slots.get(closedPorts)].flatMap(([port, { by }]): readonly Finding[] => {
      const [first] = by;
      if (!first) return [];
      const { cause, page: to, label } = closers[first];
      return [
        {
          at: String(port),
          severity: 'critical',
          ports: [port],
          what: say('Port {{port}} is err-disabled.', { port }),
          cause,
          advice: say('Remove the cause, then open the port again.'),
          actions: [
            {
              label: say('Disable and enable port'),
              inTurn: true,
              calls: [Status.disabled, Status.enabled].map((ifAdminStatus) => ({
                object: ifEntry.name,
                values: { ifIndex: port, ifAdminStatus },
              })),
            },
            { label, to },
            openPort(port),
          ],
          circumstance: first,
        },
      ];
    }),
};

/** A port with a link forwards nothing because no client has authenticated. */
export const unauthorized: Rule = {
  name: 'unauthorized',
  pages: [ACCESS],
  find: (facts) =>
    perPort(facts, ({ port, isUp }) => {
      const state = facts.slots.get(authenticator)?.port(port);
      const control = state?.settings.control ?? 'forceAuthorized';
      if (!state || !isUp || control === 'forceAuthorized' || decisionOf(state)) return undefined;
      const isHeld = [...state.conversations.values()].some(({ pae }) => pae === PaeState.held);
      return {
        severity: 'warning',
        what: say('Port {{port}} is unauthorized.', { port }),
        cause:
          control === 'forceUnauthorized'
            ? say('The port is set to force unauthorized.')
            : isHeld
              ? say('802.1X: the login of the station was rejected.')
              : say('802.1X: no station has logged in.'),
        actions: [{ label: say('Open Port Access Control'), to: ACCESS }],
        circumstance: control === 'forceUnauthorized' ? control : isHeld ? 'rejected' : 'silent',
      };
    }),
};

/** Strings that are tried first. */
const WELL_KNOWN: ReadonlySet<string> = new Set([
  'public',
  'private',
  'community',
  'snmp',
  'admin',
  'manager',
  'cisco',
]);
/** Characters of a community that is not guessed soon. */
const LONG_ENOUGH = 8;

/** Communities by which anyone may read or set the switch. The string itself is never said. */
export const weakCommunity: Rule = {
  name: 'weak-community',
  pages: [COMMUNITIES],
  find({ configuration }) {
    if (configuration.group(snmpAgentCtrl).snmpAgentState !== Status.enabled) return [];
    return configuration.rows(snmpCommunityEntry).flatMap((row): readonly Finding[] => {
      const { snmpCommunityIndex: index, snmpCommunityName: name, snmpCommunitySecurityName: group } = row;
      const isKnown = WELL_KNOWN.has(name.toLowerCase());
      if (name === '' || (!isKnown && name.length >= LONG_ENOUGH)) return [];
      return [
        {
          at: index,
          severity: group === READ_ONLY ? 'warning' : 'critical',
          what:
            group === READ_ONLY
              ? say('SNMP community {{index}} is easy to guess: it reads the switch.', { index })
              : say('SNMP community {{index}} is easy to guess: it may change the switch.', { index }),
          cause: isKnown
            ? say('It is a default that attackers try first.')
            : say('It is shorter than {{count}} characters.', { count: LONG_ENOUGH }),
          advice: say('Choose a longer string, limit it to one host, or use SNMPv3.'),
          actions: [{ label: say('Open communities'), to: COMMUNITIES }],
          circumstance: `${group} ${isKnown ? 'known' : 'short'}`,
        },
      ];
    });
  },
};

/** DHCP is snooped in a VLAN in which no port is trusted: no server is heard there. */
export const noTrustedPort: Rule = {
  name: 'no-trusted-port',
  pages: [SNOOPED_VLANS, SNOOPING_PORTS],
  find({ configuration }) {
    if (configuration.group(dhcpSnoopingConfig).dhcpSnoopingStatus !== Status.enabled) return [];
    const trusted = portListOf(
      configuration
        .rows(dhcpSnoopingPortEntry)
        .filter((row) => row.dhcpSnoopingPortTrust === Status.enabled)
        .map((row) => row.dhcpSnoopingPort),
    );
    return configuration.rows(dhcpSnoopingVlanEntry).flatMap((row): readonly Finding[] => {
      const vlan = row.dhcpSnoopingVlanId;
      const found = configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
      const members = parsePortList(found?.dot1qVlanStaticEgressPorts ?? '') ?? NO_PORTS;
      const isSnooped = row.dhcpSnoopingVlanStatus === Status.enabled;
      if (!isSnooped || members === NO_PORTS || (members & trusted) !== NO_PORTS) return [];
      return [
        {
          at: String(vlan),
          severity: 'critical',
          what: say('Stations in VLAN {{vlan}} get no address by DHCP.', { vlan }),
          cause: say('DHCP is snooped there, and no port of the VLAN is trusted: replies of all servers are dropped.'),
          advice: say('Trust the port that leads to the DHCP server.'),
          actions: [{ label: say('Choose trusted ports'), to: SNOOPING_PORTS }],
        },
      ];
    });
  },
};
