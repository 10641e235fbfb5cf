import { representativeOf } from '../../datapath/bridge-ports.ts';
import type { ManagementPath } from '../../datapath/datapath.ts';
import { interfaceName } from '../../model/values/interface-index.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { AccessPlan, Listener } from '../access-plan.ts';
import type { ManagementConnection } from '../management-connection.ts';
import { isOwnName } from '../names/own-name.ts';
import { isPermitted, isPermittedBy, type ManagementService } from '../permitted-sources.ts';
import type { Outlook } from './outlook.ts';

/** Names of the services. */
const names: Readonly<Record<ManagementService, string>> = {
  snmp: 'SNMP',
  telnet: 'Telnet',
  http: 'HTTP',
  https: 'HTTPS',
  ssh: 'SSH',
};

/**
 * The fault that keeps a connection from its service, whatever its path: the service ends or moves, or no longer
 * accepts its source. Undefined without a new one.
 */
export function serviceFault(
  before: AccessPlan,
  after: AccessPlan,
  connection: ManagementConnection,
): Message | undefined {
  const { service, remoteAddress } = connection;
  const [former, next] = [before.listeners.get(service), after.listeners.get(service)];
  const name = names[service];
  const isUp = (listener: Listener | undefined) =>
    listener?.enabled || (listener?.onLoopback && isLoopback(connection.localAddress));
  if (isUp(former) && !isUp(next)) return say('{{service}}, which this session uses, would end.', { service: name });
  if (former && next && isUp(former) && former.port !== next.port) {
    return say('{{service}}, which this session uses, would move to port {{port}}.', {
      service: name,
      port: next.port,
    });
  }
  if (isPermitted(before.sources, service, remoteAddress) && !isPermitted(after.sources, service, remoteAddress)) {
    return say('{{address}} would no longer be allowed to use {{service}}.', {
      address: remoteAddress,
      service: name,
    });
  }
  if (connection.name !== undefined && isNamed(before, connection.name) && !isNamed(after, connection.name)) {
    return say('The switch would no longer answer to the name {{name}}, which this session uses.', {
      name: connection.name,
    });
  }
  return undefined;
}

function isNamed({ names: own }: AccessPlan, name: string): boolean {
  return isOwnName(new Set(own.keys()), name);
}

/** As `serviceFault`, where the service would be there for another VLAN than the one that the connection comes from. */
export function vlanFault(
  before: Outlook,
  after: Outlook,
  { vlan }: ManagementPath,
  { service }: ManagementConnection,
): Message | undefined {
  const isShut = ({ access }: Outlook) => (access.listeners.get(service)?.vlan ?? vlan) !== vlan;
  if (isShut(before) || !isShut(after)) return undefined;
  return say('{{service}} would no longer answer VLAN {{vlan}}, which this session uses.', {
    service: names[service],
    vlan,
  });
}

/** As `serviceFault`, if the source would be accepted on other ports than the one of the connection. */
export function portFault(
  before: Outlook,
  after: Outlook,
  { port }: ManagementPath,
  { service, remoteAddress }: ManagementConnection,
): Message | undefined {
  const isIn = ({ plan, access }: Outlook) =>
    isPermittedBy(access.sources, service, remoteAddress, representativeOf(plan, port) ?? port);
  if (!isIn(before) || isIn(after)) return undefined;
  return say('{{address}} would no longer be allowed to use {{service}} on port {{port}}, which it uses.', {
    address: remoteAddress,
    service: names[service],
    port: interfaceName(port),
  });
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./i.test(address) || address === '::1';
}
