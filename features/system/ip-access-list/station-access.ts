import { EVERY_PORT } from '../../../datapath/combiners.ts';
import type { StationAccessPlan } from '../../../datapath/plan.ts';
import { TURNED_AWAY } from '../../../datapath/station-access.ts';
import type { Contribution } from '../../../device/contribution.ts';
import type { ManagementService, PermittedSource } from '../../../device/permitted-sources.ts';
import { type ServicePorts, servicePorts } from '../../../device/service-places.ts';
import type { AccessCondition } from '../../../model/access-control/access-rule.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { type IpNetwork, ipNetwork, isInIpNetwork } from '../../../model/values/ip-prefix.ts';
import { NO_PORTS, type PortList } from '../../../model/values/port-list.ts';
import { IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { snmpAgentCtrl } from '../snmp/objects.ts';
import { sshCtrl } from '../ssh/objects.ts';
import { HTTPS_PORT, sslCtrl } from '../ssl/objects.ts';
import { telnetCtrl } from '../telnet/objects.ts';
import { ipAccessListCtrl, ipAccessListEntry } from './objects.ts';
import { permittedSources } from './permitted.ts';

/** The service at one port. */
export interface ServicePort {
  readonly protocol: number;
  readonly port: number;
  readonly services: readonly ManagementService[];
}

/** Ports of the services, each one once: HTTPS and HTTP may share one, which is listed once. */
export function servicePortsOf(
  configuration: Configuration,
  { console, portFor }: ServicePorts,
): readonly ServicePort[] {
  const { sslPort } = configuration.group(sslCtrl);
  const https = sslPort === HTTPS_PORT ? console : portFor(sslPort);
  const tcp = (port: number, ...services: ManagementService[]): ServicePort => ({
    protocol: IpProtocol.tcp,
    port,
    services,
  });
  return [
    ...(https === console ? [tcp(console, 'https', 'http')] : [tcp(console, 'http'), tcp(https, 'https')]),
    tcp(portFor(configuration.group(sshCtrl).sshServicePort), 'ssh'),
    tcp(portFor(configuration.group(telnetCtrl).telnetPort), 'telnet'),
    {
      protocol: IpProtocol.udp,
      port: portFor(configuration.group(snmpAgentCtrl).snmpUdpPort),
      services: ['snmp'],
    },
  ];
}

/** Maximum number of reported frames per second at one port. */
const TOLD = 10;

/**
 * Restricts clients to their permitted ports. Only the datapath knows where a packet was received; the services
 * themselves check who is permitted at all.
 */
export const stationAccess: Contribution = {
  reads: [ipAccessListCtrl, ipAccessListEntry, sslCtrl, sshCtrl, telnetCtrl, snmpAgentCtrl],
  uses: [servicePorts],
  compile(configuration, _hardware, slots) {
    const sources = permittedSources(configuration);
    if (!sources?.some(({ ports }) => ports !== NO_PORTS)) return {};
    const entries = servicePortsOf(configuration, slots.get(servicePorts)).flatMap((served) =>
      entriesOf(served, sources),
    );
    return {
      stationAccess: new Map(entries.map((entry, at) => [at, entry])),
      punts: new Map([[TURNED_AWAY, { stage: 'delivery', action: 'take', rate: TOLD, eachPort: true, matches: [] }]]),
    };
  },
};

/** Of several networks that hold a station the smallest comes first; it may use the ports of all of them. */
function entriesOf(served: ServicePort, sources: readonly PermittedSource[]): StationAccessPlan[] {
  const named = sources
    .filter(({ services }) => services.some((service) => served.services.includes(service)))
    .flatMap(({ address, prefix, ports }) => {
      const network = ipNetwork(address, prefix);
      return network ? [{ network, ports: ports === NO_PORTS ? EVERY_PORT : ports }] : [];
    });
  if (named.every(({ ports }) => ports === EVERY_PORT)) return [];
  return named
    .map(({ network }) => ({ network, ports: portsAround(network, named) }))
    .sort((one, other) => other.network.prefix - one.network.prefix)
    .map(({ network, ports }) => ({ match: matchOf(served, network), ports }));
}

function portsAround(
  inner: IpNetwork,
  named: readonly { readonly network: IpNetwork; readonly ports: PortList }[],
): PortList {
  return named
    .filter(({ network }) => network.prefix <= inner.prefix && isInIpNetwork(network, inner))
    .reduce((all, { ports }) => all | ports, NO_PORTS);
}

function matchOf({ protocol, port }: ServicePort, { bits, width, prefix }: IpNetwork): AccessCondition[] {
  const every = (1n << BigInt(width)) - 1n;
  const mask = every ^ (every >> BigInt(prefix));
  return [
    { field: width === 32 ? 'ipv4Source' : 'ipv6Source', value: bits, mask },
    { field: 'ipProtocol', value: BigInt(protocol), mask: 0xffn },
    { field: 'destinationPort', value: BigInt(port), mask: 0xffffn },
  ];
}
