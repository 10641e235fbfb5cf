import type { PortNumber } from '../datapath/identifiers.ts';
import { ipNetwork, isInIpNetwork, parseIp } from '../model/values/ip-prefix.ts';
import { hasPort, NO_PORTS, type PortList } from '../model/values/port-list.ts';

/** The ways by which a switch is managed over the network; their places are their bits in `ipAccessServices`. */
export const managementServices = ['snmp', 'telnet', 'http', 'https', 'ssh'] as const;

/** One of them. */
export type ManagementService = (typeof managementServices)[number];

/** A network, or a host, and the services that it may use. */
export interface PermittedSource {
  /** The network's address in canonical text, of either family. */
  readonly address: string;
  /** Its length, up to 32 or 128. */
  readonly prefix: number;
  readonly services: readonly ManagementService[];
  /**
   * The permitted ports; none for all. Services that do not see the port do not check it: the datapath enforces this.
   */
  readonly ports: PortList;
}

/** The sources that may manage the switch; undefined for any. */
export type PermittedSources = readonly PermittedSource[] | undefined;

/** The text that names a source: "192.0.2.0/24". */
export function sourceName({ address, prefix }: Pick<PermittedSource, 'address' | 'prefix'>): string {
  return `${address}/${prefix}`;
}

/** The first source that lets a station of this address use the service; undefined where none does, or none are named. */
export function permittingSource(
  sources: readonly PermittedSource[],
  service: ManagementService,
  address: string,
): PermittedSource | undefined {
  return permittingSources(sources, service, address)[0];
}

/** Whether a station of this address may use the service, whatever port it is behind. */
export function isPermitted(sources: PermittedSources, service: ManagementService, address: string): boolean {
  return sources === undefined || permittingSource(sources, service, address) !== undefined;
}

/** The same of a station behind `port`, of a trunk any of its members. */
export function isPermittedBy(
  sources: PermittedSources,
  service: ManagementService,
  address: string,
  port: PortNumber,
): boolean {
  if (sources === undefined) return true;
  return permittingSources(sources, service, address).some(({ ports }) => ports === NO_PORTS || hasPort(ports, port));
}

function permittingSources(
  sources: readonly PermittedSource[],
  service: ManagementService,
  address: string,
): readonly PermittedSource[] {
  // As sockets show it: an IPv4 address may be mapped into IPv6 (RFC 4291 2.5.5.2), and a zone says nothing here.
  const asked = parseIp(address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, ''));
  if (!asked) return [];
  return sources.filter((source) => {
    const network = ipNetwork(source.address, source.prefix);
    return network !== undefined && isInIpNetwork(network, asked) && source.services.includes(service);
  });
}
