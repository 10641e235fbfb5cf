import { changedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { inTrunk } from '../../../model/configuration/message.ts';
import { conflict, isTakenUp, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { interfaceName, TRUNK_BASE } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { bridgePorts, trunkOfPort } from '../../bridge-ports.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { AddressMode, ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { bridgePortNamed, isMember } from '../inspected-ports.ts';
import { isSnooping, isTrusted, snoopedVlans } from '../snooped.ts';
import {
  dhcpSnoopingConfig,
  dhcpSnoopingPortEntry,
  dhcpSnoopingStaticBindingEntry,
  dhcpSnoopingVlanEntry,
} from './objects.ts';

/** A static binding is of a port that is there, in its VLAN and not trusted; an address has one owner in a VLAN. */
const soundBindings: Rule = {
  concerns: [dhcpSnoopingStaticBindingEntry],
  *check({ after, before, changes, hardware }) {
    const rests = isTakenUp({ before });
    const changed = changedRows(changes, dhcpSnoopingStaticBindingEntry);
    if (changed.length === 0) return;
    const touched = new Set(changed.map(({ bindingIp }) => bindingIp));
    const owners = new Map<string, string>();
    for (const row of after.rows(dhcpSnoopingStaticBindingEntry)) {
      if (!touched.has(row.bindingIp)) continue;
      const key = `${row.bindingVlanId} ${row.bindingIp}`;
      const owner = owners.get(key);
      if (owner !== undefined) {
        yield conflict(dhcpSnoopingStaticBindingEntry, say('A binding for this MAC/IP exists.'), {
          row,
          column: 'bindingIp',
        });
      }
      owners.set(key, row.bindingMac);
    }
    for (const row of changed) {
      const { bindingVlanId: vlan, bindingPort: number } = row;
      // One that is taken up with a port that the switch has not is of no port: it goes.
      const place = { row, ...(!rests && { column: 'bindingPort' }) };
      if (rests && (number > TRUNK_BASE || hardware.ports.has(number))) continue;
      const port = bridgePortNamed(after, hardware, number);
      const name = interfaceName(number);
      const trunk = trunkOfPort(after).get(number);
      if (trunk !== undefined) yield conflict(dhcpSnoopingStaticBindingEntry, inTrunk(number, trunk), place);
      else if (!port) {
        yield conflict(dhcpSnoopingStaticBindingEntry, say('Port {{port}} does not exist.', { port: name }), place);
      } else if (!isMember(after, vlan, port)) {
        const message = say('Port {{port}} is not in VLAN {{vlan}}.', { port: name, vlan });
        yield conflict(dhcpSnoopingStaticBindingEntry, message, place);
      } else if (isTrusted(after, port)) {
        yield conflict(dhcpSnoopingStaticBindingEntry, say('Port {{port}} is trusted.', { port: name }), place);
      }
    }
  },
};

/** VLANs in which the switch itself asks for its address, and no server could be heard. */
function deafVlans(configuration: Configuration, hardware: Parameters<typeof bridgePorts>[1]): number[] {
  if (!isSnooping(configuration)) return [];
  const snooped = snoopedVlans(configuration);
  const trusted = bridgePorts(configuration, hardware).filter((port) => isTrusted(configuration, port));
  return configuration
    .rows(ipv4InterfaceEntry)
    .filter((row) => row.ipv4InterfaceEnableStatus === Status.enabled && row.ipAddrCfgMode === AddressMode.dynamic)
    .map((row) => row.ipIfVlanId)
    .filter((vlan) => snooped.has(vlan) && !trusted.some((port) => isMember(configuration, vlan, port)));
}

/** The switch goes on hearing the server of its own lease: its loss would show only when the lease ends. */
const hearsItsServer: Rule = {
  concerns: [
    dhcpSnoopingConfig,
    dhcpSnoopingVlanEntry,
    dhcpSnoopingPortEntry,
    dot1qVlanStaticEntry,
    trunkGroupEntry,
    ipv4InterfaceEntry,
  ],
  *check({ before, after, changes, hardware }) {
    if (isTakenUp({ before })) return;
    const already = new Set(deafVlans(before, hardware));
    const vlan = deafVlans(after, hardware).find((one) => !already.has(one));
    if (vlan === undefined) return;
    const message = say(
      'The switch gets its own address by DHCP in VLAN {{vlan}}: trust a port of this VLAN that leads to the server first.',
      { vlan },
    );
    const touched = (object: unknown) => changes.some((change) => change.object === object);
    const [row] = changedRows(changes, dhcpSnoopingVlanEntry);
    const [port] = changedRows(changes, dhcpSnoopingPortEntry);
    if (touched(dhcpSnoopingConfig)) yield conflict(dhcpSnoopingConfig, message, { column: 'dhcpSnoopingStatus' });
    else if (row) yield conflict(dhcpSnoopingVlanEntry, message, { row, column: 'dhcpSnoopingVlanId' });
    else if (port) yield conflict(dhcpSnoopingPortEntry, message, { row: port, column: 'dhcpSnoopingPortTrust' });
    else yield conflict(dhcpSnoopingConfig, message, { column: 'dhcpSnoopingStatus' });
  },
};

/** Rules between snooping, bindings and the switch's own lease. */
export const dhcpSnoopingRules: readonly Rule[] = [soundBindings, hearsItsServer];
