import { randomInt } from 'node:crypto';
import type { Cancel } from '../../../../datapath/clock.ts';
import type { RunningService, ServiceContext } from '../../../../device/feature.ts';
import { Severity } from '../../../../device/log/log.ts';
import { Status } from '../../../../model/schema/kinds/enumeration.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../../../model/values/interface-index.ts';
import { say } from '../../../../model/values/message.ts';
import { stepDhcpv6 } from '../../../../protocols/dhcpv6/client.ts';
import type { Dhcpv6Event, Dhcpv6News } from '../../../../protocols/dhcpv6/events.ts';
import { type Dhcpv6Settings, type Dhcpv6State, stoppedDhcpv6 } from '../../../../protocols/dhcpv6/state.ts';
import { leaseLosses } from '../lease-losses.ts';
import { unlinkedVlans } from '../slots.ts';
import { ipv6Rows } from './objects.ts';
import { dhcpv6Frames } from './punts.ts';
import { dhcpv6Clients, dhcpv6Leases, ipv6Interfaces } from './slots.ts';

interface Client {
  settings: Dhcpv6Settings;
  state: Dhcpv6State;
  sleep: Cancel;
}

/** The DHCPv6 clients of the interfaces that want one; by VLAN. */
export function startDhcpv6(context: ServiceContext): RunningService {
  const { clock, datapath, hardware, log, slots } = context;
  const clients = new Map<number, Client>();
  let unlinked = slots.get(unlinkedVlans);

  const tell = (vlan: number, event: Dhcpv6Event): void => {
    const client = clients.get(vlan);
    if (!client) return;
    const step = stepDhcpv6(client.settings, client.state, event, clock.now());
    client.state = step.state;
    client.sleep();
    if (Number.isFinite(step.state.wakeAt)) {
      const pause = Math.max(0, step.state.wakeAt - clock.now());
      client.sleep = clock.after(pause, () => tell(vlan, { kind: 'wake' }));
    }
    for (const frame of step.send) datapath.originate(vlan, frame);
    for (const news of step.news) report(vlan, news);
    publish();
  };

  const publish = (): void => {
    const leases = [...clients].flatMap(([vlan, { state }]) => (state.lease ? [[vlan, state.lease] as const] : []));
    slots.update(dhcpv6Leases, (present) => {
      const isSame = present.size === leases.length && leases.every(([vlan, lease]) => present.get(vlan) === lease);
      return isSame ? present : new Map(leases);
    });
  };

  const report = (vlan: number, news: Dhcpv6News): void => {
    const name = interfaceName(VLAN_INTERFACE_BASE + vlan);
    if (news.kind === 'unanswered') {
      log.write(Severity.warning, say('{{name}}: no DHCPv6 server answers.', { name }));
    } else if (news.kind === 'lost') {
      const severity = news.reason === 'released' ? Severity.informational : Severity.warning;
      for (const address of news.addresses) {
        const reason = leaseLosses[news.reason];
        log.write(
          severity,
          say('{{name}}: address {{address}} from DHCPv6 was removed: {{reason}}.', { name, address, reason }),
        );
      }
    } else if (news.kind === 'bound') {
      for (const { address } of news.lease.addresses) {
        log.write(Severity.notice, say('{{name}}: address {{address}} from a DHCPv6 server.', { name, address }));
      }
    }
  };

  /** A client speaks from the interface's link-local address, and has to wait until that is there. */
  const linkLocalOf = (vlan: number): string | undefined =>
    slots
      .get(ipv6Interfaces)
      .get(vlan)
      ?.addresses.find(({ origin, standing }) => origin === 'linkLocal' && standing === 'preferred')?.address;

  const configure = (): void => {
    const rows = ipv6Rows(context.configuration()).filter(({ dhcpv6State }) => dhcpv6State === Status.enabled);
    const wanted = new Map(rows.map((row) => [row.ipIfVlanId, row]));
    for (const vlan of [...clients.keys()]) {
      if (wanted.has(vlan)) continue;
      tell(vlan, { kind: 'release' });
      clients.get(vlan)?.sleep();
      clients.delete(vlan);
    }
    for (const [vlan, row] of wanted) {
      const present = clients.get(vlan);
      const linkLocal = linkLocalOf(vlan) ?? present?.settings.linkLocal;
      if (linkLocal === undefined) continue;
      const settings: Dhcpv6Settings = {
        mac: hardware.baseMacAddress,
        linkLocal,
        association: vlan,
        rapidCommit: row.dhcpv6RapidCommit === Status.enabled,
      };
      if (present) {
        present.settings = settings;
        continue;
      }
      clients.set(vlan, { settings, state: stoppedDhcpv6(randomInt(1, 0x1_0000_0000)), sleep: () => undefined });
      tell(vlan, { kind: 'start' });
    }
    publish();
  };

  /**
   * Results of the addresses' own engine: that the link-local address exists, or that a leased one is another
   * station's.
   */
  const look = (): void => {
    configure();
    for (const [vlan, { addresses }] of slots.get(ipv6Interfaces)) {
      for (const { address, origin, standing } of addresses) {
        if (origin === 'dhcp' && standing === 'duplicate') tell(vlan, { kind: 'conflict', address });
      }
    }
  };

  const followLinks = (): void => {
    const before = unlinked;
    unlinked = slots.get(unlinkedVlans);
    for (const vlan of before) if (!unlinked.has(vlan)) tell(vlan, { kind: 'linkUp' });
  };

  context.offer(dhcpv6Clients, { renew: (vlan) => tell(vlan, { kind: 'renew' }) });
  context.onFrame([dhcpv6Frames], ({ vlan, frame }) => {
    if (vlan !== undefined) tell(vlan, { kind: 'frame', octets: frame });
  });
  slots.follow([ipv6Interfaces], look);
  slots.follow([unlinkedVlans], followLinks);
  look();
  return {
    changed: configure,
    stop() {
      slots.update(dhcpv6Leases, () => dhcpv6Leases.empty);
    },
  };
}
