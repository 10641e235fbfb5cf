import { randomInt } from 'node:crypto';
import type { Cancel } from '../../../datapath/clock.ts';
import type { PuntedFrame } from '../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { heldAddresses } from '../../../device/held-addresses.ts';
import { Severity } from '../../../device/log/log.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { type DhcpEvent, type DhcpNews, stepDhcp } from '../../../protocols/dhcp/client.ts';
import type { DhcpSettings } from '../../../protocols/dhcp/client-frame.ts';
import { type DhcpState, stoppedDhcp } from '../../../protocols/dhcp/state.ts';
import type { Ipv4Interface } from '../../interface-addresses.ts';
import { system } from '../system-management/objects.ts';
import { leaseLosses } from './lease-losses.ts';
import { AddressMode, ipv4InterfaceEntry } from './objects.ts';
import { type Lease, leases, probedLeases } from './slots.ts';

interface Client {
  settings: DhcpSettings;
  /** The last address in use. */
  former: string | undefined;
  /** The last lease was contested: the next one is used only once no other station was found to have its address. */
  isContested: boolean;
  state: DhcpState;
  wake: Cancel;
}

/** A host name may hold letters, digits and hyphens (RFC 1123 2.1); a system name may hold more. */
function hostName(context: DeviceContext, row: Ipv4Interface): string | undefined {
  if (row.dhcpOption12State !== Status.enabled) return undefined;
  const name = row.dhcpOption12HostName || context.configuration().group(system).sysName;
  return name.replaceAll(/[^A-Za-z0-9-]+/g, '-').replaceAll(/^-+|-+$/g, '') || undefined;
}

/** The DHCP clients of the interfaces that take their address from a server; by VLAN. */
export class DhcpClients {
  readonly #context: DeviceContext;
  readonly #clients = new Map<number, Client>();

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  /** Starts and stops clients as the interfaces want them. */
  configure(): void {
    const rows = this.#context
      .configuration()
      .rows(ipv4InterfaceEntry)
      .filter((row) => row.ipAddrCfgMode === AddressMode.dynamic && row.ipv4InterfaceEnableStatus === Status.enabled);
    const wanted = new Map(rows.map((row) => [row.ipIfVlanId, row]));
    // A lease at which the switch still answers for a change that waits is given back once that is decided.
    const held = new Set(this.#context.slots.get(heldAddresses).map(({ vlan, address }) => `${vlan} ${address}`));
    for (const vlan of [...this.#clients.keys()]) {
      const lease = this.#context.slots.get(leases).get(vlan);
      if (!wanted.has(vlan) && !(lease && held.has(`${vlan} ${lease.address}`))) this.#remove(vlan);
    }
    for (const [vlan, row] of wanted) {
      const settings: DhcpSettings = {
        mac: this.#context.hardware.baseMacAddress,
        hostName: hostName(this.#context, row),
        retries: row.dhcpRetryTimes,
      };
      const present = this.#clients.get(vlan);
      if (present) present.settings = settings;
      else this.#add(vlan, settings);
    }
  }

  /** A frame that the datapath handed to the agent. */
  receive({ vlan, frame }: PuntedFrame): void {
    if (vlan !== undefined && this.#clients.has(vlan)) this.tell(vlan, { kind: 'frame', octets: frame });
  }

  /** Gives an event to the client of `vlan`, if there is one. */
  tell(vlan: number, event: DhcpEvent): void {
    const client = this.#clients.get(vlan);
    if (!client) return;
    const { clock, datapath } = this.#context;
    const step = stepDhcp(client.settings, client.state, event, clock.now());
    client.state = step.state;
    client.wake();
    if (Number.isFinite(step.state.wakeAt)) {
      const pause = Math.max(0, step.state.wakeAt - clock.now());
      client.wake = clock.after(pause, () => this.tell(vlan, { kind: 'wake' }));
    }
    for (const frame of step.send) datapath.originate(vlan, frame);
    if (step.news) this.#report(vlan, client, step.news);
  }

  /** No station was found to use the address of a probed lease: it is in use from now on. */
  accept(vlan: number, address: string): void {
    const lease = this.#context.slots.get(probedLeases).get(vlan);
    const client = this.#clients.get(vlan);
    if (client && lease?.address === address) this.#use(vlan, client, lease);
  }

  #add(vlan: number, settings: DhcpSettings): void {
    const state = stoppedDhcp(randomInt(1, 0x1_0000_0000));
    this.#clients.set(vlan, { settings, former: undefined, isContested: false, state, wake: () => undefined });
    this.tell(vlan, { kind: 'start' });
  }

  #remove(vlan: number): void {
    this.tell(vlan, { kind: 'release' });
    this.#clients.get(vlan)?.wake();
    this.#clients.delete(vlan);
  }

  #report(vlan: number, client: Client, news: DhcpNews): void {
    const { log } = this.#context;
    const name = interfaceName(this.#indexOf(vlan));
    if (news.kind === 'unanswered') {
      const manual = this.#row(vlan)?.ipAddressAddr;
      const message = manual
        ? say('{{name}}: no DHCP server answers; the manual address {{address}} is used.', { name, address: manual })
        : say('{{name}}: no DHCP server answers; there is no address.', { name });
      log.write(Severity.warning, message);
      return;
    }
    if (news.kind === 'lost') {
      const severity = news.reason === 'released' ? Severity.informational : Severity.warning;
      log.write(
        severity,
        say('{{name}}: address {{address}} from DHCP was removed: {{reason}}.', {
          name,
          address: news.address,
          reason: leaseLosses[news.reason],
        }),
      );
      client.isContested = news.reason === 'conflict';
      this.#put(probedLeases, vlan, undefined);
      this.#put(leases, vlan, undefined);
      return;
    }
    const { address, prefix, gateway, dnsServers, server, leaseTime, bootServer, bootFile, since } = news.lease;
    const lease = { address, prefix, gateway, dnsServers, server, leaseTime, bootServer, bootFile, since };
    if (client.isContested) this.#put(probedLeases, vlan, lease);
    else this.#use(vlan, client, lease);
  }

  #use(vlan: number, client: Client, lease: Lease): void {
    const { log, slots } = this.#context;
    const { former } = client;
    const { address, server, leaseTime } = lease;
    const name = interfaceName(this.#indexOf(vlan));
    if (former !== undefined && former !== address) {
      log.write(
        Severity.warning,
        say(
          '{{name}}: DHCP server {{server}} changed the address of the switch from {{former}} to {{address}}; sessions at the former address end.',
          {
            name,
            server,
            former,
            address,
          },
        ),
      );
    } else if (!slots.get(leases).has(vlan)) {
      log.write(
        Severity.notice,
        say('{{name}}: address {{address}} from DHCP server {{server}} for {{leaseTime}} s.', {
          name,
          address,
          server,
          leaseTime,
        }),
      );
    }
    client.former = address;
    client.isContested = false;
    this.#put(leases, vlan, lease);
    this.#put(probedLeases, vlan, undefined);
  }

  #put(place: typeof leases, vlan: number, lease: Lease | undefined): void {
    this.#context.slots.update(place, (present) => {
      if (!lease && !present.has(vlan)) return present;
      const next = new Map(present);
      if (lease) next.set(vlan, lease);
      else next.delete(vlan);
      return next;
    });
  }

  #row(vlan: number): Ipv4Interface | undefined {
    return this.#context.configuration().row(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: this.#indexOf(vlan) });
  }

  #indexOf(vlan: number): number {
    return VLAN_INTERFACE_BASE + vlan;
  }
}
