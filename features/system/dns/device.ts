import {
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { NameError, NameResolver } from '../../../device/names/name-resolver.ts';
import { slot } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { say } from '../../../model/values/message.ts';
import { dhcpv6Leases } from '../l3-feature/ipv6/slots.ts';
import { leases } from '../l3-feature/slots.ts';
import { DnsOrigin, DnsTestStatus, dnsHostEntry, dnsResolverCtrl, dnsServerEntry } from './objects.ts';

/** Rows 1 and 2 hold IPv4 servers, 3 and 4 IPv6 servers, and no server twice. */
const serverRule: Rule = {
  concerns: [dnsServerEntry],
  *check({ after }) {
    const seen = new Set<string>();
    for (const row of after.rows(dnsServerEntry)) {
      const { dnsServerAddr: address, dnsServerIndex: index } = row;
      if (address === '') continue;
      const place = { row, column: 'dnsServerAddr' };
      const isIpv4 = parseIpv4(address) !== undefined;
      if (isIpv4 !== index <= 2) {
        yield conflict(dnsServerEntry, isIpv4 ? say('Invalid IPv6 address.') : say('Invalid IPv4 address.'), place);
      }
      if (seen.has(address))
        yield conflict(dnsServerEntry, say('DNS server {{address}} is given twice.', { address }), place);
      seen.add(address);
    }
  },
};

/** The servers that are asked, in their order: those set, or those of the DHCP leases. */
function serversInUse(context: DeviceContext): readonly string[] {
  const configuration = context.configuration();
  if (configuration.group(dnsResolverCtrl).dnsOrigin === DnsOrigin.dynamic) {
    const given = [...context.slots.get(leases).values(), ...context.slots.get(dhcpv6Leases).values()];
    return [...new Set(given.flatMap((lease) => lease.dnsServers))];
  }
  return configuredServers(configuration);
}

function configuredServers(configuration: Configuration): readonly string[] {
  return configuration.rows(dnsServerEntry).flatMap((row) => (row.dnsServerAddr === '' ? [] : [row.dnsServerAddr]));
}

function configureResolver(context: DeviceContext): void {
  const configuration = context.configuration();
  const group = configuration.group(dnsResolverCtrl);
  context.names.configure({
    enabled: group.dnsResolverState === Status.enabled,
    servers: () => serversInUse(context).map((address) => ({ address })),
    domain: group.dnsDomainName,
    timeout: millisecondsIn(dnsResolverCtrl, group)('dnsTimeout'),
    hosts: new Map(configuration.rows(dnsHostEntry).map((row) => [row.dnsHostName, row.dnsHostAddr])),
  });
}

/** Keeps the switch's resolver as it is set. */
const resolver: Service = {
  name: 'resolver',
  reads: [dnsResolverCtrl, dnsServerEntry, dnsHostEntry],
  start(context) {
    configureResolver(context);
    return { changed: () => configureResolver(context) };
  },
};

interface NameTest {
  readonly status: (typeof DnsTestStatus)[keyof typeof DnsTestStatus];
  readonly name: string;
  readonly result: string;
}

/** The last test; tests run in parallel to calls, so that a silent server blocks no one. */
const nameTest = slot<NameTest>('nameTest', { status: DnsTestStatus.none, name: '', result: '' });

async function testName({ slots }: DeviceContext, names: NameResolver, name: string): Promise<void> {
  slots.update(nameTest, () => ({ status: DnsTestStatus.running, name, result: '' }));
  const test = await names.resolve(name).then(
    (addresses): NameTest => ({ status: DnsTestStatus.found, name, result: addresses.join(', ') }),
    (reason): NameTest => ({
      status: DnsTestStatus.failed,
      name,
      result: reason instanceof NameError ? reason.message : `${name} cannot be resolved.`,
    }),
  );
  slots.update(nameTest, (present) => (present.name === name ? test : present));
}

/** Asks only this server. */
function resolverAt(address: string, { configuration }: DeviceContext): NameResolver {
  const group = configuration().group(dnsResolverCtrl);
  const timeout = millisecondsIn(dnsResolverCtrl, group)('dnsTimeout');
  const resolver = new NameResolver();
  resolver.configure({
    enabled: true,
    servers: () => [{ address }],
    domain: group.dnsDomainName,
    timeout,
    hosts: new Map(),
  });
  return resolver;
}

const testOperation = operation(dnsResolverCtrl, {
  operate(context, { values }) {
    const { dnsTestName: name, dnsTestServer: server } = values;
    if (typeof name !== 'string' || name === '') return;
    const asked = typeof server === 'string' && server !== '' ? resolverAt(server, context) : context.names;
    void testName(context, asked, name);
  },
});

function liveResolver(context: DeviceContext): LiveOf<typeof dnsResolverCtrl> {
  const test = context.slots.get(nameTest);
  return {
    dnsServerInUse: serversInUse(context).join(', '),
    dnsTestStatus: test.status,
    dnsTestedName: test.name,
    dnsTestResult: test.result,
  };
}

/** System > DNS. */
export const dns: DeviceFeature = {
  objects: [dnsResolverCtrl, dnsServerEntry, dnsHostEntry],
  rules: [serverRule],
  live: [live(dnsResolverCtrl, { group: liveResolver })],
  operations: [testOperation],
  services: [resolver],
};
