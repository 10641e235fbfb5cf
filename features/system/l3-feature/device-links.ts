import type { Service } from '../../../device/feature.ts';
import { followedLinks } from '../../../device/followed-links.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { ipv6InterfaceEntry } from './ipv6/interface-objects.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { unlinkedVlans } from './slots.ts';
import { isVlanUp } from './vlan-link.ts';

/** Notes which VLANs of the switch's interfaces have no active port: no route uses them. */
export const linkWatch: Service = {
  name: 'interface links',
  reads: [ipv4InterfaceEntry, ipv6InterfaceEntry, dot1qVlanStaticEntry],
  async start(context) {
    const links = await followedLinks(context);
    const look = () => {
      const configuration = context.configuration();
      const rows = [...configuration.rows(ipv4InterfaceEntry), ...configuration.rows(ipv6InterfaceEntry)];
      const vlans = [...new Set(rows.map(({ ipIfVlanId }) => ipIfVlanId))];
      const unlinked = vlans.filter((vlan) => !isVlanUp(configuration, vlan, links.states));
      context.slots.update(unlinkedVlans, (present) =>
        present.size === unlinked.length && unlinked.every((vlan) => present.has(vlan)) ? present : new Set(unlinked),
      );
    };
    links.follow(look);
    look();
    return { changed: look };
  },
};
