import { zoneOf } from '../../model/values/ipv6.ts';

/**
 * One source of connections and logins: an IPv4 address, or an IPv6 /64, which every host has for itself (RFC 4291
 * 2.5.1). On a link of the switch a /64 has many hosts, so addresses there count one by one.
 */
export class Sources {
  readonly #stationOf: (address: string) => string | undefined;
  #onLink: ReadonlySet<string> = new Set();

  /** @param stationOf what station of a link an address belongs to, as far as is known; default: nothing is. */
  constructor(stationOf: (address: string) => string | undefined = () => undefined) {
    this.#stationOf = stationOf;
  }

  /** The switch has just these addresses now; their /64s are on its links. */
  follow(own: readonly string[]): void {
    this.#onLink = new Set(own.filter((address) => address.includes(':')).map(prefixOf));
  }

  /** The source of an address: "192.0.2.9", "2001:db8:0:1::/64", "fe80::1%vlan1". */
  of(address: string): string {
    if (!address.includes(':')) return address;
    return this.#isOnLink(address) ? address.toLowerCase() : prefixOf(address);
  }

  /**
   * The share of a stranger in everything. One host takes any number of IPv6 addresses on its link: they share one by
   * its station, and all of unknown stations share one by the link. Elsewhere a single customer may have a whole /48 (RFC 6177 2),
   * with 65,536 networks to come from: all of it shares one.
   */
  shareOf(address: string): string {
    const station = this.#stationOf(address);
    if (station !== undefined) return `station ${station}`;
    if (!address.includes(':')) return address;
    return this.#isOnLink(address) ? `link ${linkOf(address)}` : networkOf(address, 3);
  }

  #isOnLink(address: string): boolean {
    return LINK_LOCAL.test(address) || this.#onLink.has(prefixOf(address));
  }
}

/** RFC 4291 2.5.6. */
const LINK_LOCAL = /^fe[89ab]/i;

/** "2001:db8:0:1::/64", "fe80:0:0:0::/64%vlan1". */
function linkOf(address: string): string {
  const zone = zoneOf(address);
  return zone === undefined ? prefixOf(address) : `${prefixOf(address)}%${zone}`;
}

function prefixOf(address: string): string {
  return networkOf(address, 4);
}

/** The network that the first `count` groups of an address name: "2001:db8:0:1::/64" of four. */
function networkOf(address: string, count: number): string {
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  return `${[...groups, ...Array(zeros).fill('0'), ...last].slice(0, count).join(':')}::/${16 * count}`;
}
