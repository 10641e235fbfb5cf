import { randomInt } from 'node:crypto';
import type { Cancel } from '../../../../datapath/clock.ts';
import type { PuntedFrame } from '../../../../datapath/datapath.ts';
import type { RunningService, ServiceContext } from '../../../../device/feature.ts';
import { Severity } from '../../../../device/log/log.ts';
import { Status } from '../../../../model/schema/kinds/enumeration.ts';
import { type Message, say } from '../../../../model/values/message.ts';
import { firstRouter } from '../../../../protocols/ipv6-addresses/routers.ts';
import { type AddressSettings, type AddressState, idleAddresses } from '../../../../protocols/ipv6-addresses/state.ts';
import { type AddressEvent, type AddressNews, stepAddresses } from '../../../../protocols/ipv6-addresses/step.ts';
import { desiredAddresses, followsRouters } from './addresses.ts';
import { IPV6_ADDRESSES, ipv6Rows } from './objects.ts';
import { discoveryFrames } from './punts.ts';
import { dhcpv6Leases, type Ipv6Interface, ipv6Interfaces } from './slots.ts';

interface Engine {
  settings: AddressSettings;
  state: AddressState;
  sleep: Cancel;
}

/** Gives the interfaces their IPv6 addresses; by VLAN. */
export function startIpv6Addresses(context: ServiceContext): RunningService {
  const { clock, datapath, hardware, log, slots } = context;
  const engines = new Map<number, Engine>();

  const tell = (vlan: number, engine: Engine, event: AddressEvent): void => {
    const step = stepAddresses(engine.settings, engine.state, event, clock.now());
    engine.state = step.state;
    engine.sleep();
    if (Number.isFinite(step.state.wakeAt)) {
      const pause = Math.max(0, step.state.wakeAt - clock.now());
      engine.sleep = clock.after(pause, () => tell(vlan, engine, { kind: 'wake' }));
    }
    for (const frame of step.send) datapath.originate(vlan, frame);
    for (const news of step.news) log.write(...entryOf(`vlan${vlan}`, news));
    publish(vlan, viewOf(step.state));
  };

  const publish = (vlan: number, view: Ipv6Interface | undefined): void => {
    slots.update(ipv6Interfaces, (present) => {
      if (isSame(present.get(vlan), view)) return present;
      const next = new Map(present);
      if (view) next.set(vlan, view);
      else next.delete(vlan);
      return next;
    });
  };

  const configure = (): void => {
    const mac = hardware.baseMacAddress;
    const rows = new Map(ipv6Rows(context.configuration()).map((row) => [row.ipIfVlanId, row]));
    for (const [vlan, engine] of engines) {
      if (rows.has(vlan)) continue;
      engine.sleep();
      engines.delete(vlan);
      publish(vlan, undefined);
    }
    for (const [vlan, row] of rows) {
      const settings: AddressSettings = {
        mac,
        wanted: desiredAddresses(row, context.configuration(), mac, slots),
        acceptsRouters: followsRouters(row),
        makesAddresses: row.ipv6AcceptRa === Status.enabled,
        limit: IPV6_ADDRESSES,
      };
      const engine = engines.get(vlan) ?? {
        settings,
        state: idleAddresses(randomInt(1, 0x1_0000_0000)),
        sleep: () => undefined,
      };
      engine.settings = settings;
      engines.set(vlan, engine);
      tell(vlan, engine, { kind: 'configure' });
    }
  };

  context.onFrame([discoveryFrames], ({ vlan, frame }: PuntedFrame) => {
    const engine = vlan === undefined ? undefined : engines.get(vlan);
    if (vlan !== undefined && engine) tell(vlan, engine, { kind: 'frame', octets: frame });
  });
  context.onPort(({ link }) => {
    if (link === 'up') for (const [vlan, engine] of engines) tell(vlan, engine, { kind: 'linkUp' });
  });
  slots.follow([dhcpv6Leases], configure);
  configure();
  return { changed: configure };
}

function viewOf({ addresses, routers }: AddressState): Ipv6Interface {
  return {
    addresses: [...addresses.values()].map(({ address, prefix, origin, anycast, standing, claimedAt }) => ({
      address,
      prefix,
      origin,
      anycast,
      standing,
      claimed: Number.isFinite(claimedAt),
    })),
    router: firstRouter(routers.values())?.address,
  };
}

function isSame(one: Ipv6Interface | undefined, other: Ipv6Interface | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function entryOf(name: string, news: AddressNews): [Severity, Message] {
  if (news.kind === 'full') {
    return [
      Severity.warning,
      say('{{name}}: routers advertise more prefixes than the interface has addresses; the others are ignored.', {
        name,
      }),
    ];
  }
  const { address } = news;
  switch (news.kind) {
    case 'duplicate':
      return [
        Severity.error,
        say('{{name}}: address {{address}} is not used, station {{station}} has it.', {
          name,
          address,
          station: news.mac,
        }),
      ];
    case 'claimed':
      return [
        Severity.warning,
        say('{{name}}: station {{station}} claims address {{address}} of the switch, which keeps it.', {
          name,
          address,
          station: news.mac,
        }),
      ];
    case 'free':
      return [
        Severity.notice,
        say('{{name}}: no other station has address {{address}} now; it is used.', { name, address }),
      ];
    case 'gained':
      return [Severity.notice, say('{{name}}: address {{address}} from a router advertisement.', { name, address })];
    case 'expired':
      return [
        Severity.notice,
        say('{{name}}: address {{address}} expired, its prefix is no longer advertised.', {
          name,
          address,
        }),
      ];
    case 'router':
      return [Severity.notice, say('{{name}}: new default router {{address}}.', { name, address })];
    case 'routerGone':
      return [Severity.notice, say('{{name}}: router {{address}} is no longer a default router.', { name, address })];
  }
}
